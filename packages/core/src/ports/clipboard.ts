/** Called when the user copies something. */
export interface Clipboard {
  /**
   * Rejects when the host refuses; the caller then says so.
   * @param html the same for programs that read tables; a host without it keeps the text alone
   */
  writeText(text: string, html?: string): Promise<void>
}
