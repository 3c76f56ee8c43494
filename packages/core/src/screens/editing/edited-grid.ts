/** The rows of a table as they will be: new rows first, then the page with its staged changes. */
import { valueProblem } from './value-problem.js'
import type { Cell } from '@basedeck/platform-client/contract'
import type { FollowedRows } from '../../rules/results/followed-row.js'
import { identified } from '../../rules/table-editor/row-identity.js'
import {
  newValueIn,
  type EditedRow,
  type NewValue,
  type StagedEdits,
} from '../../rules/table-editor/staged-edits.js'
import type { RowSet } from '../../sql/row-set.js'
import { CELL_CHARACTERS } from '../../sql/table-rows.js'
import type { TableColumn, TableDetail } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'
import type { ShownGrid } from '../query/shown-grid.js'

/** How a cell differs from a stored one. */
export interface CellMark {
  isChanged: boolean
  /** Drawn in the place of a value: the column's default. */
  word?: string
  /** Why the database refused it. */
  problem?: string
}

/** A row of the grid: one of the page, or a new one by its id. */
export type ShownRow =
  | { type: 'new'; id: string }
  | { type: 'stored'; row: number; identity: EditedRow | null }

/** Rows and columns count as they are shown. */
export interface EditedGrid extends ShownGrid, FollowedRows {
  rowState(row: number): 'new' | 'deleted' | null
  mark(row: number, column: number): CellMark | null
  rowAt(row: number): ShownRow
  columnAt(column: number): TableColumn | undefined
}

/** What the database refused, by the row's key or the new row's id. `column` null: of the edited cells it can't be told. */
export type RowProblems = ReadonlyMap<string, { message: string; column: string | null }>

/** The database refused nothing. */
export const NO_PROBLEMS: RowProblems = new Map()

/** Why cells were not pasted, by the row's key or the new row's id, and the column. */
export type RefusedCells = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Every cell was pasted. */
export const NO_REFUSED_CELLS: RefusedCells = new Map()

interface Edited {
  table: TableDetail
  /** The page as it was read. */
  rows: RowSet
  edits: StagedEdits
  problems: RowProblems
  /** Default: none. */
  refused?: RefusedCells
  /** How many of its rows are shown: one more may have been read, to know whether another page follows. Default: all. */
  count?: number
}

export function editedGrid(
  grid: ShownGrid,
  { table, rows, edits, problems, refused = NO_REFUSED_CELLS, count }: Edited,
): EditedGrid {
  const updates = new Map(edits.updates.map((update) => [update.key, update.changes]))
  const deleted = new Set(edits.deletes.map(({ key }) => key))
  const newRows = edits.inserts.length
  const identities = new Map<number, EditedRow | null>()
  const identityOf = (row: number) => {
    let known = identities.get(row)
    if (known === undefined) identities.set(row, (known = identityIn(table, rows, row)))
    return known
  }
  const columnAt = (column: number) => table.columns[grid.columns[column]?.index ?? -1]
  const keyAt = (row: number): string | null =>
    (row < newRows ? edits.inserts[row]?.id : identityOf(row - newRows)?.key) ?? null
  const editKeyAt = (row: number) => keyAt(row) ?? ''
  const changeAt = (row: number, column: number): NewValue | undefined => {
    const name = columnAt(column)?.name ?? ''
    if (row < newRows) return newValueIn(edits.inserts[row]?.values, name) ?? { type: 'default' }
    return updates.size === 0 ? undefined : newValueIn(updates.get(editKeyAt(row)), name)
  }
  /** Whether the cell is a part of what is staged of its row; a row to delete, or a new one without values, is so whole. */
  const isEdited = (row: number, name: string): boolean => {
    const values = row < newRows ? edits.inserts[row]?.values : updates.get(editKeyAt(row))
    if (row >= newRows && deleted.has(editKeyAt(row))) return true
    if (row < newRows && Object.keys(values ?? {}).length === 0) return true
    return newValueIn(values, name) !== undefined
  }
  const cell = (row: number, column: number): Cell => {
    const change = changeAt(row, column)
    if (!change) return grid.rows.cell(row - newRows, column)
    return change.type === 'text' ? change.text : null
  }
  const shown: RowSet = {
    get length() {
      return (count ?? grid.rows.length) + newRows
    },
    get bytes() {
      return grid.rows.bytes
    },
    cell,
    row: (row) => grid.columns.map((_, column) => cell(row, column)),
    longest: (column) => grid.rows.longest(column),
    *[Symbol.iterator]() {
      for (let row = 0; row < shown.length; row++) yield shown.row(row)
    },
  }
  return {
    ...grid,
    rows: shown,
    isCut: (row, column) => changeAt(row, column) === undefined && grid.isCut(row - newRows, column),
    page: rows,
    newRows,
    keyAt,
    columnAt,
    rowAt: (row) =>
      row < newRows
        ? { type: 'new', id: editKeyAt(row) }
        : { type: 'stored', row: row - newRows, identity: identityOf(row - newRows) },
    rowState: (row) =>
      row < newRows ? 'new' : deleted.size > 0 && deleted.has(editKeyAt(row)) ? 'deleted' : null,
    mark(row, column) {
      const change = changeAt(row, column)
      const problem = problems.size === 0 ? undefined : problems.get(editKeyAt(row))
      const of = columnAt(column)
      const isHere =
        problem && (problem.column === null ? isEdited(row, of?.name ?? '') : problem.column === of?.name)
      const left = refused.size === 0 ? undefined : refused.get(editKeyAt(row))?.get(of?.name ?? '')
      if (of?.isHidden === true && !change) return { isChanged: false, word: text.hiddenWord }
      if (!change && !isHere && left === undefined) return null
      const word = change?.type === 'default' ? defaultWord(of) : undefined
      const isChanged = change !== undefined && (row >= newRows || change.type !== 'default')
      // A field that is left by a press outside keeps what was typed, also when the column can't take it.
      const kept = change && of ? valueProblem(of, change) : null
      const message = isHere ? problem.message : left === undefined ? kept : text.notPasted(left)
      return {
        isChanged,
        ...(word === undefined ? {} : { word }),
        ...(message === null ? {} : { problem: message }),
      }
    },
  }
}

/** What a column without a value will hold. */
function defaultWord(column: TableColumn | undefined): string | undefined {
  if (!column) return undefined
  if (column.made === 'generated') return text.generated
  if (column.made !== null) return text.automatic
  if (column.defaultText !== null) return text.defaultWord
  return column.isNullable ? undefined : text.required
}

/** A row of the page as an edit finds it. */
export function identityIn(
  table: TableDetail,
  rows: RowSet,
  row: number,
  compares: 'touched' | 'all' = 'touched',
): EditedRow | null {
  const cells = rows.row(row)
  const isCut = (column: number) => isCutCell(table, cells[column] ?? null, column)
  return identified(table, { cells, isCut }, compares)
}

/** A value of the key is read whole. */
export function isCutCell(table: TableDetail, cell: Cell, column: number): boolean {
  return (cell?.length ?? 0) > CELL_CHARACTERS && !table.columns[column]?.isKey
}
