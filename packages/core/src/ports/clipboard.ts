/** Called when the user copies something. */
export interface Clipboard {
  /** Rejects when the host refuses; the caller then says so. */
  writeText(text: string): Promise<void>
}
