/**
 * The lines of a file in the one form that an import takes: its number, what is wrong with it, its cells. Bytes in, bytes
 * out, so that a file of any size needs little memory.
 * @rule import.csv-lines  @spec §4
 */
import { inFormat, type CellFormat } from './cell-format.js'
import type { CsvLayout } from './csv-dialect.js'
import { decoderOf, type CsvDecoder, type CsvEncoding } from './csv-encoding.js'
import { behindLines, csvRecords, type CsvDialect, type CsvRecord } from './csv-records.js'

/** How the cells of one column are read. */
export interface CellReading {
  /** What a cell is that holds nothing: NULL, an empty text, or the latter where it is quoted. Default `quoted`. */
  empty?: 'null' | 'text' | 'quoted'
  /** How they are written. Absent: as PostgreSQL reads them. */
  format?: CellFormat
  /** It goes into no column. */
  isLeftOut?: boolean
}

/** What is known of a file before it is read whole. */
export interface CsvReading extends CsvLayout {
  encoding: CsvEncoding
  hasHeader: boolean
  /** The number of its columns. */
  columns: number
  /** By the number of the column; absent: each is read as it is. */
  cells?: readonly CellReading[]
}

/** What a line's fault is: its quotes, a character that PostgreSQL can't store, another number of cells. */
export type LineFault = { reason: 'quotes' | 'nul' } | { reason: 'cells'; cells: number }

/** Characters of a piece that is given out. */
const PIECE = 1024 * 1024
/** Characters of a record (64 Mi). A longer one is refused: the file probably has no lines, or other line breaks. */
export const MAX_RECORD = 64 * 1024 * 1024

/** The bytes of a file are not of its encoding. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError'
  /** The line from which they are not, or one near it. */
  readonly line: number
  constructor(line: number) {
    super('The bytes are not of this encoding')
    this.line = line
  }
}

/** A record is longer than `MAX_RECORD`. */
export class LongRecordError extends Error {
  override readonly name = 'LongRecordError'
  readonly line: number
  constructor(line: number) {
    super('A record is too long')
    this.line = line
  }
}

/**
 * The lines of a file.
 * @param onRead called with the number of bytes that were read so far
 * @throws EncodingError, LongRecordError
 */
