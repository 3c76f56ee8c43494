/**
 * How the rows of a result are looked at: ordered, filtered, searched, its columns hidden, moved, pinned. It works on the
 * rows that are there; nothing is asked again. Each result keeps its view; columns keep their layout from run to run.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { runInSlices } from '../../kernel/slices.js'
import type { Host } from '../../ports/index.js'
import { readFilter, type CellTest, type FilterProblem } from '../../rules/results/result-filter.js'
import { afterSortClick, type SortColumn } from '../../rules/results/result-order.js'
import {
  columnValues,
  foundCells,
  orderedRows,
  type ColumnValues,
  type FoundCells,
} from '../../rules/results/result-rows.js'
import type { SelectionFigures } from '../../rules/results/selection-figures.js'
import type { CellRange } from '../../rules/results/grid-range.js'
import type { RowSet } from '../../sql/row-set.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import {
  PLAIN_LAYOUT,
  NO_VIEW,
  type ColumnFilter,
  type ColumnLayout,
  type ViewState,
} from './result-view-state.js'
import { createKeptLayouts } from './kept-layouts.js'
import { createRangeFigures } from './range-figures.js'
import { shownGrid, type ShownGrid } from './shown-grid.js'
import type { ResultTab } from './result-tabs.js'

type ShownResult = ResultTab & { kind: 'result' }

/** Stores and actions of the view of the open result. Without one they do nothing. */
export interface ResultView {
  /** Null: no result with rows shows. */
  readonly $view: ReadableAtom<ViewState | null>
  /** The grid as it is shown. */
  readonly $grid: ReadableAtom<ShownGrid | null>
  /** A cell to bring into view, as the grid counts. */
  readonly $goTo: ReadableAtom<{ row: number; column: number } | null>
  /** The values of the column whose list is open; null: no list is open, or it is still counted. */
  readonly $values: ReadableAtom<(ColumnValues & { column: number }) | null>
  /** Whether a field for a filter is under each head. */
  readonly $hasFilters: ReadableAtom<boolean>
  /** All columns in their order, hidden ones too. */
  readonly $allColumns: ReadableAtom<readonly { name: string; index: number; isHidden: boolean }[]>
  /** Whether the result has rows, and the filters leave none of them. */
  readonly $isNoneShown: ReadableAtom<boolean>
  /** Figures of the selected cells that are shown; null: they are one or none. */
  readonly $figures: ReadableAtom<SelectionFigures | null>
  /** @param adds other sorted columns stay */
  sortBy(column: number, adds: boolean): void
  setSort(sort: readonly SortColumn[]): void
  setFilter(column: number, text: string): void
  /** Null shows every value again. */
  chooseValues(column: number, chosen: ReadonlySet<string | null> | null): void
  clearFilters(): void
  /** Shows or hides the fields; filters stay. */
  toggleFilters(): void
  listValues(column: number): void
  closeValues(): void
  hideColumn(column: number): void
  showColumn(column: number): void
  toggleFrozen(column: number): void
  /** Moves a column before another; null: to the end. */
  moveColumn(column: number, before: number | null): void
  /** Pixels. */
  resizeColumn(column: number, width: number): void
  resetColumns(): void
  /** Brings a cell into view, by its row and column among the shown ones. */
  goToCell(row: number, column: number): void
  /** Brings a column into view. */
  goToColumn(column: number): void
  openSearch(): void
  search(text: string): void
  searchNext(): void
  searchPrevious(): void
  closeSearch(): void
  select(range: CellRange | null): void
}

