import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterSortClick, compareKeys, mergeSorted, sortKey } from './result-order.js'

function sorted(cells: (string | null)[], type: string) {
  return cells.toSorted((one, other) => compareKeys(sortKey(one, type), sortKey(other, type)))
}

test.each([
  ['int8', ['10', '9', null, '-1'], ['-1', '9', '10', null]],
  ['int8', ['9007199254740993', '9007199254740992', '1'], ['1', '9007199254740992', '9007199254740993']],
  ['numeric', ['0.10', '0.1', '0.09', 'NaN', 'Infinity'], ['0.09', '0.10', '0.1', 'Infinity', 'NaN']],
  ['float8', ['1e-5', '2', '-Infinity'], ['-Infinity', '1e-5', '2']],
  ['text', ['b', '10', '9', 'a', ''], ['', '10', '9', 'a', 'b']],
  ['bool', ['t', 'f', null], ['f', 't', null]],
  ['timestamptz', ['2026-02-01', '2025-12-31'], ['2025-12-31', '2026-02-01']],
  ['money', ['$2.00', '$10.00'], ['$10.00', '$2.00']],
])('values of %s: %j', (type, given, expected) => {
  expect(sorted(given, type)).toEqual(expected)
})

test.each([
  ['5', '$1', -1],
  ['0.5', '$1', -1],
  ['$1', '$1', 0],
  ['5', '5.0', 0],
  [null, null, 0],
  [null, '5', 1],
])('of a number, %s against %s: %i', (one, other, sign) => {
  const [here, there] = [sortKey(one, 'numeric'), sortKey(other, 'numeric')]
  expect(Math.sign(compareKeys(here, there))).toBe(sign)
  expect(Math.sign(compareKeys(there, here))).toBe(sign === 0 ? 0 : -sign)
})

test('a click orders upwards, the next downwards, the third as it came; with a key the others stay', () => {
  const up = afterSortClick([], 1, false)
  expect(up).toEqual([{ column: 1, descending: false }])
  const down = afterSortClick(up, 1, false)
  expect(down).toEqual([{ column: 1, descending: true }])
  expect(afterSortClick(down, 1, false)).toEqual([])
  expect(afterSortClick(down, 2, false)).toEqual([{ column: 2, descending: false }])
  const both = afterSortClick(down, 2, true)
  expect(both).toEqual([...down, { column: 2, descending: false }])
  expect(afterSortClick(both, 1, true)).toEqual([{ column: 2, descending: false }])
  expect(afterSortClick(both, 2, true)).toEqual([...down, { column: 2, descending: true }])
})

test('it pauses after every 4096 rows of each merge', () => {
  const pausesOf = (length: number) => {
    const work = mergeSorted(
      Uint32Array.from({ length }, (_, row) => row),
      (one, other) => other - one,
    )
    let pauses = 0
    while (!work.next().done) pauses++
    return pauses
  }
  expect([4095, 4096, 8192].map(pausesOf)).toEqual([0, 12, 26])
})

test('rows are ordered, equal ones stay as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (values) => {
      const steps = mergeSorted(
        Uint32Array.from(values.keys()),
        (one, other) => (values[one] ?? 0) - (values[other] ?? 0),
      )
      let step = steps.next()
      while (!step.done) step = steps.next()
      expect([...step.value]).toEqual(
        [...values.keys()].toSorted((one, other) => (values[one] ?? 0) - (values[other] ?? 0)),
      )
    }),
  )
})
