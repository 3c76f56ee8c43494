/** A message to PGlite that is stored in a file and read in pieces, so that an import needs little memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The parts of a Uint8Array that PGlite uses of a message. */
export interface FileMessage extends Pick<Uint8Array, 'length'> {
  0: number
  subarray(start: number, end: number): Uint8Array
  close(): void
}

export function openFileMessage(path: string): FileMessage {
  const file = openSync(path, 'r')
  const read = (start: number, end: number): Uint8Array => {
    const bytes = Buffer.allocUnsafe(end - start)
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start))
  }
  return {
    0: read(0, 1)[0] ?? 0,
    length: fstatSync(file).size,
    subarray: read,
    close: () => closeSync(file),
  }
}
