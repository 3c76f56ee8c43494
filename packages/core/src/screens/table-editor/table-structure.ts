/** What changes the structure of the open table and of the tables beside it, and brings rows in from a file. */
import { computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { ENTITY_TYPES } from '../../sql/index.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { tableText } from '../../text/table-editor.js'
import type { Needs } from '../context.js'
import { tableHref } from '../parts/table-href.js'
import { createOpenImport, type OpenImport } from '../import/open-import.js'
import { openByAddress } from '../parts/open-by-address.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import {
  createStructurePanels,
  type StructurePanels,
  type TableSwitches,
} from '../structure/structure-panels.js'
import {
  columnChanges,
  columnState,
  isTable,
  schemaActions,
  tableChanges,
} from '../structure/table-actions.js'

/** Changes of the structure, from the table editor. */
export interface TableStructure extends Disposable {
  readonly panels: StructurePanels
  readonly importing: OpenImport
  /** Whether columns of the open table can be changed, and if not, why. */
  readonly $columns: ReadableAtom<ControlState>
  /** Row-level security and realtime of the open table; null: it is no table, or not known yet. */
  readonly $switches: ReadableAtom<TableSwitches | null>
  newTable(): void
  newColumn(): void
  /** Asks before row-level security of the open table is switched. */
  switchRls(): void
  actionsOf(table: { id: string; kind: string }): readonly RowAction[]
  /** Of the schema whose tables are listed. */
  schemaActions(): readonly RowAction[]
  /** @param column its number in the table, from 0 */
  columnActionsOf(column: number): readonly RowAction[]
}

export interface TableStructureParts {
  ref: string
  gate: ProjectGate
  tableId: string
  $table: ReadableAtom<TableDetail | null>
  $schema: ReadableAtom<string>
  /** Lists the tables of another schema. */
  chooseSchema(name: string): void
}

export function createTableStructure(
  context: Needs<
    'host' | 'client' | 'queries' | 'router' | 'tabs' | 'impersonation' | 'schemaChanges' | 'formDrafts'
  >,
  { ref, gate, tableId, $table, $schema, chooseSchema }: TableStructureParts,
): TableStructure {
  const { router, tabs } = context
  const scope = createScope()
  const panels = createStructurePanels(context, {
    ref,
    gate,
    tableCreated: (table) => router.open(tableHref(router, ref, table)),
    schemaChanged: (_, to) => chooseSchema(to ?? tableText.defaultSchema),
    // Its tab closes as if by hand: the neighbour is shown, or the list.
    dropped: (id) => ENTITY_TYPES.forEach((kind) => tabs.of(ref).remove(kind, id)),
  })
  scope.add(panels.dispose)
  const importing = createOpenImport(context, panels.$mayChange, () => {
    const table = $table.get()
    const target = table && isTable(table.kind) ? table : null
    return { ref, schema: target?.schema ?? $schema.get(), table: target?.name ?? null }
  })
  scope.add(importing.dispose)
  const newTable = () => panels.newTable($schema.get())
  scope.add(openByAddress(context, { 'new-table': { $may: panels.$mayChange, open: newTable } }))
  const $columns = computed([panels.$mayChange, $table], (may, table) => columnState(may, table?.kind))
  return {
    panels,
    importing,
    $columns,
    $switches: behindGate(gate, panels.switchesOf(tableId), null),
    newTable,
    newColumn: () => panels.newColumn(tableId),
    switchRls: () => panels.switchRls(tableId),
    actionsOf: (table) => tableChanges(panels, table),
    schemaActions: () => schemaActions(panels, $schema.get()),
    columnActionsOf(column) {
      const name = $table.get()?.columns[column]?.name
      return name === undefined ? [] : columnChanges(panels, tableId, name, $columns.get())
    },
    dispose: scope.dispose,
  }
}
