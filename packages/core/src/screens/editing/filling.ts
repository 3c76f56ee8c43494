/** Filling a block of cells with a value, as in every spreadsheet: from its first row, or with what was typed. */
import type { Cell } from '@basedeck/platform-client/contract'
import type { CellBlock, CellRange } from '../../rules/results/grid-range.js'

export interface FillingParts {
  /** How many rows are shown. */
  rowCount(): number
  /** The whole value; null: it can't be read, and the user was told. */
  valueAt(row: number, column: number): Promise<{ value: Cell } | null>
  /** Cells that can't take their value are left out, and the user is told. */
  give(cells: CellBlock, row: number, column: number): Promise<void>
}

export interface Filling {
  /** The first row of the block goes into all others; a single row gets the row above it. */
  fillDown(range: CellRange): Promise<void>
  /** One value for each cell of the block. */
  fillWith(range: CellRange, value: Cell): Promise<void>
}

export function createFilling({ rowCount, valueAt, give }: FillingParts): Filling {
  const within = (range: CellRange) => ({ ...range, bottom: Math.min(range.bottom, rowCount() - 1) })
  return {
    async fillDown(range) {
      const { top, bottom, left, right } = within(range)
      const from = top === bottom ? top - 1 : top
      if (from < 0) return
      const read = await Promise.all(numbers(left, right).map((column) => valueAt(from, column)))
      if (read.includes(null)) return
      const line = read.map((found) => found?.value ?? null)
      await give(Array(bottom - from).fill(line), from + 1, left)
    },
    async fillWith(range, value) {
      const { top, bottom, left, right } = within(range)
      const line = Array<Cell>(right - left + 1).fill(value)
      await give(Array(bottom - top + 1).fill(line), top, left)
    },
  }
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
