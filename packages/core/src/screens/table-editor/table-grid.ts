/** The rows of one table, a page at a time. The address says what orders and filters them. SPEC §2, §5, §9 */
import type { Cell } from '@basedeck/platform-client/contract'
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
import type { RowPage } from '../../sql/table-rows.js'
import { catalogueText } from '../../text/catalogue.js'
import { tableText as text } from '../../text/table-editor.js'
import { tableEditText } from '../../text/table-editing.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { createCellPanel, type CellPanel } from '../query/cell-panel.js'
import { createGridCopy, type GridCopy } from '../query/grid-copy.js'
import type { RouteError } from '../shell/route-error.js'
import { editedGrid, NO_PROBLEMS, type EditedGrid, type RowProblems } from './edited-grid.js'
import { createGridEditing, type GridEditing } from './grid-editing.js'
import { createTableLayout, type TableLayout } from './table-layout.js'
import { createTableList, type TableList } from './table-list.js'
import { createTableStructure, type TableStructure } from './table-structure.js'
import { rangeText, tableGridOf } from './table-page.js'

/** SPEC §9 has 100. */
export const TABLE_PAGE_SIZES = [100, 500, 1000] as const

/** What is shown in the place of the rows, or the rows. */
export type TableGridView =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | { status: 'empty'; title: string; body?: string; step?: { label: string; run(): void } }
  /** `isLoading`: other rows are on their way. `shown`: rows of the page; `before`: rows of the pages before it. */
  | { status: 'ready'; grid: EditedGrid; shown: number; before: number; isLoading: boolean; problem?: string }

/** A condition or an order that the rows follow, and its end. */
export interface TableChip {
  key: string
  text: string
  removeLabel: string
  remove(): void
}

/** `/project/{ref}/editor/{id}`: the rows of a table. */
export interface TableGridScreen
  extends Disposable, GridCopy, CellPanel, Omit<TableLayout, '$places' | 'open'> {
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
  /** Changing rows. */
  readonly editing: GridEditing
  /** The tables beside the rows. */
  readonly list: TableList
  /** Changing tables and columns, and importing rows. */
  readonly structure: TableStructure
}

