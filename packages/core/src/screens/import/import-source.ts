/** The file of an import: what it is, how it is read, and its first rows. */
import { MAX_IMPORT_COLUMNS, SMALL_IMPORT_BYTES } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { InputFile } from '../../ports/index.js'
import { bytesText } from '../../rules/bytes.js'
import { dialectOf, encodingOf, hasHeader } from '../../rules/csv-dialect.js'
import type { CsvReading } from '../../rules/csv-lines.js'
import { csvRecords } from '../../rules/csv-records.js'
import { importText as text } from '../../text/import.js'

/** A file that was chosen, dropped or pasted. */
export interface SourceFile {
  name: string
  blob: Blob
  sizeText: string
}

/** The beginning of a file, as it is read. */
export interface Sample {
  /** The names of its columns; without a header, made up. */
  names: string[]
  /** Without the header. A line that can't be read has one cell. */
  rows: { line: number; cells: string[] }[]
  /** Bytes of a row, on average; for an estimate of how many there are. */
  rowBytes: number
}

export interface ImportSource {
  readonly $file: ReadableAtom<SourceFile | null>
  /** Why the file can't be imported. */
  readonly $problem: ReadableAtom<string | null>
  /** Null while there is no file. */
  readonly $reading: ReadableAtom<CsvReading | null>
  readonly $sample: ReadableAtom<Sample | null>
  take(file: InputFile): Promise<void>
  /** @returns whether there is something to import */
  paste(rows: string): Promise<boolean>
  read(changes: Partial<Omit<CsvReading, 'columns'>>): void
  clear(): void
}

const SAMPLE_BYTES = 512 * 1024
const SAMPLE_ROWS = 1000

/** @param smallOnly why the engine takes only small files; null: it takes any */
export function createImportSource(smallOnly: () => string | null): ImportSource {
  const $file = atom<SourceFile | null>(null)
  const $problem = atom<string | null>(null)
  const $bytes = atom<Uint8Array | null>(null)
  const $chosen = atom<Omit<CsvReading, 'columns'> | null>(null)
  /** The last file that was taken: reading one takes time. */
  let wanted: Blob | null = null

  const $records = computed([$bytes, $chosen], (bytes, chosen) => {
    if (!bytes || !chosen) return null
    const isEnd = bytes.length < SAMPLE_BYTES
    const decoded = new TextDecoder(chosen.encoding).decode(bytes, { stream: !isEnd })
    return csvRecords(decoded, chosen, { line: 1, isEnd }).records.slice(0, SAMPLE_ROWS + 1)
  })
  const $reading = computed([$chosen, $records], (chosen, records): CsvReading | null =>
    chosen && records ? { ...chosen, columns: records[0]?.cells.length ?? 1 } : null,
  )
  const $sample = computed([$reading, $records, $bytes], (reading, records, bytes): Sample | null => {
    if (!reading || !records || !bytes) return null
    const [first, ...others] = records
    const rows = reading.hasHeader ? others : records
    const names = Array.from(
      { length: reading.columns },
      (_, at) => (reading.hasHeader ? first?.cells[at]?.trim() : '') || text.unnamed(at + 1),
    )
    const read = records.reduce((sum, { cells }) => sum + cells.join(',').length + 1, 0)
    return { names, rows, rowBytes: Math.max(1, read / Math.max(1, records.length)) }
  })

  async function open(name: string, blob: Blob): Promise<boolean> {
    wanted = blob
    const refuse = (problem: string) => {
      $problem.set(problem)
      return false
    }
    $problem.set(null)
    if (blob.size === 0) return refuse(text.empty)
    const limit = smallOnly()
    if (limit !== null && blob.size > SMALL_IMPORT_BYTES)
      return refuse(text.tooLarge(bytesText(blob.size), limit))
    let bytes: Uint8Array
    try {
      bytes = new Uint8Array(await blob.slice(0, SAMPLE_BYTES).arrayBuffer())
    } catch {
      return refuse(text.unreadable)
    }
    if (wanted !== blob) return false
    const encoding = encodingOf(bytes, bytes.length === blob.size)
    const beginning = new TextDecoder(encoding).decode(bytes)
    const dialect = dialectOf(beginning)
    const { records } = csvRecords(beginning, dialect, { line: 1, isEnd: true })
    const columns = records[0]?.cells.length ?? 0
    if (columns === 0) return refuse(text.empty)
    if (columns > MAX_IMPORT_COLUMNS) return refuse(text.tooManyColumns(MAX_IMPORT_COLUMNS))
    $chosen.set(null)
    $bytes.set(bytes)
    $chosen.set({ ...dialect, encoding, hasHeader: hasHeader(records.slice(0, 2).map(({ cells }) => cells)) })
    $file.set({ name, blob, sizeText: bytesText(blob.size) })
    return true
  }

  return {
    $file,
    $problem,
    $reading,
    $sample,
    async take(file) {
      await open(file.name, file.blob ?? new Blob([(await file.text()) ?? '']))
    },
    paste: (rows) => open(text.pastedName, new Blob([rows])),
    read(changes) {
      const chosen = $chosen.get()
      if (chosen) $chosen.set({ ...chosen, ...changes })
    },
    clear() {
      wanted = null
      $chosen.set(null)
      $bytes.set(null)
      $file.set(null)
      $problem.set(null)
    },
  }
}
