/** The worker that large CSV files are read in. */
import {
  EncodingError,
  linesOfFile,
  LongRecordError,
  rowsOfFile,
  type CsvReading,
} from '@basedeck/core/rules/imports'

/** A file to read, and whether its rows are wanted as COPY reads them, or its lines to be checked. */
export interface CsvQuestion {
  file: Blob
  reading: CsvReading
  form: 'rows' | 'lines'
}

/**
 * How far it is, its lines (null: one of them is no row), or why it can't be read: with the name of the error and the line
 * where there is one.
 */
export type CsvAnswer =
  | { read: number }
  | { lines: Blob | null }
  | { failed: string; name?: string; line?: number }

/** Milliseconds between two answers that say how far it is. */
const TELL_MS = 100

globalThis.addEventListener('message', ({ data }: MessageEvent<CsvQuestion>) => void answer(data))

async function answer({ file, reading, form }: CsvQuestion): Promise<void> {
  let toldAt = 0
  const onRead = (read: number) => {
    const now = performance.now()
    if (now - toldAt < TELL_MS) return
    toldAt = now
    tell({ read })
  }
  try {
    tell({ lines: await (form === 'rows' ? rowsOfFile : linesOfFile)(file, reading, { onRead }) })
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    const hasLine = error instanceof EncodingError || error instanceof LongRecordError
    tell({ failed, ...(hasLine && { name: error.name, line: error.line }) })
  }
}

function tell(answered: CsvAnswer): void {
  globalThis.postMessage(answered)
}
