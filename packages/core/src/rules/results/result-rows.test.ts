import { expect, test } from 'vitest'
import { rowSetOf } from '../../sql/row-set.js'
import { readFilter } from './result-filter.js'
import { columnValues, foundCells, MAX_FOUND, MAX_VALUES, orderedRows } from './result-rows.js'

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
const FIELDS = TYPES.map((dataType) => ({ dataType }))
const TEXTS = (length: number) => Array.from({ length }, () => ({ dataType: 'text' }))

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
  expect([...whole(orderedRows(ROWS, { sort, tests: wanted, types: TYPES })).order]).toEqual(order)
})

test('a column without an order, or with a value that can’t be read, orders nothing and is named', () => {
  const rows = rowSetOf([
    ['2024-01-05', '{}', '2'],
    ['04/01/2024', '[]', '1'],
  ])
  const types = ['date', 'json', 'int4']
  const by = (...columns: number[]) => {
    const sort = columns.map((column) => ({ column, descending: false }))
    const { order, unread } = whole(orderedRows(rows, { sort, tests: [], types }))
    return { order: [...order], unread }
  }
  expect(by(0)).toEqual({ order: [0, 1], unread: [0] })
  expect(by(1, 2)).toEqual({ order: [1, 0], unread: [1] })
  expect(by(2)).toEqual({ order: [1, 0], unread: [] })
})

test('a text is found row by row, in any case', () => {
  expect(whole(foundCells({ rows: ROWS, fields: FIELDS }, 'A'))).toEqual({
    cells: [
      { row: 1, column: 1 },
      { row: 2, column: 1 },
    ],
    total: 2,
  })
})

test('cells behind the shown columns are not looked at, and none is NULL', () => {
  expect(whole(foundCells({ rows: ROWS, fields: FIELDS.slice(0, 1) }, 'a'))).toEqual({ cells: [], total: 0 })
  expect(whole(foundCells({ rows: ROWS, fields: FIELDS }, 'x')).cells).toEqual([
    { row: 1, column: 2 },
    { row: 3, column: 2 },
  ])
})

test('of very many found cells the first are listed, all are counted', () => {
  const wide = rowSetOf([Array.from({ length: MAX_FOUND + 1 }, () => 'x')])
  const { cells, total } = whole(foundCells({ rows: wide, fields: TEXTS(MAX_FOUND + 1) }, 'x'))
  expect([cells.length, total]).toEqual([MAX_FOUND, MAX_FOUND + 1])
})

test('of very many values the first are listed, all are counted', () => {
  const many = rowSetOf(Array.from({ length: MAX_VALUES + 1 }, (_, row) => [String(row)]))
  const { values, distinct } = whole(columnValues(many, 0, 'int4'))
  expect([values.length, distinct]).toEqual([MAX_VALUES, MAX_VALUES + 1])
})

test('the values of a column with their counts, the most frequent first', () => {
  expect(whole(columnValues(ROWS, 2, 'text'))).toEqual({
    values: [
      { value: 'x', shown: 'x', count: 2 },
      { value: '', shown: '', count: 1 },
      { value: null, shown: null, count: 1 },
    ],
    distinct: 3,
  })
})

test('a boolean is found and listed as the word that one reads; values of as many rows are in their order', () => {
  const rows = rowSetOf([['t'], ['f'], [null]])
  expect(whole(foundCells({ rows, fields: [{ dataType: 'bool' }] }, 'tru')).cells).toEqual([
    { row: 0, column: 0 },
  ])
  expect(whole(columnValues(rows, 0, 'bool')).values).toEqual([
    { value: 'f', shown: 'false', count: 1 },
    { value: 't', shown: 'true', count: 1 },
    { value: null, shown: null, count: 1 },
  ])
  const numbers = rowSetOf([['10'], ['9']])
  expect(whole(columnValues(numbers, 0, 'int4')).values.map(({ value }) => value)).toEqual(['9', '10'])
})

test('long work pauses', () => {
  const many = rowSetOf(Array.from({ length: 10_000 }, (_, row) => [String(row)]))
  const work = orderedRows(many, { sort: [{ column: 0, descending: true }], tests: [], types: ['int4'] })
  expect(work.next().done).toBe(false)
  expect(whole(work).order[0]).toBe(9999)
  expect(foundCells({ rows: many, fields: TEXTS(1) }, 'x').next().done).toBe(false)
  expect(columnValues(many, 0, 'int4').next().done).toBe(false)
})

test('it pauses every two thousand rows', () => {
  const pausesOf = (work: Generator<void, unknown>) => {
    let pauses = 0
    while (!work.next().done) pauses++
    return pauses
  }
  const wanted = { sort: [], tests: [], types: ['int4'] }
  for (const [count, pauses] of [
    [1999, 0],
    [2000, 1],
    [4001, 2],
  ] as const) {
    const rows = rowSetOf(Array.from({ length: count }, (_, row) => [String(row)]))
    expect(pausesOf(orderedRows(rows, wanted))).toBe(pauses)
    // To find them, and to read what they are ordered by.
    const sort = [{ column: 0, descending: false }]
    expect(pausesOf(orderedRows(rows, { ...wanted, sort }))).toBe(2 * pauses)
    expect(pausesOf(foundCells({ rows, fields: TEXTS(1) }, 'x'))).toBe(pauses)
    expect(pausesOf(columnValues(rows, 0, 'int4'))).toBe(pauses)
  }
})
