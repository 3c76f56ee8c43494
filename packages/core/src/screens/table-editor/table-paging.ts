/** The pages of a table's rows: which one is shown, the ways to others, and how many rows there are. SPEC §4, §9 */
import type { ImpersonatedRole } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { rowCountQuery } from '../../data/table-rows.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { mayHideRows } from '../../rules/results/hidden-rows.js'
import type { TableFilter } from '../../rules/table-editor/table-address.js'
import { hasEnd, seekValues, type PageEdge } from '../../sql/row-order.js'
import type { RowSet } from '../../sql/row-set.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { CELL_CHARACTERS, type RowPage } from '../../sql/table-rows.js'
import { tableText as text } from '../../text/table-editor.js'
import type { Needs } from '../context.js'
import { pageText, positionOf, rangeText } from './table-page.js'

/** The ways through the rows of a table, as its footer shows them. */
export interface TablePaging {
  /** `1–100 of about 1,000,000` */
  readonly $range: ReadableAtom<string>
  /** The exact count; null: there is nothing to count. */
  readonly $count: ReadableAtom<{ isCounting: boolean } | null>
  readonly $page: ReadableAtom<{ label: string; hasPrevious: boolean; hasNext: boolean }>
  countExactly(): void
  firstPage(): void
  previousPage(): void
  nextPage(): void
  lastPage(): void
}

/** The rows that came last, of the page that asked for them. */
export interface ShownPage {
  table: TableDetail
  page: RowPage
  rows: RowSet
}

export interface TablePagingSession extends TablePaging, Disposable {
  /** Rows before the page; negative: it is counted from the last row, which is -1. */
  readonly $before: ReadableAtom<number>
}

export interface TablePagingParts {
  ref: string
  $shown: ReadableAtom<ShownPage | null>
  $asked: ReadableAtom<RowPage>
  /** Whom the rows are read and counted as; null: the owner. */
  role: ImpersonatedRole | null
  goTo(offset: number, edge?: PageEdge): void
}

export function createTablePaging(
  { client, queries, host }: Needs<'client' | 'queries' | 'host'>,
  { ref, $shown, $asked, role, goTo }: TablePagingParts,
): TablePagingSession {
  const scope = createScope()
  /** The filters whose rows are counted; null: nothing is counted. */
  const $countedFilters = atom<readonly TableFilter[] | null>(null)
  const $table = computed($shown, (shown) => shown && shown.table)
  const $counted = queries.follow(
    computed([$countedFilters, $table, $asked], (counted, table, { filters }) =>
      counted === filters && table ? rowCountQuery(client, ref, table, filters, role) : null,
    ),
  )
  const $total = computed($counted, (counted) => (counted?.status === 'ready' ? counted.data : null))
  const $position = computed([$shown, $total], (shown, total) =>
    shown ? positionOf(shown.page, shown.rows.length, total) : null,
  )
  const countExactly = () => $countedFilters.set($asked.get().filters)
  /** The last page was wanted of rows that have no end: it is shown when they are counted. */
  let waiting: RowPage | null = null
  scope.add(
    $counted.subscribe((counted) => {
      if (counted?.status === 'failed') {
        $countedFilters.set(null)
        host.notifier.notify({ kind: 'error', message: text.countFailed(counted.error.message) })
      }
      if (counted?.status !== 'ready' || waiting !== $asked.get()) return
      const { limit } = waiting
      waiting = null
      goTo(Math.max(0, Math.ceil(counted.data / limit) - 1) * limit)
    }),
  )
  /** Where the next page begins, or the previous one ends: at a row that is shown. */
  const edgeOf = (side: PageEdge['side']): PageEdge | undefined => {
    const shown = $shown.get()
    const position = $position.get()
    if (!shown || !position || shown.page !== $asked.get() || position.shown === 0) return undefined
    const { table, page, rows } = shown
    const row = rows.row(side === 'after' ? position.shown - 1 : 0)
    const values = seekValues(table, page.sorts, row, CELL_CHARACTERS)
    return values ? { side, values } : undefined
  }
  const firstPage = () => goTo(0)
  const lastPage = () => {
    const asked = $asked.get()
    const table = $table.get()
    if (table && hasEnd(table)) return goTo(-asked.limit)
    const total = $total.get()
    if (total !== null) return goTo(Math.max(0, Math.ceil(total / asked.limit) - 1) * asked.limit)
    waiting = asked
    countExactly()
  }

  return {
    $before: computed($position, (position) => position?.before ?? 0),
    $range: computed([$shown, $position, $total], (shown, position, exact) => {
      if (!shown || !position) return ''
      const isOfAll = shown.page.filters.length === 0 && !mayHideRows(shown.table.rls, role === null)
      const estimated = isOfAll ? shown.table.estimatedRows : null
      return rangeText(position, { estimated, exact })
    }),
    $count: computed([$shown, $position, $counted], (shown, position, counted) => {
      const isWhole =
        position !== null &&
        position.before >= 0 &&
        (position.shown > 0 || position.before === 0) &&
        !position.hasNext
      const isKnown = counted?.status === 'ready' || isWhole
      return shown === null || isKnown ? null : { isCounting: counted?.status === 'loading' }
    }),
    $page: computed([$shown, $position, $asked, $total], (shown, position, asked, total) => {
      const at = shown?.page === asked && position ? position : null
      const next = positionOf(asked, asked.limit, total)
      return {
        label: pageText(at ?? next, asked.limit),
        hasPrevious: (at ?? next).hasPrevious,
        hasNext: at !== null && at.hasNext,
      }
    }),
    countExactly,
    firstPage,
    previousPage() {
      const { offset, limit } = $asked.get()
      const to = offset - limit
      const total = $total.get()
      const isFirst = offset > 0 ? to <= 0 : total !== null && total + to <= 0
      if (isFirst) firstPage()
      else goTo(to, edgeOf('before'))
    },
    nextPage() {
      const { offset, limit } = $asked.get()
      const to = offset + limit
      if (offset < 0 && to >= 0) lastPage()
      else goTo(to, edgeOf('after'))
    },
    lastPage,
    dispose: scope.dispose,
  }
}
