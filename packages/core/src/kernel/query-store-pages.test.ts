/** Pages that are changed in the cache, where they are listed. */
import { atom } from 'nanostores'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PagedQuery } from './paged.js'
import { createQueries } from './query-store.js'

let queries = createQueries()
afterEach(() => {
  queries.dispose()
  queries = createQueries()
})

describe('pages that are changed in the cache', () => {
  type Page = { names: string[] }
  function list(key: string | string[], answer: () => Promise<Page>) {
    const $query = atom<PagedQuery<Page, string, number>>({
      key: ['pages', ...[key].flat()],
      first: 0,
      fetch: answer,
      items: ({ names }) => names,
      next: () => undefined,
      id: (name) => name,
      staleMs: 60_000,
    })
    const { $list } = queries.paged($query)
    return { $list, stop: $list.subscribe(() => undefined) }
  }
  const upper = ({ names }: Page) => ({ names: names.map((name) => name.toUpperCase()) })

  test('are shown at once, in every list that changes', async () => {
    const a = list('a', async () => ({ names: ['x'] }))
    const b = list('b', async () => ({ names: ['y'] }))
    const $single = queries.store({ key: ['single'], fetch: async () => 'no list' })
    const stopSingle = $single.subscribe(() => undefined)
    const later = vi.fn(() => new Promise<Page>(() => undefined))
    const pending = list('c', later)
    await vi.waitFor(() => {
      expect(a.$list.get()).toMatchObject({ items: ['x'] })
      expect(b.$list.get()).toMatchObject({ items: ['y'] })
      expect($single.get()).toMatchObject({ data: 'no list' })
    })
    const changed = queries.changePages<Page>(['pages'], (page, key) => (key[1] === 'a' ? upper(page) : page))
    expect(changed).toBe(1)
    expect([a.$list.get(), b.$list.get()]).toMatchObject([{ items: ['X'] }, { items: ['y'] }])
    expect(queries.changePages<Page>(['nothing'], upper)).toBe(0)
    expect(queries.changePages<Page>([], (page) => page)).toBe(0)
    expect(queries.changePages<Page>([], upper)).toBe(2)
    expect(b.$list.get()).toMatchObject({ items: ['Y'], refreshing: false })
    for (const stop of [a.stop, b.stop, stopSingle, pending.stop]) stop()
  })

  test('are shown also where only one page of a list changes', async () => {
    const query: PagedQuery<Page, string, number> = {
      key: ['pages', 'two'],
      first: 0,
      fetch: async (at) => ({ names: [`x${at}`] }),
      items: ({ names }) => names,
      next: (pages) => (pages.length < 2 ? pages.length : undefined),
      id: (name) => name,
      staleMs: 60_000,
    }
    const { $list, loadMore } = queries.paged(atom(query))
    const stop = $list.subscribe(() => undefined)
    await vi.waitFor(() => expect($list.get()).toMatchObject({ items: ['x0'] }))
    loadMore()
    await vi.waitFor(() => expect($list.get()).toMatchObject({ items: ['x0', 'x1'] }))
    const change = (page: Page) => (page.names.includes('x1') ? upper(page) : page)
    expect(queries.changePages<Page>(['pages'], change)).toBe(1)
    expect($list.get()).toMatchObject({ items: ['x0', 'X1'] })
    stop()
  })

  test('are asked again when an answer is pending that may be older', async () => {
    const answers: ((page: Page) => void)[] = []
    const other = vi.fn(async () => ({ names: ['other'] }))
    const others = [list(['a', 'more'], other), list('b', other)]
    const a = list('a', () => new Promise<Page>((resolve) => void answers.push(resolve)))
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.({ names: ['x'] })
    await vi.waitFor(() => expect(a.$list.get()).toMatchObject({ items: ['x'], refreshing: false }))
    queries.changePages<Page>(['pages'], upper)
    expect(answers).toHaveLength(1)
    queries.refresh(['pages'], (key) => key.length === 2 && key[1] === 'a')
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    queries.changePages<Page>(['pages'], () => ({ names: ['z'] }))
    await vi.waitFor(() => expect(answers).toHaveLength(3))
    expect(a.$list.get()).toMatchObject({ items: ['z'] })
    // No other list waits for an answer, so none is asked again.
    expect(other).toHaveBeenCalledTimes(2)
    for (const { stop } of [a, ...others]) stop()
  })
})
