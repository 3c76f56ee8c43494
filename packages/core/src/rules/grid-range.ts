/**
 * A block of cells in the grid, and what copying it puts on the clipboard: tabs and lines, as a spreadsheet takes it. One
 * cell alone is copied as it is.
 * @rule results.grid-range  @spec §2 (results grid)
 */
import type { RowSet } from '../sql/row-set.js'

/** Rows and columns are counted from 0; both ends belong to it. */
export interface CellRange {
  top: number
  bottom: number
  left: number
  right: number
}

/** The block between two cells, in any order. */
export function rangeBetween(
  from: { row: number; column: number },
  to: { row: number; column: number },
): CellRange {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  }
}

/** Whether a block is one cell. */
export function isSingleCell({ top, bottom, left, right }: CellRange): boolean {
  return top === bottom && left === right
}

/** Whether a cell is in a block. Rows and columns count from 0; the last ones belong to it. */
export function isInRange({ top, bottom, left, right }: CellRange, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** NULL is an empty text. */
export function copiedRange(rows: RowSet, range: CellRange): string {
  const { top, bottom, left, right } = range
  if (isSingleCell(range)) return rows.cell(top, left) ?? ''
  const lines: string[] = []
  for (let row = top; row <= Math.min(bottom, rows.length - 1); row++) {
    const cells = rows.row(row).slice(left, right + 1)
    lines.push(cells.map((cell) => tabText(cell ?? '')).join('\t'))
  }
  return lines.join('\n')
}

function tabText(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
