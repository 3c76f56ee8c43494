/**
 * A block of cells in the grid, and what copying it puts on the clipboard: tabs and lines, as a spreadsheet takes it. One
 * cell alone is copied as it is.
 * @rule results.grid-range  @spec §2 (results grid)
 */
import type { Cell } from '@basedeck/platform-client/contract'

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
export function copiedRange(rows: readonly (readonly Cell[])[], range: CellRange): string {
  if (isSingleCell(range)) return rows[range.top]?.[range.left] ?? ''
  return rows
    .slice(range.top, range.bottom + 1)
    .map((row) =>
      row
        .slice(range.left, range.right + 1)
        .map(tabCell)
        .join('\t'),
    )
    .join('\n')
}

function tabCell(cell: Cell): string {
  if (cell === null) return ''
  return /[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