export async function* importLines(
  bytes: AsyncIterable<Uint8Array>,
  reading: CsvReading,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<string, void> {
  const prefixed = (line: number, cells: string) => `${line},,${cells}\n`
  const lines = recordPieces(bytes, reading, onRead, {
    plain: isReadAsItIs(reading) ? prefixed : undefined,
    run: numberedLines,
    record: (record) => importLine(record, reading),
  })
  yield* lines
}

/**
 * The rows of a file as COPY reads them, without the columns that are left out: commas, double quotes, NULL as nothing.
 * @param onRead called with the number of bytes that were read so far
 * @throws FaultyLineError at the first line that is no row; EncodingError, LongRecordError
 */
export async function* copiedRows(
  bytes: AsyncIterable<Uint8Array>,
  reading: CsvReading,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<string, void> {
  const kept = Array.from({ length: reading.columns }, (_, at) => at).filter(
    (at) => !reading.cells?.[at]?.isLeftOut,
  )
  const isWhole = kept.length === reading.columns
  const lines = recordPieces(bytes, reading, onRead, {
    plain: isWhole && isReadAsItIs(reading) ? (_, cells) => `${cells}\n` : undefined,
    run: (_, lines) => lines,
    record(record) {
      const cells = cellsOf(record, reading)
      if (faultOf(cells, record.isBroken === true, reading.columns) !== undefined)
        throw new FaultyLineError(record.line)
      return `${kept.map((at) => cellOf(record, at, reading)).join(',')}\n`
    },
  })
  yield* lines
}

/** A line of a file is no row. */
export class FaultyLineError extends Error {
  override readonly name = 'FaultyLineError'
  readonly line: number
  constructor(line: number) {
    super('The line can’t be read')
    this.line = line
  }
}

/**
 * The head of a file and the records that begin in these lines, as they are.
 * @param lines their numbers, increasing
 * @throws EncodingError, LongRecordError
 */
export async function* recordsAt(
  bytes: AsyncIterable<Uint8Array>,
  reading: CsvReading,
  lines: readonly number[],
): AsyncGenerator<string, void> {
  let next = 0
  const pieces = recordPieces(bytes, reading, () => {}, {
    plain: undefined,
    head: rawLine,
    record({ line }, raw) {
      while ((lines[next] ?? Number.POSITIVE_INFINITY) < line) next += 1
      return lines[next] === line ? rawLine(raw) : ''
    },
  })
  yield* pieces
}

function rawLine(raw: string): string {
  return `${raw.replace(/[\r\n]+$/, '')}\n`
}

interface LineWriter {
  /** Writes the head. Absent: it is left out. */
  head?(raw: string): string
  /** Writes a line that needs no look at its cells. Undefined: each one does. */
  plain: ((line: number, cells: string) => string) | undefined
  /** Writes several such lines, the first of which has this number, where their cells are separated by commas. */
  run?(line: number, lines: string): string
  record(record: CsvRecord, raw: string): string
}

/** What is written of the records behind the head, in pieces. */
async function* recordPieces(
  bytes: AsyncIterable<Uint8Array>,
  reading: CsvReading,
  onRead: (bytes: number) => void,
  writer: LineWriter,
): AsyncGenerator<string, void> {
  const { skipLines = 0 } = reading
  const decoder = decoderOf(reading.encoding, true)
  let text = ''
  let line = 1
  let size = 0
  let out: string[] = []
  let outSize = 0
  let isFirst = reading.hasHeader
  let isBehindTitle = skipLines === 0
  /** A record that is not whole is looked at again when the text is twice as long. */
  let lookAt = 0
  const give = (given: string) => {
    if (isFirst) {
      isFirst = false
      return
    }
    out.push(given)
    outSize += given.length
  }
  const take = (isEnd: boolean) => {
    let from = 0
    if (!isBehindTitle) {
      const end = behindLines(text, skipLines, { isEnd })
      if (end === undefined) return
      from = end
      line += skipLines
      isBehindTitle = true
    }
    for (;;) {
      const run = writer.plain && writer.run && !isFirst ? plainRun(text, from, reading) : NO_RUN
      if (run.lines > 0) {
        give(writer.run?.(line, text.slice(from, run.end)) ?? '')
        line += run.lines
        from = run.end
      }
      // Most lines have no quotes: they are taken as they are, which is many times faster than cell by cell.
      const end = writer.plain ? text.indexOf('\n', from) : -1
      const plain = end === -1 ? undefined : plainCells(text, from, end, reading)
      if (plain !== undefined) {
        if (plain !== '') give(writer.plain?.(line, plain) ?? '')
        line += 1
        from = end + 1
        continue
      }
      const found = csvRecords(text, reading, { line, isEnd, columns: reading.columns, from, most: 1 })
      if (found.read === from) break
      for (const record of found.records) {
        const raw = () => text.slice(from, found.read)
        if (isFirst && writer.head) {
          const head = writer.head(raw())
          out.push(head)
          outSize += head.length
        }
        give(isFirst ? '' : writer.record(record, raw()))
      }
      line = found.nextLine
      from = found.read
    }
    text = text.slice(from)
    lookAt = text.length < PIECE ? 0 : 2 * text.length
  }
  for await (const piece of bytes) {
    text += decoded(decoder, line, piece)
    size += piece.length
    onRead(size)
    if (text.length < lookAt && text.length <= MAX_RECORD) continue
    take(false)
    if (text.length > MAX_RECORD) throw new LongRecordError(line)
    if (outSize < PIECE) continue
    yield out.join('')
    out = []
    outSize = 0
  }
  text += decoded(decoder, line)
  take(true)
  if (outSize > 0) yield out.join('')
}

/** Whether lines without quotes can be taken as they are. */
function isReadAsItIs({
  escapes,
  comment,
  skipsBlanks,
  nullText,
  endsInDelimiter,
  cells,
}: CsvReading): boolean {
  const isChanged = escapes ?? comment ?? skipsBlanks ?? nullText ?? endsInDelimiter
  return !isChanged && !cells?.some(({ empty, format }) => empty === 'text' || format !== undefined)
}

function numberedLines(first: number, lines: string): string {
  let line = first
  let numbered = ''
  for (let at = 0; at < lines.length; line += 1) {
    const end = lines.indexOf('\n', at) + 1
    numbered += `${line},,${lines.slice(at, end)}`
    at = end
  }
  return numbered
}

const NO_RUN = { end: 0, lines: 0 }

/** The lines that follow one another, each with the right number of cells, commas between them, and no sign that needs a look. */
function plainRun(
  text: string,
  from: number,
  { delimiter, quote, columns }: CsvReading,
): { end: number; lines: number } {
  if (delimiter !== ',' || columns < 2) return NO_RUN
  const single = quote === "'" ? SINGLE_QUOTE : DOUBLE_QUOTE
  let end = from
  let lines = 0
  let cells = 1
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > COMMA) continue
    if (code === COMMA) cells += 1
    else if (code === NEWLINE) {
      if (cells !== columns) break
      cells = 1
      lines += 1
      end = at + 1
    } else if (code === DOUBLE_QUOTE || code === single || code === CARRIAGE_RETURN || code === 0) break
  }
  return { end, lines }
}

