/** Reads the rows of a stream one after the other, without making texts of them. */
import type { Cell } from '@basedeck/platform-client/contract'
import type { RowPiece } from '../engines/engine.js'
import type { KeyOrder } from './compared-table.js'

/** Of a DataRow message: its type and its length, then the number of its columns. */
const TO_COLUMNS = 5
const TO_CELLS = 7

export class RowCursor {
  readonly #pieces: AsyncIterator<RowPiece>
  readonly #orders: readonly KeyOrder[]
  #bytes: Buffer = Buffer.alloc(0)
  #next = 0
  /** Where the row that it stands on begins; -1: before the first, or behind the last. */
  #row = -1
  #values = 0
  #end = 0

  constructor(pieces: AsyncIterator<RowPiece>, orders: readonly KeyOrder[]) {
    this.#pieces = pieces
    this.#orders = orders
  }

  get isAtRow(): boolean {
    return this.#row >= 0
  }

  /** Goes to the next row, where it is in memory. False: `read` must be awaited first. */
  step(): boolean {
    if (this.#next >= this.#bytes.length) return false
    this.#row = this.#next
    this.#end = this.#row + 1 + this.#bytes.readInt32BE(this.#row + 1)
    this.#next = this.#end
    this.#values = this.#row + TO_CELLS
    for (let at = 0; at < this.#orders.length; at++) this.#values = this.#after(this.#values)
    return true
  }

  /** False: there are no more rows. */
  async read(): Promise<boolean> {
    this.#row = -1
    const { done, value } = await this.#pieces.next()
    if (done === true) return false
    this.#bytes = value.bytes
    this.#next = 0
    return true
  }

  /** Negative: the key of this row comes first. */
  compareKey(other: RowCursor): number {
    let [at, otherAt] = [this.#row + TO_CELLS, other.#row + TO_CELLS]
    for (const order of this.#orders) {
      const [end, otherEnd] = [this.#after(at), other.#after(otherAt)]
      const by =
        order === 'integer'
          ? compareIntegers(this.#latin(at, end), other.#latin(otherAt, otherEnd))
          : this.#bytes.compare(other.#bytes, otherAt + 4, otherEnd, at + 4, end)
      if (by !== 0) return by
      ;[at, otherAt] = [end, otherEnd]
    }
    return 0
  }

  hasSameValues(other: RowCursor): boolean {
    return (
      this.#end - this.#values === other.#end - other.#values &&
      this.#bytes.compare(other.#bytes, other.#values, other.#end, this.#values, this.#end) === 0
    )
  }

  values(): Cell[] {
    const count = this.#bytes.readInt16BE(this.#row + TO_COLUMNS) - this.#orders.length
    const cells: Cell[] = []
    for (let at = this.#values; cells.length < count; at = this.#after(at))
      cells.push(
        this.#bytes.readInt32BE(at) < 0 ? null : this.#bytes.toString('utf8', at + 4, this.#after(at)),
      )
    return cells
  }

  #after(at: number): number {
    return at + 4 + Math.max(0, this.#bytes.readInt32BE(at))
  }

  #latin(at: number, end: number): string {
    return this.#bytes.toString('latin1', at + 4, end)
  }
}

/** Digits of integers, as PostgreSQL writes them. */
function compareIntegers(one: string, other: string): number {
  if (one === other) return 0
  if (one.length < 16 && other.length < 16) return Number(one) - Number(other)
  return BigInt(one) < BigInt(other) ? -1 : 1
}
