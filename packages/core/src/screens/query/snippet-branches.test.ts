import type { FolderPage, ListedSnippet, SnippetSort } from '@basedeck/platform-client'
import { atom, onMount, type WritableAtom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import type { Paged } from '../../kernel/paged.js'
import type { Needs } from '../context.js'
import { createSnippetBranches, filterKey } from './snippet-branches.js'

type List = Paged<FolderPage, ListedSnippet>

/** The lists that were asked for, in order: each with its store, and whether somebody listens to it. */
function setUp() {
  const lists: { $list: WritableAtom<List>; loadMore: () => void; key: unknown; isRead: boolean }[] = []
  const changed = vi.fn()
  const $sort = atom<SnippetSort>('name')
  const queries = {
    paged: ($query: { get(): { key: readonly unknown[] } }) => {
      const list = {
        $list: atom<List>({ status: 'loading' }),
        loadMore: vi.fn(),
        key: $query.get().key,
        isRead: false,
      }
      onMount(list.$list, () => {
        list.isRead = true
        return () => (list.isRead = false)
      })
      lists.push(list)
      return list
    },
  }
  const context = { client: {}, queries } as unknown as Needs<'client' | 'queries'>
  return { branches: createSnippetBranches(context, 'shop', $sort, changed), lists, changed }
}

const ready = (...ids: string[]): List => ({
  status: 'ready',
  items: ids.map((id) => ({ id }) as ListedSnippet),
  page: {} as FolderPage,
  hasMore: false,
  loadingMore: false,
  outdated: false,
  refreshing: false,
})

test.each([
  [{ type: 'folder', id: 'f1' } as const, 'f1'],
  [{ type: 'favorites' } as const, 'favorites'],
  [{ type: 'found', words: 'a' } as const, 'found'],
])('the branch of %j is called %s', (filter, key) => {
  expect(filterKey(filter)).toBe(key)
})

test('a branch is asked for while it is open, once', () => {
  vi.useFakeTimers()
  const { branches, lists, changed } = setUp()
  const filter = { type: 'private' } as const
  expect(branches.read(filter)).toEqual({ status: 'loading' })
  branches.open(filter)
  branches.open(filter)
  expect(lists.map(({ key, isRead }) => [key, isRead])).toEqual([
    [['content', 'shop', 'lists', filter, 'name'], true],
  ])
  changed.mockClear()
  lists[0]?.$list.set(ready('1'))
  expect(changed).toHaveBeenCalledOnce()
  expect(branches.read(filter)).toMatchObject({ status: 'ready', items: [{ id: '1' }] })
  branches.close(filter)
  vi.runAllTimers()
  expect(lists[0]?.isRead).toBe(false)
  expect(branches.read(filter)).toEqual({ status: 'loading' })
  branches.open(filter)
  expect(lists).toHaveLength(2)
  vi.useRealTimers()
})

test('other words are another list in the place of the first', () => {
  vi.useFakeTimers()
  const { branches, lists } = setUp()
  branches.open({ type: 'found', words: 'a' })
  branches.open({ type: 'found', words: 'ab' })
  vi.runAllTimers()
  expect(lists.map(({ isRead }) => isRead)).toEqual([false, true])
  vi.useRealTimers()
})

test('more is loaded of an open branch only', () => {
  const { branches, lists } = setUp()
  branches.open({ type: 'shared' })
  branches.loadMore({ type: 'private' })
  expect(lists[0]?.loadMore).not.toHaveBeenCalled()
  branches.loadMore({ type: 'shared' })
  expect(lists[0]?.loadMore).toHaveBeenCalledOnce()
})

test('a snippet is found in every branch that is there', () => {
  const { branches, lists } = setUp()
  for (const type of ['shared', 'private', 'favorites'] as const) branches.open({ type })
  lists[1]?.$list.set(ready('1', '2'))
  lists[2]?.$list.set(ready('3'))
  expect([branches.find('2')?.id, branches.find('3')?.id, branches.find('4')]).toEqual(['2', '3', undefined])
})

test('at the end no list is read any more', () => {
  vi.useFakeTimers()
  const { branches, lists } = setUp()
  for (const type of ['shared', 'private'] as const) branches.open({ type })
  branches.dispose()
  vi.runAllTimers()
  expect(lists.map(({ isRead }) => isRead)).toEqual([false, false])
  vi.useRealTimers()
})
