import { formatSql } from '@basedeck/sql-guard/format'
import { expect, test } from 'vitest'
import { cursorAfterFormat } from './formatted-cursor.js'

test.each([
  ['SELECT id,na|me from t', 'na', 'me'],
  ['|SELECT 1', '', 'select'],
  ['select 1|', 'select\n  1', ''],
  ['select a  from  t where|  x = 1', 'where', 'x = 1'],
])('%s: the cursor keeps its piece', (text, before, after) => {
  const offset = text.indexOf('|')
  const sql = text.replace('|', '')
  const formatted = formatSql(sql)
  const cursor = cursorAfterFormat(sql, formatted, offset)
  expect(formatted.slice(0, cursor).trimEnd()).toMatch(new RegExp(`${before}$`))
  expect(formatted.slice(cursor).trimStart().startsWith(after)).toBe(true)
})

test.each([
  ['select  a', 'select a', 0, 0],
  ['select  a', 'select a', 3, 3],
  ['select  a', 'select a', 6, 6],
  // Among the blanks behind a word it stays behind a blank, where there is one.
  ['select  a', 'select a', 7, 7],
  ['select\t\ta', 'select\ta', 7, 7],
  ['select  a', 'select\n  a', 7, 6],
  ['select  a', 'select a', 8, 7],
  ['select a', 'select\n  a', 7, 9],
  ['select  a', 'select a', 9, 8],
  ['a  ', 'a', 3, 1],
  ['  a', 'a', 1, 0],
  // A formatter that drops a piece.
  ['a b', 'a', 3, 1],
  ['a b', 'a', 2, 1],
])('%j becomes %j: a cursor at %i is at %i', (before, after, offset, cursor) => {
  expect(cursorAfterFormat(before, after, offset)).toBe(cursor)
})

test('a text without pieces has its cursor at the beginning', () => {
  expect(cursorAfterFormat('  ', '', 2)).toBe(0)
})
