import { expect, test } from 'vitest'
import { formatSql, formattedSql } from './format.js'

test('writes keywords small and indents by two blanks', () => {
  expect(formatSql('SELECT a, COUNT(*) FROM t WHERE "B" = 1 AND c->>\'D\' = $1')).toBe(
    ['select', '  a,', '  COUNT(*)', 'from', '  t', 'where', '  "B" = 1', "  and c ->> 'D' = $1"].join('\n'),
  )
})

test.each([
  ['GRANT SELECT, INSERT ON t TO anon', 'grant select, insert on t to anon'],
  ['revoke SELECT on t from x', 'revoke select on t from x'],
  ['ALTER TABLE T ENABLE ROW LEVEL SECURITY', 'alter table T enable row level security'],
  [
    'CREATE POLICY p ON t FOR SELECT TO anon USING (auth.uid() = id)',
    'create policy p on t for select to anon using (auth.uid() = id)',
  ],
  [
    'create trigger t after insert or update on o for each row execute function f ()',
    'create trigger t after insert or update on o for each row execute function f()',
  ],
  ['SELECT My_Func(1), now ()', 'select\n  My_Func(1),\n  now()'],
  ['create table t (ID BIGINT, A TEXT)', 'create table t (ID bigint, A text)'],
  ['insert into t (a) values (1)', 'insert into\n  t (a)\nvalues\n  (1)'],
])('%s', (sql, formatted) => {
  expect(formatSql(sql)).toBe(formatted)
})

test.each([
  ['what the formatter can’t read', 'select ('],
  ['a string that is never closed', "SELECT 'x"],
  ['psql’s own commands', '\\d'],
  // The formatter would write `N 'x'`, which is a value of a type called n.
  ['a string of the national character set', "SELECT N'x'"],
  // The formatter would write them into one line, which is a syntax error.
  ['a string that continues in another line', "SELECT e'a'\n'b\\''"],
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
