/**
 * The lines of a file in the one form that an import takes: its number, what is wrong with it, its cells. Bytes in, bytes
 * out, so that a file of any size needs little memory.
 * @rule import.csv-lines  @spec §4
 */
import type { CsvEncoding } from './csv-dialect.js'
import { csvRecords, type CsvDialect, type CsvRecord } from './csv-records.js'

/** What is known of a file before it is read whole. */
export interface CsvReading extends CsvDialect {
  encoding: CsvEncoding
  hasHeader: boolean
  /** The number of its columns. */
  columns: number
}

/** What a line's fault is: its quotes, a character that PostgreSQL can't store, another number of cells. */
export type LineFault = { reason: 'quotes' | 'nul' } | { reason: 'cells'; cells: number }

/** Characters of a piece that is given out. */
const PIECE = 1024 * 1024

interface Decoder {
  decode(piece?: Uint8Array, options?: { stream?: boolean }): string
}

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

/**
 * The lines of a file.
 * @param onRead called with the number of bytes that were read so far
 * @throws EncodingError
 */
export async function* importLines(
  bytes: AsyncIterable<Uint8Array>,
  reading: CsvReading,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(reading.encoding, { fatal: true })
  let text = ''
  let line = 1
  let size = 0
  let out: string[] = []
  let outSize = 0
  let isFirst = reading.hasHeader
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
    for (;;) {
      // Most lines have no quotes: they are taken as they are, which is many times faster than cell by cell.
      const end = text.indexOf('\n', from)
      const plain = end === -1 ? undefined : plainLine(text, from, end, line, reading)
      if (plain !== undefined) {
        if (plain !== '') give(plain)
        line += 1
        from = end + 1
        continue
      }
      const found = csvRecords(text, reading, { line, isEnd, columns: reading.columns, from, most: 1 })
      if (found.read === from) break
      for (const record of found.records) give(importLine(record, reading))
      line = found.nextLine
      from = found.read
    }
    text = text.slice(from)
  }
  for await (const piece of bytes) {
    text += decoded(decoder, line, piece)
    size += piece.length
    onRead(size)
    take(false)
    if (outSize < PIECE) continue
    yield out.join('')
    out = []
    outSize = 0
  }
  text += decoded(decoder, line)
  take(true)
  if (outSize > 0) yield out.join('')
}

/** A line without quotes, in the form of an import; empty: it is passed over. Undefined: it has to be read cell by cell. */
function plainLine(
  text: string,
  from: number,
  end: number,
  line: number,
  { delimiter, quote, columns }: CsvReading,
): string | undefined {
  // In front of an empty line is the end of another.
  const raw = text.slice(from, text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end)
  if (raw.includes('"') || raw.includes('\r') || raw.includes('\0')) return undefined
  if (quote === "'" && raw.includes(quote)) return undefined
  if (raw === '' && columns > 1) return ''
  const isComma = delimiter === ','
  if (!isComma && raw.includes(',')) return undefined
  let cells = 1
  for (let at = raw.indexOf(delimiter); at !== -1; at = raw.indexOf(delimiter, at + 1)) cells += 1
  if (cells !== columns) return undefined
  return `${line},,${isComma ? raw : raw.replaceAll(delimiter, ',')}\n`
}

/** The lines of a file that is at hand; see `importLines`. @throws EncodingError, and the reason of `signal` */
export async function linesOfFile(
  file: Blob,
  reading: CsvReading,
  { onRead, signal }: { onRead(bytes: number): void; signal?: AbortSignal },
): Promise<Blob> {
  const parts: Blob[] = []
  for await (const piece of importLines(piecesOf(file), reading, onRead)) {
    signal?.throwIfAborted()
    parts.push(new Blob([piece]))
  }
  return new Blob(parts)
}

const NEWLINE = 10
const CARRIAGE_RETURN = 13

/** Whether a file holds only cells without quotes, in lines that end alike: then PostgreSQL reads it as `csvRecords` does. */
export async function isPlainFile(file: Blob, { signal }: { signal: AbortSignal }): Promise<boolean> {
  let last = NEWLINE
  for await (const piece of piecesOf(file)) {
    signal.throwIfAborted()
    if ([0x22, 0x27, CARRIAGE_RETURN, 0].some((code) => piece.includes(code))) return false
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

function decoded(decoder: Decoder, line: number, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw new EncodingError(line)
  }
}

function importLine({ line, cells, isBroken }: CsvRecord, reading: CsvReading): string {
  const fault = faultOf(cells, isBroken === true, reading.columns)
  if (fault === undefined) return `${line},,${cells.map(cellText).join(',')}\n`
  const whole = isBroken ? (cells[0] ?? '') : csvLine(cells, reading)
  const rest = ','.repeat(reading.columns - 1)
  return `${line},${fault},${cellText(whole.replaceAll('\0', '\uFFFD'))}${rest}\n`
}

function faultOf(cells: readonly string[], isBroken: boolean, columns: number): string | undefined {
  if (isBroken) return 'quotes'
  if (cells.length !== columns) return `cells:${cells.length}`
  return cells.some((cell) => cell.includes('\0')) ? 'nul' : undefined
}

const NEEDS_QUOTES = /[",\r\n]/

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
