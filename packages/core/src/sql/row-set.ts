/**
 * The rows of a result, read by index: bytes as PostgreSQL sent them, and text where one looks. It may still grow.
 * What is kept is what came over the wire, and about a hundredth of that to find rows in it.
 */
import { cellIn, rowIn, type RowBatch } from '@basedeck/platform-client/row-stream'
import type { Cell } from '@basedeck/platform-client/contract'

/** Rows and columns count from 0. */
export interface RowSet extends Iterable<readonly Cell[]> {
  readonly length: number
  /** What it keeps in memory, about. */
  readonly bytes: number
  /** A cell outside is NULL. */
  cell(row: number, column: number): Cell
  row(row: number): readonly Cell[]
  /** UTF-16 units of the longest text of a column so far. */
  longest(column: number): number
}

/** A set whose rows are still arriving. */
export interface GrowingRowSet extends RowSet {
  add(batch: RowBatch): void
  addCells(rows: readonly (readonly Cell[])[]): void
}

/** Rows that came together. */
interface Part {
  /** Its first row, counted over all. */
  first: number
  count: number
  cell(row: number, column: number): Cell
  row(row: number): readonly Cell[]
}

/** What a value of decoded rows takes beside its text, about. */
const DECODED_CELL_BYTES = 16

export function createRowSet(): GrowingRowSet {
  const parts: Part[] = []
  const longest: number[] = []
  let length = 0
  let bytes = 0
  let lastRead: Part | undefined

  function push(count: number, part: Pick<Part, 'cell' | 'row'>): void {
    if (count === 0) return
    parts.push({ first: length, count, ...part })
    length += count
  }

  function seeLongest(column: number, units: number): void {
    if (units > (longest[column] ?? 0)) longest[column] = units
  }

  function partOf(row: number): Part | undefined {
    if (lastRead && row >= lastRead.first && row < lastRead.first + lastRead.count) return lastRead
    if (row < 0 || row >= length) return undefined
    let low = 0
    let high = parts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((parts[middle]?.first ?? 0) <= row) low = middle
      else high = middle - 1
    }
    return (lastRead = parts[low])
  }

  return {
    get length() {
      return length
    },
    get bytes() {
      return bytes
    },
    cell(row, column) {
      const part = partOf(row)
      return part ? part.cell(row - part.first, column) : null
    },
    row(row) {
      const part = partOf(row)
      return part ? part.row(row - part.first) : []
    },
    longest: (column) => longest[column] ?? 0,
    add(batch) {
      push(batch.count, {
        cell: (row, column) => cellIn(batch, row, column),
        row: (row) => rowIn(batch, row),
      })
      bytes += batch.bytes.byteLength + batch.starts.byteLength
      for (const [column, units] of batch.longest.entries()) seeLongest(column, units)
    },
    addCells(rows) {
      push(rows.length, {
        cell: (row, column) => rows[row]?.[column] ?? null,
        row: (row) => rows[row] ?? [],
      })
      for (const row of rows) {
        for (const [column, cell] of row.entries()) {
          bytes += DECODED_CELL_BYTES + 2 * (cell?.length ?? 0)
          seeLongest(column, cell?.length ?? 0)
        }
      }
    },
    *[Symbol.iterator]() {
      for (let row = 0; row < length; row++) yield this.row(row)
    },
  }
}

/** Rows that are decoded already. */
export function rowSetOf(rows: readonly (readonly Cell[])[]): RowSet {
  const set = createRowSet()
  set.addCells(rows)
  return set
}

/** The same rows, each value as `read` gives it. */
export function mappedRows(rows: RowSet, read: (cell: Cell, column: number) => Cell): RowSet {
  return {
    get length() {
      return rows.length
    },
    get bytes() {
      return rows.bytes
    },
    cell: (row, column) => read(rows.cell(row, column), column),
    row: (row) => rows.row(row).map(read),
    longest: (column) => rows.longest(column),
    *[Symbol.iterator]() {
      for (const row of rows) yield row.map(read)
    },
  }
}