/** @param key under which the layout of columns is kept on the device; absent: it is not */
export function createResultView(
  { clock, storage, notifier }: Pick<Host, 'clock' | 'storage' | 'notifier'>,
  $activeTab: ReadableAtom<ResultTab>,
  key?: string,
): ResultView & Disposable {
  const scope = createScope()
  const views = new WeakMap<RowSet, ViewState>()
  /** The next run of a query finds its columns where they were. */
  const keptLayouts = createKeptLayouts(storage, key)
  const $view = atom<ViewState | null>(null)
  const $goTo = atom<{ row: number; column: number } | null>(null)
  const $values = atom<(ColumnValues & { column: number }) | null>(null)
  const $hasFilters = atom(false)
  const $grid = computed([$activeTab, $view], (tab, view) =>
    tab.kind === 'result' ? shownGrid(tab.grid, view) : null,
  )
  let found: FoundCells = { cells: [], total: 0 }
  const stops: Record<'order' | 'search' | 'values', () => void> = {
    order() {},
    search() {},
    values() {},
  }
  const figures = createRangeFigures(clock, $grid)
  scope.add(figures.dispose)
  let seen: { rows: RowSet; count: number } | undefined

  const openResult = (): ShownResult | null => {
    const tab = $activeTab.get()
    return tab.kind === 'result' && tab.shown > 0 ? tab : null
  }
  const namesOf = ({ result }: ShownResult) => result.fields.map(({ name }) => name)
  const set = (changes: Partial<ViewState>) => {
    const tab = openResult()
    const view = $view.get()
    if (!tab || !view) return
    const next = { ...view, ...changes }
    views.set(tab.result.rows, next)
    $view.set(next)
  }

  function arrange(): void {
    const tab = openResult()
    const view = $view.get()
    if (!tab || !view) return
    stops.order()
    const tests = testsOf(view, tab)
    if (view.sort.length === 0 && tests.length === 0) {
      set({ order: null, isWorking: false })
      return lookAgain()
    }
    set({ isWorking: true })
    const types = tab.result.fields.map(({ dataType }) => dataType)
    const work = orderedRows(tab.grid.rows, { sort: view.sort, tests, types })
    stops.order = runInSlices(clock, work, ({ order, unread }) => {
      const sort = view.sort.filter(({ column }) => !unread.includes(column))
      set({ order, isWorking: false, ...(unread.length > 0 && { sort }) })
      if (unread.length > 0) tellUnread(tab, unread)
      lookAgain()
    })
  }

  function tellUnread({ result }: ShownResult, unread: readonly number[]): void {
    const names = unread.flatMap((column) => result.fields[column]?.name ?? [])
    notifier.notify({
      kind: 'info',
      message: text.unreadOrder(names.join(', ')),
      detail: text.unreadOrderDetail,
    })
  }

  /** Orders by those columns that can order; the user is told of the others. */
  function sortByAll(sort: readonly SortColumn[]): void {
    const refusals = sort.flatMap(({ column }) => {
      const sorting = openResult()?.grid.columns[column]?.sorting
      return sorting && !sorting.isPossible ? [{ column, note: sorting.note }] : []
    })
    for (const { note } of refusals) notifier.notify({ kind: 'info', message: note, key: 'no-order' })
    if (sort.length > 0 && refusals.length === sort.length) return
    set({ sort: sort.filter(({ column }) => refusals.every((refused) => refused.column !== column)) })
    arrange()
  }

  /** Other rows are where the found and the selected cells were. */
  function lookAgain(): void {
    searchAgain()
    figures.countAgain()
  }

  function searchAgain(): void {
    const search = $view.get()?.search
    const grid = $grid.get()
    if (!search || !grid) return
    stops.search()
    found = { cells: [], total: 0 }
    if (search.text === '') return set({ search: { ...search, at: null, total: null } })
    set({ search: { ...search, at: null, total: null } })
    const work = foundCells(grid, search.text)
    stops.search = runInSlices(clock, work, (cells) => {
      found = cells
      const now = $view.get()?.search
      if (!now) return
      set({ search: { ...now, total: cells.total } })
      goToFound(0)
    })
  }

  function goToFound(at: number): void {
    const search = $view.get()?.search
    const count = found.cells.length
    if (!search || count === 0) return
    const index = ((at % count) + count) % count
    set({ search: { ...search, at: index } })
    $goTo.set({ ...(found.cells[index] ?? { row: 0, column: 0 }) })
  }

  function setFilterOf(column: number, change: (before: ColumnFilter) => ColumnFilter): void {
    const view = $view.get()
    if (!view) return
    const next = change(view.filters.get(column) ?? { text: '' })
    const filters = new Map(view.filters)
    if (next.text === '' && next.chosen === undefined) filters.delete(column)
    else filters.set(column, next)
    set({ filters })
    arrange()
  }

  function changeLayout(
    change: (before: ColumnLayout, all: readonly number[]) => Partial<ColumnLayout>,
  ): void {
    const tab = openResult()
    const view = $view.get()
    const grid = $grid.get()
    if (!tab || !view || !grid) return
    const next = { ...view.layout, ...change(view.layout, columnsInOrder(tab, view.layout)) }
    keptLayouts.keep(namesOf(tab), next)
    set({ layout: next })
  }

  scope.add(
    $activeTab.subscribe(() => {
      const tab = openResult()
      if (!tab) {
        seen = undefined
        $view.set(null)
        return
      }
      const { rows } = tab.result
      if (seen?.rows === rows && seen.count === tab.shown) return
      const isOther = seen?.rows !== rows
      seen = { rows, count: tab.shown }
      if (isOther) {
        for (const stop of Object.values(stops)) stop()
        $goTo.set(null)
        $values.set(null)
        figures.select(null)
        $view.set(views.get(rows) ?? { ...NO_VIEW, layout: keptLayouts.of(namesOf(tab)) })
      }
      // Rows that arrived since are ordered and filtered by the same rules.
      const view = $view.get()
      if (view && (view.sort.length > 0 || view.filters.size > 0 || view.search)) arrange()
    }),
  )
  scope.add(() => {
    for (const stop of Object.values(stops)) stop()
  })

  return {
    $view,
    $grid,
    $goTo,
    $values,
    $figures: figures.$figures,
    $isNoneShown: computed(
      $view,
      (view) => view !== null && view.filters.size > 0 && view.order?.length === 0,
    ),
    $hasFilters,
    $allColumns: computed([$activeTab, $view], (tab, view) =>
      tab.kind === 'result' && view ? listedColumns(tab, view.layout) : [],
    ),
    sortBy(column, adds) {
      sortByAll(afterSortClick($view.get()?.sort ?? [], column, adds))
    },
    setSort: sortByAll,
    setFilter(column, text) {
      const tab = openResult()
      const read = readFilter(text, tab ? typeOf(tab, column) : '')
      setFilterOf(column, ({ chosen }) => ({
        text,
        ...(chosen ? { chosen } : {}),
        ...(read && tab && 'problem' in read ? { problem: problemText(read.problem, tab, column) } : {}),
      }))
    },
    chooseValues: (column, chosen) =>
      setFilterOf(column, ({ chosen: _before, ...rest }) => ({ ...rest, ...(chosen ? { chosen } : {}) })),
    toggleFilters: () => $hasFilters.set(!$hasFilters.get()),
    clearFilters() {
      set({ filters: new Map() })
      arrange()
    },
    listValues(column) {
      const tab = openResult()
      stops.values()
      $values.set(null)
      if (!tab) return
      stops.values = runInSlices(clock, columnValues(tab.grid.rows, column, typeOf(tab, column)), (values) =>
        $values.set({ ...values, column }),
      )
    },
    closeValues() {
      stops.values()
      $values.set(null)
    },
    hideColumn: (column) => changeLayout(({ hidden }) => ({ hidden: new Set([...hidden, column]) })),
    showColumn: (column) =>
      changeLayout(({ hidden }) => ({ hidden: new Set([...hidden].filter((one) => one !== column)) })),
    toggleFrozen: (column) =>
      changeLayout(({ frozen }) => ({
        frozen: frozen.has(column)
          ? new Set([...frozen].filter((one) => one !== column))
          : new Set([...frozen, column]),
      })),
    moveColumn: (column, before) =>
      changeLayout((_, all) => {
        const others = all.filter((one) => one !== column)
        const at = before === null ? -1 : others.indexOf(before)
        return { order: at === -1 ? [...others, column] : others.toSpliced(at, 0, column) }
      }),
    resizeColumn: (column, width) =>
      changeLayout(({ widths }) => ({ widths: new Map([...widths, [column, Math.round(width)]]) })),
    resetColumns: () => changeLayout(() => PLAIN_LAYOUT),
    goToCell: (row, column) => $goTo.set({ row, column }),
    goToColumn(column) {
      const view = $view.get()
      if (view?.layout.hidden.has(column))
        changeLayout(({ hidden }) => ({ hidden: new Set([...hidden].filter((one) => one !== column)) }))
      const at = $grid.get()?.columns.findIndex(({ index }) => index === column) ?? -1
      if (at >= 0) $goTo.set({ row: 0, column: at })
    },
    openSearch() {
      if (!$view.get()?.search) set({ search: { text: '', at: null, total: null } })
    },
    search(text) {
      set({ search: { text, at: null, total: null } })
      searchAgain()
    },
    searchNext: () => goToFound(($view.get()?.search?.at ?? -1) + 1),
    searchPrevious: () => goToFound(($view.get()?.search?.at ?? 0) - 1),
    closeSearch() {
      stops.search()
      set({ search: null })
    },
    select: figures.select,
    dispose: scope.dispose,
  }
}

