/** The grid of a table, or what is shown instead of it. SPEC §2, §9 */
import type { Remote } from '../../kernel/query-store.js'
import { messageOf } from '../../rules/help/errors.js'
import type { RunRole } from '../../sessions/account/impersonation.js'
import { tableText as text } from '../../text/table-editor.js'
import type { EditedGrid } from '../editing/edited-grid.js'
import { emptyTable, type EmptyTable, type EmptyTableSteps } from './empty-table.js'
import type { ShownPage } from './table-paging.js'

/** What is shown in the place of the rows, or the rows. */
export type TableGridView =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  /** PostgreSQL refused the filters, which stay above to be changed. */
  | { status: 'refused'; title: string; detail: string; remark: string; step: { label: string; run(): void } }
  /** Its columns stand above the message. */
  | (EmptyTable & { columns: { name: string; type: string }[] })
  /** `isLoading`: other rows are on their way. `shown`: rows of the page; `before`: rows before it; negative: from the end. */
  | { status: 'ready'; grid: EditedGrid; shown: number; before: number; isLoading: boolean; problem?: string }

/** What is known of a table and its rows. */
export interface TableState {
  remote: Remote<unknown>
  /** Null: they are not asked for yet. */
  rows: Remote<unknown> | null
  /** The rows that came last. */
  shown: ShownPage | null
  grid: EditedGrid | null
  before: number
  as: RunRole | null
  isFiltered: boolean
}

export function tableGridView(
  { remote, rows, shown, grid, before, as, isFiltered }: TableState,
  steps: EmptyTableSteps,
): TableGridView {
  const failed = remote.status === 'failed' ? remote : rows?.status === 'failed' ? rows : null
  if (failed) {
    const detail = messageOf(failed.error) ?? failed.error.message
    if (failed === rows && failed.error.status === 400 && isFiltered)
      return { status: 'refused', ...text.filtersRefused, detail, step: steps.removeFilters }
    return { status: 'failed', title: text.failed, detail, retry: failed.retry }
  }
  if (!shown || !grid) return { status: 'loading' }
  const isLoading = rows?.status === 'loading'
  const count = shownRows(shown) + grid.newRows
  if (count === 0 && !isLoading) {
    const columns = grid.columns.map(({ name, type }) => ({ name, type }))
    return { ...emptyTable(shown, as, steps), columns }
  }
  const problem = rows?.status === 'ready' ? rows.staleError?.message : undefined
  return {
    status: 'ready',
    grid,
    shown: count,
    before,
    isLoading,
    ...(problem === undefined ? {} : { problem }),
  }
}

/** How many rows of a page are shown; one more is read, to know whether others follow. */
export function shownRows({ rows, page }: ShownPage): number {
  return Math.min(rows.length, page.limit)
}
