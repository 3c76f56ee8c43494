import { expect, test } from 'vitest'
import { hasMultipleStatements, splitStatements, statementAt, unfinishedIn } from './statements.js'

const texts = (sql: string): string[] => splitStatements(sql).map(({ text }) => text)

test.each([
  ['', []],
  [' ; ;\n; -- nothing\n/* nothing */ ;', []],
  ['select 1', ['select 1']],
  ['  select 1 ;\n\nselect 2;', ['select 1', 'select 2']],
  [
    '-- first\nselect 1; /* second */ select 2 -- end\n;',
    ['-- first\nselect 1', '/* second */ select 2 -- end'],
  ],
  ['select 1; -- trailing', ['select 1']],
  ['select 1 -- trailing \t', ['select 1 -- trailing']],
  [
    `select ';', ";", $$;$$, $x$;$x$, e'\\';' /* ; */ -- ;\n; select 2`,
    [`select ';', ";", $$;$$, $x$;$x$, e'\\';' /* ; */ -- ;`, 'select 2'],
  ],
  ["select 'open; select 2", ["select 'open; select 2"]],
  ["select 'open \t", ["select 'open \t"]],
  ['select 1; select /* open ; select 2', ['select 1', 'select /* open ; select 2']],
  // A bracket that is never closed must not swallow the rest: the next statement may be the one to run.
  ['select (1; select 2', ['select (1', 'select 2']],
  ['select 1); select 2', ['select 1)', 'select 2']],
  // The actions of a rule are in brackets.
  [
    'create rule r as on insert to t do also (insert into u values (1); delete from v;); select 2',
    ['create rule r as on insert to t do also (insert into u values (1); delete from v;)', 'select 2'],
  ],
  [
    'create or replace rule r as on insert to t do (select 1; select 2); select 3',
    ['create or replace rule r as on insert to t do (select 1; select 2)', 'select 3'],
  ],
  [
    'create rule r as on insert to t do nothing; select 2',
    ['create rule r as on insert to t do nothing', 'select 2'],
  ],
])('splits %j', (sql, expected) => {
  expect(texts(sql)).toEqual(expected)
})

test('a statement is exactly the slice of its positions', () => {
  const sql = " /* é */ select '😀' ;\n\n select 2 ; "
  for (const { text, start, end } of splitStatements(sql)) expect(sql.slice(start, end)).toBe(text)
  expect(splitStatements(sql).map(({ start, end }) => [start, end])).toEqual([
    [1, 20],
    [25, 33],
  ])
})

test.each([
  ['', false],
  ['select 1', false],
  ['select 1;;; -- x', false],
  ["select ';'", false],
  ['select 1; select 2', true],
])('hasMultipleStatements(%j) is %s', (sql, expected) => {
  expect(hasMultipleStatements(sql)).toBe(expected)
})

/** `|` is the cursor. */
test.each([
  ['|select 1; select 2', 'select 1'],
  ['select| 1; select 2', 'select 1'],
  ['select 1|; select 2', 'select 1'],
  ['select 1;| select 2', 'select 1'],
  ['select 1; |select 2', 'select 2'],
  ['select 1;|select 2', 'select 2'],
  ['select 1 |  ; select 2', 'select 1'],
  ['select 1\n|\n; select 2', 'select 1'],
  ['select 1;  |\nselect 2', 'select 1'],
  ['select 1; \t\f\v|\nselect 2', 'select 1'],
  ['select 1;\n|\nselect 2', undefined],
  ['select 1;\n\n|  select 2', 'select 2'],
  ['|\nselect 1', undefined],
  ['  | select 1', 'select 1'],
  ['-- a|bout\nselect 1', '-- about\nselect 1'],
  ['select 1 \n\n |', 'select 1'],
  ['select 1;\n|', undefined],
  ['select 1; |-- note', 'select 1'],
  ['select 1; -- no|te', undefined],
  ['|', undefined],
  ["select ';|', 2; select 3", "select ';', 2"],
])('with the cursor at %j it is %j', (marked, expected) => {
  const offset = marked.indexOf('|')
  expect(statementAt(marked.replace('|', ''), offset)?.text).toBe(expected)
})

test.each([
  ['select 1', undefined],
  ['', undefined],
  ["select 'a", { what: 'string', start: 7 }],
  ['select $x$ a', { what: 'string', start: 7 }],
  ['select "a', { what: 'quoted', start: 7 }],
  ['select /* a', { what: 'comment', start: 7 }],
  ['select 1 -- a', undefined],
  ["select a from t where b = 'x", { what: 'string', start: 26 }],
])('what %j leaves open is %j', (sql, expected) => {
  expect(unfinishedIn(sql)).toEqual(expected)
})
