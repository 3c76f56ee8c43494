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

test('a text without pieces has its cursor at the beginning', () => {
  expect(cursorAfterFormat('  ', '', 2)).toBe(0)
})
