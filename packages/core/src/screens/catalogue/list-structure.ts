/** What can be made, changed and deleted from a list: schemas, tables, the columns of one table, and other objects. */
import { computed, type ReadableAtom } from 'nanostores'
import type { CatalogueEntry } from '../../data/catalogue.js'
import { tableDescriptionQuery } from '../../data/structure.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { ControlState } from '../../sessions/account/rights.js'
import type { ReadDescription } from '../../sql/table-description.js'
import { catalogue } from '../../sql/index.js'
import type { ObjectKindName } from '../../sql/objects/index.js'
import { objectsText } from '../../text/objects.js'
import { structureText as text } from '../../text/structure.js'
import { tableText } from '../../text/table-editor.js'
import type { Needs } from '../context.js'
import { tableHref } from '../parts/table-href.js'
import { CREATED_KINDS, isObjectsPage, listedObject } from '../objects/listed-kinds.js'
import { createObjectPanels, type ObjectPanels } from '../objects/object-panels.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import {
  createStructurePanels,
  type StructurePanels,
  type TableSwitches,
} from '../structure/structure-panels.js'
import { columnChanges, columnState, schemaActions, tableChanges } from '../structure/table-actions.js'
import type { CataloguePageName } from './catalogue-pages.js'

/** What can be done with a list's entries. */
export interface ListStructure extends Disposable {
  /** Of tables and schemas; null: the list has none. */
  readonly panels: StructurePanels | null
  /** Of other objects; null: the list has none. */
  readonly objects: ObjectPanels | null
  readonly create: { label: string; $state: ReadableAtom<ControlState>; run(): void }
  /** What else can be created; empty: nothing. */
  createOthers(): readonly RowAction[]
  /** Null: its rows have no menu. */
  actionsOf: ((rowId: string) => readonly RowAction[]) | null
  /** Of the schema whose tables are listed; null: no schema is chosen. */
  schemaActions: (() => readonly RowAction[]) | null
  /** Of the table whose columns are listed; null: the list is about no table. */
  readonly $switches: ReadableAtom<TableSwitches | null> | null
  /** The table whose columns are listed. */
  readonly tableId: string | null
}

export interface ListStructureOptions {
  ref: string
  gate: ProjectGate
  page: CataloguePageName
  /** Oid of the table whose columns are listed. */
  tableId: string | null
  schema(): string
  chooseSchema(name: string): void
  entry(rowId: string): CatalogueEntry | undefined
  hrefOf(entry: CatalogueEntry): string | undefined
  /** Where one goes when the table whose columns are listed was deleted. */
  tablesHref: string
}

/** Null: entries of the list are not changed here. */
export function createListStructure(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'schemaChanges' | 'formDrafts'>,
  options: ListStructureOptions,
): ListStructure | null {
  const { ref, gate, page, tableId, tablesHref } = options
  const { client, queries, router } = context
  const objects = isObjectsPage(page) ? createObjectPanels(context, { ref, gate }) : null
  const createKind = (kind: ObjectKindName) => objects?.create(kind, options.schema())
  const newOne = (kind: ObjectKindName): RowAction => {
    const { disabled = true, hint = '' } = objects?.$mayChange.get() ?? {}
    return {
      id: kind,
      label: objectsText.newOne(kind),
      run: () => createKind(kind),
      ...(disabled ? { hint } : {}),
    }
  }
  const objectActions = (rowId: string): RowAction[] | null => {
    const entry = options.entry(rowId)
    const found = entry && isObjectsPage(page) ? listedObject(page, entry) : null
    return found && objects ? objects.actionsOf(found.kind, found.id) : null
  }
  if (objects && isObjectsPage(page) && page !== 'tables' && page !== 'tableEditor') {
    const [first, ...others] = CREATED_KINDS[page] as readonly [ObjectKindName, ...ObjectKindName[]]
    return {
      panels: null,
      objects,
      tableId: null,
      $switches: null,
      schemaActions: null,
      create: { label: objectsText.newOne(first), $state: objects.$mayChange, run: () => createKind(first) },
      createOthers: () => others.map(newOne),
      actionsOf: (rowId) => objectActions(rowId) ?? [],
      dispose: objects.dispose,
    }
  }
  if (page !== 'tables' && page !== 'tableEditor' && page !== 'tableColumns' && page !== 'schemas')
    return null
  const panels = createStructurePanels(context, {
    ref,
    gate,
    // From a list of the database one goes on in the list.
    ...(page === 'tableEditor' && {
      tableCreated: (table: { id: string; schema: string }) => router.open(tableHref(router, ref, table)),
    }),
    schemaChanged: (_, to) => options.chooseSchema(to ?? tableText.defaultSchema),
    dropped: () => tableId !== null && router.open(tablesHref),
  })
  const { $mayChange } = panels
  const of = {
    panels,
    objects,
    tableId,
    $switches: null,
    actionsOf: null,
    schemaActions: null,
    createOthers: () => (isObjectsPage(page) ? CREATED_KINDS[page].map(newOne) : []),
    dispose() {
      panels.dispose()
      objects?.dispose()
    },
  }
  if (page === 'schemas')
    return { ...of, create: { label: text.newSchema, $state: $mayChange, run: panels.newSchema } }
  if (page !== 'tableColumns')
    return {
      ...of,
      create: { label: text.newTable, $state: $mayChange, run: () => panels.newTable(options.schema()) },
      schemaActions: () => schemaActions(panels, options.schema()),
      actionsOf: (rowId) => {
        const entry = options.entry(rowId)
        return entry
          ? tableActions(context, panels, ref, entry, options.hrefOf(entry), objectActions(rowId))
          : []
      },
    }
  const id = tableId ?? '0'
  const $state = computed(
    [
      $mayChange,
      behindGate<Remote<ReadDescription | null>>(
        gate,
        queries.store(tableDescriptionQuery(client, ref, id)),
        {
          status: 'loading',
        },
      ),
    ],
    (may, remote) => {
      const table = remote.status === 'ready' ? remote.data : null
      return columnState(may, table?.kind)
    },
  )
  return {
    ...of,
    $switches: behindGate(gate, panels.switchesOf(id), null),
    create: { label: text.newColumn, $state, run: () => panels.newColumn(id) },
    actionsOf: (rowId) => {
      const entry = options.entry(rowId)
      return entry ? columnChanges(panels, id, valueOf('columns', entry, 'name'), $state.get()) : []
    },
  }
}

function tableActions(
  { router }: Needs<'router'>,
  panels: StructurePanels,
  ref: string,
  entry: CatalogueEntry,
  rowsHref: string | undefined,
  /** Of a view; null: it is a table. */
  ofView: readonly RowAction[] | null,
): RowAction[] {
  const id = valueOf('tables', entry, 'id')
  const schema = new URLSearchParams({ schema: valueOf('tables', entry, 'schema') })
  return [
    { id: 'rows', label: text.viewRows, run: () => rowsHref !== undefined && router.open(rowsHref) },
    {
      id: 'columns',
      label: text.viewColumns,
      run: () => router.open(`${router.href('tableColumns', { ref, id })}?${schema}`),
    },
    ...(ofView ?? tableChanges(panels, { id, kind: valueOf('tables', entry, 'type') })),
  ]
}

function valueOf(list: 'tables' | 'columns', { values }: CatalogueEntry, key: string): string {
  return values[catalogue[list].columns.findIndex((column) => column.key === key)] ?? ''
}
