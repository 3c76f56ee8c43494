/** Server data as a store: the query cache owns the datum, and fetches only while the store has listeners. */
import {
  environmentManager,
  type InfiniteData,
  matchQuery,
  partialMatchKey,
  type Query,
  QueryClient,
  QueryObserver,
  type QueryKey,
  type QueryObserverResult,
  type QueryObserverOptions,
} from '@tanstack/query-core'
import { PlatformError } from '@basedeck/platform-client'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { createPagedList, type PagedList, type PagedQuery } from './paged.js'
import type { Disposable } from './screen.js'
import type { LiveUpdates } from './live-updates.js'

/**
 * Data of the platform: loading, ready or failed. While `ready`, `refreshing` says that newer data is
 * being fetched, and `staleError` why the last attempt failed. It is fetched only while the store has listeners.
 */
export type Remote<Data> =
  | { status: 'loading' }
  | { status: 'ready'; data: Data; refreshing: boolean; staleError?: PlatformError }
  | { status: 'failed'; error: PlatformError; retry: () => void }

/** A query as data: its key, and how it is fetched. */
export interface QueryData<Data> {
  key: QueryKey
  fetch: (signal: AbortSignal) => Promise<Data>
  /** Milliseconds a datum counts as fresh. Default 0. */
  staleMs?: number
  /** Refetches after so many milliseconds while the store has listeners; false: never. */
  refetchMs?: number | ((data: Data | undefined) => number | false)
  /** The platform sends its changes: it is polled only while live updates are off. */
  isTold?: boolean
}

/** What was refreshed while a call was under way. */
export interface RefreshWatch {
  has(key: QueryKey): boolean
  end(): void
}

/** The server data of a deck. */
export interface Queries extends Disposable {
  /** The store of a query; two stores of one key share the datum. */
  store<Data>(query: QueryData<Data>): ReadableAtom<Remote<Data>>
  /** The store of whichever query is wanted now; null while none is. */
  follow<Data>($query: ReadableAtom<QueryData<Data> | null>): ReadableAtom<Remote<Data> | null>
  /** The store of a long list; `$query` may change while it is open. */
  paged<Page, Item, At>($query: ReadableAtom<PagedQuery<Page, Item, At>>): PagedList<Page, Item>
  /**
   * Marks everything whose key begins with `key` as stale: refetched at once where it has listeners, else with the next listener.
   * @param which of those keys; default: all
   */
  refresh(key: QueryKey, which?: (key: QueryKey) => boolean): void
  /** Notes what is refreshed until `end`, for a call whose answer may be older than that. */
  watchRefreshes(): RefreshWatch
  /** Live updates for queries with `isTold` begin or end. */
  setTelling(isLive: boolean): void
  /** Changes the cached pages of every list whose key begins with `key`. Returns how many lists changed. */
  changePages<Page>(key: QueryKey, change: (page: Page, key: QueryKey) => Page): number
  /** Stores the answer of a call in the cache. */
  set<Data>(query: Pick<QueryData<Data>, 'key'>, data: Data): void
  /** Removes every query whose key begins with `key` for good: it is neither refetched nor kept. */
  forget(key: QueryKey): void
  /** Removes all queries except those under `kept`. `again` refetches those that have listeners. */
  startOver(kept: readonly QueryKey[], options: { again: boolean }): void
}

