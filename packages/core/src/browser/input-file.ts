import type { InputFile } from '../ports/index.js'

/**
 * A file of the browser, chosen or dropped, as the core takes it. Its `text()` is read as UTF-8 and is undefined when
 * the bytes are anything else.
 */
export function inputFile(file: File): InputFile {
  return {
    name: file.name,
    sizeBytes: file.size,
    blob: file,
    async text() {
      const bytes = await file.arrayBuffer()
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      } catch {
        // Other bytes than UTF-8: the caller says so.
        return undefined
      }
    },
  }
}
