/** The bytes of a file for tus-js-client, piece by piece. */
import type { FileReader } from 'tus-js-client'
import type { SourceFile } from '../ports.js'

/** The file changed or disappeared on the device. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** Reads files that are given as a `SourceFile`. */
export const sourceReader: FileReader = {
  async openFile(file: SourceFile) {
    return {
      size: file.sizeBytes,
      async slice(start, end) {
        const value = await pieceOf(file, start, end)
        // tus-js-client learns the length of a piece from `size`, which arrays of bytes lack.
        return { value: Object.assign(value, 'size' in value ? {} : { size: value.length }), done: false }
      },
      close() {},
    }
  },
}

/** @throws UnreadableFile */
export async function pieceOf(file: SourceFile, start: number, end: number): Promise<Blob | Uint8Array> {
  try {
    const piece = await file.read(start, end)
    // A piece of a browser's file is read only when it is sent: the last byte tells whether it still can be.
    if (piece instanceof Blob && piece.size > 0) await piece.slice(piece.size - 1).arrayBuffer()
    const length = piece instanceof Blob ? piece.size : piece.length
    if (length !== end - start) throw new UnreadableFile('The file is shorter than before')
    return piece
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('The file can’t be read')
  }
}
