import { expect, test } from 'vitest'
import { resultEditing, type EditedTable, type SelectedTable } from './result-editing.js'

const table: EditedTable = {
  columns: [{ name: 'tenant' }, { name: 'id' }, { name: 'name' }],
  key: ['tenant', 'id'],
}
const plain = (...columns: (string | [name: string, label: string])[]): SelectedTable => ({
  columns: columns.map((column) =>
    typeof column === 'string' ? { name: column, label: column } : { name: column[0], label: column[1] },
  ),
})

test.each<[string, SelectedTable | undefined, string[], EditedTable | null, unknown]>([
  [
    'all columns',
    { columns: 'all' },
    ['tenant', 'id', 'name'],
    table,
    { type: 'editable', columns: ['tenant', 'id', 'name'] },
  ],
  [
    'some columns, in another order and under other names',
    plain('name', ['id', 'number'], 'tenant'),
    ['name', 'number', 'tenant'],
    table,
    { type: 'editable', columns: ['name', 'id', 'tenant'] },
  ],
  ['a join', undefined, ['id'], table, { type: 'refused', reason: 'not-one-table' }],
  ['a table that can’t be seen', plain('id'), ['id'], null, { type: 'refused', reason: 'not-one-table' }],
  [
    'a table that was altered meanwhile',
    { columns: 'all' },
    ['tenant', 'id', 'old'],
    table,
    { type: 'refused', reason: 'not-one-table' },
  ],
  [
    'columns under other names than the query gives them',
    plain('tenant', 'id'),
    ['tenant', 'name'],
    table,
    { type: 'refused', reason: 'not-one-table' },
  ],
  [
    'fewer columns than the query names',
    plain('tenant', 'id'),
    ['tenant'],
    table,
    { type: 'refused', reason: 'not-one-table' },
  ],
  [
    'more columns than the query names',
    plain('tenant', 'id'),
    ['tenant', 'id', 'name'],
    table,
    { type: 'refused', reason: 'not-one-table' },
  ],
  [
    'a part of the key',
    plain('id', 'name'),
    ['id', 'name'],
    table,
    { type: 'refused', reason: 'key-missing', missing: ['tenant'] },
  ],
  [
    'a column twice',
    plain('tenant', 'id', 'name', 'name'),
    ['tenant', 'id', 'name', 'name'],
    table,
    { type: 'refused', reason: 'repeated' },
  ],
  [
    'a table without a key',
    plain('name'),
    ['name'],
    { ...table, key: [] },
    { type: 'refused', reason: 'no-key' },
  ],
])('%s', (_, selected, labels, of, expected) => {
  expect(resultEditing(selected, labels, of)).toEqual(expected)
})
