import { expect, test } from 'vitest'
import type { TableFilter } from '../rules/table-editor/table-address.js'
import { outputText } from './output-text.js'
import type { ReadColumn, ReadTable } from './read-table.js'
import { allRowsQuery, rowCountStatement, tableRowsStatement } from './table-rows.js'

const orders: ReadTable = {
  schema: 'sh"op',
  name: 'orders',
  columns: [
    { name: 'id', type: 'int8' },
    { name: 'a"b', type: 'text' },
    { name: 'line', type: 'jsonb' },
  ],
  key: ['id'],
  rowId: ['ctid'],
}
const page = { sorts: [], filters: [], offset: 0, limit: 100 }

test('long values are cut, short ones are read as they are; one row more tells of a next page', () => {
  expect(tableRowsStatement(orders, { ...page, offset: 200 })).toEqual({
    query: `select "id", left("a""b"::text, 10241) as "a""b", left("line"::text, 10241) as "line"
from "sh""op"."orders" as r
order by r."id"
limit 101 offset 200`,
    parameters: [],
  })
})

test.each<[string, Partial<ReadTable>, string]>([
  ['its key', { key: ['line', 'id'] }, 'order by r."line", r."id"'],
  ['its rows’ positions without a key', { key: [] }, 'order by ctid'],
  ['the positions in its partitions', { key: [], rowId: ['tableoid', 'ctid'] }, 'order by tableoid, ctid'],
])('a table is ordered by %s', (_, more, order) => {
  expect(tableRowsStatement({ ...orders, ...more }, page).query).toContain(`\n${order}\nlimit`)
})

test('a page behind a row is found by the values of the order', () => {
  const table = { ...orders, columns: [{ name: 'id', type: 'int8', isNullable: false }] }
  const edge = { side: 'after', values: ['100'] } as const
  expect(tableRowsStatement(table, { ...page, offset: 100, edge })).toEqual({
    query: `select "id"
from "sh""op"."orders" as r
where ("id") > ($1)
order by r."id"
limit 101`,
    parameters: ['100'],
  })
  // Another order needs the rows before it: their values may be NULL.
  const sorts = [{ column: 'a"b', isAscending: true }]
  expect(tableRowsStatement(orders, { ...page, sorts, offset: 100, edge }).query).toContain(
    'limit 101 offset 100',
  )
})

test('a page before a row, and one that is counted from the end, is read backwards', () => {
  const table = { ...orders, columns: [{ name: 'id', type: 'int8', isNullable: false }] }
  const edge = { side: 'before', values: ['100'] } as const
  expect(tableRowsStatement(table, { ...page, offset: 100, edge })).toEqual({
    query: `select "id"
from (select "id"
from "sh""op"."orders" as r
where ("id") < ($1)
order by r."id" desc
limit 100 offset 0) as r
order by r."id"`,
    parameters: ['100'],
  })
  expect(tableRowsStatement(table, { ...page, offset: -250 }).query).toContain('limit 100 offset 150')
  expect(tableRowsStatement(table, { ...page, offset: -40 }).query).toContain('limit 40 offset 0')
  const keyless = { ...table, key: [] }
  expect(tableRowsStatement(keyless, { ...page, offset: -100 }).query).toBe(`select "id", ctid
from (select "id", ctid
from "sh""op"."orders" as r
order by ctid desc
limit 100 offset 0) as r
order by ctid`)
})

test('a view without a key comes as it comes', () => {
  expect(tableRowsStatement({ ...orders, key: [], rowId: [] }, page).query).not.toContain('order by')
})

test('the wanted order comes first, the key breaks ties; a column that is gone is left out', () => {
  const sorts = [
    { column: 'a"b', isAscending: false },
    { column: 'gone', isAscending: true },
  ]
  expect(tableRowsStatement(orders, { ...page, sorts }).query).toContain(
    'order by r."a""b" desc, r."id" desc\n',
  )
  const byKey = [{ column: 'id', isAscending: false }]
  expect(tableRowsStatement(orders, { ...page, sorts: byKey }).query).toContain('order by r."id" desc\n')
})

