/** What the list of tables beside the rows looks for, in each project: it stays when another table is opened. */
import { atom, type WritableAtom } from 'nanostores'
import type { LazyService, LazyServices } from '../../kernel/lazy-services.js'

/** How a project's list of tables is looked at. */
export interface TableBrowsing {
  readonly $search: WritableAtom<string>
  /** The types of entities that are listed; empty: all. */
  readonly $kinds: WritableAtom<readonly string[]>
  readonly $sort: WritableAtom<TableListSort>
  /** Pixels. */
  scrollTop: number
}

/** SPEC §7: by name, or by type and then by name. */
export type TableListSort = 'name' | 'type'

/** The lists of all projects. */
export interface TableBrowsingByRef extends LazyService {
  of(ref: string): TableBrowsing
}

/** The instance of a deck. */
export function tableBrowsingOf<Deps>({ lazy }: { lazy: LazyServices<Deps> }): TableBrowsingByRef {
  return lazy.of<TableBrowsingByRef>(createTableBrowsing)
}

function createTableBrowsing(): TableBrowsingByRef {
  const open = new Map<string, TableBrowsing>()
  return {
    of(ref) {
      let browsing = open.get(ref)
      if (!browsing) {
        browsing = { $search: atom(''), $kinds: atom([]), $sort: atom('name'), scrollTop: 0 }
        open.set(ref, browsing)
      }
      return browsing
    },
    forget: () => open.clear(),
    dispose: () => open.clear(),
  }
}
