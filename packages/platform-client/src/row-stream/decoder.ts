/**
 * Reads the stream of frames in which the typed query answers when it is asked by `ROW_STREAM_TYPE`: rows stay the bytes
 * that PostgreSQL sent, and a value becomes text when it is looked at. The form is written down in docs/row-stream.md.
 */
import type { Cell, EndedState, Notice, ResultField, StatementResult } from '../contract/result.js'

/** The media type that asks for the stream, and that it has. */
export const ROW_STREAM_TYPE = 'application/vnd.basedeck.rows'

/** The first byte of each frame. */
export const FRAME = {
  fields: 0x46,
  rows: 0x52,
  notice: 0x4e,
  complete: 0x43,
  error: 0x45,
  end: 0x5a,
  again: 0x41,
  keepAlive: 0x4b,
} as const

/** Bytes before the payload of a frame: its kind, and the payload's length as an unsigned 32-bit big-endian number. */
export const FRAME_HEADER_BYTES = 5
/** Bytes of the number of rows, before the rows. */
const COUNT_BYTES = 4
/** Bytes before the cells of a row: PostgreSQL's message code, its length, the number of cells. */
const ROW_HEADER_BYTES = 7
/** A row's position is kept for each of so many rows; the rows between are found by their lengths. */
const STRIDE = 16

/** The end of one statement: what its result says beside fields, rows and notices. */
export type StatementEnd = Omit<StatementResult, 'fields' | 'rows' | 'notices'>

/** The end of the whole run. */
export interface RunEnd {
  /** Milliseconds in the database. */
  durationMs: number
  /** The text left a transaction open; the server rolled it back. */
  rolledBackOpenTransaction?: boolean
  /** What the text left in its session, and what ended with the run. */
  ended?: EndedState[]
  /** Names of types that were not known when the fields were sent, by their oid. */
  types?: Record<string, string>
  /** Names of domains, by the oid of the table and the number of the column: `16402.3`. */
  domains?: Record<string, string>
}

/** What a frame says. A stream without `end` or `error` was broken off. */
export type RowStreamPart =
  | { type: 'fields'; fields: ResultField[] }
  | { type: 'rows'; rows: RowBatch }
  /** Rows of a platform that answered with JSON. */
  | { type: 'cells'; rows: Cell[][] }
  /** `statement` counts from 0. */
  | { type: 'notice'; statement: number; notice: Notice }
  | { type: 'complete'; statement: StatementEnd }
  /** What the call would have answered with instead, had nothing been sent before. The stream ends here. */
  | { type: 'error'; status: number; body: unknown }
  /** The run begins again: nothing that came before counts. */
  | { type: 'again' }
  | { type: 'end'; run: RunEnd }

/** Rows as they came, and the indexes of some of them. */
export interface RowBatch {
  readonly count: number
  /** PostgreSQL's DataRow messages, one after the other. */
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Where the rows 0, 16, 32 … begin. */
  readonly starts: Uint32Array
  /** UTF-16 units of the longest text of each column. */
  readonly longest: readonly number[]
}

/** The bytes are not the stream of frames that docs/row-stream.md describes. */
export class RowStreamError extends Error {
  override readonly name = 'RowStreamError'
}

/** Reads one answer. Give it every piece of bytes in order; pieces may end anywhere. */
export class RowStreamReader {
  readonly #header = new Uint8Array(FRAME_HEADER_BYTES)
  #headerFilled = 0
  #payload: Uint8Array | undefined
  #filled = 0

