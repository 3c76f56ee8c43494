import { expect, test } from 'vitest'
import { blockAfter, onlyAddedRow, rowAfter, type FollowedRows } from './followed-row.js'

const rows = (page: readonly (string | null)[], ...added: string[]): FollowedRows & { count: number } => ({
  page,
  newRows: added.length,
  keyAt: (row) => [...added, ...page][row] ?? null,
  count: added.length + page.length,
})
const change = (before: FollowedRows, after: FollowedRows & { count: number }) => ({
  before,
  after,
  count: after.count,
})
const page = ['a', 'b', 'c']

test('a row of the page is followed when new rows come and go above it', () => {
  expect(rowAfter(2, change(rows(page), rows(page, 'n1', 'n2')))).toBe(4)
  expect(rowAfter(4, change(rows(page, 'n1', 'n2'), rows(page)))).toBe(2)
  // Without a key only its index in the same page is known.
  expect(rowAfter(1, change(rows([null]), rows(['x'], 'n1')))).toBeNull()
  const nameless = [null]
  expect(rowAfter(0, change(rows(nameless), rows(nameless, 'n1')))).toBe(1)
  expect(rowAfter(0, change(rows([null]), rows([null])))).toBeNull()
})

test('a row that was read but is not shown is nowhere', () => {
  const shown = (before: FollowedRows, after: FollowedRows) => ({ before, after, count: 2 })
  expect(rowAfter(1, shown(rows(page), rows(page)))).toBe(1)
  expect(rowAfter(2, shown(rows(page), rows(page)))).toBeNull()
  expect(rowAfter(0, shown(rows(page), rows(['b', 'c', 'a'])))).toBeNull()
  expect(blockAfter({ top: 0, bottom: 1 }, shown(rows(page), rows(page)))).toBe(0)
  expect(blockAfter({ top: 0, bottom: 2 }, shown(rows(page), rows(page)))).toBeNull()
})

test('a row is followed by its key when the page is read again', () => {
  expect(rowAfter(2, change(rows(page), rows(['b', 'c'])))).toBe(1)
  expect(rowAfter(1, change(rows(page), rows(['a', 'b', 'c'])))).toBe(1)
  expect(rowAfter(0, change(rows(page), rows(['z', 'a'], 'n1')))).toBe(2)
})

test('a row that is gone is nowhere', () => {
  expect(rowAfter(0, change(rows(page), rows(['b', 'c'])))).toBeNull()
  expect(rowAfter(0, change(rows(page, 'n1'), rows(page)))).toBeNull()
  expect(rowAfter(1, change(rows(page, 'n1', 'n2'), rows(page, 'n2')))).toBe(0)
})

test('a block is followed while its rows stay together', () => {
  expect(blockAfter({ top: 0, bottom: 2 }, change(rows(page), rows(page, 'n1')))).toBe(1)
  expect(blockAfter({ top: 1, bottom: 2 }, change(rows(page), rows(['b', 'c'])))).toBe(0)
  expect(blockAfter({ top: 0, bottom: 2 }, change(rows(page), rows(['a', 'c', 'b'])))).toBeNull()
  expect(blockAfter({ top: 0, bottom: 2 }, change(rows(page), rows(['a', 'b'])))).toBeNull()
  expect(blockAfter({ top: 0, bottom: 1 }, change(rows(page, 'n1'), rows(page, 'n1')))).toBe(0)
  expect(blockAfter({ top: 0, bottom: 1 }, change(rows(page, 'n1'), rows(page, 'n1', 'n2')))).toBeNull()
})

test('a block of rows without keys is followed in the same page only', () => {
  const nameless = [null, null]
  expect(blockAfter({ top: 0, bottom: 1 }, change(rows(nameless), rows(nameless, 'n1')))).toBe(1)
  expect(blockAfter({ top: 0, bottom: 1 }, change(rows(['a', null]), rows(['a', null])))).toBeNull()
})

test('the row that was added is found when it is the only one', () => {
  expect(onlyAddedRow(change(rows(page, 'n1'), rows(['a', 'b', 'c', 'd'])), 4)).toBe(3)
  expect(onlyAddedRow(change(rows(page), rows(page)), 3)).toBeNull()
  expect(onlyAddedRow(change(rows(page), rows(['a', 'b', 'c', 'd', 'e'])), 3)).toBeNull()
  // It was read, and not shown.
  expect(onlyAddedRow(change(rows(page), rows(page)), 2)).toBe(2)
})
