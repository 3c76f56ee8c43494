import { expect, test } from 'vitest'
import { filterOfValue, foreignKeysOf, referencedBy } from './row-reference.js'

const single = { name: 'a', columns: ['user_id'], targetColumns: ['id'] }
const both = { name: 'b', columns: ['tenant', 'user_id'], targetColumns: ['tenant_id', 'id'] }

test.each([
  ['user_id', ['a', 'b']],
  ['tenant', ['b']],
  ['note', []],
])('the foreign keys of the column %s', (column, names) => {
  expect(foreignKeysOf([both, single], column).map(({ name }) => name)).toEqual(names)
})

test.each<[string, Record<string, string | null>, unknown]>([
  [
    'all columns are found by their values',
    { tenant: '7', user_id: 'a:b' },
    [
      { column: 'tenant_id', operator: 'eq', value: '7' },
      { column: 'id', operator: 'eq', value: 'a:b' },
    ],
  ],
  ['a NULL refers to no row', { tenant: null, user_id: '1' }, null],
  ['a value that is not known refers to no row', { tenant: '7' }, null],
  [
    'an empty text is a value',
    { tenant: '', user_id: '1' },
    [
      { column: 'tenant_id', operator: 'eq', value: '' },
      { column: 'id', operator: 'eq', value: '1' },
    ],
  ],
])('%s', (_, values, expected) => {
  expect(referencedBy(both, (column) => values[column])).toEqual(expected)
})

test.each([
  ['1', true, 'eq', '1'],
  ['1', false, 'neq', '1'],
  [null, true, 'is', 'null'],
  [null, false, 'is', 'not null'],
  ['', true, 'eq', ''],
] as const)('the value %s, kept: %s', (value, keeps, operator, wanted) => {
  expect(filterOfValue('name', value, keeps)).toEqual({ column: 'name', operator, value: wanted })
})
