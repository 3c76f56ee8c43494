import { PlatformError } from '@basedeck/platform-client'
import { atom } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import type { Paged, PagedQuery } from './paged.js'
import { createQueries } from './query-store.js'

interface Page {
  items: { id: number }[]
  total: number
}

type Query = PagedQuery<Page, { id: number }, number>

let queries = createQueries()
afterEach(() => {
  queries.dispose()
  queries = createQueries()
})

/** A list of numbers on a server that can be changed, broken and made to wait. */
function setUp(total: number, search = '', listen = true, more: Partial<Query> = {}) {
  const server = { total, from: 0, broken: false, asked: [] as string[], wait: Promise.resolve() }
  const queryOf = (words: string): Query => ({
    key: ['numbers', words],
    first: 0,
    async fetch(offset) {
      server.asked.push(`${words}@${offset}`)
      await server.wait
      if (server.broken) throw new PlatformError('http', 'Broken', { status: 500 })
      const count = Math.max(0, Math.min(10, server.total - offset))
      return {
        total: server.total,
        items: Array.from({ length: count }, (_, index) => ({ id: server.from + offset + index })),
      }
    },
    items: (page) => page.items,
    next: (pages) => {
      const loaded = pages.flatMap((page) => page.items).length
      return loaded < (pages.at(-1)?.total ?? 0) ? loaded : undefined
    },
    id: (item) => item.id,
    ...more,
  })
  const $query = atom(queryOf(search))
  const list = queries.paged($query)
  const stop = listen ? list.$list.subscribe(() => undefined) : () => undefined
  const ready = () => {
    const now: Paged<Page, { id: number }> = list.$list.get()
    if (now.status !== 'ready') throw new Error(`it is ${now.status}`)
    return now
  }
  return { server, list, ready, stop, searchFor: (words: string) => $query.set(queryOf(words)) }
}

test('nothing is asked for until someone listens', () => {
  const { server } = setUp(3, '', false)
  expect(server.asked).toEqual([])
})

test('it loads until the first page is there; its facts are those of the newest page', async () => {
  const { list, ready, server, stop } = setUp(25)
  expect(list.$list.get()).toEqual({ status: 'loading' })
  await vi.waitFor(() =>
    expect(ready()).toMatchObject({ page: { total: 25 }, outdated: false, refreshing: false }),
  )
  server.total = 26
  list.loadMore()
  expect(ready()).toMatchObject({ loadingMore: true, refreshing: false })
  await vi.waitFor(() => expect(ready()).toMatchObject({ page: { total: 26 }, loadingMore: false }))
  stop()
})

test('more is asked for of a list that is there, has more and is shown', async () => {
  const { list, ready, server, searchFor, stop } = setUp(25)
  list.loadMore()
  await vi.waitFor(() => expect(ready().hasMore).toBe(true))
  server.wait = new Promise(() => undefined)
  searchFor('x')
  list.loadMore()
  expect(server.asked).toEqual(['@0', 'x@0'])
  stop()
  const idle = setUp(25, 'idle', false)
  idle.list.loadMore()
  expect(idle.server.asked).toEqual([])
})

test('while it is asked again it says so, and more is not asked for twice', async () => {
  const { list, ready, server, stop } = setUp(25)
  await vi.waitFor(() => expect(ready().hasMore).toBe(true))
  let goOn = () => {}
  server.wait = new Promise((resolve) => void (goOn = resolve))
  queries.refresh(['numbers'])
  expect(ready()).toMatchObject({ refreshing: true, loadingMore: false, outdated: false })
  // More waits for the answer, which it does not replace.
  list.loadMore()
  expect(server.asked).toEqual(['@0', '@0'])
  goOn()
  await vi.waitFor(() => expect(ready()).toMatchObject({ refreshing: false, loadingMore: false }))
  expect(server.asked).toEqual(['@0', '@0'])
  stop()
})

test.each<[string, Partial<Query>, boolean, number]>([
  ['without a time, never', {}, false, 1],
  ['after its time', { refetchMs: () => 1000 }, false, 3],
  ['by what is there', { refetchMs: (items) => (items.length === 3 ? 1000 : false) }, false, 3],
  ['by what is there, not', { refetchMs: (items) => (items.length === 3 ? false : 1000) }, false, 1],
  ['not while the platform tells of it', { refetchMs: () => 1000, isTold: true }, true, 1],
  ['while the platform does not tell of it', { refetchMs: () => 1000, isTold: true }, false, 3],
  ['while the platform tells of other things', { refetchMs: () => 1000 }, true, 3],
])('it is asked again by itself %s', async (_, more, isLive, times) => {
  vi.useFakeTimers()
  // A platform tells of nothing until it says so.
  if (isLive) queries.setTelling(true)
  const { server, stop } = setUp(3, '', true, more)
  await vi.advanceTimersByTimeAsync(2500)
  expect(server.asked).toHaveLength(times)
  stop()
  vi.useRealTimers()
})

