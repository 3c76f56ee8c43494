import { expect, test } from 'vitest'
import { FIRST_LINE_MAX, firstLineOf, queryLabel, tabLabelOf } from './query-label.js'

test.each([
  ['Monthly', 'select 1', 'Monthly', false],
  ['Untitled', 'select  *\tfrom orders ', 'select * from orders', true],
  ['Untitled', '', 'Untitled', true],
  ['Untitled (copy)', 'select 1', 'Untitled (copy)', false],
])('%j that begins with %j is listed as %j', (name, first_line, label, isUnnamed) => {
  expect(queryLabel({ name, first_line })).toEqual({ label, isUnnamed })
})

test.each([
  ['select 1\nfrom t', 'select 1'],
  ['\n\t \r\n  select 1  \r\nfrom t', 'select 1'],
  [' \n ', ''],
  ['x'.repeat(300), 'x'.repeat(FIRST_LINE_MAX)],
])('the first line of %j is %j', (sql, line) => {
  expect(firstLineOf(sql)).toBe(line)
})

test('a tab is named as the list names its query', () => {
  expect(tabLabelOf('Monthly', 'select 1')).toBe('Monthly')
  expect(tabLabelOf('Untitled', '\nselect  1\n')).toBe('select 1')
  expect(tabLabelOf('Untitled', '')).toBe('Untitled')
  expect(tabLabelOf('x'.repeat(100), '')).toBe('x'.repeat(100))
  expect(tabLabelOf('Untitled', 'select 🙂'.repeat(9))).toBe('select 🙂select 🙂select 🙂select 🙂select…')
})
