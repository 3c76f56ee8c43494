/** The windows of one browser that show the same platform. Absent where there is only one, or where they can't communicate. */
export interface Windows {
  /**
   * Calls `run` once this window becomes the leader, of which there is one at a time; at once when there is no other.
   * @param run returns how to end its work
   * @returns gives up the lead, or stops waiting for it
   */
  lead(run: () => () => void): () => void
  /** Sends a message to the other windows. */
  tell(message: string): void
  /** Receives messages of other windows, which may be any text. */
  hear(heard: (message: string) => void): () => void
}
