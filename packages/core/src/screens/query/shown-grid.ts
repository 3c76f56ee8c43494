/** The grid of a result as it is looked at: its rows in their order, its columns where they are. */
import type { GridColumn, GridField } from '../../rules/results/results-grid.js'
import type { RowSet } from '../../sql/row-set.js'
import type { ColumnFilter, ColumnLayout, ViewState } from './result-view-state.js'

/** A column where it is shown. */
export interface ShownColumn extends GridColumn {
  /** Its number in the result, from 0. */
  index: number
  isFrozen: boolean
  /** How rows are ordered by it; `rank` counts from 1 where several columns order. */
  sorted?: { descending: boolean; rank: number | null }
  filter?: ColumnFilter
  /** Whether rows can be ordered by it, and by which order or why not. Absent: by the order of its type. */
  sorting?: { isPossible: boolean; note: string }
}

/** A grid whose rows and columns count as they are shown. */
export interface ShownGrid {
  columns: readonly ShownColumn[]
  /** The fields of the columns. */
  fields: readonly GridField[]
  /** As they are stored; `readableRows` are what is drawn of them. */
  rows: RowSet
  isCut(row: number, column: number): boolean
  /** Of some values only the beginning came, and filters compare that. Absent: the database filters whole values. */
  hasCut?: boolean | undefined
  /** The number that a row has in the result. */
  sourceRow(row: number): number
}

const drawn = new WeakMap<RowSet, { columns: readonly ShownColumn[]; of: readonly unknown[] }>()

/** @param grid as the result came */
export function shownGrid(grid: ShownGrid, view: ViewState | null): ShownGrid {
  if (!view) return grid
  const numbers = columnNumbers(grid.columns.length, view.layout)
  const columns = shownColumns(grid, numbers, view)
  const { order } = view
  const sourceRow = (row: number) => (order ? (order[row] ?? -1) : row)
  const sourceColumn = (column: number) => columns[column]?.index ?? -1
  const isAsItCame =
    order === null && columns.length === grid.columns.length && columns.every(({ index }, at) => index === at)
  return {
    columns,
    fields: columns.flatMap(({ index }) => grid.fields[index] ?? []),
    rows: isAsItCame ? grid.rows : arrangedRows(grid.rows, order, columns),
    isCut: (row, column) => grid.isCut(sourceRow(row), sourceColumn(column)),
    hasCut: grid.hasCut,
    sourceRow,
  }
}

/** Frozen columns first, then the others; without the hidden ones. */
function columnNumbers(count: number, layout: ColumnLayout): number[] {
  const all = Array.from({ length: count }, (_, column) => column)
  const known = new Set(layout.order)
  const inOrder = [...layout.order, ...all.filter((column) => !known.has(column))].filter(
    (column) => column < count && !layout.hidden.has(column),
  )
  return [
    ...inOrder.filter((column) => layout.frozen.has(column)),
    ...inOrder.filter((column) => !layout.frozen.has(column)),
  ]
}

/** The same array as long as nothing of the columns changes: all cells in view are drawn again for another one. */
function shownColumns(
  { rows, columns }: ShownGrid,
  numbers: readonly number[],
  { sort, filters, layout: kept }: ViewState,
): readonly ShownColumn[] {
  const of = [columns, kept, sort, filters]
  const before = drawn.get(rows)
  if (before && before.of.every((part, index) => part === of[index])) return before.columns
  const shown = numbers.flatMap((index): ShownColumn[] => {
    const column = columns[index]
    if (!column) return []
    const rank = sort.findIndex((one) => one.column === index)
    const sorted = sort[rank]
    const filter = filters.get(index)
    const width = kept.widths.get(index)
    return [
      {
        ...column,
        index,
        isFrozen: kept.frozen.has(index),
        width: width ?? column.width,
        // A width that its user chose stays.
        head: width ?? column.head,
        ...(sorted && {
          sorted: { descending: sorted.descending, rank: sort.length > 1 ? rank + 1 : null },
        }),
        ...(filter && { filter }),
      },
    ]
  })
  drawn.set(rows, { columns: shown, of })
  return shown
}

function arrangedRows(rows: RowSet, order: Uint32Array | null, columns: readonly ShownColumn[]): RowSet {
  const source = (row: number) => (order ? (order[row] ?? -1) : row)
  const arranged: RowSet = {
    get length() {
      return order ? order.length : rows.length
    },
    get bytes() {
      return rows.bytes
    },
    cell: (row, column) => rows.cell(source(row), columns[column]?.index ?? -1),
    row(row) {
      const cells = rows.row(source(row))
      return columns.map(({ index }) => cells[index] ?? null)
    },
    longest: (column) => rows.longest(columns[column]?.index ?? -1),
    *[Symbol.iterator]() {
      for (let row = 0; row < arranged.length; row++) yield arranged.row(row)
    },
  }
  return arranged
}
