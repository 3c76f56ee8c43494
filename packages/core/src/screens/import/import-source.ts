/** The file of an import: what it is, how it is read, and its first rows. */
import { MAX_IMPORT_COLUMNS, SMALL_IMPORT_BYTES } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { InputFile } from '../../ports/index.js'
import { bytesText } from '../../rules/results/bytes.js'
import { columnsOf, layoutOf } from '../../rules/import/csv-dialect.js'
import { decoderOf, encodingOf } from '../../rules/import/csv-encoding.js'
import { headOf, missingNames, type HeadDecision } from '../../rules/import/csv-head.js'
import { cellsOf, MAX_RECORD, type CsvReading } from '../../rules/import/csv-lines.js'
import { behindLines, csvRecords, type CsvRecord } from '../../rules/import/csv-records.js'
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
  /** Without the header; null: NULL. A line that can't be read has one cell. */
  rows: { line: number; cells: (string | null)[] }[]
  /** No row is missing. */
  isWhole: boolean
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
  /** Why the first row is the head or not, and which names were made. Empty while there is no file. */
  readonly $headNotes: ReadableAtom<readonly string[]>
  take(file: InputFile): Promise<void>
  /** @returns whether there is something to import */
  paste(rows: string): Promise<boolean>
  read(changes: ReadingChanges): void
  clear(): void
}

/** Bytes of a first row that is shown before the import (8 MB). */
const LONGEST_SHOWN = 8 * 1024 * 1024

/** What can be chosen of how a file is read; undefined: not used. */
export type ReadingChanges = {
  [Key in keyof Omit<CsvReading, 'columns' | 'cells'>]?: CsvReading[Key] | undefined
}

const SAMPLE_BYTES = 512 * 1024
/** Records that a sample must hold, unless the file has fewer: a head, a row, and one that is cut. */
const SAMPLE_RECORDS = 3
/** Characters by which it is found how a file is written. */
const LAYOUT_CHARACTERS = 4 * 1024 * 1024
const SAMPLE_ROWS = 1000

/** @param smallOnly why the engine takes only small files; null: it takes any */
export function createImportSource(smallOnly: () => string | null): ImportSource {
  const $file = atom<SourceFile | null>(null)
  const $problem = atom<string | null>(null)
  const $bytes = atom<SampleBytes | null>(null)
  const $chosen = atom<ChosenReading | null>(null)
  const $found = atom<HeadDecision | null>(null)
  /** The last file that was taken: reading one takes time. */
  let wanted: Blob | null = null

  const $records = computed([$bytes, $chosen], (sample, chosen) =>
    sample && chosen ? recordsIn(sample, chosen) : null,
  )
  const $reading = computed([$chosen, $records], (chosen, records): CsvReading | null =>
    chosen && records ? { ...chosen, columns: Math.max(1, columnsOf(records, chosen)) } : null,
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
    return {
      names,
      rows: rows.map((record) => ({
        line: record.line,
        cells: cellsOf(record, reading).map((cell, at) => (record.nulls.includes(at) ? null : cell)),
      })),
      isWhole: bytes.isWhole && records.length <= SAMPLE_ROWS,
      rowBytes: Math.max(1, read / Math.max(1, records.length)),
    }
  })
  const $headNotes = computed([$reading, $records, $found], (reading, records, found): string[] => {
    if (!reading || !records || !found) return []
    const why = found.isHead === reading.hasHeader ? [text.headReasons[found.reason]] : []
    if (!reading.hasHeader) return why
    const { unnamed, twice } = missingNames(records[0]?.cells ?? [], reading.columns)
    return [
      ...why,
      ...(unnamed.length > 0 ? [text.unnamedColumns(unnamed)] : []),
      ...(twice.length > 0 ? [text.namedTwice(twice)] : []),
    ]
  })

  async function open(name: string, blob: Blob): Promise<boolean> {
    wanted = blob
    const refuse = (problem: string) => {
      if (wanted === blob) $problem.set(problem)
      return false
    }
    $problem.set(null)
    if (blob.size === 0) return refuse(text.empty)
    const limit = smallOnly()
    if (limit !== null && blob.size > SMALL_IMPORT_BYTES)
      return refuse(text.tooLarge(bytesText(blob.size), limit))
    let found: { sample: SampleBytes; reading: ChosenReading; records: CsvRecord[] } | null
    try {
      found = await sampleOf(blob)
    } catch {
      return refuse(text.unreadable)
    }
    if (wanted !== blob) return false
    if (!found) return refuse(text.longLine(1, bytesText(MAX_RECORD)))
    const { sample, reading, records } = found
    if (records.every(({ cells }) => cells.every((cell) => cell.trim() === ''))) return refuse(text.blank)
    if (columnsOf(records, reading) > MAX_IMPORT_COLUMNS)
      return refuse(text.tooManyColumns(MAX_IMPORT_COLUMNS))
    const head = headOf(records.map((record) => record.cells))
    $chosen.set(null)
    $bytes.set(sample)
    $found.set(head)
    $chosen.set({ ...reading, hasHeader: head.isHead })
    $file.set({ name, blob, sizeText: bytesText(blob.size) })
    return true
  }

  return {
    $file,
    $problem,
    $reading,
    $sample,
    $headNotes,
    async take(file) {
      await open(file.name, file.blob ?? new Blob([(await file.text()) ?? '']))
    },
    paste: (rows) => open(text.pastedName, new Blob([rows])),
    read(changes) {
      const chosen = $chosen.get()
      if (!chosen) return
      const given = Object.entries({ ...chosen, ...changes }).filter(([, value]) => value !== undefined)
      $chosen.set(Object.fromEntries(given) as unknown as ChosenReading)
    },
    clear() {
      wanted = null
      $chosen.set(null)
      $bytes.set(null)
      $found.set(null)
      $file.set(null)
      $problem.set(null)
    },
  }
}

