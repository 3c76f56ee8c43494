import { expect, test } from 'vitest'
import { nextSort, sortedRows, sortIn, sortText, type ListSort } from './list-sort.js'

test.each<[ListSort | null, boolean, ListSort]>([
  [null, false, { key: 'a', descending: false }],
  [null, true, { key: 'a', descending: true }],
  [{ key: 'a', descending: false }, true, { key: 'a', descending: true }],
  [{ key: 'a', descending: true }, true, { key: 'a', descending: false }],
  [{ key: 'b', descending: true }, false, { key: 'a', descending: false }],
])('after %o, a click on a (largest first: %s) sorts by %o', (before, largestFirst, after) => {
  expect(nextSort(before, 'a', { largestFirst })).toEqual(after)
})

test.each([
  ['size:asc', { key: 'size', descending: false }],
  ['size:desc', { key: 'size', descending: true }],
  ['size:ASC', { key: 'size', descending: true }],
  ['size', null],
  ['other:asc', null],
  ['', null],
  [null, null],
])('an address with %s sorts by %o', (text, sort) => {
  expect(sortIn(text, ['size'])).toEqual(sort)
  if (sort && text === text?.toLowerCase()) expect(sortText(sort)).toBe(text)
})

test.each([
  [['b10', 'B2', 'a'], false, ['a', 'B2', 'b10']],
  [['b10', null, 'a'], true, ['b10', 'a', null]],
  [[10, 9, null, 100], false, [9, 10, 100, null]],
  [[true, false], false, [false, true]],
])('%o, descending %s, is %o', (rows, descending, sorted) => {
  expect(sortedRows<string | number | boolean | null>(rows, { descending }, (row) => row)).toEqual(sorted)
})

test('equal rows keep their order', () => {
  const rows = [
    { name: 'x', id: 1 },
    { name: 'X', id: 2 },
  ]
  expect(sortedRows(rows, { descending: true }, ({ name }) => name)).toEqual(rows)
})
