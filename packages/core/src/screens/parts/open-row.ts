/** One row of a list in a panel: all of its values whole, whatever the list had room for, and the SQL that makes it. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { QueryData, Queries, Remote } from '../../kernel/query-store.js'
import type { DropList } from '../../sql/drop-list.js'
import type { ListColumn, ListRow } from './list-view.js'
import type { ShownCell } from './shown-cell.js'

/** The row that the panel shows. */
export interface OpenedRow {
  title: string
  facts: { key: string; label: string; cell: ShownCell }[]
  /** Absent: things of this kind have none; null: this one has none. */
  definition?: Remote<string | null>
  /** What depends on it; absent: nothing can. */
  dependents?: { heading: string; list: Remote<DropList> }
}

/** The panel with one row. */
export interface OpenRow {
  /** Null: none is open. */
  readonly $open: ReadableAtom<OpenedRow | null>
  open(id: string): void
  close(): void
}

export interface ShownTable {
  columns: readonly ListColumn[]
  rows: readonly ListRow[]
}

/**
 * @param definitionOf asks for the SQL that makes a row; omit it for lists whose rows have no such SQL
 * @param dependentsOf asks for what depends on a row; omit it where nothing can
 */
export function createOpenRow(
  queries: Pick<Queries, 'follow'>,
  $table: ReadableAtom<ShownTable | null>,
  definitionOf?: (id: string) => QueryData<string | null> | null,
  dependentsOf?: (id: string) => { heading: string; query: QueryData<DropList> } | null,
): OpenRow {
  const $id = atom<string | null>(null)
  const $definition = queries.follow(
    computed($id, (id) => (id === null ? null : (definitionOf?.(id) ?? null))),
  )
  const $dependents = queries.follow(
    computed($id, (id) => (id === null ? null : (dependentsOf?.(id)?.query ?? null))),
  )
  return {
    $open: computed([$table, $id, $definition, $dependents], (table, id, definition, dependents) => {
      const row = table?.rows.find((one) => one.id === id)
      if (!table || !row) return null
      return {
        title: row.cells[table.columns.findIndex(({ isName }) => isName)]?.text ?? '',
        facts: table.columns.flatMap(({ key, label }, index) => {
          const cell = row.cells[index]
          // The definition stands below by itself, in lines.
          return cell && !(definition && key === 'definition') ? [{ key, label, cell }] : []
        }),
        ...(definition ? { definition } : {}),
        ...(dependents && id !== null
          ? { dependents: { heading: dependentsOf?.(id)?.heading ?? '', list: dependents } }
          : {}),
      }
    }),
    open: (id) => $id.set(id),
    close: () => $id.set(null),
  }
}
