/** The table whose columns are listed. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { cataloguePagesQuery, type CatalogueEntry } from '../../data/catalogue.js'
import { catalogue } from '../../sql/index.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

export interface OpenTable {
  /** Null until it is known. */
  readonly $name: ReadableAtom<string | null>
  /** Whether the database has no such table, or shows it to others only. */
  readonly $isMissing: ReadableAtom<boolean>
}

/** @param id the table's oid; null for what can't be the id of a table */
export function createOpenTable(
  { client, queries }: Needs<'client' | 'queries'>,
  gate: ProjectGate,
  ref: string,
  id: string | null,
): OpenTable {
  if (id === null) return { $name: atom(null), $isMissing: atom(true) }
  const { $list } = queries.paged(atom(cataloguePagesQuery(client, ref, 'tables', { ownerId: id })))
  const $tables = behindGate(gate, $list, { status: 'loading' })
  const $table = computed($tables, (remote) => (remote.status === 'ready' ? remote.items[0] : undefined))
  return {
    $name: computed($table, (table) => (table ? valueOf(table, 'name') : null)),
    $isMissing: computed($tables, (remote) => remote.status === 'ready' && remote.items.length === 0),
  }
}

function valueOf({ values }: CatalogueEntry, key: string): string {
  return values[catalogue.tables.columns.findIndex((column) => column.key === key)] ?? ''
}
