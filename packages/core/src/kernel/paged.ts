/** A long list as a store over the query cache: it grows page by page, and tells its state. */
import type { PlatformError } from '@basedeck/platform-client'
import {
  InfiniteQueryObserver,
  keepPreviousData,
  type InfiniteData,
  type InfiniteQueryObserverOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/query-core'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { LiveUpdates } from './live-updates.js'

/** A list as data: its key, how a page is fetched, and where the next one begins. */
export interface PagedQuery<Page, Item, At> {
  key: QueryKey
  /** The position of the first page. */
  first: At
  fetch: (at: At, signal: AbortSignal) => Promise<Page>
  items: (page: Page) => readonly Item[]
  /** The position of the next page; undefined after the last one. */
  next: (pages: readonly Page[]) => At | undefined
  /** The identity of an item: one that moved between two pages is shown once. */
  id: (item: Item) => string | number
  staleMs?: number
  /** Refetches after so many milliseconds while the store has listeners; false: never. */
  refetchMs?: (items: readonly Item[]) => number | false
  /** The platform sends changes of the items: the list is polled only while live updates are off. */
  isTold?: boolean
}

export type Paged<Page, Item> =
  | { status: 'loading' }
  | { status: 'failed'; error: PlatformError; retry: () => void }
  | {
      status: 'ready'
      items: Item[]
      /** The newest page, for its facts about the whole list. */
      page: Page
      hasMore: boolean
      loadingMore: boolean
      /** Another search is under way; the items are still those of the last one. */
      outdated: boolean
      refreshing: boolean
      /** The last error, while the items are kept. */
      staleError?: PlatformError
    }

export interface PagedList<Page, Item> {
  readonly $list: ReadableAtom<Paged<Page, Item>>
  /** Fetches the next page, or a failed one again; does nothing at the end or while a page is loading. */
  loadMore(): void
}

/**
 * The store of a list. `$query` may change – another search, another order – and the items then stay until the new ones
 * are there.
 */
export function createPagedList<Page, Item, At>(
  client: QueryClient,
  $query: ReadableAtom<PagedQuery<Page, Item, At>>,
  liveUpdates: LiveUpdates,
  keepObserved: (stop: () => void) => () => void,
): PagedList<Page, Item> {
  const $list = atom<Paged<Page, Item>>({ status: 'loading' })
  let observer: InfiniteQueryObserver<Page, PlatformError, InfiniteData<Page, At>, QueryKey, At> | undefined

  onMount($list, () => {
    const observing = new InfiniteQueryObserver(client, observerOptions($query.get(), liveUpdates))
    observer = observing
    const read = () => {
      const query = $query.get()
      const result = observing.getCurrentResult()
      const retry = () => void observing.refetch()
      if (result.data === undefined) {
        const { error } = result
        $list.set(error ? { status: 'failed', error, retry } : { status: 'loading' })
        return
      }
      const { pages } = result.data
      $list.set({
        status: 'ready',
        items: distinct(pages.flatMap(query.items), query.id),
        page: pages.at(-1)!,
        hasMore: result.hasNextPage,
        loadingMore: result.isFetchingNextPage,
        outdated: result.isPlaceholderData,
        refreshing: result.isFetching && !result.isFetchingNextPage,
        ...(result.error ? { staleError: result.error } : {}),
      })
    }
    read()
    const stopReading = observing.subscribe(read)
    const stopFollowing = $query.listen((query) => {
      observing.setOptions(observerOptions(query, liveUpdates))
      read()
    })
    return keepObserved(() => {
      stopFollowing()
      stopReading()
      observing.destroy()
      observer = undefined
    })
  })

  return {
    $list,
    loadMore() {
      // To read a store that has no listeners would begin to fetch it.
      if (!observer) return
      const list = $list.get()
      // An answer that is pending is waited for instead: of more, of a refresh or of another search.
      if (list.status === 'ready' && list.hasMore) void observer.fetchNextPage({ cancelRefetch: false })
    },
  }
}

function observerOptions<Page, Item, At>(
  query: PagedQuery<Page, Item, At>,
  liveUpdates: LiveUpdates,
): InfiniteQueryObserverOptions<Page, PlatformError, InfiniteData<Page, At>, QueryKey, At> {
  const { refetchMs, isTold = false } = query
  return {
    queryKey: query.key,
    queryFn: ({ pageParam, signal }) => query.fetch(pageParam as At, signal as unknown as AbortSignal),
    initialPageParam: query.first,
    getNextPageParam: (_last, pages) => query.next(pages),
    placeholderData: keepPreviousData,
    staleTime: query.staleMs ?? 0,
    ...(refetchMs && {
      refetchInterval: ({ state }) =>
        isTold && liveUpdates.isLive ? false : refetchMs(state.data?.pages.flatMap(query.items) ?? []),
    }),
  }
}

function distinct<Item>(items: readonly Item[], id: (item: Item) => string | number): Item[] {
  const seen = new Set<string | number>()
  return items.filter((item) => {
    const key = id(item)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
