/**
 * How a row of a table is told from its other rows, so that an edit changes this row and no other: by its key, by its
 * position in the table (`ctid`), else by all its values.
 * @rule grid.row-identity  @spec §4
 */
import type { Cell } from '@basedeck/platform-client/contract'
import type { EditedRow } from './staged-edits.js'

/** What is known of a table. */
export interface IdentifiedTable {
  /** Hidden: the role may not read it, and can't compare it. */
  columns: readonly { name: string; isHidden?: boolean }[]
  key: readonly string[]
  rowId: readonly string[]
}

/** A row as it was read: a cell for each column, and behind them the row id where there is no key. */
export interface ReadRow {
  cells: readonly Cell[]
  /** Whether only the beginning of a column's value was read. */
  isCut(column: number): boolean
}

/**
 * The row as an edit or a deletion finds it. Null: without a key its values tell it apart, and one of them was not
 * read whole.
 * @param compares `touched`: besides the key only the changed cells are compared; `all`: every value that was read
 */
export function identified(
  table: IdentifiedTable,
  row: ReadRow,
  compares: 'touched' | 'all',
): EditedRow | null {
  const { columns, key, rowId } = table
  const hasKey = key.length > 0
  const comparesTouched = hasKey && compares === 'touched'
  const values = Object.fromEntries(
    comparesTouched
      ? []
      : columns.flatMap(({ name, isHidden }, at) =>
          row.isCut(at) || isHidden === true ? [] : [[name, row.cells[at] ?? null]],
        ),
  )
  const needsAll = !hasKey && rowId.length === 0
  if (needsAll && columns.some((_, at) => row.isCut(at))) return null
  const id = hasKey
    ? key.map((name) => row.cells[columns.findIndex((column) => column.name === name)] ?? null)
    : rowId.map((_, at) => row.cells[columns.length + at] ?? null)
  return {
    key: JSON.stringify(needsAll ? Object.values(values) : id),
    id,
    compared: values,
  }
}
