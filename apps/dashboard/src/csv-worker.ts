/** The worker that large CSV files are read in. */
import { EncodingError, linesOfFile, type CsvReading } from '@basedeck/core/rules/imports'

/** A file to read. */
export interface CsvQuestion {
  file: Blob
  reading: CsvReading
}

/** How far it is, its lines, or why it can't be read; `line`: its bytes are not of the encoding from about there. */
export type CsvAnswer = { read: number } | { lines: Blob } | { failed: string; line?: number }

/** Milliseconds between two answers that say how far it is. */
const TELL_MS = 100

globalThis.addEventListener('message', ({ data }: MessageEvent<CsvQuestion>) => void answer(data))

async function answer({ file, reading }: CsvQuestion): Promise<void> {
  let toldAt = 0
  const onRead = (read: number) => {
    const now = performance.now()
    if (now - toldAt < TELL_MS) return
    toldAt = now
    tell({ read })
  }
  try {
    tell({ lines: await linesOfFile(file, reading, { onRead }) })
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    tell({ failed, ...(error instanceof EncodingError ? { line: error.line } : {}) })
  }
}

function tell(answered: CsvAnswer): void {
  globalThis.postMessage(answered)
}
