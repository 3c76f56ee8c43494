/** Server data as a store: the query cache owns the datum, and asks only while someone listens. */
import {
  environmentManager,
  QueryClient,
  QueryObserver,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/query-core'
import { PlatformError } from '@basedeck/platform-client'
import { atom, onMount, type ReadableAtom } from 'nanostores'

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

/** Makes the cache of a deck. Calls that failed on the network or with a 5xx are tried twice more. */
export function createQueryClient(): QueryClient {
  // query-core treats a runtime without `window` as a server: no retries, no refetch, no garbage collection.
  environmentManager.setIsServer(() => false)
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && isTransient(error), networkMode: 'always' },
    },
  })
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false
  return error.kind === 'network' || (error.kind === 'http' && (error.status ?? 0) >= 502)
}

/** The store of a query. */
export function queryStore<Data>(client: QueryClient, query: QueryData<Data>): ReadableAtom<Remote<Data>> {
  const $remote = atom<Remote<Data>>({ status: 'loading' })
  onMount($remote, () => {
    const observer = new QueryObserver<Data, PlatformError>(client, observerOptions(query))
    const show = (result: ReturnType<typeof observer.getCurrentResult>) => {
      const retry = () => void observer.refetch()
      if (result.data !== undefined) {
        $remote.set({
          status: 'ready',
          data: result.data,
          refreshing: result.isFetching,
          ...(result.error ? { staleError: result.error } : {}),
        })
      } else if (result.error && !result.isFetching)
        $remote.set({ status: 'failed', error: result.error, retry })
      else $remote.set({ status: 'loading' })
    }
    show(observer.getCurrentResult())
    const stop = observer.subscribe(show)
    return () => {
      stop()
      observer.destroy()
    }
  })
  return $remote
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
