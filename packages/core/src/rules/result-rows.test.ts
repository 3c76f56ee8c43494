import { expect, test } from 'vitest'
import { rowSetOf } from '../sql/row-set.js'
import { readFilter } from './result-filter.js'
import { columnValues, foundCells, orderedRows } from './result-rows.js'

function whole<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

const ROWS = rowSetOf([
  ['3', 'b', null],
  ['20', 'a', 'x'],
  ['3', 'A', ''],
  [null, 'c', 'x'],
])
const TYPES = ['int4', 'text', 'text']

function tests(column: number, text: string) {
  const filter = readFilter(text, TYPES[column] ?? '')
  return filter && 'test' in filter ? [{ column, test: filter.test }] : []
}

test.each([
  ['as they came', [], [], [0, 1, 2, 3]],
  ['by number', [{ column: 0, descending: false }], [], [0, 2, 1, 3]],
  ['downwards, NULL first', [{ column: 0, descending: true }], [], [3, 1, 0, 2]],
  [
    'by two columns',
    [
      { column: 0, descending: false },
      { column: 1, descending: false },
    ],
    [],
    [2, 0, 1, 3],
  ],
  ['filtered', [], tests(2, 'x'), [1, 3]],
  ['filtered by two columns', [], [...tests(2, 'x'), ...tests(0, '> 1')], [1]],
  ['filtered and ordered', [{ column: 1, descending: true }], tests(0, '!null'), [0, 1, 2]],
])('%s', (_, sort, wanted, order) => {
  expect([...whole(orderedRows(ROWS, { sort, tests: wanted, types: TYPES }))]).toEqual(order)
})

test('a text is found row by row, in any case', () => {
  expect(whole(foundCells(ROWS, 3, 'A'))).toEqual({
    cells: [
      { row: 1, column: 1 },
      { row: 2, column: 1 },
    ],
    total: 2,
  })
})

test('the values of a column with their counts, the most frequent first', () => {
  expect(whole(columnValues(ROWS, 2))).toEqual({
    values: [
      { value: 'x', count: 2 },
      { value: '', count: 1 },
      { value: null, count: 1 },
    ],
    distinct: 3,
  })
})

test('long work pauses', () => {
  const many = rowSetOf(Array.from({ length: 10_000 }, (_, row) => [String(row)]))
  const work = orderedRows(many, { sort: [{ column: 0, descending: true }], tests: [], types: ['int4'] })
  expect(work.next().done).toBe(false)
  expect(whole(work)[0]).toBe(9999)
  expect(foundCells(many, 1, 'x').next().done).toBe(false)
  expect(columnValues(many, 0).next().done).toBe(false)
})
