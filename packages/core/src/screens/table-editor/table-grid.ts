/** The rows of one table, a page at a time. The address says what orders and filters them. SPEC §2, §5, §9 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { rowCountQuery, tableDetailQuery, tableRowsKey, tableRowsQuery } from '../../data/table-rows.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { messageOf } from '../../rules/errors.js'
import { afterSortClick } from '../../rules/result-order.js'
import {
  FILTER_OPERATORS,
  searchOfTableView,
  tableViewIn,
  type TableFilter,
  type TableView,
} from '../../rules/table-address.js'
import { typedFilter } from '../../rules/typed-filter.js'
import type { RowSet } from '../../sql/row-set.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { catalogueText } from '../../text/catalogue.js'
import { tableText as text } from '../../text/table-editor.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { createGridCopy, type GridCopy } from '../query/grid-copy.js'
import type { ShownGrid } from '../query/shown-grid.js'
import type { RouteError } from '../shell/route-error.js'
import { createTableLayout, type TableLayout } from './table-layout.js'
import { rangeText, tableGridOf } from './table-page.js'

/** SPEC §9 has 100. */
export const TABLE_PAGE_SIZES = [100, 500, 1000] as const

/** What is shown in the place of the rows, or the rows. */
export type TableGridView =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | { status: 'empty'; title: string; body?: string; step?: { label: string; run(): void } }
  /** `isLoading`: other rows are on their way. `shown`: rows of the page; `before`: rows of the pages before it. */
  | { status: 'ready'; grid: ShownGrid; shown: number; before: number; isLoading: boolean; problem?: string }

/** A condition or an order that the rows follow, and its end. */
export interface TableChip {
  key: string
  text: string
  removeLabel: string
  remove(): void
}

/** `/project/{ref}/editor/{id}`: the rows of a table. */
export interface TableGridScreen extends Disposable, GridCopy, Omit<TableLayout, '$places' | 'open'> {
  readonly title: string
  /** The name of the table. */
  readonly $thing: ReadableAtom<string | null>
  readonly $missing: ReadableAtom<RouteError | null>
  readonly gate: ProjectGate
  /** What the table is; null until it is known. */
  readonly $about: ReadableAtom<{ label: string; kind: string; rls?: { label: string; hint: string } } | null>
  readonly $view: ReadableAtom<TableGridView>
  /** Whom the rows are read as; null: the owner. */
  readonly $role: ReadableAtom<string | null>
  readonly $filters: ReadableAtom<readonly TableChip[]>
  readonly $sorts: ReadableAtom<readonly TableChip[]>
  /** Why the typed filter can't be read; null: it can. */
  readonly $filterProblem: ReadableAtom<string | null>
  /** How a filter is typed. */
  readonly $filterHint: ReadableAtom<string>
  readonly $hiddenCount: ReadableAtom<number>
  readonly $range: ReadableAtom<string>
  /** The exact count; null: there is nothing to count. */
  readonly $count: ReadableAtom<{ isCounting: boolean } | null>
  readonly $page: ReadableAtom<{ number: number; hasPrevious: boolean; hasNext: boolean }>
  readonly $pageSize: ReadableAtom<number>
  readonly pageSizes: readonly { value: number; label: string }[]
  readonly columnsHref: string
  /** @returns whether the text is a filter; otherwise `$filterProblem` says why not */
  addFilter(text: string): boolean
  /** The text has changed: what was said of it before goes. */
  clearFilterProblem(): void
  /** @param adds other orders stay */
  sortBy(column: number, adds: boolean): void
  setSort(sort: readonly { column: number; descending: boolean }[]): void
  countExactly(): void
  setPageSize(rows: number): void
  nextPage(): void
  previousPage(): void
  refresh(): void
}

