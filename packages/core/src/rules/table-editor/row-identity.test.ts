import { expect, test } from 'vitest'
import { identified } from './row-identity.js'

const columns = [{ name: 'a' }, { name: 'b' }]
const whole = { isCut: () => false }

test('a row with a key is found by it, in the order of the key', () => {
  const table = { columns, key: ['b', 'a'], rowId: ['ctid'] }
  const row = { cells: ['1', '2'], ...whole }
  expect(identified(table, row, 'touched')).toEqual({ key: '["2","1"]', id: ['2', '1'], compared: {} })
  expect(identified(table, row, 'all')).toMatchObject({ compared: { a: '1', b: '2' } })
})

test('without a key by its place, and all its values are compared, because another row may take the place', () => {
  const table = { columns, key: [], rowId: ['tableoid', 'ctid'] }
  expect(identified(table, { cells: ['1', null, '16400', '(0,7)'], ...whole }, 'touched')).toEqual({
    key: '["16400","(0,7)"]',
    id: ['16400', '(0,7)'],
    compared: { a: '1', b: null },
  })
})

test('a row of a view is found by all its values, and not when one of them was cut', () => {
  const table = { columns, key: [], rowId: [] }
  expect(identified(table, { cells: ['1', null], ...whole }, 'touched')).toEqual({
    key: '["1",null]',
    id: [],
    compared: { a: '1', b: null },
  })
  expect(identified(table, { cells: ['1', 'long'], isCut: (column) => column === 1 }, 'touched')).toBeNull()
})

test('a value that was cut is not compared', () => {
  const table = { columns, key: ['a'], rowId: [] }
  const row = { cells: ['1', 'beginning'], isCut: (column: number) => column === 1 }
  expect(identified(table, row, 'all')).toEqual({ key: '["1"]', id: ['1'], compared: { a: '1' } })
})
