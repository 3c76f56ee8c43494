// A file of the browser, as the core takes it: a text is UTF-8, or it is none.
import type { GivenFile } from '@basedeck/core'

export function givenFile(file: File): GivenFile {
  return {
    name: file.name,
    sizeBytes: file.size,
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