/** The cells of a line without quotes; empty: it is passed over. Undefined: it has to be read cell by cell. */
function plainCells(
  text: string,
  from: number,
  end: number,
  { delimiter, quote, columns }: CsvReading,
): string | undefined {
  // In front of an empty line is the end of another.
  const raw = text.slice(from, text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end)
  if (raw.includes('"') || raw.includes('\r') || raw.includes('\0')) return undefined
  if (quote === "'" && raw.includes(quote)) return undefined
  if (columns === 1)
    return raw === '' || raw === '\\.' || raw.includes(',') || raw.includes(delimiter) ? undefined : raw
  if (raw === '') return ''
  const isComma = delimiter === ','
  if (!isComma && raw.includes(',')) return undefined
  let cells = 1
  const step = delimiter.length
  for (let at = raw.indexOf(delimiter); at !== -1; at = raw.indexOf(delimiter, at + step)) cells += 1
  if (cells !== columns) return undefined
  return isComma ? raw : raw.replaceAll(delimiter, ',')
}

/** What is heard of a file while it is read, and what ends that. */
export interface ReadingOptions {
  /** Called with the number of bytes that were read so far. */
  onRead(bytes: number): void
  signal?: AbortSignal
}

/** The lines of a file that is at hand; see `importLines`. @throws as that, and the reason of `signal` */
export async function linesOfFile(file: Blob, reading: CsvReading, options: ReadingOptions): Promise<Blob> {
  return gathered(importLines(piecesOf(file), reading, options.onRead), options)
}

/** The rows of a file that is at hand; see `copiedRows`. @returns null: a line is no row @throws as `linesOfFile` */
export async function rowsOfFile(
  file: Blob,
  reading: CsvReading,
  options: ReadingOptions,
): Promise<Blob | null> {
  try {
    return await gathered(copiedRows(piecesOf(file), reading, options.onRead), options)
  } catch (error) {
    if (error instanceof FaultyLineError) return null
    throw error
  }
}

/** The head of a file and the records that begin in these lines, as they are; see `recordsAt`. */
export async function recordsOfFile(
  file: Blob,
  reading: CsvReading,
  lines: readonly number[],
): Promise<Blob> {
  return gathered(recordsAt(piecesOf(file), reading, lines), {})
}