/** The first bytes of a file, or all of them. */
interface SampleBytes {
  bytes: Uint8Array
  isWhole: boolean
}

type ChosenReading = Omit<CsvReading, 'columns' | 'cells'>

/** As many bytes as hold a few records; null: one is longer than any row. @throws what reading the file throws */
async function sampleOf(
  blob: Blob,
): Promise<{ sample: SampleBytes; reading: ChosenReading; records: CsvRecord[] } | null> {
  let found: ChosenReading | undefined
  for (let size = SAMPLE_BYTES; ; size *= 4) {
    const bytes = new Uint8Array(await blob.slice(0, Math.min(size, MAX_RECORD)).arrayBuffer())
    const sample = { bytes, isWhole: bytes.length >= blob.size }
    const encoding = encodingOf(bytes, sample.isWhole)
    const beginning = decodedText(sample, encoding).slice(0, LAYOUT_CHARACTERS)
    const isLast = size >= MAX_RECORD
    // A file without lines is not looked at cell by cell.
    if (!sample.isWhole && !/[\r\n]/.test(beginning)) {
      if (isLast) return null
      continue
    }
    const isAll = sample.isWhole && bytes.length <= LAYOUT_CHARACTERS
    const reading: ChosenReading = found ?? { ...layoutOf(beginning, isAll), encoding, hasHeader: true }
    const records = recordsIn(sample, reading, SAMPLE_ROWS)
    if (sample.isWhole || records.length >= SAMPLE_RECORDS) return { sample, reading, records }
    if (isLast && records.length === 0) return null
    if (records.length > 0 && size >= LONGEST_SHOWN) return { sample, reading, records }
    if (records.length > 0) found = reading
  }
}

/** The first records of a file, without its title. */
function recordsIn(
  { bytes, isWhole }: SampleBytes,
  reading: ChosenReading,
  most = SAMPLE_ROWS + 1,
): CsvRecord[] {
  const { skipLines = 0, encoding } = reading
  const beginning = decodedText({ bytes, isWhole }, encoding)
  const from = behindLines(beginning, skipLines, { isEnd: true }) ?? 0
  return csvRecords(beginning, reading, { line: skipLines + 1, isEnd: isWhole, from, most }).records
}

function decodedText({ bytes, isWhole }: SampleBytes, encoding: CsvReading['encoding']): string {
  return decoderOf(encoding, false).decode(bytes, { stream: !isWhole })
}
