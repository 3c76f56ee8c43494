/**
 * How a result is laid out in the grid: column widths, alignment, what a copy holds, and the footer.
 * @rule results.grid  @spec §9, §5
 */
import type { Cell, ResultField } from '@basedeck/platform-client/contract'
import type { RowSet } from '../../sql/row-set.js'
import type { RunResult } from '../../sql/run-result.js'
import { valueType } from '../../sql/types.js'
import { readableCell } from './readable-cell.js'

/** Pixels; SPEC §9. */
const CHARACTER_WIDTH = 8.25
/** The narrowest column, in pixels. */
export const MIN_COLUMN_WIDTH = 100
/** The widest column at first, in pixels. */
export const MAX_COLUMN_WIDTH = 500

/** Pixels for a column whose longest text has so many characters. */
export function columnWidth(longest: number): number {
  return Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, longest * CHARACTER_WIDTH))
}

/** A heading never pushes other columns out of view: where they need the room, a longer one is cut. */
export const MAX_HEAD_WIDTH = 300
/** The type beside the name is set in the code font, 11 px. */
const TYPE_CHARACTER_WIDTH = 6.6
/** Padding and border, the gap between the name and the type, and the sign that the column orders the rows. */
const HEAD_SPACE = 35

/** Pixels that a column's name and type need. */
export function headWidth(name: string, type: string): number {
  return Math.ceil(name.length * CHARACTER_WIDTH + type.length * TYPE_CHARACTER_WIDTH) + HEAD_SPACE
}

/**
 * Widens columns whose heads would be cut, from left to right, while there is room. Returns the same array when nothing
 * changes.
 * @param room pixels for all columns
 */
export function withRoomForHeads<Column extends Pick<GridColumn, 'width' | 'head'>>(
  columns: readonly Column[],
  room: number,
): readonly Column[] {
  let left = columns.reduce((rest, { width }) => rest - width, room)
  if (left <= 0 || columns.every(({ width, head }) => head <= width)) return columns
  return columns.map((column) => {
    const more = Math.min(left, Math.max(0, column.head - column.width))
    left -= more
    return more > 0 ? { ...column, width: column.width + more } : column
  })
}

/** What a copied cell puts on the clipboard: the value as one reads it, NULL as an empty text. */
export function copiedText(cell: Cell, type: string): string {
  return readableCell(cell, type) ?? ''
}

/** What a grid knows of a column: its name and the names of its types. */
export type GridField = Pick<ResultField, 'name' | 'dataType' | 'domain'>

/** How a column is shown in the grid. */
export interface GridColumn {
  name: string
  /** PostgreSQL's type, or its domain, shown beside the name. */
  type: string
  /** Pixels. */
  width: number
  /** Pixels that the name and the type need to be seen whole. */
  head: number
  align: 'left' | 'right'
  /** Values that are code are set in the code font. */
  code: boolean
  /** What a column of a table is, drawn as small marks. Absent: nothing of it. */
  marks?: readonly ColumnMark[]
}

/** `made`: by the database, as an identity or from other columns; `required`: it is not null. */
export type ColumnMark = 'key' | 'reference' | 'made' | 'required'
/** Pixels of a mark in a heading. */
export const MARK_WIDTH = 15

/** The columns of a result. */
export function gridColumns({ fields, rows }: { fields: readonly GridField[]; rows: RowSet }): GridColumn[] {
  return fields.map(({ name, dataType, domain }, column) => {
    const { align, isCode } = valueType(dataType)
    const type = domain ?? dataType
    const head = headWidth(name, type)
    return {
      name,
      type,
      width: Math.max(columnWidth(rows.longest(column)), Math.min(MAX_HEAD_WIDTH, head)),
      head,
      align,
      code: isCode,
    }
  })
}

/** Whether a result shows rows, or only that the statement succeeded. */
export function hasRows(result: RunResult): boolean {
  return result.fields.length > 0 && result.rows.length > 0
}

/** The facts in the footer under a result. */
export interface ResultFooter {
  rows: number
  /** The number to name in '(Limited to only N rows)'; absent when the result is whole. */
  limitedTo?: number
}

/** The limit is named when it was added to the text and the result reached it. */
export function resultFooter(result: RunResult, autoLimit: number | undefined): ResultFooter {
  const rows = result.letGo ?? result.rows.length
  if (result.truncated) return { rows, limitedTo: rows }
  return autoLimit !== undefined && rows >= autoLimit ? { rows, limitedTo: autoLimit } : { rows }
}
