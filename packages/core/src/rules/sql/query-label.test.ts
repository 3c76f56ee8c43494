import { expect, test } from 'vitest'
import { BEGINNING_MAX, beginningOf, queryLabel, tabLabelOf } from './query-label.js'

test.each([
  ['Monthly', 'select 1', 'Monthly', false],
  ['Untitled', 'select  *\tfrom orders ', 'select * from orders', true],
  ['Untitled', 'select\n  id,\n  name\nfrom\n  orders', 'select id, name from orders', true],
  ['Untitled', '-- Paid orders\nselect 1', 'Paid orders', true],
  ['Untitled', '-- ------\nselect 1', 'select 1', true],
  ['Untitled', '-- =======\n-- Paid orders\n-- =======\nselect 1', 'Paid orders', true],
  ['Untitled', '-- ==== Paid orders! ====\nselect 1', 'Paid orders!', true],
  ['Untitled', '/* Paid orders */ select 1', 'Paid orders', true],
  ['Untitled', '/*********\n * Paid orders, 2026\n *********/\nselect 1', 'Paid orders, 2026', true],
  ['Untitled', '* Paid orders\n *********/\nselect 1', 'Paid orders', true],
  ['Untitled', '-- 支払い\nselect 1', '支払い', true],
  ['Untitled', '/* */ select 1', '/* */ select 1', true],
  ['Untitled', '-- ==', '-- ==', true],
  ['Untitled', 'select 1 -- one', 'select 1 -- one', true],
  ['Untitled', '', 'Untitled', true],
  ['Untitled (copy)', 'select 1', 'Untitled (copy)', false],
])('%j that begins with %j is listed as %j', (name, beginning, label, isUnnamed) => {
  expect(queryLabel({ name, beginning })).toEqual({ label, isUnnamed })
})

test.each([
  ['select 1\nfrom t', 'select 1\nfrom t'],
  ['\n\t \r\n  select 1  \r\n', 'select 1'],
  [' \n ', ''],
  ['-- =====\n--\n\n  -- Paid\nselect 1', '-- Paid\nselect 1'],
  [`--${'='.repeat(300)}\r\n  select 1`, 'select 1'],
  ['/*****\n * Paid\n *****/\nselect 1', '* Paid\n *****/\nselect 1'],
  ['-- ==', '-- =='],
  ['-- ==\n', ''],
  ['x'.repeat(300), 'x'.repeat(BEGINNING_MAX)],
])('%j begins with %j', (sql, beginning) => {
  expect(beginningOf(sql)).toBe(beginning)
})

test('a tab is named as the list names its query', () => {
  expect(tabLabelOf('Monthly', 'select 1')).toBe('Monthly')
  expect(tabLabelOf('Untitled', '\nselect  1\nfrom t')).toBe('select 1 from t')
  expect(tabLabelOf('Untitled', '')).toBe('Untitled')
  expect(tabLabelOf('x'.repeat(100), '')).toBe('x'.repeat(100))
  expect(tabLabelOf('Untitled', 'x'.repeat(40))).toBe('x'.repeat(40))
  expect(tabLabelOf('Untitled', 'select 🙂'.repeat(9))).toBe('select 🙂select 🙂select 🙂select 🙂select…')
})
