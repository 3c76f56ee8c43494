/**
 * JSON of rows, escaped from PostgreSQL's DataRow messages byte by byte, and piece by piece: others are answered in
 * between.
 */
import { isUtf8 } from 'node:buffer'
import { ByteBuffer } from './export-bytes/byte-buffer.js'

/** Bytes of a piece, about. */
const PIECE_BYTES = 32 * 1024
/** Bytes of a message before its cells: code, length, number of cells. */
const ROW_BYTES = 7
const NULL = Buffer.from('null')
const NOTHING = Buffer.alloc(0)
const [OPEN, CLOSE, COMMA, QUOTE] = ['[', ']', ',', '"'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
const FIRST_OTHER_THAN_ASCII = 0x80

/** How a row is written. `beforeCell` and `putCell` are given the column; undefined: the column is left out. */
export interface RowForm {
  begin: Buffer
  beforeCell(column: number): Buffer | undefined
  putCell(
    bytes: ByteBuffer,
    column: number,
    source: Buffer,
    start: number,
    end: number,
  ): Iterable<Buffer> | void
  end: Buffer
}

/** A list of lists, as JSON.stringify writes the cells as texts. */
const LISTS: RowForm = {
  begin: OPEN,
  beforeCell: (column) => (column === 0 ? NOTHING : COMMA),
  putCell: (bytes, _column, source, start, end) => putText(bytes, source, start, end),
  end: CLOSE,
}

/** @param messages whole DataRow messages, one after the other in each */
export function* jsonRows(messages: readonly Buffer[], form: RowForm = LISTS): Generator<Buffer> {
  const bytes = new ByteBuffer(2 * PIECE_BYTES)
  let before = OPEN
  for (const source of messages)
    for (let at = 0; at < source.length;) {
      const columns = source.readUInt16BE(at + ROW_BYTES - 2)
      at += ROW_BYTES
      bytes.put(before)
      before = COMMA
      bytes.put(form.begin)
      for (let column = 0; column < columns; column++) {
        const size = source.readInt32BE(at)
        at += 4
        const start = at
        at += Math.max(0, size)
        const separator = form.beforeCell(column)
        if (!separator) continue
        bytes.put(separator)
        if (size < 0) bytes.put(NULL)
        else {
          const more = form.putCell(bytes, column, source, start, at)
          if (more) yield* more
        }
      }
      bytes.put(form.end)
      if (bytes.length >= PIECE_BYTES) yield bytes.take()
    }
  if (before === OPEN) bytes.put(OPEN)
  bytes.put(CLOSE)
  yield bytes.take()
}

/** A text; what is no UTF-8 is replaced as a decoder does. @returns the rest of a long one */
export function putText(
  bytes: ByteBuffer,
  source: Buffer,
  start: number,
  end: number,
): Iterable<Buffer> | void {
  if (!isAscii(source, start, end) && !isUtf8(source.subarray(start, end))) {
    const replaced = Buffer.from(source.toString('utf8', start, end))
    return putValid(bytes, replaced, 0, replaced.length)
  }
  return putValid(bytes, source, start, end)
}

/** Bytes as they are. @returns the rest of a long value */
export function putRaw(
  bytes: ByteBuffer,
  source: Buffer,
  start: number,
  end: number,
): Iterable<Buffer> | void {
  if (!isAscii(source, start, end) && !isUtf8(source.subarray(start, end))) {
    const replaced = Buffer.from(source.toString('utf8', start, end))
    return bytes.put(replaced)
  }
  return bytes.put(source, start, end)
}

function putValid(bytes: ByteBuffer, source: Buffer, start: number, end: number): Iterable<Buffer> | void {
  if (end - start > PIECE_BYTES) return longText(bytes, source, start, end)
  return bytes.putJsonText(source, start, end)
}

function* longText(bytes: ByteBuffer, source: Buffer, start: number, end: number): Generator<Buffer> {
  bytes.put(QUOTE)
  for (let from = start; from < end; from += PIECE_BYTES) {
    bytes.putJsonPart(source, from, Math.min(end, from + PIECE_BYTES))
    yield bytes.take()
  }
  bytes.put(QUOTE)
}

function isAscii(source: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((source[at] ?? 0) >= FIRST_OTHER_THAN_ASCII) return false
  return true
}
