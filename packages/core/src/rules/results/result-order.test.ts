import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterSortClick, mergeSorted } from './result-order.js'

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
