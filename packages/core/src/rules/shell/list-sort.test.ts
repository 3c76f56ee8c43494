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

test('a first click sorts upwards where nothing else is asked for', () => {
  expect(nextSort(null, 'a')).toEqual({ key: 'a', descending: false })
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
  [[null, 3, 1], false, [1, 3, null]],
  [[null, 3, 1], true, [3, 1, null]],
  [[3, null, 1, null, 2], false, [1, 2, 3, null, null]],
  [[null, 'b', null, 'a'], true, ['b', 'a', null, null]],
  [[-1, 0.25, -2, 0.5], false, [-2, -1, 0.25, 0.5]],
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
