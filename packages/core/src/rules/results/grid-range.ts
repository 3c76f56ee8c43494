/**
 * A block of cells in the grid, and what copying it puts on the clipboard: tabs and lines, as a spreadsheet takes it. One
 * cell alone is copied as it is.
 * @rule results.grid-range  @spec §2 (results grid)
 */
import type { ResultField } from '@basedeck/platform-client/contract'
import type { RowSet } from '../../sql/row-set.js'
import { readableCell } from './readable-cell.js'

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

/** Copied values as one reads them; null is NULL. At least one row; the rows have as many cells. */
export type CellBlock = readonly (readonly (string | null)[])[]

/** The values of a block. */
export function blockOf(
  { fields, rows }: { fields: readonly Pick<ResultField, 'dataType'>[]; rows: RowSet },
  { top, bottom, left, right }: CellRange,
): (string | null)[][] {
  const block: (string | null)[][] = []
  for (let row = top; row <= Math.min(bottom, rows.length - 1); row++) {
    const cells: (string | null)[] = []
    for (let column = left; column <= Math.min(right, fields.length - 1); column++)
      cells.push(readableCell(rows.cell(row, column), fields[column]?.dataType))
    block.push(cells)
  }
  return block
}

/** A block as plain text; NULL is an empty text. One cell alone is as it is. */
export function blockText(block: CellBlock): string {
  const [first] = block
  if (block.length === 1 && first?.length === 1) return first[0] ?? ''
  return block.map((cells) => tabLine(cells.map((cell) => cell ?? ''))).join('\n')
}

/** Texts as a line of a spreadsheet. */
export function tabLine(texts: readonly string[]): string {
  return texts.map(tabText).join('\t')
}

function tabText(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
