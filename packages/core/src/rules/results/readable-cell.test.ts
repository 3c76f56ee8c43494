import type { Cell } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { rowSetOf } from '../../sql/row-set.js'
import { readableCell, readableRows } from './readable-cell.js'

test.each([
  ['t', 'bool', 'true'],
  ['f', 'bool', 'false'],
  [null, 'bool', null],
  ['t', 'text', 't'],
  ['t', 'public.bool', 't'],
  ['{t,f}', '_bool', '{t,f}'],
  ['{t,f}', 'bool[]', '{t,f}'],
  ['(t,1)', 'record', '(t,1)'],
  ['[t,f]', 'boolrange', '[t,f]'],
  ['t', undefined, 't'],
])('%s of type %s is read as %s', (cell, type, read) => {
  expect(readableCell(cell, type)).toBe(read)
})

const fields = [{ dataType: 'bool' }, { dataType: 'text' }]

test('rows are readable where they are drawn, and stay as they are stored', () => {
  const rows = rowSetOf([['t', 't']])
  const readable = readableRows({ fields, rows })
  expect([readable.cell(0, 0), readable.cell(0, 1), readable.cell(1, 0)]).toEqual(['true', 't', null])
  expect([...rows]).toEqual([['t', 't']])
})

test('the same rows are drawn by the same object, those of other columns by another one', () => {
  const rows = rowSetOf([['t']])
  const readable = readableRows({ fields, rows })
  expect(readableRows({ fields, rows })).toBe(readable)
  expect(readableRows({ fields: [{ dataType: 'text' }], rows }).cell(0, 0)).toBe('t')
})

test('the compiler takes no readable text for a stored one, and no string for a readable one', () => {
  const readable = readableCell('t', 'bool')
  // @ts-expect-error A readable text is no cell.
  const cell: Cell = readable
  // @ts-expect-error Nor is it read again.
  readableCell(readable, 'bool')
  // @ts-expect-error Rows hold cells.
  rowSetOf([[readable]])
  expect(cell).toBe('true')
})
