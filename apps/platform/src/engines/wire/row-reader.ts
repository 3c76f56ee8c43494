/** Reads one DataRow message from pieces that end anywhere, keeping no more of a cell than the limit. */
import type { Cell } from '@basedeck/platform-client/contract'

/** One row as it came. */
export interface Row {
  cells: Cell[]
  /** Bytes of the text that was kept. */
  bytes: number
  /** Cells that were cut: column, bytes of the whole value. */
  cut: [column: number, fullBytes: number][]
}

const NULL_LENGTH = 0xffffffff
const ROW_CODE = 0x44
/** A message's code and length. */
const HEADER_BYTES = 5

/** A row as PostgreSQL sends it: a DataRow message. */
export function rowMessage(cells: readonly Cell[]): Buffer {
  const texts = cells.map((cell) => (cell === null ? null : Buffer.from(cell)))
  const size = texts.reduce((sum, text) => sum + 4 + (text?.length ?? 0), 7)
  const message = Buffer.allocUnsafe(size)
  message[0] = ROW_CODE
  message.writeUInt32BE(size - 1, 1)
  message.writeUInt16BE(cells.length, 5)
  let offset = 7
  for (const text of texts) {
    message.writeUInt32BE(text?.length ?? NULL_LENGTH, offset)
    offset += 4
    if (text) offset += text.copy(message, offset)
  }
  return message
}

/** Reads whole DataRow messages, one after the other. */
export function rowsIn(messages: Buffer): Cell[][] {
  const rows: Cell[][] = []
  for (let start = 0; start < messages.length;) {
    const end = start + 1 + messages.readUInt32BE(start + 1)
    rows.push(readRow(messages.subarray(start + HEADER_BYTES, end), Infinity).cells)
    start = end
  }
  return rows
}

/** Reads the body of a complete DataRow. */
export function readRow(body: Buffer, cellBytes: number): Row {
  const row: Row = { cells: [], bytes: 0, cut: [] }
  let offset = 2
  for (let column = body.readUInt16BE(0); column > 0; column--) {
    const size = body.readUInt32BE(offset)
    offset += 4
    if (size === NULL_LENGTH) {
      row.cells.push(null)
    } else {
      addCell(row, body.subarray(offset, offset + Math.min(size, cellBytes)), size)
      offset += size
    }
  }
  return row
}

/** Takes the body of one DataRow in pieces; `end` gives the row. */
export class RowReader {
  readonly #cellBytes: number
  readonly #row: Row = { cells: [], bytes: 0, cut: [] }
  /** A number that is split between two pieces. */
  readonly #number = Buffer.alloc(4)
  #numberFilled = 0
  #sawFieldCount = false
  #inCell = false
  /** Bytes of the current cell that are still to come, and its whole size. */
  #remaining = 0
  #size = 0
  #kept: Buffer[] = []
  #keptBytes = 0

  constructor(cellBytes: number) {
    this.#cellBytes = cellBytes
  }

  push(piece: Buffer): void {
    let offset = 0
    while (offset < piece.length) {
      if (this.#inCell) offset += this.#takeText(piece, offset)
      else offset += this.#takeNumber(piece, offset)
    }
  }

  end(): Row {
    return this.#row
  }

  #takeNumber(piece: Buffer, offset: number): number {
    const needed = this.#sawFieldCount ? 4 : 2
    const taken = piece.copy(this.#number, this.#numberFilled, offset, offset + needed - this.#numberFilled)
    this.#numberFilled += taken
    if (this.#numberFilled === needed) {
      this.#numberFilled = 0
      if (this.#sawFieldCount) this.#beginCell(this.#number.readUInt32BE(0))
      else this.#sawFieldCount = true
    }
    return taken
  }

  #beginCell(size: number): void {
    if (size === NULL_LENGTH) {
      this.#row.cells.push(null)
    } else if (size === 0) {
      this.#row.cells.push('')
    } else {
      this.#inCell = true
      this.#size = size
      this.#remaining = size
    }
  }

  #takeText(piece: Buffer, offset: number): number {
    const text = piece.subarray(offset, offset + this.#remaining)
    this.#remaining -= text.length
    const kept = text.subarray(0, Math.max(0, this.#cellBytes - this.#keptBytes))
    this.#keptBytes += kept.length
    if (this.#remaining === 0 && this.#kept.length === 0) this.#endCell(kept)
    else {
      if (kept.length > 0) this.#kept.push(Buffer.from(kept))
      if (this.#remaining === 0) this.#endCell(Buffer.concat(this.#kept))
    }
    return text.length
  }

  #endCell(bytes: Buffer): void {
    addCell(this.#row, bytes, this.#size)
    this.#inCell = false
    this.#kept = []
    this.#keptBytes = 0
  }
}

function addCell(row: Row, kept: Buffer, size: number): void {
  const text = kept.length < size ? kept.subarray(0, characterBorder(kept)) : kept
  if (text.length < size) row.cut.push([row.cells.length, size])
  row.cells.push(text.toString('utf8') satisfies Cell)
  row.bytes += text.length
}

/** The end of the last whole UTF-8 character. */
function characterBorder(bytes: Buffer): number {
  let start = bytes.length - 1
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--
  const lead = bytes[start] ?? 0
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  return start + length <= bytes.length ? bytes.length : Math.max(0, start)
}
