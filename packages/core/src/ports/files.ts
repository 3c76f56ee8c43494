/** A file that was made here. */
export interface MadeFile {
  name: string
  /** Its media type. */
  type: string
  text: string
}

/** Called when the user downloads something that the page itself made. */
export interface Files {
  save(file: MadeFile): void
}
