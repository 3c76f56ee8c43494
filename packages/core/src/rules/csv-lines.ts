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
  let out = ''
  let isFirst = reading.hasHeader
  const take = (isEnd: boolean) => {
    const found = csvRecords(text, reading, { line, isEnd, columns: reading.columns })
    text = text.slice(found.read)
    line = found.nextLine
    for (const record of found.records) {
      if (isFirst) isFirst = false
      else out += importLine(record, reading)
    }
  }
  for await (const piece of bytes) {
    text += decoded(decoder, line, piece)
    size += piece.length
    onRead(size)
    take(false)
    if (out.length < PIECE) continue
    yield out
    out = ''
  }
  text += decoded(decoder, line)
  take(true)
  if (out !== '') yield out
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
    if (piece[0] === NEWLINE && last === NEWLINE) return false
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
