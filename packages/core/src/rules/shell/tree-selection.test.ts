import { expect, test } from 'vitest'
import {
  NO_SELECTION,
  rangeSelection,
  remainingSelection,
  toggledSelection,
  wholeSelection,
} from './tree-selection.js'

const ROWS = ['a', 'b', 'c', 'd']
const keysOf = ({ keys }: { keys: ReadonlySet<string> }) => [...keys]

test('a row is added and taken away; the next range begins at it', () => {
  const one = toggledSelection(NO_SELECTION, 'b')
  const two = toggledSelection(one, 'd')
  expect([keysOf(one), keysOf(two), two.anchor]).toEqual([['b'], ['b', 'd'], 'd'])
  const again = toggledSelection(two, 'b')
  expect([keysOf(again), again.anchor]).toEqual([['d'], 'b'])
  expect(keysOf(one)).toEqual(['b'])
})

test.each([
  ['b', 'd', ['b', 'c', 'd'], 'b'],
  ['d', 'b', ['b', 'c', 'd'], 'd'],
  ['c', 'c', ['c'], 'c'],
  [null, 'c', ['c'], 'c'],
  ['gone', 'c', ['c'], 'c'],
  ['b', 'gone', [], 'b'],
  ['d', 'gone', [], 'd'],
  [null, 'gone', [], null],
])('from %s to %s are %j', (anchor, to, keys, next) => {
  const selection = rangeSelection(ROWS, { keys: new Set(['a']), anchor }, to)
  expect([keysOf(selection), selection.anchor]).toEqual([keys, next])
})

test('a range keeps its anchor, so that it grows and shrinks', () => {
  const wide = rangeSelection(ROWS, { keys: new Set(), anchor: 'a' }, 'd')
  expect(keysOf(rangeSelection(ROWS, wide, 'b'))).toEqual(['a', 'b'])
})

test('rows that are gone are not selected any longer', () => {
  const selection = { keys: new Set(['a', 'b']), anchor: 'a' }
  expect(keysOf(remainingSelection(selection, (key) => key !== 'a'))).toEqual(['b'])
  expect(remainingSelection(selection, () => true)).toBe(selection)
})

test('all rows, of no rows too', () => {
  expect(keysOf(wholeSelection(ROWS))).toEqual(ROWS)
  expect(wholeSelection([])).toEqual({ keys: new Set(), anchor: null })
})
