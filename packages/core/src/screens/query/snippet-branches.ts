/** The branches of the list of snippets: each is asked for page by page while it is open. */
import type { FolderPage, ListedSnippet, SnippetSort } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { snippetsQuery, type SnippetFilter } from '../../data/content.js'
import type { Paged, PagedList } from '../../kernel/paged.js'
import type { Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'

export interface SnippetBranches extends Disposable {
  /** Asks for a branch from now on. */
  open(filter: SnippetFilter): void
  close(filter: SnippetFilter): void
  read(filter: SnippetFilter): Paged<FolderPage, ListedSnippet>
  loadMore(filter: SnippetFilter): void
  /** A snippet of an open branch. */
  find(id: string): ListedSnippet | undefined
}

export const filterKey = (filter: SnippetFilter): string =>
  filter.type === 'folder' ? filter.id : filter.type

/** @param changed something of an open branch is another one */
export function createSnippetBranches(
  { client, queries }: Needs<'client' | 'queries'>,
  ref: string,
  $sort: ReadableAtom<SnippetSort>,
  changed: () => void,
): SnippetBranches {
  const branches = new Map<string, PagedList<FolderPage, ListedSnippet> & { stop(): void }>()
  const close = (key: string) => {
    branches.get(key)?.stop()
    branches.delete(key)
  }
  return {
    open(filter) {
      const key = filterKey(filter)
      // Other words are another list of the same branch.
      if (filter.type === 'found') close(key)
      if (branches.has(key)) return
      const list = queries.paged(computed($sort, (sort) => snippetsQuery(client, ref, filter, sort)))
      const branch = { ...list, stop: () => {} }
      branches.set(key, branch)
      branch.stop = list.$list.subscribe(changed)
    },
    close: (filter) => close(filterKey(filter)),
    read: (filter) => branches.get(filterKey(filter))?.$list.get() ?? { status: 'loading' },
    loadMore: (filter) => branches.get(filterKey(filter))?.loadMore(),
    find(id) {
      for (const { $list } of branches.values()) {
        const list = $list.get()
        const found = list.status === 'ready' && list.items.find((one) => one.id === id)
        if (found) return found
      }
      return undefined
    },
    dispose() {
      for (const key of branches.keys()) close(key)
    },
  }
}
