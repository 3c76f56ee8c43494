import type { CsvReading } from '../rules/csv-lines.js'

/** Reads large CSV files beside the page, so that it goes on to answer. Absent: they are read where the core runs. */
export interface CsvWorker {
  /**
   * Called when an import begins: the file's lines in the form that an import takes.
   * @throws EncodingError when its bytes are not of the encoding
   */
  lines(
    file: Blob,
    reading: CsvReading,
    options: { onRead(bytes: number): void; signal: AbortSignal },
  ): Promise<Blob>
}
