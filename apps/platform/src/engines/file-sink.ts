/** Takes the files of a backup, one after the other. Names are paths in the data directory, with `/`. */
export interface FileSink {
  directory(name: string, mode: number): Promise<void>
  /** Sends as many bytes as the file has when it is opened. A deleted file is left out. */
  file(name: string, path: string): Promise<void>
  bytes(name: string, content: Buffer): Promise<void>
}

/** One that also takes what is not in a file of this machine. */
export interface StreamSink extends FileSink {
  /** `content` has exactly `size` bytes. */
  stream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>
}
