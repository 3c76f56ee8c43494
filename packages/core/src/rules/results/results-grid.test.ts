import type { StatementResult } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { wholeResult } from '../../sql/run-result.js'
import {
  columnWidth,
  copiedText,
  gridColumns,
  hasRows,
  headWidth,
  resultFooter,
  withRoomForHeads,
} from './results-grid.js'

const result = (rows: number, more: Partial<StatementResult> = {}) =>
  wholeResult({
    command: 'SELECT',
    rowCount: rows,
    fields: [{ name: 'a', dataTypeId: 25, dataType: 'text' }],
    rows: Array.from({ length: rows }, () => ['x']),
    notices: [],
    ...more,
  })

test.each([
  ['nothing', 0, 100],
  ['12 characters stays at the minimum', 12, 100],
  ['13 characters', 13, 107.25],
  ['60 characters', 60, 495],
  ['61 characters reaches the maximum', 61, 500],
  ['a megabyte', 1_000_000, 500],
])('a column of %s is wide enough', (_, longest, width) => {
  expect(columnWidth(longest)).toBe(width)
})

test('the longest of all rows counts', () => {
  const rows = [['x'], ['x'.repeat(20)], ['x']]
  expect(gridColumns(result(3, { rows })).map(({ width }) => width)).toEqual([165])
})

test.each([
  ['a short name', 'a', 'int4', 70],
  ['a name and its type', 'customer_id', 'int8', 153],
  ['a long type', 'status', 'order_status', 164],
  ['the widest that is whole', 'n'.repeat(28), 'text', 293],
  ['a name of 63 characters', 'n'.repeat(63), 'text', 582],
])('the head of %s needs its width', (_, name, type, width) => {
  expect(headWidth(name, type)).toBe(width)
})

test('a column is as wide as the wider of its head and its values', () => {
  const fields = [
    { name: 'customer_id', dataTypeId: 20, dataType: 'int8' },
    { name: 'id', dataTypeId: 25, dataType: 'text' },
  ]
  const columns = gridColumns(result(1, { fields, rows: [['1', 'x'.repeat(20)]] }))
  expect(columns.map(({ width }) => width)).toEqual([153, 165])
})

test('a column of a domain names it, and is laid out as the type below', () => {
  const fields = [{ name: 'n', dataTypeId: 23, dataType: 'int4', domain: 'positive_number' }]
  expect(gridColumns(result(1, { fields, rows: [['1']] }))).toMatchObject([
    { type: 'positive_number', align: 'right', head: headWidth('n', 'positive_number') },
  ])
})

test('a head of 63 characters is cut at first', () => {
  const fields = [{ name: 'n'.repeat(63), dataTypeId: 25, dataType: 'text' }]
  expect(gridColumns(result(1, { fields, rows: [['1']] }))).toMatchObject([{ width: 300, head: 582 }])
})

test('room that is left goes to heads that are cut, from left to right', () => {
  const columns = [
    { width: 100, head: 70 },
    { width: 300, head: 400 },
    { width: 300, head: 500 },
  ]
  const widths = (room: number) => withRoomForHeads(columns, room).map(({ width }) => width)
  expect(widths(1000)).toEqual([100, 400, 500])
  expect(widths(850)).toEqual([100, 400, 350])
  expect(withRoomForHeads(columns, 700)).toBe(columns)
  expect(withRoomForHeads(columns, 0)).toBe(columns)
  const whole = [
    { width: 100, head: 70 },
    { width: 100, head: 100 },
  ]
  expect(withRoomForHeads(whole, 1000)).toBe(whole)
  expect(withRoomForHeads(columns, 1000)[0]).toBe(columns[0])
})

test('a copied NULL is an empty text, everything else is as one reads it', () => {
  expect(copiedText(null, 'text')).toBe('')
  expect(copiedText('', 'text')).toBe('')
  expect(copiedText('9007199254740993', 'int8')).toBe('9007199254740993')
  expect(copiedText('t', 'bool')).toBe('true')
})

test.each([
  ['below the added limit', result(99), 100, { rows: 99 }],
  ['at the added limit', result(100), 100, { rows: 100, limitedTo: 100 }],
  ['at a limit the user wrote', result(100), undefined, { rows: 100 }],
  ['at another added limit', result(500), 500, { rows: 500, limitedTo: 500 }],
  [
    'cut by the server',
    result(3, { truncated: { reason: 'rows', rows: 3, bytes: 3 } }),
    undefined,
    { rows: 3, limitedTo: 3 },
  ],
])('the footer %s', (_, given, autoLimit, footer) => {
  expect(resultFooter(given, autoLimit)).toEqual(footer)
})

test('a result has rows only with columns and rows', () => {
  expect(hasRows(result(1))).toBe(true)
  expect(hasRows(result(0))).toBe(false)
  expect(hasRows(result(0, { fields: [] }))).toBe(false)
  expect(hasRows(result(2, { fields: [], rows: [[], []] }))).toBe(false)
})

test.each([
  ['int8', 'right', true],
  ['numeric', 'right', true],
  ['text', 'left', false],
  ['bool', 'left', false],
  ['uuid', 'left', true],
  ['jsonb', 'left', true],
  ['timestamptz', 'left', true],
  ['int4[]', 'left', true],
])('a column of %s is aligned %s, in the code font: %s', (dataType, align, code) => {
  const [column] = gridColumns(result(1, { fields: [{ name: 'a', dataTypeId: 0, dataType }] }))
  expect(column).toMatchObject({ name: 'a', type: dataType, align, code })
})
