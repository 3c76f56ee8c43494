/** The rows of one table, a page at a time. The address says what orders and filters them. SPEC §2, §5, §9 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tablesAreServed } from '../../data/services.js'
import { catalogueKey } from '../../data/catalogue.js'
import { tableDetailQuery, tableRowsKey, tableRowsQuery } from '../../data/table-rows.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { hasNoEdits, type StagedEdits } from '../../rules/table-editor/staged-edits.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { catalogueText } from '../../text/catalogue.js'
import { tableText as text } from '../../text/table-editor.js'
import { tableEditText } from '../../text/table-editing.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowExports } from '../query/exports.js'
import { createGridCopy, type GridCopy } from '../query/grid-copy.js'
import { createRangeFigures, type RangeFigures } from '../query/range-figures.js'
import { createImpersonationPicker, type ImpersonationPicker } from '../query/impersonation.js'
import type { RowAction } from '../query/snippet-actions.js'
import { PLAIN_LAYOUT, type ColumnLayout } from '../query/result-view-state.js'
import type { RouteError } from '../shell/route-error.js'
import { editedGrid, type EditedGrid, type RefusedCells, type RowProblems } from '../editing/edited-grid.js'
import { createGridEditing, type GridEditing } from '../editing/grid-editing.js'
import { createTableExports } from './table-exports.js'
import { shownRows, tableGridView, type TableGridView } from './table-grid-view.js'
import { createTableLayout, type TableLayout } from './table-layout.js'
import { createTableList, type TableList } from './table-list.js'
import { createTableStructure, type TableStructure } from './table-structure.js'
import { metFirstRow, tableGridOf } from './table-page.js'
import { createTableFacts, type TableFactsState } from './table-facts.js'
import { createTablePanels, type TablePanels } from './table-panels.js'
import { createTablePaging, type ShownPage, type TablePaging } from './table-paging.js'
import { createSavedRow } from './saved-row.js'
import { createTableSecurity, type TableSecurity } from './table-security.js'
import { createTableView, type TableViewActions } from './table-view.js'

/** `/project/{ref}/editor/{id}`: the rows of a table. */
export interface TableGridScreen
  extends
    Disposable,
    GridCopy,
    Pick<RangeFigures, '$figures' | 'select'>,
    TablePanels,
    RowExports,
    TableViewActions,
    TablePaging,
    TableFactsState,
    TableSecurity,
    Omit<TableLayout, '$layout' | 'open'> {
  readonly title: string
  /** The name of the table. */
  readonly $thing: ReadableAtom<string | null>
  readonly $missing: ReadableAtom<RouteError | null>
  readonly gate: ProjectGate
  /** What the table is; null until it is known. */
  readonly $about: ReadableAtom<{
    label: string
    name: string
    kind: string
    rls?: { label: string; hint: string }
  } | null>
  readonly $view: ReadableAtom<TableGridView>
  /** Whom the rows are read, counted, saved, imported and exported as. */
  readonly impersonation: ImpersonationPicker
  readonly $hiddenCount: ReadableAtom<number>
  readonly columnsHref: string
  refresh(): void
  /** What can be done with a column besides ordering and hiding it. @param column its number in the table, from 0 */
  columnActionsOf(column: number): readonly RowAction[]
  /** The cell to go to: after a row was inserted, or another row was opened. */
  readonly $goTo: ReadableAtom<{ row: number; column: number; takesFocus?: boolean } | null>
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
    | 'connection'
    | 'queries'
    | 'router'
    | 'tabs'
    | 'impersonation'
    | 'chosenSchemas'
    | 'lazy'
    | 'schemaChanges'
    | 'formDrafts'
    | '$runtime'
  >,
  { ref, id, title, gate }: { ref: string; id: string; title: string; gate: ProjectGate },
): TableGridScreen {
  const { client, queries, router, host, tabs, impersonation } = context
  const scope = createScope()
  const layout = createTableLayout(host.storage, `table/${ref}/${id}`)
  // Another role gets another screen: neither rows, nor edits, nor messages are those of the one before.
  const as = impersonation.of(ref).get()
  const role = as?.role ?? null
  const picker = createImpersonationPicker(context, ref)
  scope.add(picker.dispose)
  const $remote = behindGate<Remote<TableDetail | null>>(
    gate,
    queries.store(tableDetailQuery(client, ref, isOid(id) ? id : '0', role)),
    { status: 'loading' },
  )
  // A table that is gone is not led to any more.
  scope.add(
    $remote.subscribe((remote) => {
      if (remote.status === 'ready' && remote.data === null) tabs.of(ref).forgetTable(id)
    }),
  )
  const kept = tabs
    .of(ref)
    .$tabs.get()
    .find(({ metadata }) => metadata.tableId === id)
  const keptName = kept?.label ?? null
  const $table = computed($remote, (remote) => (remote.status === 'ready' ? remote.data : null))
  scope.add(
    $table.subscribe((table) => {
      if (!table) return
      layout.open(table.columns.map(({ name }) => name))
      const metadata = { tableId: id, schema: table.schema }
      tabs.of(ref).visit({ type: table.kind, id, label: table.name, metadata })
    }),
  )
  const { $asked, clearFilters, goTo, toTop, ...view } = createTableView(context, { ref, id, $table })
  scope.add(view.dispose)
  const $rows = queries.follow(
    computed([$table, $asked], (table, asked) => table && tableRowsQuery(client, ref, table, asked, role)),
  )
  /** The rows that came last stay until others are there. */
  const $shown = atom<ShownPage | null>(null)
  let rowsRead = () => {}
  scope.add(
    $rows.subscribe((rows) => {
      const table = $table.get()
      if (rows?.status === 'failed') rowsRead()
      if (rows?.status !== 'ready' || !table) return
      const before = $shown.get()
      const page = $asked.get()
      if (metFirstRow(page, rows.data.length)) return goTo(0)
      if (rows.data !== before?.rows || rows.staleError) rowsRead()
      $shown.set({ table, page, rows: rows.data })
      if (before && before.page !== page) toTop()
    }),
  )
  /** Nothing is said of rows that are no longer shown: the ones that were asked for could not be read. */
  const $visible = computed([$shown, $rows, $remote], (shown, rows, remote) =>
    rows?.status === 'failed' || remote.status === 'failed' ? null : shown,
  )
  const { $before, ...paging } = createTablePaging(context, {
    ref,
    $shown: $visible,
    $asked,
    role,
    goTo,
  })
  scope.add(paging.dispose)

  const refreshRows = () => {
    queries.refresh(tableRowsKey(ref))
    queries.refresh(tableDetailQuery(client, ref, id, role).key)
  }
  /** Others may have made, changed or dropped tables: the list beside the rows is read again too. */
  const refresh = () => {
    queries.refresh(tableRowsKey(ref))
    queries.refresh(catalogueKey(ref))
  }
  const $grid = atom<EditedGrid | null>(null)
  const ofPage = {
    $table: computed($shown, (shown) => shown && shown.table),
    $rows: computed($shown, (shown) => shown && shown.rows),
  }
  const {
    $edits,
    $problems,
    $refused,
    rowEditing,
    setValues,
    whenSavedElsewhere,
    whenEmptiedElsewhere,
    rowsRead: savedRowsRead,
    ...editing
  } = createGridEditing(context, {
    ref,
    tableId: id,
    ...ofPage,
    $grid,
    as,
    showAs: (other) => impersonation.act(ref, other),
    saved: (edits) => savedRow.saved(edits),
    refresh: refreshRows,
    tableGone: refresh,
    waitsForRows: true,
  })
  rowsRead = savedRowsRead
  scope.add(whenSavedElsewhere(refreshRows))
  scope.add(
    whenEmptiedElsewhere(() =>
      host.notifier.notify({ kind: 'info', message: tableEditText.emptiedElsewhere }),
    ),
  )
  const list = createTableList(context, { ref, gate, isOwner: as === null, $current: $table })
  scope.add(list.dispose)
  const structure = createTableStructure(context, {
    ref,
    gate,
    tableId: id,
    $table,
    $schema: list.$schema,
    chooseSchema: list.chooseSchema,
  })
  scope.add(structure.dispose)
  // What may be changed is known before the first edit, with or without a view.
  scope.add(editing.$canInsert.listen(() => undefined))
  scope.add(
    computed(
      [$shown, layout.$layout, $edits, $problems, $refused],
      (shown, layout, edits, problems, refused) =>
        shown ? gridOf(shown, layout, { edits, problems, refused }) : null,
    ).subscribe((grid) => $grid.set(grid)),
  )
  const $extent = computed([$shown, $grid, $before], (shown, grid, before) => ({
    shown: shown && grid ? shownRows(shown) + grid.newRows : 0,
    before,
  }))
  const $goTo = atom<{ row: number; column: number; takesFocus?: boolean } | null>(null)
  scope.add(editing.$goTo.listen((to) => $goTo.set(to)))
  const savedRow = createSavedRow({
    $grid,
    shownRows: () => $extent.get().shown,
    goTo: (row, column) => $goTo.set({ row, column }),
  })
  scope.add(savedRow.dispose)
  const panels = createTablePanels(context, {
    ref,
    ...ofPage,
    $grid,
    $all: computed([$shown, $edits, $problems], (shown, edits, problems) =>
      shown ? gridOf(shown, PLAIN_LAYOUT, { edits, problems }) : null,
    ),
    $extent,
    rowEditing,
    setValues,
    valueAt: editing.valueAt,
    addFilter: view.addFilterOf,
    goTo: (row) => $goTo.set({ row, column: 0 }),
  })
  scope.add(panels.dispose)
  const figures = createRangeFigures(host.clock, $grid)
  scope.add(figures.dispose)
  scope.add($grid.listen(figures.countAgain))
  const toTables = router.href('tableEditor', { ref })

  return {
    title,
    gate,
    // Its tab knows the name before the table is read.
    $thing: computed($remote, (remote) =>
      remote.status === 'ready' ? (remote.data?.name ?? null) : keptName,
    ),
    $missing: computed([$remote, $edits], (remote, edits): RouteError | null => {
      if (remote.status !== 'ready' || remote.data !== null) return null
      const { body, ...said } = catalogueText.tableMissing
      const kept = hasNoEdits(edits) ? body : `${body} ${text.editsKept}`
      return { reason: 'missing', ...said, body: kept, href: toTables }
    }),
    ...createTableFacts(context, { ref, $table }),
    ...createTableSecurity(context, { ref, $table }),
    $about: computed(
      [$table, tablesAreServed(context, ref)],
      (table, isServed) => table && aboutOf(table, isServed),
    ),
    $view: computed([$remote, $rows, $shown, $grid, $before], (remote, rows, shown, grid, before) =>
      tableGridView(
        { remote, rows, shown, grid, before, as, isFiltered: $asked.get().filters.length > 0 },
        {
          toFirstPage: paging.firstPage,
          removeFilters: { label: text.clearFilters, run: clearFilters },
          insert: editing.$canInsert.get().disabled ? null : editing.insertRow,
        },
      ),
    ),
    impersonation: picker,
    $hiddenCount: computed(layout.$layout, ({ hidden }) => hidden.size),
    columnsHref: router.href('tableColumns', { ref, id }),
    refresh,
    ...view,
    ...paging,
    editing,
    list,
    structure,
    ...panels,
    $goTo,
    columnActionsOf: (column) => [
      { id: 'filter', label: text.filterByColumn, run: () => view.openFilterOfColumn(column) },
      ...structure.columnActionsOf(column),
    ],
    followCell(row, column) {
      savedRow.follow(row, column)
      // Cleared, so that the next drawing of the grid does not go there a second time.
      $goTo.set(null)
      panels.followCell(row, column)
    },
    ...createTableExports(context, {
      ref,
      $table,
      $asked,
      $grid: computed([$grid, $visible], (grid, visible) => visible && grid),
      $extent,
      role,
    }),
    ...createGridCopy(context, {
      $grid,
      table: () => $table.get()?.name ?? '',
      wholeAt: editing.valueAt,
      clear: editing.clearCells,
    }),
    $figures: figures.$figures,
    select: figures.select,
    hideColumn: layout.hideColumn,
    showHidden: layout.showHidden,
    toggleFrozen: layout.toggleFrozen,
    moveColumn: layout.moveColumn,
    resizeColumn: layout.resizeColumn,
    dispose: scope.dispose,
  }
}

function gridOf(
  shown: ShownPage,
  layout: ColumnLayout,
  marked: { edits: StagedEdits; problems: RowProblems; refused?: RefusedCells },
): EditedGrid {
  const { table, rows, page } = shown
  const count = shownRows(shown)
  return editedGrid(tableGridOf({ table, rows, view: page, layout }), { table, rows, ...marked, count })
}

function aboutOf({ schema, name, kind, rls }: TableDetail, isServed: boolean) {
  return {
    label: `${schema}.${name}`,
    name,
    kind: text.kinds[kind],
    ...(rls
      ? { rls: { label: text.rls(rls.isOn, rls.policies), hint: text.rlsHint(rls.isOn, isServed) } }
      : {}),
  }
}

/** PostgreSQL's ids are 32 bits. */
function isOid(id: string): boolean {
  return /^\d{1,10}$/.test(id) && Number(id) < 2 ** 32
}
