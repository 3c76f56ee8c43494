import { expect, test } from 'vitest'
import { rowSetOf } from '../sql/row-set.js'
import { readableCell, readableRows } from './readable-cell.js'

test.each([
  ['t', 'bool', 'true'],
  ['f', 'bool', 'false'],
  [null, 'bool', null],
  ['t', 'text', 't'],
  ['{t,f}', '_bool', '{t,f}'],
  ['(t,1)', 'record', '(t,1)'],
  ['t', undefined, 't'],
])('%s of type %s is read as %s', (cell, type, read) => {
  expect(readableCell(cell, type)).toBe(read)
})

test('rows without a boolean are the very same; the others are changed in those columns only', () => {
  const field = (dataType: string) => ({ name: dataType, dataTypeId: 0, dataType })
  const rows = rowSetOf([['t', 't', null]])
  expect(readableRows({ fields: [field('text')], rows })).toBe(rows)
  expect([...readableRows({ fields: [field('bool'), field('text'), field('bool')], rows })]).toEqual([
    ['true', 't', null],
  ])
  expect([...rows]).toEqual([['t', 't', null]])
})