test('a list that could not be read is asked again as an empty one', async () => {
  vi.useFakeTimers()
  const { server, stop } = setUp(3, 'broken', true, {
    refetchMs: (items) => (items.length === 0 ? 1000 : false),
  })
  server.broken = true
  await vi.advanceTimersByTimeAsync(2500)
  expect(server.asked).toHaveLength(3)
  stop()
  vi.useRealTimers()
})

test('a list counts as fresh for its time, and by default not at all', async () => {
  const read = async (more: Partial<Query>) => {
    const { server, ready, stop } = setUp(3, 'fresh', true, more)
    await vi.waitFor(() => expect(ready().refreshing).toBe(false))
    stop()
    return server.asked.length
  }
  expect([await read({}), await read({ staleMs: 60_000 }), await read({})]).toEqual([1, 0, 1])
})

test('a list without listeners is asked for nothing', async () => {
  vi.useFakeTimers()
  const { list, server, stop } = setUp(25, 'left', true, { refetchMs: () => 10_000 })
  await vi.advanceTimersByTimeAsync(1)
  stop()
  await vi.advanceTimersByTimeAsync(30_000)
  const { length } = server.asked
  await vi.advanceTimersByTimeAsync(60_000)
  list.loadMore()
  await vi.advanceTimersByTimeAsync(1)
  expect(server.asked).toHaveLength(length)
  vi.useRealTimers()
})

test('it grows page by page, until all are there', async () => {
  const { list, ready, stop, server } = setUp(25)
  await vi.waitFor(() => expect(ready()).toMatchObject({ hasMore: true, loadingMore: false }))
  expect(ready().items).toHaveLength(10)
  list.loadMore()
  await vi.waitFor(() => expect(ready().items).toHaveLength(20))
  list.loadMore()
  await vi.waitFor(() => expect(ready().items).toHaveLength(25))
  expect(ready().hasMore).toBe(false)
  const atEnd = ready()
  list.loadMore()
  expect(ready()).toBe(atEnd)
  expect(server.asked).toEqual(['@0', '@10', '@20'])
  stop()
})

test('asking for more twice asks once', async () => {
  const { list, ready, stop, server } = setUp(25)
  await vi.waitFor(() => expect(ready().hasMore).toBe(true))
  list.loadMore()
  list.loadMore()
  expect(ready().loadingMore).toBe(true)
  await vi.waitFor(() => expect(ready().items).toHaveLength(20))
  expect(server.asked).toEqual(['@0', '@10'])
  stop()
})

test('an item that moved between two pages is shown once', async () => {
  const { list, ready, server, stop } = setUp(20)
  await vi.waitFor(() => expect(ready().hasMore).toBe(true))
  // One was added in front of the others meanwhile.
  server.from = -1
  list.loadMore()
  await vi.waitFor(() => expect(ready().hasMore).toBe(false))
  const ids = ready().items.map((item) => item.id)
  expect(new Set(ids).size).toBe(ids.length)
  stop()
})

test('a page that fails keeps what is there, and can be tried again', async () => {
  const { list, ready, server, stop } = setUp(15)
  await vi.waitFor(() => expect(ready().hasMore).toBe(true))
  server.broken = true
  list.loadMore()
  await vi.waitFor(() => expect(ready().staleError).toMatchObject({ message: 'Broken' }))
  expect(ready().items).toHaveLength(10)
  server.broken = false
  list.loadMore()
  await vi.waitFor(() => expect(ready().items).toHaveLength(15))
  expect(ready()).not.toHaveProperty('staleError')
  stop()
})

test('a first page that fails says so, and can be tried again', async () => {
  const { list, server, stop, ready } = setUp(3)
  server.broken = true
  await vi.waitFor(() => expect(list.$list.get().status).toBe('failed'))
  server.broken = false
  const failed = list.$list.get()
  if (failed.status === 'failed') failed.retry()
  await vi.waitFor(() => expect(ready().items).toHaveLength(3))
  stop()
})

test('while another search is under way the last items stay, marked as outdated', async () => {
  const { ready, server, stop, searchFor } = setUp(12)
  await vi.waitFor(() => expect(ready().items).toHaveLength(10))
  let goOn = () => {}
  server.wait = new Promise((resolve) => void (goOn = resolve))
  server.total = 2
  searchFor('x')
  expect(ready()).toMatchObject({ outdated: true, items: { length: 10 } })
  goOn()
  await vi.waitFor(() => expect(ready()).toMatchObject({ outdated: false, items: { length: 2 } }))
  stop()
})

test('what was made stale is asked for again, every page of it', async () => {
  const { list, ready, server, stop } = setUp(15)
  await vi.waitFor(() => expect(ready().hasMore).toBe(true))
  list.loadMore()
  await vi.waitFor(() => expect(ready().items).toHaveLength(15))
  server.total = 16
  queries.refresh(['numbers'])
  await vi.waitFor(() => expect(ready().items).toHaveLength(16))
  stop()
})
