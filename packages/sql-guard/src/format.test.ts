import { expect, test } from 'vitest'
import { formatSql, formattedSql } from './format.js'

test('writes keywords small and indents by two blanks', () => {
  expect(formatSql('SELECT a, COUNT(*) FROM t WHERE "B" = 1 AND c->>\'D\' = $1')).toBe(
    ['select', '  a,', '  COUNT(*)', 'from', '  t', 'where', '  "B" = 1', "  and c ->> 'D' = $1"].join('\n'),
  )
})

test.each([
  ['what the formatter can’t read', 'select ('],
  ['a string that is never closed', "SELECT 'x"],
  ['psql’s own commands', '\\d'],
  // The formatter would write `N 'x'`, which is a value of a type called n.
  ['a string of the national character set', "SELECT N'x'"],
  // The formatter would write them into one line, which is a syntax error.
  ['a string that goes on in another line', "SELECT e'a'\n'b\\''"],
])('leaves %s as it is', (_, sql) => {
  expect(formatSql(sql)).toBe(sql)
  expect(formattedSql(sql)).toBeUndefined()
})

test.each([
  'SELECT $x$ a;B $x$, E\'a\\\'b\', U&"d\\0061" FROM "T"',
  'create function f() returns int begin atomic SELECT 1; end; select 3',
  'select a /* one /* two */ */ , -- three\n - 1, 1 + - 1 from t',
  'select * from t where a @> b and c ?| d and e operator(pg_catalog.+) 1 > 0',
])('keeps every token of %j', (sql) => {
  const once = formatSql(sql)
  expect(once).not.toBe(sql)
  expect(formatSql(once)).toBe(once)
})

test('an empty text stays empty', () => {
  expect(formatSql('')).toBe('')
})
