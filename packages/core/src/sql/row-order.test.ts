import { expect, test } from 'vitest'
import type { TableSort } from '../rules/table-editor/table-address.js'
import { canSeek, hasEnd, orderBy, orderTerms, seekCondition, seekValues } from './row-order.js'
import type { ReadTable } from './read-table.js'

const table: ReadTable = {
  schema: 'public',
  name: 'orders',
  columns: [
    { name: 'id', type: 'int8', isNullable: false },
    { name: 'day', type: 'date', isNullable: false },
    { name: 'note', type: 'text', isNullable: true },
    { name: 'data', type: 'json', isNullable: false },
  ],
  key: ['id'],
  rowId: ['ctid'],
}
const up = (column: string): TableSort => ({ column, isAscending: true })
const down = (column: string): TableSort => ({ column, isAscending: false })

test.each<[TableSort[], TableSort[]]>([
  [[], [up('id')]],
  [[up('day')], [up('day'), up('id')]],
  [[down('day')], [down('day'), down('id')]],
  [[down('id')], [down('id')]],
  [
    [up('gone'), down('note')],
    [down('note'), down('id')],
  ],
])('ordered by %j, rows come by %j', (sorts, terms) => {
  expect(orderTerms(table, sorts)).toEqual(terms)
})

test.each<[string, ReadTable, TableSort[], boolean]>([
  ['its key', table, [], true],
  ['a column without NULL', table, [down('day')], true],
  ['a column with NULL', table, [up('note')], false],
  ['two directions', table, [up('day'), down('id')], false],
  ['a type without an order', table, [up('data')], false],
  ['no key', { ...table, key: [] }, [], false],
])('rows found by %s', (_, read, sorts, isFound) => {
  expect(canSeek(read, sorts)).toBe(isFound)
})

test('rows have an end when each has its position', () => {
  expect(hasEnd(table)).toBe(true)
  expect(hasEnd({ ...table, key: [] })).toBe(true)
  expect(hasEnd({ ...table, key: [], rowId: [] })).toBe(false)
})

test('a row is found by its whole values only', () => {
  const row = ['7', '2026-11-24', null, '{}']
  expect(seekValues(table, [up('day')], row, 100)).toEqual(['2026-11-24', '7'])
  expect(seekValues(table, [up('day')], row, 9)).toBeNull()
  expect(seekValues(table, [up('note')], row, 100)).toBeNull()
})

test('an order is by the columns of the table, and turns round as a whole', () => {
  expect(orderBy(table, [down('day')], { source: 'r' })).toBe('\norder by r."day" desc, r."id" desc')
  expect(orderBy(table, [down('day')], { source: 'r', isReversed: true })).toBe('\norder by r."day", r."id"')
  expect(orderBy(table, [up('data')], { source: 'r' })).toBe('\norder by r."data"::text, r."id"')
  expect(orderBy({ ...table, key: [] }, [], { source: 'r', isReversed: true })).toBe('\norder by ctid desc')
  expect(orderBy({ ...table, key: [], rowId: [] }, [], { source: 'r' })).toBe('')
})

test.each<['after' | 'before', TableSort[], string]>([
  ['after', [], '("id") > ($1)'],
  ['before', [], '("id") < ($1)'],
  ['after', [down('day')], '("day", "id") < ($1, $2)'],
  ['before', [down('day')], '("day", "id") > ($1, $2)'],
])('rows %s a row, ordered by %j: %s', (side, sorts, condition) => {
  const values: string[] = []
  const given = (value: string) => `$${values.push(value)}`
  const edge = { side, values: sorts.length === 0 ? ['7'] : ['2026-11-24', '7'] }
  expect(seekCondition(table, sorts, edge, given)).toBe(condition)
  expect(values).toEqual(edge.values)
})
