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

/** A text. Bytes that are not UTF-8 are replaced, as a decoder does. @returns the rest of a long one */
export function putText(
  bytes: ByteBuffer,
  source: Buffer,
  start: number,
  end: number,
): Iterable<Buffer> | void {
  const found = bytesFoundIn(source, start, end)
  if (found >= OTHER && !isUtf8(source.subarray(start, end))) {
    const replaced = Buffer.from(source.toString('utf8', start, end))
    return putText(bytes, replaced, 0, replaced.length)
  }
  if (end - start > PIECE_BYTES) return longText(bytes, source, start, end)
  if ((found & ESCAPED) > 0) return bytes.putJsonText(source, start, end)
  bytes.put(QUOTE)
  bytes.put(source, start, end)
  return bytes.put(QUOTE)
}

/** A value that is JSON already. Bytes that are not UTF-8 are replaced, as a decoder does. */
export function putRaw(bytes: ByteBuffer, source: Buffer, start: number, end: number): void {
  const isValid = bytesFoundIn(source, start, end) < OTHER || isUtf8(source.subarray(start, end))
  if (isValid) bytes.put(source, start, end)
  else bytes.put(Buffer.from(source.toString('utf8', start, end)))
}

function* longText(bytes: ByteBuffer, source: Buffer, start: number, end: number): Generator<Buffer> {
  bytes.put(QUOTE)
  for (let from = start; from < end; from += PIECE_BYTES) {
    bytes.putJsonPart(source, from, Math.min(end, from + PIECE_BYTES))
    yield bytes.take()
  }
  bytes.put(QUOTE)
}

/** Bytes that JSON escapes, and bytes of characters outside of ASCII. */
const [ESCAPED, OTHER] = [1, 2]
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 ? OTHER : JSON.stringify(String.fromCharCode(byte)).length > 3 ? ESCAPED : 0,
)

/** Which of these kinds a value has. Looking first and copying by a call is faster than copying byte by byte. */
function bytesFoundIn(source: Buffer, start: number, end: number): number {
  let found = 0
  for (let at = start; at < end; at++) found |= KINDS[source[at] ?? 0] ?? 0
  return found
}
