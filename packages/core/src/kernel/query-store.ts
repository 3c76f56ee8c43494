/** Server data as a store: the query cache owns the datum, and asks only while someone listens. */
import {
  environmentManager,
  QueryClient,
  QueryObserver,
  type QueryKey,
  type QueryObserverResult,
  type QueryObserverOptions,
} from '@tanstack/query-core'
import { PlatformError } from '@basedeck/platform-client'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Disposable } from './screen.js'

export type Remote<Data> =
  | { status: 'loading' }
  | { status: 'ready'; data: Data; refreshing: boolean; staleError?: PlatformError }
  | { status: 'failed'; error: PlatformError; retry: () => void }

/** A query as data: what identifies it, and how it is asked for. */
export interface QueryData<Data> {
  key: QueryKey
  fetch: (signal: AbortSignal) => Promise<Data>
  /** Milliseconds a datum counts as fresh. Default 0. */
  staleMs?: number
  /** Asks again after so many milliseconds while someone listens; false: not. */
  refetchMs?: number | ((data: Data | undefined) => number | false)
}

/** The server data of a deck. */
export interface Queries extends Disposable {
  /** The store of a query; two stores of one key share the datum. */
  store<Data>(query: QueryData<Data>): ReadableAtom<Remote<Data>>
}

/** Calls that failed on the network or at a gateway are tried twice more. */
export function createQueries(): Queries {
  // query-core treats a runtime without `window` as a server: no retries, no refetch, no garbage collection.
  environmentManager.setIsServer(() => false)
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && isTransient(error), networkMode: 'always' },
    },
  })
  client.mount()
  const observed = new Set<() => void>()

  return {
    store(query) {
      const $remote = atom<RemoteOf<typeof query>>({ status: 'loading' })
      onMount($remote, () => {
        const stop = observe(client, query, (remote) => $remote.set(remote))
        observed.add(stop)
        return () => {
          observed.delete(stop)
          stop()
        }
      })
      return $remote
    },
    dispose() {
      // A store outlives its last listener by a moment. Left alone it would then give its datum to the garbage
      // collector's timer, which keeps a script alive for minutes.
      for (const stop of observed) stop()
      observed.clear()
      client.clear()
      client.unmount()
    },
  }
}

type RemoteOf<Query> = Query extends QueryData<infer Data> ? Remote<Data> : never

function observe<Data>(
  client: QueryClient,
  query: QueryData<Data>,
  show: (remote: Remote<Data>) => void,
): () => void {
  const observer = new QueryObserver<Data, PlatformError>(client, observerOptions(query))
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
  return error && !isFetching ? { status: 'failed', error, retry } : { status: 'loading' }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false
  return error.kind === 'network' || (error.kind === 'http' && (error.status ?? 0) >= 502)
}

function observerOptions<Data>(query: QueryData<Data>): QueryObserverOptions<Data, PlatformError> {
  const { refetchMs } = query
  return {
    queryKey: query.key,
    queryFn: ({ signal }) => query.fetch(signal as unknown as AbortSignal),
    staleTime: query.staleMs ?? 0,
    ...(refetchMs === undefined
      ? {}
      : {
          refetchInterval:
            typeof refetchMs === 'number'
              ? refetchMs
              : (state: { state: { data: Data | undefined } }) => refetchMs(state.state.data),
        }),
  }
}