export function createTableGrid(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'tabs' | 'impersonation'>,
  { ref, id, title, gate }: { ref: string; id: string; title: string; gate: ProjectGate },
): TableGridScreen {
  const { client, queries, router, host, tabs, impersonation } = context
  const scope = createScope()
  const layout = createTableLayout(host.storage, `table/${ref}/${id}`)
  const $offset = atom(0)
  const $pageSize = atom<number>(TABLE_PAGE_SIZES[0])
  const $filterProblem = atom<string | null>(null)
  const $wantsCount = atom(false)
  const $runRole = impersonation.of(ref)
  const $view = atom<TableView>(tableViewIn(router.$route.get().location.search))

  const $remote = behindGate<Remote<TableDetail | null>>(
    gate,
    queries.store(tableDetailQuery(client, ref, isOid(id) ? id : '0')),
    { status: 'loading' },
  )
  const $table = computed($remote, (remote) => (remote.status === 'ready' ? remote.data : null))
  scope.add(
    $table.subscribe((table) => {
      if (!table) return
      layout.open(table.columns.map(({ name }) => name))
      const metadata = { tableId: id, schema: table.schema }
      tabs.of(ref).visit({ type: table.kind, id, label: table.name, metadata })
    }),
  )
  const $rows = queries.follow(
    computed(
      [$table, $view, $offset, $pageSize, $runRole],
      (table, view, offset, limit, role) =>
        table && tableRowsQuery(client, ref, table, { ...view, offset, limit }, role?.role ?? null),
    ),
  )
  /** The rows that came last stay until others are there. */
  const $shown = atom<{
    table: TableDetail
    view: TableView
    offset: number
    limit: number
    rows: RowSet
  } | null>(null)
  scope.add(
    $rows.subscribe((rows) => {
      const table = $table.get()
      if (rows?.status !== 'ready' || !table) return
      $shown.set({ table, view: $view.get(), offset: $offset.get(), limit: $pageSize.get(), rows: rows.data })
    }),
  )
  const $counted = queries.follow(
    computed([$wantsCount, $table, $view], (wants, table, { filters }) =>
      wants && table ? rowCountQuery(client, ref, table, filters) : null,
    ),
  )
  scope.add(
    $counted.subscribe((counted) => {
      if (counted?.status !== 'failed') return
      $wantsCount.set(false)
      host.notifier.notify({ kind: 'error', message: text.countFailed(counted.error.message) })
    }),
  )

  const $grid = computed(
    [$shown, layout.$places],
    (shown, places) => shown && tableGridOf({ ...shown, places }),
  )
  const shownRows = ({ rows, limit }: { rows: RowSet; limit: number }) => Math.min(rows.length, limit)
  const look = (view: TableView) => {
    $view.set(view)
    $offset.set(0)
    $wantsCount.set(false)
    const { pathname, search } = router.$route.get().location
    router.open(pathname + searchOfTableView(search, view), { replace: true })
  }
  const setSort = (sort: readonly { column: number; descending: boolean }[]) => {
    const columns = $table.get()?.columns ?? []
    const sorts = sort.flatMap(({ column, descending }) => {
      const name = columns[column]?.name
      return name === undefined ? [] : [{ column: name, isAscending: !descending }]
    })
    look({ ...$view.get(), sorts })
  }
  const toTables = router.href('tableEditor', { ref })

  return {
    title,
    gate,
    $thing: computed($table, (table) => table?.name ?? null),
    $missing: computed($remote, (remote): RouteError | null =>
      remote.status === 'ready' && remote.data === null
        ? { reason: 'missing', ...catalogueText.tableMissing, href: toTables }
        : null,
    ),
    $about: computed($table, (table) => table && aboutOf(table)),
    $view: computed(
      [$remote, $rows, $shown, $grid, $view],
      (remote, rows, shown, grid, view): TableGridView => {
        const failed = remote.status === 'failed' ? remote : rows?.status === 'failed' ? rows : null
        if (failed) {
          const detail = messageOf(failed.error) ?? failed.error.message
          return { status: 'failed', title: text.failed, detail, retry: failed.retry }
        }
        if (!shown || !grid) return { status: 'loading' }
        const isLoading = rows?.status === 'loading'
        const count = shownRows(shown)
        if (count === 0 && !isLoading) return emptyOf(shown.offset, view)
        const problem = rows?.status === 'ready' ? rows.staleError?.message : undefined
        return {
          status: 'ready',
          grid,
          shown: count,
          before: shown.offset,
          isLoading,
          ...(problem === undefined ? {} : { problem }),
        }
      },
    ),
    $role: computed($runRole, (role) => (role ? text.as(role.label) : null)),
    $filters: computed($view, (view) =>
      view.filters.map((filter, index) => {
        const said = filterText(filter)
        const remove = () => look({ ...view, filters: view.filters.toSpliced(index, 1) })
        return { key: `${index} ${said}`, text: said, removeLabel: text.removeFilter(said), remove }
      }),
    ),
    $sorts: computed($view, (view) =>
      view.sorts.map(({ column, isAscending }, index) => {
        const said = `${column} ${isAscending ? text.ascending : text.descending}`
        const remove = () => look({ ...view, sorts: view.sorts.toSpliced(index, 1) })
        return { key: `${index} ${said}`, text: said, removeLabel: text.removeSort(said), remove }
      }),
    ),
    $filterProblem,
    $filterHint: computed($table, (table) => text.filterHint(table?.columns[0]?.name)),
    $hiddenCount: computed(layout.$places, ({ hidden }) => hidden.size),
    $range: computed([$shown, $counted, $view], (shown, counted, { filters }) => {
      if (!shown) return ''
      const exact = counted?.status === 'ready' ? counted.data : null
      const estimated = filters.length > 0 ? null : shown.table.estimatedRows
      const hasNext = shown.rows.length > shown.limit
      return rangeText({ offset: shown.offset, shown: shownRows(shown), hasNext }, { estimated, exact })
    }),
    $count: computed([$shown, $counted], (shown, counted) =>
      shown === null ||
      counted?.status === 'ready' ||
      (shown.rows.length <= shown.limit && shown.rows.length > 0)
        ? null
        : { isCounting: counted?.status === 'loading' },
    ),
    $page: computed([$shown, $offset, $pageSize], (shown, offset, size) => ({
      number: Math.floor(offset / size) + 1,
      hasPrevious: offset > 0,
      hasNext: shown !== null && shown.offset === offset && shown.rows.length > shown.limit,
    })),
    $pageSize,
    pageSizes: TABLE_PAGE_SIZES.map((value) => ({ value, label: text.pageSizes(value) })),
    columnsHref: router.href('tableColumns', { ref, id }),
    addFilter(typed) {
      const found = typedFilter(typed, $table.get()?.columns.map(({ name }) => name) ?? [])
      if (found.type === 'problem') {
        $filterProblem.set(text.problems[found.missing])
        return false
      }
      $filterProblem.set(null)
      const view = $view.get()
      look({ ...view, filters: [...view.filters, found.filter] })
      return true
    },
    clearFilterProblem: () => $filterProblem.set(null),
    sortBy(column, adds) {
      const columns = $table.get()?.columns ?? []
      const current = $view.get().sorts.map((sort) => ({
        column: columns.findIndex(({ name }) => name === sort.column),
        descending: !sort.isAscending,
      }))
      setSort(afterSortClick(current, column, adds))
    },
    setSort,
    countExactly: () => $wantsCount.set(true),
    setPageSize(rows) {
      $offset.set(0)
      $pageSize.set(rows)
    },
    nextPage: () => $offset.set($offset.get() + $pageSize.get()),
    previousPage: () => $offset.set(Math.max(0, $offset.get() - $pageSize.get())),
    refresh() {
      queries.refresh(tableRowsKey(ref))
      queries.refresh(tableDetailQuery(client, ref, id).key)
    },
    ...createGridCopy(context, $grid, () => $table.get()?.name ?? ''),
    hideColumn: layout.hideColumn,
    showHidden: layout.showHidden,
    toggleFrozen: layout.toggleFrozen,
    moveColumn: layout.moveColumn,
    resizeColumn: layout.resizeColumn,
    dispose: scope.dispose,
  }

  function emptyOf(offset: number, view: TableView): TableGridView {
    if (offset > 0)
      return {
        status: 'empty',
        title: text.noMoreRows,
        step: { label: text.firstPage, run: () => $offset.set(0) },
      }
    if (view.filters.length > 0)
      return {
        status: 'empty',
        title: text.noMatch,
        step: { label: text.clearFilters, run: () => look({ ...view, filters: [] }) },
      }
    return { status: 'empty', title: text.none, body: text.noneBody }
  }
}

function aboutOf({ schema, name, kind, rls }: TableDetail) {
  return {
    label: `${schema}.${name}`,
    kind: text.kinds[kind],
    ...(rls ? { rls: { label: text.rls(rls.isOn, rls.policies), hint: text.rlsHint(rls.isOn) } } : {}),
  }
}

function filterText({ column, operator, value }: TableFilter): string {
  if (operator === 'in') return `${column} in (${value})`
  const sign = operator === 'like' || operator === 'ilike' ? operator : FILTER_OPERATORS[operator]
  return `${column} ${sign} ${value}`
}

/** PostgreSQL's ids are 32 bits. */
function isOid(id: string): boolean {
  return /^\d{1,10}$/.test(id) && Number(id) < 2 ** 32
}
