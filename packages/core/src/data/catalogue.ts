/** Server data of a database's catalogue: its lists, page by page, each asked READ ONLY through the query call. */
import type { Client } from '@basedeck/platform-client'
import type { PagedQuery } from '../kernel/paged.js'
import type { QueryData } from '../kernel/query-store.js'
import {
  catalogue,
  CATALOGUE_PAGE_SIZE,
  countStatement,
  definitionStatement,
  pageStatement,
  presenceStatement,
  type CatalogueList,
  type CatalogueName,
  type CatalogueRequest,
} from '../sql/index.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

/** An entry: the values of the list's columns, and the keys that a page after it begins with. */
export interface CatalogueEntry {
  values: readonly (string | null)[]
  keys: readonly string[]
}

export interface CataloguePage {
  /** The database has no such relation. */
  isAbsent: boolean
  entries: CatalogueEntry[]
  hasMore: boolean
}

/** A request without its page. */
export type CatalogueFilter = Omit<CatalogueRequest, 'after'>

const STALE_MS = 10_000

/** The key prefix of a project's catalogue. */
export const catalogueKey = (ref: string) => [...projectKey(ref), 'catalogue']

export function cataloguePagesQuery(
  client: Client,
  ref: string,
  name: CatalogueName,
  filter: CatalogueFilter,
): PagedQuery<CataloguePage, CatalogueEntry, readonly string[]> {
  return {
    key: [...catalogueKey(ref), name, 'pages', filter],
    first: [],
    fetch: (after, signal) =>
      fetchPage(client, ref, name, after.length === 0 ? filter : { ...filter, after }, signal),
    items: ({ entries }) => entries,
    next: (pages) => {
      const last = pages.at(-1)
      return last?.hasMore ? last.entries.at(-1)?.keys : undefined
    },
    id: ({ keys }) => keys.join('\0'),
    staleMs: STALE_MS,
  }
}

/** The first page of a list. */
export function catalogueStartQuery(
  client: Client,
  ref: string,
  name: CatalogueName,
  { filter = {}, ...options }: { filter?: CatalogueFilter; refetchMs?: number } = {},
): QueryData<CataloguePage> {
  return {
    key: [...catalogueKey(ref), name, 'start', filter],
    fetch: (signal) => fetchPage(client, ref, name, filter, signal),
    ...options,
  }
}

/** The number of entries on all pages. It is a separate request, so that pages do not wait for it. */
export function catalogueCountQuery(
  client: Client,
  ref: string,
  name: CatalogueName,
  filter: CatalogueFilter,
): QueryData<number> {
  const list: CatalogueList = catalogue[name]
  return {
    key: [...catalogueKey(ref), name, 'count', filter],
    async fetch(signal) {
      if (!(await isThere(client, ref, list, signal))) return 0
      return Number((await rowsOf(client, ref, countStatement(list, filter), signal))[0]?.[0] ?? 0)
    },
    staleMs: STALE_MS,
  }
}

/** The SQL definition of an entry; null: it has none, or was deleted. */
export function definitionQuery(
  client: Client,
  ref: string,
  name: CatalogueName,
  oid: string,
): QueryData<string | null> {
  return {
    key: [...catalogueKey(ref), name, 'definition', oid],
    async fetch(signal) {
      return (await rowsOf(client, ref, definitionStatement(catalogue[name], oid), signal))[0]?.[0] ?? null
    },
    staleMs: STALE_MS,
  }
}

async function fetchPage(
  client: Client,
  ref: string,
  name: CatalogueName,
  request: CatalogueRequest,
  signal: AbortSignal,
): Promise<CataloguePage> {
  const list: CatalogueList = catalogue[name]
  // Later pages need no look.
  if (!request.after && !(await isThere(client, ref, list, signal)))
    return { isAbsent: true, entries: [], hasMore: false }
  const rows = await rowsOf(client, ref, pageStatement(list, request), signal)
  const width = list.columns.length
  return {
    isAbsent: false,
    entries: rows.slice(0, CATALOGUE_PAGE_SIZE).map((row) => ({
      values: row.slice(0, width),
      keys: row.slice(width).map((key) => key ?? ''),
    })),
    hasMore: rows.length > CATALOGUE_PAGE_SIZE,
  }
}

/** False: the relation of the list is missing in this database. */
async function isThere(
  client: Client,
  ref: string,
  { relation }: CatalogueList,
  signal: AbortSignal,
): Promise<boolean> {
  if (relation === undefined) return true
  return (await rowsOf(client, ref, presenceStatement(relation), signal))[0]?.[0] !== 'false'
}