export function createTableGrid(
  context: Needs<
    | 'host'
    | 'client'
    | 'queries'
    | 'router'
    | 'tabs'
    | 'impersonation'
    | 'chosenSchemas'
    | 'lazy'
    | 'schemaChanges'
    | 'formDrafts'
  >,
  { ref, id, title, gate }: { ref: string; id: string; title: string; gate: ProjectGate },
): TableGridScreen {
  const { client, queries, router, host, tabs, impersonation } = context
  const scope = createScope()
  const layout = createTableLayout(host.storage, `table/${ref}/${id}`)
  const $filterProblem = atom<string | null>(null)
  const $wantsCount = atom(false)
  const $runRole = impersonation.of(ref)
  /** The rows that are wanted: one store, so that a change of two of its parts asks once. */
  const $asked = atom<RowPage>({
    ...tableViewIn(router.$route.get().location.search),
    offset: 0,
    limit: TABLE_PAGE_SIZES[0],
  })
  const ask = (changes: Partial<RowPage>) => $asked.set({ ...$asked.get(), ...changes })

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
      [$table, $asked, $runRole],
      (table, asked, role) => table && tableRowsQuery(client, ref, table, asked, role?.role ?? null),
    ),
  )
  /** The rows that came last stay until others are there. */
  const $shown = atom<{ table: TableDetail; page: RowPage; rows: RowSet } | null>(null)
  scope.add(
    $rows.subscribe((rows) => {
      const table = $table.get()
      if (rows?.status === 'ready' && table) $shown.set({ table, page: $asked.get(), rows: rows.data })
    }),
  )
  const $counted = queries.follow(
    computed([$wantsCount, $table, $asked, $runRole], (wants, table, { filters }, role) =>
      wants && table ? rowCountQuery(client, ref, table, filters, role?.role ?? null) : null,
    ),
  )
  scope.add(
    $counted.subscribe((counted) => {
      if (counted?.status !== 'failed') return
      $wantsCount.set(false)
      host.notifier.notify({ kind: 'error', message: text.countFailed(counted.error.message) })
    }),
  )

  const refresh = () => {
    queries.refresh(tableRowsKey(ref))
    queries.refresh(tableDetailQuery(client, ref, id).key)
  }
  const $problems = atom<RowProblems>(NO_PROBLEMS)
  const $grid = atom<EditedGrid | null>(null)
  const { $edits, ...editing } = createGridEditing(context, {
    ref,
    tableId: id,
    $table: computed($shown, (shown) => shown && shown.table),
    $rows: computed($shown, (shown) => shown && shown.rows),
    $grid,
    $problems,
    refresh,
  })
  const list = createTableList(context, { ref, gate, $current: $table })
  scope.add(list.dispose)
  const structure = createTableStructure(context, { ref, gate, tableId: id, $table, $schema: list.$schema })
  scope.add(structure.dispose)
  // What may be changed is known before the first edit, with or without a view.
  scope.add(editing.$canInsert.listen(() => undefined))
  scope.add(
    computed([$shown, layout.$places, $edits, $problems], (shown, places, edits, problems) => {
      if (!shown) return null
      const { table, rows, page } = shown
      return editedGrid(tableGridOf({ table, rows, view: page, places }), { table, rows, edits, problems })
    }).subscribe((grid) => $grid.set(grid)),
  )
  /** A value that the grid shows cut, read whole to be viewed. */
  const $whole = atom<{ grid: EditedGrid; row: number; column: number; value: Cell } | null>(null)
  const cells = createCellPanel(context, {
    $cellAt: computed([$grid, $whole], (grid, whole) => (row: number, column: number) => {
      const field = grid?.fields[column]
      if (!grid || !field) return null
      const isWhole = whole?.grid === grid && whole.row === row && whole.column === column
      return { field, cell: isWhole ? whole.value : grid.rows.cell(row, column) }
    }),
  })
  const readWhole = (row: number, column: number) => {
    const grid = $grid.get()
    if (!grid?.isCut(row, column)) return
    void editing
      .valueAt(row, column)
      .then((read) => read && $whole.set({ grid, row, column, value: read.value }))
  }
  const shownRows = ({ rows, page }: { rows: RowSet; page: RowPage }) => Math.min(rows.length, page.limit)
  const look = (changes: Partial<TableView>) => {
    ask({ ...changes, offset: 0 })
    $wantsCount.set(false)
    const { pathname, search } = router.$route.get().location
    router.open(pathname + searchOfTableView(search, $asked.get()), { replace: true })
  }
  const setSort = (sort: readonly { column: number; descending: boolean }[]) => {
    const columns = $table.get()?.columns ?? []
    const sorts = sort.flatMap(({ column, descending }) => {
      const name = columns[column]?.name
      return name === undefined ? [] : [{ column: name, isAscending: !descending }]
    })
    look({ sorts })
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
    $view: computed([$remote, $rows, $shown, $grid], (remote, rows, shown, grid): TableGridView => {
      const failed = remote.status === 'failed' ? remote : rows?.status === 'failed' ? rows : null
      if (failed) {
        const detail = messageOf(failed.error) ?? failed.error.message
        return { status: 'failed', title: text.failed, detail, retry: failed.retry }
      }
      if (!shown || !grid) return { status: 'loading' }
      const isLoading = rows?.status === 'loading'
      const count = shownRows(shown) + grid.newRows
      if (count === 0 && !isLoading) return emptyOf(shown.page)
      const problem = rows?.status === 'ready' ? rows.staleError?.message : undefined
      return {
        status: 'ready',
        grid,
        shown: count,
        before: shown.page.offset,
        isLoading,
        ...(problem === undefined ? {} : { problem }),
      }
    }),
    $role: computed($runRole, (role) => (role ? text.as(role.label) : null)),
    $filters: computed($asked, ({ filters }) =>
      filters.map((filter, index) => {
        const said = filterText(filter)
        const remove = () => look({ filters: filters.toSpliced(index, 1) })
        return { key: `${index} ${said}`, text: said, removeLabel: text.removeFilter(said), remove }
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
    $hiddenCount: computed(layout.$places, ({ hidden }) => hidden.size),
    $range: computed([$shown, $counted], (shown, counted) => {
      if (!shown) return ''
      const { offset, filters } = shown.page
      const exact = counted?.status === 'ready' ? counted.data : null
      const estimated = filters.length > 0 ? null : shown.table.estimatedRows
      return rangeText({ offset, shown: shownRows(shown), hasNext: hasNext(shown) }, { estimated, exact })
    }),
    $count: computed([$shown, $counted], (shown, counted) => {
      const isKnown = counted?.status === 'ready' || (shown && shown.rows.length > 0 && !hasNext(shown))
      return shown === null || isKnown ? null : { isCounting: counted?.status === 'loading' }
    }),
    $page: computed([$shown, $asked], (shown, { offset, limit }) => ({
      number: Math.floor(offset / limit) + 1,
      hasPrevious: offset > 0,
      hasNext: shown !== null && shown.page.offset === offset && hasNext(shown),
    })),
    $pageSize: computed($asked, ({ limit }) => limit),
    pageSizes: TABLE_PAGE_SIZES.map((value) => ({ value, label: text.pageSizes(value) })),
    columnsHref: router.href('tableColumns', { ref, id }),
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
    sortBy(column, adds) {
      const columns = $table.get()?.columns ?? []
      const current = $asked.get().sorts.map((sort) => ({
        column: columns.findIndex(({ name }) => name === sort.column),
        descending: !sort.isAscending,
      }))
      setSort(afterSortClick(current, column, adds))
    },
    setSort,
    countExactly: () => $wantsCount.set(true),
    setPageSize: (limit) => ask({ limit, offset: 0 }),
    nextPage: () => ask({ offset: $asked.get().offset + $asked.get().limit }),
    previousPage: () => ask({ offset: Math.max(0, $asked.get().offset - $asked.get().limit) }),
    refresh,
    editing,
    list,
    structure,
    ...cells,
    viewCell(row, column) {
      cells.viewCell(row, column)
      readWhole(row, column)
    },
    followCell(row, column) {
      cells.followCell(row, column)
      if (cells.$openCell.get()) readWhole(row, column)
    },
    ...createGridCopy(context, $grid, () => $table.get()?.name ?? ''),
    hideColumn: layout.hideColumn,
    showHidden: layout.showHidden,
    toggleFrozen: layout.toggleFrozen,
    moveColumn: layout.moveColumn,
    resizeColumn: layout.resizeColumn,
    dispose: scope.dispose,
  }

  function emptyOf({ offset, filters }: RowPage): TableGridView {
    if (offset > 0) {
      const step = { label: text.firstPage, run: () => ask({ offset: 0 }) }
      return { status: 'empty', title: text.noMoreRows, step }
    }
    if (filters.length > 0) {
      const step = { label: text.clearFilters, run: () => look({ filters: [] }) }
      return { status: 'empty', title: text.noMatch, step }
    }
    const step = { label: tableEditText.insert, run: editing.insertRow }
    const mayInsert = !editing.$canInsert.get().disabled
    return { status: 'empty', title: text.none, body: text.noneBody, ...(mayInsert ? { step } : {}) }
  }
}

/** A page asks for one row more than it shows. */
function hasNext({ rows, page }: { rows: RowSet; page: RowPage }): boolean {
  return rows.length > page.limit
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
