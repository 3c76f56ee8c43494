import { expect, test } from 'vitest'
import { cellQuery, exportName, tableOf, wholeExport } from './export-plan.js'

test.each([
  'select 1',
  ' SELECT 1 ;; ',
  '-- first\nselect 1',
  '/* a */ (select 1) union select 2',
  'with a as (select 1) table a',
  'values (1)',
  'table t',
])('%j can be had whole', (sql) => {
  expect(wholeExport(sql).type).toBe('yes')
})

test('what streams is the statement without its semicolons', () => {
  expect(wholeExport(' select 1 ;; ')).toEqual({ type: 'yes', sql: 'select 1' })
})

test.each([
  ['', 'empty'],
  ['-- only a comment', 'empty'],
  ['select 1; select 2', 'several'],
  ['update t set a = 1', 'no-select'],
  ['explain select 1', 'no-select'],
  ['selection', 'no-select'],
  ['-- select\ndelete from t', 'no-select'],
  ['copy (select 1) to stdout', 'no-select'],
])('%j can’t: %s', (sql, reason) => {
  expect(wholeExport(sql)).toEqual({ type: 'no', reason })
})

test.each([
  ['select * from orders where a', 'orders'],
  ['select * from public.orders', 'public.orders'],
  ['select * from "My ""Table"""', 'My "Table"'],
  ['select * from generate_series(1, 2)', 'result'],
  ['select 1', 'result'],
])('%j names its rows after %s', (sql, table) => {
  expect(tableOf(sql)).toBe(table)
})

test.each([
  ['Orders / 2026: "new"', 'Orders - 2026- -new-'],
  ['../../etc', '-..-etc'],
  ['a <> b', 'a - b'],
  ['orders.2026', 'orders.2026'],
  ['  ', 'result'],
  ['x'.repeat(120), 'x'.repeat(100)],
])('a file of %j is called %j', (name, file) => {
  expect(exportName(name)).toBe(file)
})

test('one cell is asked for by its row and column', () => {
  expect(cellQuery('select 1 as a, 2 as a -- both', 2, 7, 1)).toBe(
    'select c1 from (\nselect 1 as a, 2 as a -- both\n) as result(c0, c1) offset 7 limit 1',
  )
})