function typeOf({ result }: ShownResult, column: number): string {
  return result.fields[column]?.dataType ?? ''
}

/** All columns from left to right, hidden ones too. */
function columnsInOrder({ result }: ShownResult, { order }: ColumnLayout): number[] {
  const known = new Set(order)
  return [...order, ...[...result.fields.keys()].filter((column) => !known.has(column))]
}

function problemText(problem: FilterProblem, tab: ShownResult, column: number): string {
  const type = tab.grid.columns[column]?.type ?? ''
  if (problem.reason === 'expression') return problem.message
  return problem.reason === 'value'
    ? text.filterProblem.value(problem.value, type)
    : text.filterProblem.order(type)
}

function listedColumns(tab: ShownResult, layout: ColumnLayout) {
  return columnsInOrder(tab, layout).flatMap((index) => {
    const field = tab.result.fields[index]
    return field ? [{ name: field.name, index, isHidden: layout.hidden.has(index) }] : []
  })
}

function testsOf({ filters }: ViewState, tab: ShownResult): { column: number; test: CellTest }[] {
  return [...filters].flatMap(([column, { text, chosen }]) => {
    const read = readFilter(text, typeOf(tab, column))
    return [
      ...(read && 'test' in read ? [{ column, test: read.test }] : []),
      ...(chosen ? [{ column, test: (cell: string | null) => chosen.has(cell) }] : []),
    ]
  })
}
