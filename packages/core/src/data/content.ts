/** Server data of snippets and their folders. All keys of a project begin with its key, lists and counts with `listsKey`. */
import {
  countSnippets,
  getSnippet,
  listFolder,
  listFolders,
  type Client,
  type FolderPage,
  type ListedSnippet,
  type Snippet,
  type SnippetCounts,
  type SnippetSort,
  type SqlFolder,
} from '@basedeck/platform-client'
import type { PagedQuery } from '../kernel/paged.js'
import type { QueryData } from '../kernel/query-store.js'

/** Returning to a list or a window refetches after this time. */
const STALE_MS = 5000

const contentKey = (ref: string) => ['content', ref]
export const listsKey = (ref: string) => [...contentKey(ref), 'lists']

export function snippetQuery(client: Client, ref: string, id: string): QueryData<Snippet> {
  return {
    key: [...contentKey(ref), 'item', id],
    fetch: (signal) => client.call(getSnippet, { params: { ref, id } }, { signal }),
    staleMs: STALE_MS,
  }
}

export function snippetCountsQuery(client: Client, ref: string): QueryData<SnippetCounts> {
  return {
    key: [...listsKey(ref), 'counts'],
    fetch: (signal) => client.call(countSnippets, { params: { ref }, query: { type: 'sql' } }, { signal }),
    staleMs: STALE_MS,
  }
}

/** All folders of the signed-in user. */
export function foldersQuery(client: Client, ref: string): QueryData<SqlFolder[]> {
  return {
    key: [...listsKey(ref), 'folders'],
    fetch: async (signal) => {
      const query = { type: 'sql', visibility: 'user', limit: 1 } as const
      return (await client.call(listFolders, { params: { ref }, query }, { signal })).data.folders
    },
    staleMs: STALE_MS,
  }
}

/** The content of a folder, in any order. */
export const folderKey = (ref: string, id: string) => [...listsKey(ref), { type: 'folder', id }]

/** Which snippets: of a section, of a folder, or those with words in their name or text. */
export type SnippetFilter =
  | { type: 'favorites' | 'shared' | 'private' }
  | { type: 'folder'; id: string }
  | { type: 'found'; words: string }

export function snippetsQuery(
  client: Client,
  ref: string,
  filter: SnippetFilter,
  sort: SnippetSort,
): PagedQuery<FolderPage, ListedSnippet, string> {
  const order = { type: 'sql', sort_by: sort, sort_order: sort === 'name' ? 'asc' : 'desc' } as const
  return {
    key: [...listsKey(ref), filter, sort],
    first: '',
    fetch: (cursor, signal) =>
      filter.type === 'folder'
        ? client.call(listFolder, { params: { ref, id: filter.id }, query: { ...order, cursor } }, { signal })
        : client.call(
            listFolders,
            { params: { ref }, query: { ...order, ...queryOf(filter), cursor } },
            { signal },
          ),
    items: ({ data }) => data.contents,
    next: (pages) => pages.at(-1)?.cursor,
    id: ({ id }) => id,
    staleMs: STALE_MS,
  }
}

function queryOf(filter: Exclude<SnippetFilter, { type: 'folder' }>) {
  if (filter.type === 'found') return { search: filter.words }
  if (filter.type === 'favorites') return { favorite: true }
  return { visibility: filter.type === 'shared' ? 'project' : 'user' } as const
}

/** Snippets by name, for the command menu. */
export function foundSnippetsQuery(client: Client, ref: string, words: string): QueryData<ListedSnippet[]> {
  return {
    key: [...listsKey(ref), 'menu', words],
    fetch: async (signal) => {
      const query = { type: 'sql', name: words, sort_by: 'name', limit: 20 } as const
      return (await client.call(listFolders, { params: { ref }, query }, { signal })).data.contents
    },
    staleMs: STALE_MS,
  }
}