test.each<[Omit<TableFilter, 'column'>, string, string[]]>([
  [{ operator: 'eq', value: `5'; drop` }, '"id" = $1', [`5'; drop`]],
  [{ operator: 'neq', value: '5' }, '"id" <> $1', ['5']],
  [{ operator: 'gte', value: '5' }, '"id" >= $1', ['5']],
  [{ operator: 'like', value: '5%' }, '"id"::text ~~ $1', ['5%']],
  [{ operator: 'ilike', value: '5%' }, '"id"::text ~~* $1', ['5%']],
  [{ operator: 'in', value: `1, '2,3'` }, '"id" in ($1, $2)', ['1', '2,3']],
  [{ operator: 'in', value: '' }, 'false', []],
  [{ operator: 'is', value: 'NOT null' }, '"id" is not null', []],
  [{ operator: 'is', value: 'true or 1=1' }, '"id" = $1', ['true or 1=1']],
])('the filter %j is %s', (filter, condition, parameters) => {
  const filters = [{ column: 'id', ...filter }]
  expect(rowCountStatement(orders, filters)).toEqual({
    query: `select count(*) from "sh""op"."orders"\nwhere ${condition}`,
    parameters,
  })
})

test.each<[Partial<ReadColumn> & { type: string }, Omit<TableFilter, 'column'>, string]>([
  [{ type: 'json' }, { operator: 'eq', value: '{}' }, `${outputText('v')} = $1`],
  [{ type: 'point[]' }, { operator: 'neq', value: '{}' }, `${outputText('v')} <> $1`],
  [{ type: 'jsonpath' }, { operator: 'in', value: '$, $' }, `${outputText('v')} in ($1, $2)`],
  [{ type: 'pair', isComposite: true }, { operator: 'eq', value: '(1,)' }, `${outputText('v')} = $1`],
  [{ type: 'regclass' }, { operator: 'eq', value: 'orders' }, '"v" = $1::pg_catalog.regclass'],
  [{ type: 'json' }, { operator: 'gt', value: '1' }, `${outputText('v')} > $1`],
])('of a column %j the filter %j is %s', (column, filter, condition) => {
  const table = { ...orders, columns: [{ name: 'v', ...column }] }
  const { query } = rowCountStatement(table, [{ column: 'v', ...filter }])
  expect(query).toContain(`\nwhere ${condition}`)
})

test('filters are joined, and number their parameters', () => {
  const filters: TableFilter[] = [
    { column: 'id', operator: 'gt', value: '1' },
    { column: 'gone', operator: 'eq', value: 'x' },
    { column: 'a"b', operator: 'eq', value: 'y' },
  ]
  expect(rowCountStatement(orders, filters)).toEqual({
    query: `select count(*) from "sh""op"."orders"\nwhere "id" > $1\n  and "a""b" = $2`,
    parameters: ['1', 'y'],
  })
})

test('a table without columns still has rows', () => {
  expect(tableRowsStatement({ ...orders, columns: [], key: [], rowId: [] }, page).query).toContain(
    'select null\n',
  )
})

test('rows are searched in all columns; signs of LIKE are searched as they are', () => {
  const { query, parameters } = tableRowsStatement(orders, { ...page, search: '5%_\\' })
  expect(query).toContain(
    `where ("id"::text ilike $1 or "a""b"::text ilike $1 or "line"::text ilike $1)\norder`,
  )
  expect(parameters).toEqual(['%5\\%\\_\\\\%'])
})

test('all rows are asked for by one text, with the values of filters as literals', () => {
  const filters: TableFilter[] = [
    { column: 'a"b', operator: 'eq', value: `it's \\` },
    { column: 'id', operator: 'in', value: '1, 2' },
  ]
  expect(allRowsQuery(orders, { filters, sorts: [] })).toBe(`select "id", "a""b", "line"
from "sh""op"."orders" as r
where "a""b" = E'it''s \\\\'
  and "id" in ('1', '2')`)
  const sorts = [{ column: 'line', isAscending: false }]
  expect(allRowsQuery(orders, { filters: [], sorts })).toContain('\norder by r."line" desc, r."id" desc')
})
