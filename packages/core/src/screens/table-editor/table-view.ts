/** Which rows of a table are shown, in which order. The address says it, and the table's tab keeps it. SPEC §2, §3, §5 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { afterSortClick } from '../../rules/results/result-order.js'
import {
  FILTER_OPERATORS,
  searchOfTableView,
  tableViewIn,
  type TableFilter,
  type TableView,
} from '../../rules/table-editor/table-address.js'
import { tabIdOf } from '../../rules/shell/tabs.js'
import { lacksValue, typedFilter } from '../../rules/table-editor/typed-filter.js'
import type { PageEdge } from '../../sql/row-order.js'
import type { TableDetail } from '../../sql/table-detail.js'
import type { RowPage } from '../../sql/table-rows.js'
import { tableText as text } from '../../text/table-editor.js'
import type { Needs } from '../context.js'

/** SPEC §9 has 100. */
export const TABLE_PAGE_SIZES = [100, 500, 1000] as const
const SCROLL_KEPT_AFTER_MS = 300

/** A condition or an order that the rows follow, and its end. */
export interface TableChip {
  key: string
  text: string
  removeLabel: string
  remove(): void
}

/** A filter while it is chosen. */
export interface FilterForm extends TableFilter {
  columns: readonly string[]
  /** The filter that it takes the place of; null: it is added. */
  replaced: TableFilter | null
  canApply: boolean
}

/** What the user can change about which rows are shown. */
export interface TableViewActions {
  readonly $filters: ReadableAtom<readonly (TableChip & { filter: TableFilter })[]>
  readonly $sorts: ReadableAtom<readonly TableChip[]>
  /** Why the typed filter can't be read; null: it can. */
  readonly $filterProblem: ReadableAtom<string | null>
  /** How a filter is typed. */
  readonly $filterHint: ReadableAtom<string>
  readonly $pageSize: ReadableAtom<number>
  readonly pageSizes: readonly { value: number; label: string }[]
  /** Where the rows are to be scrolled to, in pixels; another object scrolls there again. */
  readonly $scrollTo: ReadableAtom<{ top: number }>
  /** @returns whether the text is a filter; otherwise `$filterProblem` says why not */
  addFilter(text: string): boolean
  /** The text has changed: what was said of it before goes. */
  clearFilterProblem(): void
  addFilterOf(filter: TableFilter): void
  /** The filter that is chosen by the mouse; null: closed. */
  readonly $filterForm: ReadableAtom<FilterForm | null>
  /** @param filter to change; absent: another one is added */
  openFilterForm(filter?: TableFilter): void
  /** @param column its number in the table, from 0 */
  openFilterOfColumn(column: number): void
  changeFilterForm(changes: Partial<TableFilter>): void
  /** Applies it, when it has what it needs. */
  applyFilterForm(): void
  closeFilterForm(): void
  /** @param adds other orders stay */
  sortBy(column: number, adds: boolean): void
  setSort(sort: readonly { column: number; descending: boolean }[]): void
  setPageSize(rows: number): void
  /** The user scrolled. @param top in pixels */
  scrolled(top: number): void
}

export interface TableViewState extends TableViewActions, Disposable {
  readonly $asked: ReadableAtom<RowPage>
  clearFilters(): void
  /** @param offset as of a page; the first row of a page is found by its edge, where it can be */
  goTo(offset: number, edge?: PageEdge): void
  /** Other rows are drawn: they begin at the top. */
  toTop(): void
}

