/**
 * In which forms selected cells are copied: as a spreadsheet takes them, with their heads or without, as a file would hold
 * them, or as the list after an IN.
 * @rule results.copy-format  @spec §2 (results grid)
 */
import type { Cell } from '@basedeck/platform-client/contract'
import type { GridField } from './results-grid.js'
import type { RowSet } from '../../sql/row-set.js'
import { exportedText, sqlValues, type TextFormat } from './export-format.js'
import { blockOf, blockText, tabLine, type CellRange } from './grid-range.js'

/** The forms, in the order of the menu. */
export const COPY_FORMATS = ['header', 'csv', 'json', 'markdown', 'sql', 'in'] as const
/** One of them. */
export type CopyFormat = (typeof COPY_FORMATS)[number]

/** The rows and columns that the grid shows. */
export interface CopySource {
  fields: readonly GridField[]
  rows: RowSet
  /** Where INSERT statements go. */
  table: string
}

/** A block in a form. */
export interface CopiedBlock {
  /** Null: the form can hold none of its rows. */
  text: string | null
  /** Rows that the form can't hold: those with a NULL in a list, which equals nothing. */
  leftOut: number
}

/** The block in a form. */
export function copiedAs(
  format: CopyFormat,
  { fields, rows, table }: CopySource,
  range: CellRange,
): CopiedBlock {
  const chosen = fields.slice(range.left, range.right + 1)
  const bottom = Math.min(range.bottom, rows.length - 1)
  const block = Array.from({ length: bottom - range.top + 1 }, (_, index) =>
    rows.row(range.top + index).slice(range.left, range.right + 1),
  )
  if (format === 'header') {
    const names = chosen.map(({ name }) => name)
    // A text alone is as it is.
    const head = names.length === 1 ? names.join() : tabLine(names)
    return whole(`${head}\n${blockText(blockOf({ fields, rows }, range))}`)
  }
  if (format === 'in') return inList(block, chosen)
  return whole(exportedText(format satisfies TextFormat, chosen, block, { table }))
}

function whole(text: string): CopiedBlock {
  return { text, leftOut: 0 }
}

/** `(1, 2)`, of several columns `((1, 'a'), (2, 'b'))`. `()` is no SQL. */
function inList(block: readonly (readonly Cell[])[], fields: readonly GridField[]): CopiedBlock {
  const kept = block.filter((row) => row.every((cell) => cell !== null))
  const leftOut = block.length - kept.length
  if (kept.length === 0) return { text: null, leftOut }
  const values = kept.map((row) => sqlValues(row, fields))
  const items = values.map((row) => (row.length === 1 ? row.join() : `(${row.join(', ')})`))
  return { text: `(${[...new Set(items)].join(', ')})`, leftOut }
}
