/** The windows of one browser that show the same platform. Absent where there is one alone, or where they can't agree. */
export interface Windows {
  /**
   * Calls `run` once this window leads, which one does at a time; at once when there is no other.
   * @param run gives what ends its work
   * @returns gives the lead up, or the wait for it
   */
  lead(run: () => () => void): () => void
  /** The other windows hear it. */
  tell(message: string): void
  /** Hears what other windows tell; what they tell may be anybody's text. */
  hear(heard: (message: string) => void): () => void
}
