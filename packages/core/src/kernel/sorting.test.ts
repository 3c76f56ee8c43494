import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { Remote } from './query-store.js'
import { createSortedList, type SortedListOptions } from './sorting.js'

interface Row {
  name: string
  at: string
}

const ROWS: Row[] = [
  { name: 'b10', at: '2026-01-02' },
  { name: 'B2', at: '2026-01-03' },
  { name: 'a', at: '2026-01-01' },
]

function list(options?: SortedListOptions) {
  const $answered = atom<Remote<Row[]>>({ status: 'ready', data: ROWS } as Remote<Row[]>)
  const made = createSortedList($answered, { name: ({ name }) => name, at: ({ at }) => at }, options)
  const names = () => {
    const rows = made.$rows.get()
    return rows.status === 'ready' ? rows.data.map(({ name }) => name) : rows.status
  }
  return { ...made, $answered, names }
}

test('without a start the rows keep the order of the answer', () => {
  const { names, sorting } = list()
  expect(names()).toEqual(['b10', 'B2', 'a'])
  expect(sorting.$value.get()).toBeNull()
})

test('a heading orders, a second press turns the order around', () => {
  const { names, sorting } = list({ start: { key: 'name', descending: false }, largestFirst: ['at'] })
  expect(names()).toEqual(['a', 'B2', 'b10'])
  sorting.by('name')
  expect(names()).toEqual(['b10', 'B2', 'a'])
  sorting.by('at')
  expect(names()).toEqual(['B2', 'b10', 'a'])
})

test('a column without a value orders nothing', () => {
  const { names, sorting } = list()
  sorting.by('actions')
  expect(sorting.$value.get()).toBeNull()
  expect(names()).toEqual(['b10', 'B2', 'a'])
})

test('what is not there yet has no order', () => {
  const { names, $answered } = list({ start: { key: 'name', descending: false } })
  $answered.set({ status: 'loading' })
  expect(names()).toBe('loading')
})
