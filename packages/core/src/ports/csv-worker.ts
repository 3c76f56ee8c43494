import type { CsvReading } from '../rules/import/csv-lines.js'

/** What is heard of a file while it is read, and what ends that. */
export interface CsvReadingOptions {
  onRead(bytes: number): void
  signal: AbortSignal
}

/** Reads large CSV files beside the page, so that it goes on to answer. Absent: they are read where the core runs. */
export interface CsvWorker {
  /**
   * Called when an import begins: the file's rows as COPY reads them; null: a line of it is no row.
   * @throws EncodingError when its bytes are not of the encoding, LongRecordError when a line is too long
   */
  rows(file: Blob, reading: CsvReading, options: CsvReadingOptions): Promise<Blob | null>
  /** Called where each line has to be checked: the file's lines in the form that an import takes. @throws as `rows` */
  lines(file: Blob, reading: CsvReading, options: CsvReadingOptions): Promise<Blob>
}
