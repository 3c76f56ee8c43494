/** The table whose page is open: its name above the page, and its tab. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { cataloguePagesQuery, type CatalogueEntry } from '../../data/catalogue.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { TAB_TYPES } from '../../rules/tabs.js'
import { catalogue } from '../../sql/index.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

export interface OpenTable extends Disposable {
  /** Null until it is known. */
  readonly $name: ReadableAtom<string | null>
  /** Whether the database has no such table, or shows it to others only. */
  readonly $isMissing: ReadableAtom<boolean>
}

/** @param id the table's oid; null for what can't be the id of a table */
export function createOpenTable(
  { client, queries, tabs }: Needs<'client' | 'queries' | 'tabs'>,
  gate: ProjectGate,
  ref: string,
  id: string | null,
): OpenTable {
  if (id === null) return { $name: atom(null), $isMissing: atom(true), dispose() {} }
  const scope = createScope()
  const { $list } = queries.paged(atom(cataloguePagesQuery(client, ref, 'tables', { ownerId: id })))
  const $tables = behindGate(gate, $list, { status: 'loading' })
  const $table = computed($tables, (remote) => (remote.status === 'ready' ? remote.items[0] : undefined))
  scope.add(
    $table.subscribe((table) => {
      const type = TAB_TYPES.find((one) => table && one === valueOf(table, 'type'))
      if (!table || !type) return
      const schema = valueOf(table, 'schema')
      tabs.of(ref).visit({ type, id, label: valueOf(table, 'name'), metadata: { tableId: id, schema } })
    }),
  )
  return {
    $name: computed($table, (table) => (table ? valueOf(table, 'name') : null)),
    $isMissing: computed($tables, (remote) => remote.status === 'ready' && remote.items.length === 0),
    dispose: scope.dispose,
  }
}

function valueOf({ values }: CatalogueEntry, key: string): string {
  return values[catalogue.tables.columns.findIndex((column) => column.key === key)] ?? ''
}
