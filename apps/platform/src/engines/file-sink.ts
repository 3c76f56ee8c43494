/** Takes the files of a backup, one after the other. Names are paths in the data directory, with `/`. */
export interface FileSink {
  directory(name: string, mode: number): Promise<void>
  /** Sends as many bytes as the file has when it is opened. A deleted file is left out. */
  file(name: string, path: string): Promise<void>
  bytes(name: string, content: Buffer): Promise<void>
}