  /**
   * What the frames say that this piece completes. A frame of an unknown kind is passed over.
   * @throws RowStreamError
   */
  push(piece: Uint8Array): RowStreamPart[] {
    const parts: RowStreamPart[] = []
    let offset = 0
    while (offset < piece.length) {
      if (this.#payload === undefined) {
        const taken = piece.subarray(offset, offset + FRAME_HEADER_BYTES - this.#headerFilled)
        this.#header.set(taken, this.#headerFilled)
        this.#headerFilled += taken.length
        offset += taken.length
        if (this.#headerFilled < FRAME_HEADER_BYTES) break
        this.#payload = new Uint8Array(viewOf(this.#header).getUint32(1))
      }
      const taken = piece.subarray(offset, offset + this.#payload.length - this.#filled)
      this.#payload.set(taken, this.#filled)
      this.#filled += taken.length
      offset += taken.length
      if (this.#filled < this.#payload.length) break
      const part = partOf(this.#header[0] ?? 0, this.#payload)
      if (part) parts.push(part)
      this.#payload = undefined
      this.#headerFilled = this.#filled = 0
    }
    return parts
  }
}

function partOf(kind: number, payload: Uint8Array): RowStreamPart | undefined {
  switch (kind) {
    case FRAME.rows:
      return { type: 'rows', rows: batchOf(payload) }
    case FRAME.fields:
      return { type: 'fields', fields: jsonOf<{ fields: ResultField[] }>(payload).fields }
    case FRAME.notice:
      return { type: 'notice', ...jsonOf<{ statement: number; notice: Notice }>(payload) }
    case FRAME.complete:
      return { type: 'complete', statement: jsonOf(payload) }
    case FRAME.error:
      return { type: 'error', ...jsonOf<{ status: number; body: unknown }>(payload) }
    case FRAME.again:
      return { type: 'again' }
    case FRAME.end:
      return { type: 'end', run: jsonOf(payload) }
    default:
      return undefined
  }
}

/** A value that begins with a byte order mark keeps it. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The platform wrote it; only that it is JSON is checked. */
function jsonOf<Value>(payload: Uint8Array): Value {
  try {
    return JSON.parse(utf8.decode(payload)) as Value
  } catch {
    throw new RowStreamError('A frame holds no JSON.')
  }
}

/** Walks all cells once: their lengths are checked here, and nowhere later. */
function batchOf(payload: Uint8Array): RowBatch {
  const count = payload.length < COUNT_BYTES ? Number.NaN : viewOf(payload).getUint32(0)
  const bytes = payload.subarray(COUNT_BYTES)
  const view = viewOf(bytes)
  if (!(count <= bytes.length / ROW_HEADER_BYTES)) throw brokenRows()
  const starts = new Uint32Array(Math.ceil(count / STRIDE))
  const longest: number[] = []
  let offset = 0
  for (let row = 0; row < count; row++) {
    if (row % STRIDE === 0) starts[row / STRIDE] = offset
    if (offset + ROW_HEADER_BYTES > bytes.length) throw brokenRows()
    const end = offset + 1 + view.getUint32(offset + 1)
    if (end > bytes.length) throw brokenRows()
    const columns = view.getUint16(offset + 5)
    let at = offset + ROW_HEADER_BYTES
    for (let column = 0; column < columns; column++) {
      if (at + 4 > end) throw brokenRows()
      const length = view.getInt32(at)
      at += 4
      if (length < -1 || at + length > end) throw brokenRows()
      const known = longest[column] ?? 0
      // A text has no more units than bytes.
      longest[column] = length > known ? Math.max(known, unitsOf(bytes, at, at + length)) : known
      at += Math.max(0, length)
    }
    if (at !== end) throw brokenRows()
    offset = end
  }
  if (offset !== bytes.length) throw brokenRows()
  return { count, bytes, view, starts, longest }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function brokenRows(): RowStreamError {
  return new RowStreamError('A frame of rows is broken.')
}

/** UTF-16 units of a text in UTF-8: a character of four bytes has two of them. */
function unitsOf(bytes: Uint8Array, from: number, to: number): number {
  let units = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1
  }
  return units
}

/** One value of a batch; rows and columns count from 0, and a cell outside is NULL. */
export function cellIn(batch: RowBatch, row: number, column: number): Cell {
  const { view } = batch
  const start = startOf(batch, row)
  if (start === undefined || column < 0 || column >= view.getUint16(start + 5)) return null
  let at = start + ROW_HEADER_BYTES
  for (let left = column; left > 0; left--) at = afterCell(view, at)
  return textAt(batch, at)
}

/** All values of one row; a row outside has no values. */
export function rowIn(batch: RowBatch, row: number): Cell[] {
  const { view } = batch
  const start = startOf(batch, row)
  if (start === undefined) return []
  const cells: Cell[] = []
  let at = start + ROW_HEADER_BYTES
  for (let left = view.getUint16(start + 5); left > 0; left--) {
    cells.push(textAt(batch, at))
    at = afterCell(view, at)
  }
  return cells
}

function startOf({ view, starts, count }: RowBatch, row: number): number | undefined {
  if (row < 0 || row >= count) return undefined
  let start = starts[Math.floor(row / STRIDE)] ?? 0
  for (let left = row % STRIDE; left > 0; left--) start += 1 + view.getUint32(start + 1)
  return start
}

function afterCell(view: DataView, at: number): number {
  return at + 4 + Math.max(0, view.getInt32(at))
}

/** Most values are short texts of ASCII, for which a decoder takes longer than this. */
const SHORT_BYTES = 24

function textAt({ bytes, view }: RowBatch, at: number): Cell {
  const length = view.getInt32(at)
  if (length < 0) return null
  const from = at + 4
  const to = from + length
  if (length > SHORT_BYTES) return utf8.decode(bytes.subarray(from, to))
  let text = ''
  for (let index = from; index < to; index++) {
    const byte = bytes[index] ?? 0
    if (byte >= 0x80) return utf8.decode(bytes.subarray(from, to))
    text += String.fromCharCode(byte)
  }
  return text
}
