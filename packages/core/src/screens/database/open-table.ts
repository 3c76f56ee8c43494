/** The table whose page is open: its name above the page, and its tab. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { cataloguePagesQuery, type CatalogueEntry } from '../../data/catalogue.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { TAB_TYPES } from '../../rules/tabs.js'
import { catalogue } from '../../sql/index.js'
import { pageTitles } from '../../text/page-titles.js'
import type { ScreenContext } from '../context.js'
import { behindGate, type ProjectGate } from './project-gate.js'

export interface OpenTable extends Disposable {
  readonly $name: ReadableAtom<string>
}

/** @param id the table's oid; `0` for what is none */
export function createOpenTable(
  { client, queries, tabs }: ScreenContext,
  gate: ProjectGate,
  ref: string,
  id: string,
): OpenTable {
  const scope = createScope()
  const { $list } = queries.paged(atom(cataloguePagesQuery(client, ref, 'tables', { ownerId: id })))
  const $table = computed(behindGate(gate, $list, { status: 'loading' }), (remote) =>
    remote.status === 'ready' ? remote.items[0] : undefined,
  )
  scope.add(
    $table.subscribe((table) => {
      const type = TAB_TYPES.find((one) => table && one === valueOf(table, 'type'))
      if (!table || !type) return
      const schema = valueOf(table, 'schema')
      tabs.of(ref).visit({ type, id, label: valueOf(table, 'name'), metadata: { tableId: id, schema } })
    }),
  )
  return {
    $name: computed($table, (table) => (table ? valueOf(table, 'name') : pageTitles.tableEditorTable)),
    dispose: scope.dispose,
  }
}

function valueOf({ values }: CatalogueEntry, key: string): string {
  return values[catalogue.tables.columns.findIndex((column) => column.key === key)] ?? ''
}
