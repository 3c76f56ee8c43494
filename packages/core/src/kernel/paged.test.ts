import { PlatformError } from '@basedeck/platform-client'
import { atom } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import type { Paged, PagedQuery } from './paged.js'
import { createQueries } from './query-store.js'

interface Page {
  items: { id: number }[]
  total: number
}

let queries = createQueries()
afterEach(() => {
  queries.dispose()
  queries = createQueries()
})

/** A list of numbers on a server that can be changed, broken and made to wait. */
function setUp(total: number, search = '', listen = true) {
  const server = { total, from: 0, broken: false, asked: [] as string[], wait: Promise.resolve() }
  const queryOf = (words: string): PagedQuery<Page, { id: number }, number> => ({
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

test('it grows page by page, until all are there', async () => {
  const { list, ready, stop, server } = setUp(25)
  await vi.waitFor(() => expect(ready()).toMatchObject({ hasMore: true, loadingMore: false }))
  expect(ready().items).toHaveLength(10)
  list.loadMore()
  await vi.waitFor(() => expect(ready().items).toHaveLength(20))
  list.loadMore()
  await vi.waitFor(() => expect(ready().items).toHaveLength(25))
  expect(ready().hasMore).toBe(false)
  list.loadMore()
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
