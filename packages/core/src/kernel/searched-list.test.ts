import { atom, type ReadableAtom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import type { Paged, PagedQuery } from './paged.js'
import type { Queries } from './query-store.js'
import { createSearchedList } from './searched-list.js'

function setUp() {
  const clock = createFakeClock()
  const loadMore = vi.fn()
  let $query: ReadableAtom<unknown> | undefined
  const $list = atom<Paged<unknown, unknown>>({ status: 'loading' })
  const queries = {
    paged: (given: ReadableAtom<unknown>) => {
      $query = given
      return { $list, loadMore }
    },
  } as unknown as Pick<Queries, 'paged'>
  const query = (words: string) => ({ key: [words] }) as unknown as PagedQuery<unknown, unknown, number>
  const list = createSearchedList({ queries, host: { clock } }, query)
  return { clock, list, $list, loadMore, asked: () => $query?.get() }
}

test('a search is sent when the typing has paused for half a second, without the blanks around it', () => {
  const { clock, list, asked } = setUp()
  expect([list.$search.get(), list.$words.get(), asked()]).toEqual(['', '', { key: [''] }])
  list.search('sh')
  clock.advance(499)
  list.search(' shop ')
  expect([list.$search.get(), list.$words.get()]).toEqual([' shop ', ''])
  clock.advance(499)
  expect(list.$words.get()).toBe('')
  clock.advance(1)
  expect([list.$words.get(), asked()]).toEqual(['shop', { key: ['shop'] }])
})

test('a cleared search is over at once, also the one that was being typed', () => {
  const { clock, list } = setUp()
  list.search('shop')
  clock.advance(500)
  list.search('shops')
  list.clear()
  expect([list.$search.get(), list.$words.get()]).toEqual(['', ''])
  clock.advance(500)
  expect(list.$words.get()).toBe('')
})

test('at the end nothing is sent any more', () => {
  const { clock, list } = setUp()
  list.search('shop')
  list.dispose()
  clock.advance(500)
  expect(list.$words.get()).toBe('')
})

test('it is the list of pages that it searches', () => {
  const { list, $list, loadMore } = setUp()
  expect(list.$list).toBe($list)
  list.loadMore()
  expect(loadMore).toHaveBeenCalledOnce()
})
