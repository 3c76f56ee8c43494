import { expect, test } from 'vitest'
import { chosenEvents, chosenTable, headersIn, tableChoice } from './webhook-form.js'

test.each([
  ['', []],
  ['\n  \n', []],
  ['X-A: 1', [{ line: 1, header: { name: 'X-A', value: '1' } }]],
  ['X-A', [{ line: 1, header: { name: 'X-A' } }]],
  ['X-A:', [{ line: 1, header: { name: 'X-A', value: '' } }]],
  ['\n X-A :  a:b \n', [{ line: 2, header: { name: 'X-A', value: 'a:b' } }]],
  [': 1', [{ line: 1, header: { name: '', value: '1' } }]],
])('headers of %j', (text, headers) => {
  expect(headersIn(text)).toEqual(headers)
})

test('any names of schema and table go through one choice', () => {
  expect(chosenTable(tableChoice('a.b', 'c"d, e'))).toEqual({ schema: 'a.b', table: 'c"d, e' })
  expect(chosenTable('')).toBeUndefined()
})

test('events are in one order', () => {
  expect(chosenEvents({ inserts: true, updates: false, deletes: true })).toEqual(['INSERT', 'DELETE'])
  expect(chosenEvents({ inserts: false, updates: true, deletes: false })).toEqual(['UPDATE'])
  expect(chosenEvents({ inserts: false, updates: false, deletes: false })).toEqual([])
})
