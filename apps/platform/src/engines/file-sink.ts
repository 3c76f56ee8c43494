/** Takes the files of a backup, one after the other. Names are paths in the data directory, with `/`. */
export interface FileSink {
  directory(name: string, mode: number): Promise<void>
  /** As long as the file is when it is opened. One that is gone by then is left out. */
  file(name: string, path: string): Promise<void>
  bytes(name: string, content: Buffer): Promise<void>
}
