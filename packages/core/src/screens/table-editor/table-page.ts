/** A page of a table's rows as the grid draws it, and what its footer says of all of them. */
import { gridColumns, MARK_WIDTH, type ColumnMark, type GridField } from '../../rules/results/results-grid.js'
import type { TableView } from '../../rules/table-editor/table-address.js'
import { mappedRows, type RowSet } from '../../sql/row-set.js'
import { CELL_CHARACTERS, type RowPage } from '../../sql/table-rows.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { tableText as text } from '../../text/table-editor.js'
import { shownGrid, type ShownGrid } from '../query/shown-grid.js'
import { NO_VIEW, type ColumnLayout } from '../query/result-view-state.js'

/** What is shown of a table: which rows, and where its columns are. */
export interface TableSituation {
  table: TableDetail
  rows: RowSet
  view: TableView
  layout: ColumnLayout
}

export function tableGridOf({ table, rows, view, layout }: TableSituation): ShownGrid {
  const sort = view.sorts.flatMap(({ column, isAscending }) => {
    const index = table.columns.findIndex(({ name }) => name === column)
    return index === -1 ? [] : [{ column: index, descending: !isAscending }]
  })
  return shownGrid(sourceGrid(table, rows), { ...NO_VIEW, sort, layout })
}

const sources = new WeakMap<RowSet, { table: TableDetail; grid: ShownGrid }>()

/** The same grid for the same rows: cells in view are drawn again for another one. */
function sourceGrid(table: TableDetail, rows: RowSet): ShownGrid {
  const before = sources.get(rows)
  if (before?.table === table) return before.grid
  const fields = table.columns.map(({ name, type, typeName }): GridField => ({
    name,
    dataType: type,
    ...(typeName === type ? {} : { domain: typeName }),
  }))
  const columns = gridColumns({ fields, rows }).map((column, index) => {
    const marks = marksOf(table, index)
    return {
      ...column,
      ...(marks.length > 0 ? { marks, head: column.head + marks.length * MARK_WIDTH } : {}),
      index,
      isFrozen: false,
    }
  })
  const isCut = (row: number, column: number) => (rows.cell(row, column)?.length ?? 0) > CELL_CHARACTERS
  const hasLong = table.columns.some((_, column) => rows.longest(column) > CELL_CHARACTERS)
  const cut = hasLong ? mappedRows(rows, (cell) => cell && cell.slice(0, CELL_CHARACTERS)) : rows
  const grid = {
    columns,
    fields,
    rows: cut,
    isCut,
    sourceRow: (row: number) => row,
  }
  sources.set(rows, { table, grid })
  return grid
}

function marksOf({ columns, references }: TableDetail, index: number): ColumnMark[] {
  const column = columns[index]
  if (!column) return []
  const refers = references.some((one) => one.columns.includes(column.name))
  return [
    ...(column.isKey ? (['key'] as const) : []),
    ...(refers ? (['reference'] as const) : []),
    ...(column.made === null ? [] : (['made'] as const)),
    // A key is never null.
    ...(column.isNullable || column.isKey ? [] : (['required'] as const)),
  ]
}

/** Where a page is among the rows. */
export interface PagePosition {
  /** Rows before it; negative: it is counted from the last row, which is -1. */
  before: number
  shown: number
  hasPrevious: boolean
  hasNext: boolean
}

/**
 * @param read how many rows came
 * @param total all rows; null: not counted
 */
export function positionOf(page: RowPage, read: number, total: number | null): PagePosition {
  const { offset, limit, edge } = page
  const hasNext = edge?.side === 'before' || (isForwards(page) ? read > limit : -offset > limit)
  return {
    before: offset < 0 && total !== null ? Math.max(0, total + offset) : offset,
    shown: Math.min(read, limit),
    hasPrevious: offset !== 0,
    hasNext,
  }
}

/** Whether a page that was read backwards met the first row: the first page shows its rows too, and those behind them. */
export function metFirstRow(page: RowPage, read: number): boolean {
  const { offset, limit, edge } = page
  return !isForwards(page) && read < (edge ? limit : Math.min(limit, -offset))
}

function isForwards({ offset, edge }: RowPage): boolean {
  return edge ? edge.side === 'after' : offset >= 0
}

/** `Page 3`, counted from the end where the rows before it are not counted. */
export function pageText(
  { before, hasNext }: Pick<PagePosition, 'before' | 'hasNext'>,
  limit: number,
): string {
  if (before >= 0) return text.page(Math.ceil(before / limit) + 1)
  return hasNext ? text.pageFromEnd(Math.ceil(-before / limit)) : text.lastPage
}

/** What is known of how many rows there are. */
export interface RowTotal {
  /** As counted at the last ANALYZE; null: not known, or of no use for filtered rows. */
  estimated: number | null
  /** Null: not counted. */
  exact: number | null
}

/** `1–100 of about 1,000,000`: the total is exact when it was counted, or when the last row shows. */
export function rangeText(
  { before, shown, hasNext }: Pick<PagePosition, 'before' | 'shown' | 'hasNext'>,
  { estimated, exact }: RowTotal,
): string {
  const seen = before < 0 || (shown === 0 && before > 0) || hasNext ? null : before + shown
  const known = exact ?? seen
  if (shown === 0) return known === null ? '' : text.rows(known)
  const fromEnd = hasNext ? text.fromEnd(-before, -before - shown + 1) : text.last(shown)
  const range = before < 0 ? fromEnd : text.range(before + 1, before + shown)
  if (known !== null) return text.of(range, known)
  // An old estimate may be below what is seen.
  const atLeast = before < 0 ? -before : before + shown
  return estimated === null || estimated <= atLeast ? range : text.ofAbout(range, estimated)
}