export function createTableView(
  { host, router, tabs }: Needs<'host' | 'router' | 'tabs'>,
  { ref, id, $table }: { ref: string; id: string; $table: ReadableAtom<TableDetail | null> },
): TableViewState {
  const scope = createScope()
  const $filterProblem = atom<string | null>(null)
  const kept = tabs
    .of(ref)
    .$tabs.get()
    .find(({ metadata }) => metadata.tableId === id)?.metadata
  const searchNow = () => router.$route.get().location.search
  const start = startOf(tableViewIn(searchNow()), kept?.view ?? '')
  const goesOn = viewText(start) === (kept?.view ?? '')
  /** The rows that are wanted: one store, so that a change of two of its parts asks once. */
  const $asked = atom<RowPage>({
    ...start,
    offset: goesOn ? (kept?.offset ?? 0) : 0,
    limit: TABLE_PAGE_SIZES.find((size) => size === kept?.limit) ?? TABLE_PAGE_SIZES[0],
  })
  let top = goesOn ? (kept?.scrollTop ?? 0) : 0
  const $scrollTo = atom({ top })

  const keep = () => {
    const table = $table.get()
    const { offset, limit } = $asked.get()
    if (!table) return
    const looked = { view: viewText($asked.get()), offset, limit, scrollTop: top, schema: table.schema }
    tabs.of(ref).look(tabIdOf(table.kind, id), looked)
  }
  let stopWaiting = () => {}
  scope.add(() => {
    stopWaiting()
    keep()
  })
  const ask = (changes: Partial<RowPage>) => {
    $asked.set({ ...$asked.get(), edge: undefined, ...changes })
    top = 0
    keep()
  }
  /** A table that moved to another schema is followed. @param how `push`: Back leads to what was shown before */
  const showInAddress = (how: 'push' | 'replace') => {
    const { match, location } = router.$route.get()
    const table = $table.get()
    if (!table || match?.params['id'] !== id || match.params['ref'] !== ref) return
    const query = new URLSearchParams(location.search)
    query.set('schema', table.schema)
    const search = searchOfTableView(`?${query}`, $asked.get())
    if (search !== location.search) router.open(location.pathname + search, { replace: how === 'replace' })
  }
  const look = (changes: Partial<TableView>) => {
    ask({ ...changes, offset: 0 })
    // Other filters find other rows; another order shows the same ones.
    showInAddress(changes.filters ? 'push' : 'replace')
  }
  scope.add($table.subscribe(() => showInAddress('replace')))
  scope.add(
    // A link to other rows of the same table, and the way back from it.
    router.$route.listen(({ match, location }) => {
      if (match?.params['id'] !== id || match.params['ref'] !== ref) return
      const view = tableViewIn(location.search)
      if (viewText(view) !== viewText($asked.get())) ask({ ...view, offset: 0 })
    }),
  )
  const $form = atom<{ filter: TableFilter; replaced: TableFilter | null } | null>(null)
  const openForm = (replaced: TableFilter | null, column = $table.get()?.columns[0]?.name) => {
    if (column !== undefined)
      $form.set({ filter: replaced ?? { column, operator: 'eq', value: '' }, replaced })
  }
  const putFilter = (filter: TableFilter, replaced: TableFilter | null) => {
    const { filters } = $asked.get()
    const at = replaced ? filters.indexOf(replaced) : -1
    look({ filters: at === -1 ? [...filters, filter] : filters.with(at, filter) })
  }
  const setSort = (sort: readonly { column: number; descending: boolean }[]) => {
    const columns = $table.get()?.columns ?? []
    const sorts = sort.flatMap(({ column, descending }) => {
      const name = columns[column]?.name
      return name === undefined ? [] : [{ column: name, isAscending: !descending }]
    })
    look({ sorts })
  }

  return {
    $asked,
    $filters: computed($asked, ({ filters }) =>
      filters.map((filter, index) => {
        const said = filterText(filter)
        const remove = () => look({ filters: filters.toSpliced(index, 1) })
        return { key: `${index} ${said}`, text: said, removeLabel: text.removeFilter(said), remove, filter }
      }),
    ),
    $sorts: computed($asked, ({ sorts }) =>
      sorts.map(({ column, isAscending }, index) => {
        const said = `${column} ${isAscending ? text.ascending : text.descending}`
        const remove = () => look({ sorts: sorts.toSpliced(index, 1) })
        return { key: `${index} ${said}`, text: said, removeLabel: text.removeSort(said), remove }
      }),
    ),
    $filterProblem,
    $filterHint: computed($table, (table) => text.filterHint(table?.columns[0]?.name)),
    $pageSize: computed($asked, ({ limit }) => limit),
    pageSizes: TABLE_PAGE_SIZES.map((value) => ({ value, label: text.pageSizes(value) })),
    $scrollTo,
    addFilter(typed) {
      const found = typedFilter(typed, $table.get()?.columns.map(({ name }) => name) ?? [])
      if (found.type === 'problem') {
        $filterProblem.set(text.problems[found.missing])
        return false
      }
      $filterProblem.set(null)
      look({ filters: [...$asked.get().filters, found.filter] })
      return true
    },
    clearFilterProblem: () => $filterProblem.set(null),
    addFilterOf: (filter) => putFilter(filter, null),
    $filterForm: computed([$form, $table], (form, table): FilterForm | null => {
      if (!form) return null
      const { filter, replaced } = form
      const columns = table?.columns.map(({ name }) => name) ?? []
      return { ...filter, columns, replaced, canApply: !lacksValue(filter) }
    }),
    openFilterForm: (filter) => openForm(filter ?? null, filter?.column),
    openFilterOfColumn: (column) => openForm(null, $table.get()?.columns[column]?.name),
    changeFilterForm(changes) {
      const form = $form.get()
      if (!form) return
      const filter = { ...form.filter, ...changes }
      // A value of `is` is one of a few words.
      const turns = (filter.operator === 'is') !== (form.filter.operator === 'is')
      $form.set({
        ...form,
        filter: turns ? { ...filter, value: filter.operator === 'is' ? 'null' : '' } : filter,
      })
    },
    applyFilterForm() {
      const form = $form.get()
      if (!form || lacksValue(form.filter)) return
      $form.set(null)
      putFilter(form.filter, form.replaced)
    },
    closeFilterForm: () => $form.set(null),
    sortBy(column, adds) {
      const columns = $table.get()?.columns ?? []
      const current = $asked.get().sorts.map((sort) => ({
        column: columns.findIndex(({ name }) => name === sort.column),
        descending: !sort.isAscending,
      }))
      setSort(afterSortClick(current, column, adds))
    },
    setSort,
    setPageSize: (limit) => ask({ limit, offset: 0 }),
    goTo: (offset, edge) => ask({ offset, edge }),
    clearFilters: () => look({ filters: [] }),
    toTop() {
      top = 0
      $scrollTo.set({ top })
    },
    scrolled(to) {
      top = to
      stopWaiting()
      stopWaiting = host.clock.after(SCROLL_KEPT_AFTER_MS, keep)
    },
    dispose: scope.dispose,
  }
}

/** What the address names, else what the tab had. */
function startOf(named: TableView, kept: string): TableView {
  return named.sorts.length + named.filters.length > 0 ? named : tableViewIn(`?${kept}`)
}

/** `sort=id:desc&filter=name:eq:Ann`, encoded; empty: all rows, in their own order. */
function viewText(view: TableView): string {
  return searchOfTableView('', view).slice(1)
}

function filterText({ column, operator, value }: TableFilter): string {
  if (operator === 'in') return `${column} in (${value})`
  const sign = operator === 'like' || operator === 'ilike' ? operator : FILTER_OPERATORS[operator]
  return `${column} ${sign} ${value}`
}