/** In parts, so that a large text needs little memory. */
async function gathered(pieces: AsyncIterable<string>, { signal }: { signal?: AbortSignal }): Promise<Blob> {
  const parts: Blob[] = []
  for await (const piece of pieces) {
    signal?.throwIfAborted()
    parts.push(new Blob([piece]))
  }
  return new Blob(parts)
}

const NEWLINE = 10
const CARRIAGE_RETURN = 13
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39
const COMMA = 44

/**
 * Whether a file holds only cells without quotes, in lines that end alike, and no backslash, which may end the data for COPY:
 * then PostgreSQL reads it as `csvRecords` does.
 */
export async function isPlainFile(file: Blob, { signal }: { signal: AbortSignal }): Promise<boolean> {
  let last = NEWLINE
  for await (const piece of piecesOf(file)) {
    signal.throwIfAborted()
    if ([0x22, 0x27, 0x5c, CARRIAGE_RETURN, 0].some((code) => piece.includes(code))) return false
    // An empty line is no row here.
    for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1))
      if ((at === 0 ? last : piece[at - 1]) === NEWLINE) return false
    last = piece.at(-1) ?? last
  }
  return true
}

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (value) yield value
    }
  } finally {
    await reader.cancel()
  }
}

function decoded(decoder: CsvDecoder, line: number, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw new EncodingError(line)
  }
}

function importLine(record: CsvRecord, reading: CsvReading): string {
  const { line, isBroken } = record
  const cells = cellsOf(record, reading)
  const fault = faultOf(cells, isBroken === true, reading.columns)
  if (fault === undefined) return `${line},,${cells.map((_, at) => cellOf(record, at, reading)).join(',')}\n`
  const whole = isBroken ? (cells[0] ?? '') : csvLine(cells, reading)
  const rest = ','.repeat(reading.columns - 1)
  return `${line},${fault},${cellText(whole.replaceAll('\0', '\uFFFD'))}${rest}\n`
}

/** The cells of a record, without the empty one behind its last delimiter. */
export function cellsOf(
  { cells, nulls }: CsvRecord,
  { endsInDelimiter, columns, nullText = '' }: CsvReading,
): readonly string[] {
  const isBehind = endsInDelimiter && cells.length === columns + 1 && cells[columns] === ''
  return isBehind && (nullText !== '' || nulls.at(-1) === columns) ? cells.slice(0, -1) : cells
}

/** A cell as COPY reads it: nothing is NULL, `""` an empty text. */
function cellOf({ cells, nulls }: CsvRecord, at: number, reading: CsvReading): string {
  const { empty = 'quoted', format } = reading.cells?.[at] ?? {}
  const cell = cells[at] ?? ''
  const isNull = nulls.includes(at)
  if (isNull && reading.nullText !== undefined) return ''
  if (cell === '') return empty === 'text' || (empty === 'quoted' && !isNull) ? '""' : ''
  return cellText(format === undefined ? cell : (inFormat(cell, format) ?? cell))
}

function faultOf(cells: readonly string[], isBroken: boolean, columns: number): string | undefined {
  if (isBroken) return 'quotes'
  if (cells.length !== columns) return `cells:${cells.length}`
  return cells.some((cell) => cell.includes('\0')) ? 'nul' : undefined
}

const NEEDS_QUOTES = /[",\r\n]|^\\\.$/

function cellText(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** What an import says of a line that could not be read. */
export function lineFault(fault: string): LineFault {
  const [reason, cells] = fault.split(':')
  if (reason === 'cells') return { reason, cells: Number(cells) }
  return { reason: reason === 'nul' ? 'nul' : 'quotes' }
}

/** Cells as a line of a file, without its line break. Without quotes, a cell that needs them stays as it is. */
export function csvLine(cells: readonly (string | null)[], { delimiter, quote }: CsvDialect): string {
  return cells
    .map((cell) => {
      const text = cell ?? ''
      const needs = quote !== '' && [delimiter, quote, '\r', '\n'].some((sign) => text.includes(sign))
      return needs ? quote + text.replaceAll(quote, quote + quote) + quote : text
    })
    .join(delimiter)
}