/** Calls that failed on the network or at a gateway are retried twice. */
export function createQueries(): Queries {
  // query-core treats a runtime without `window` as a server: no retries, no refetch, no garbage collection.
  environmentManager.setIsServer(() => false)
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && isTransient(error), networkMode: 'always' },
    },
  })
  client.mount()
  const liveUpdates: LiveUpdates = { isLive: false }
  const observed = new Set<() => void>()
  const watching = new Set<(isMeant: (key: QueryKey) => boolean) => void>()
  // A store outlives its last listener by a moment, and may outlive the deck: either ends the observer.
  const keepObserved = (stop: () => void) => {
    observed.add(stop)
    return () => {
      observed.delete(stop)
      stop()
    }
  }

  return {
    store(query) {
      const $remote = atom<RemoteOf<typeof query>>({ status: 'loading' })
      onMount($remote, () =>
        keepObserved(observe(client, query, liveUpdates, (remote) => $remote.set(remote))),
      )
      return $remote
    },
    follow<Data>($query: ReadableAtom<QueryData<Data> | null>) {
      const $remote = atom<Remote<Data> | null>(null)
      onMount($remote, () => {
        let stop = () => {}
        const stopFollowing = $query.subscribe((query) => {
          const stopBefore = stop
          stop = query
            ? keepObserved(observe(client, query, liveUpdates, (remote) => $remote.set(remote)))
            : () => {}
          // Only now: a call that nobody waits for is aborted, and the same query may be wanted again.
          stopBefore()
          if (!query) $remote.set(null)
        })
        return () => {
          stopFollowing()
          stop()
        }
      })
      return $remote
    },
    paged: ($query) => createPagedList(client, $query, liveUpdates, keepObserved),
    setTelling(isLive) {
      liveUpdates.isLive = isLive
    },
    changePages<Page>(key: QueryKey, change: (page: Page, key: QueryKey) => Page) {
      let changed = 0
      for (const query of client.getQueryCache().findAll({ queryKey: key })) {
        const data = query.state.data as InfiniteData<Page> | undefined
        if (!Array.isArray(data?.pages)) continue
        const pages = data.pages.map((page) => change(page, query.queryKey))
        if (pages.every((page, at) => page === data.pages[at])) continue
        const isUnderWay = query.state.fetchStatus === 'fetching'
        client.setQueryData(query.queryKey, { ...data, pages })
        // A pending answer may be older than this change: fetch again.
        if (isUnderWay) void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
        changed += 1
      }
      return changed
    },
    refresh(key, which = () => true) {
      for (const note of watching) note((one) => partialMatchKey(one, key) && which(one))
      const isMeant = ({ queryKey }: Query) => which(queryKey)
      // A pending first answer may be older than the data behind this call; query-core would take it for the newest.
      const isFirst = ({ state }: Query) => state.data === undefined
      void client.resetQueries({ queryKey: key, predicate: (query) => isMeant(query) && isFirst(query) })
      void client.invalidateQueries({ queryKey: key, predicate: isMeant })
    },
    watchRefreshes() {
      const refreshed: ((key: QueryKey) => boolean)[] = []
      const note = (isMeant: (key: QueryKey) => boolean) => void refreshed.push(isMeant)
      watching.add(note)
      return {
        has: (key) => refreshed.some((isMeant) => isMeant(key)),
        end: () => void watching.delete(note),
      }
    },
    set(query, data) {
      // A pending answer is older than this one.
      void client.cancelQueries({ queryKey: query.key, exact: true })
      client.setQueryData(query.key, data)
    },
    forget(key) {
      letGo(client.getQueryCache().findAll({ queryKey: key }))
      client.removeQueries({ queryKey: key })
    },
    startOver(kept, { again }) {
      const isLeft = (query: Query) => !kept.some((key) => matchQuery({ queryKey: key }, query))
      if (again) return void client.resetQueries({ predicate: isLeft })
      const cache = client.getQueryCache()
      for (const query of cache.getAll().filter(isLeft)) {
        if (query.isActive()) query.reset()
        else {
          letGo([query])
          cache.remove(query)
        }
      }
    },
    dispose() {
      for (const stop of observed) stop()
      observed.clear()
      letGo(client.getQueryCache().getAll())
      client.clear()
      client.unmount()
      // A store may get another listener: a chain of stores ends a second later for each of its links.
      client.setDefaultOptions({ queries: { enabled: false, gcTime: Number.POSITIVE_INFINITY } })
    },
  }
}

/**
 * A query that is removed while its answer is pending, or while its store still has listeners, would afterwards start
 * the garbage collector's timer: that keeps a script alive for minutes.
 */
function letGo(queries: readonly Query[]): void {
  for (const query of queries) query.setOptions({ ...query.options, gcTime: Number.POSITIVE_INFINITY })
}

type RemoteOf<Query> = Query extends QueryData<infer Data> ? Remote<Data> : never

function observe<Data>(
  client: QueryClient,
  query: QueryData<Data>,
  liveUpdates: LiveUpdates,
  show: (remote: Remote<Data>) => void,
): () => void {
  const observer = new QueryObserver<Data, PlatformError>(client, observerOptions(query, liveUpdates))
  const read = () => show(remoteOf(observer.getCurrentResult(), () => void observer.refetch()))
  read()
  const unsubscribe = observer.subscribe(read)
  return () => {
    unsubscribe()
    observer.destroy()
  }
}

function remoteOf<Data>(result: QueryObserverResult<Data, PlatformError>, retry: () => void): Remote<Data> {
  const { data, error, isFetching } = result
  if (data !== undefined) {
    return { status: 'ready', data, refreshing: isFetching, ...(error ? { staleError: error } : {}) }
  }
  return error ? { status: 'failed', error, retry } : { status: 'loading' }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false
  return error.kind === 'network' || (error.kind === 'http' && (error.status ?? 0) >= 502)
}

function observerOptions<Data>(
  query: QueryData<Data>,
  liveUpdates: LiveUpdates,
): QueryObserverOptions<Data, PlatformError> {
  const { refetchMs, isTold = false } = query
  return {
    queryKey: query.key,
    queryFn: ({ signal }) => query.fetch(signal as unknown as AbortSignal),
    staleTime: query.staleMs ?? 0,
    ...(refetchMs === undefined
      ? {}
      : {
          refetchInterval: (asked: { state: { data: Data | undefined } }) => {
            if (isTold && liveUpdates.isLive) return false
            return typeof refetchMs === 'number' ? refetchMs : refetchMs(asked.state.data)
          },
        }),
  }
}
