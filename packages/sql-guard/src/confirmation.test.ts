import { expect, test } from 'vitest'
import { confirmationFor } from './confirmation.js'

/** `none`, `empty`, or the reason and the word that decided. */
function decision(sql: string): string {
  const confirmation = confirmationFor(sql)
  if (confirmation.type !== 'ask') return confirmation.type
  const { reason, at } = confirmation
  return `${reason} ${at && sql.slice(at.start, at.end) === at.word ? at.word : JSON.stringify(at)}`
}

const LISTED =
  'count sum avg min max coalesce nullif current_timestamp current_date length lower upper trim substring to_char to_date ' +
  'extract date date_trunc string_agg in now left'

test.each(LISTED.split(' '))('%s may be called', (name) => {
  expect(decision(`select a from t where b ${name}(1)`)).toBe('none')
  expect(decision(`select ${name.toUpperCase()} (1)`)).toBe('none')
})

test.each(['insert', 'update', 'delete', 'alter', 'drop', 'create', 'replace'])(
  'the word %s asks',
  (word) => {
    expect(decision(`select ${word}`)).toBe(`write ${word}`)
    expect(decision(`select 1; ${word.toUpperCase()} x`)).toBe(`write ${word.toUpperCase()}`)
    expect(decision(`select '${word}'`)).toBe(`write ${word}`)
    expect(decision(`select 1 -- ${word}`)).toBe(`write ${word}`)
    expect(decision(`select "${word}"`)).toBe(`write ${word}`)
    expect(decision(`select $$x;${word} y$$`)).toBe(`write ${word}`)
  },
)

test.each([
  'created',
  'inserted',
  'updated',
  'deleted',
  'truncate',
  'updates',
  'dropdown_items',
  'created_at',
  'replaced',
  'x_drop',
  'alters',
  'inserts',
])('the word %s does not', (word) => {
  expect(decision(`select ${word} from t`)).toBe('none')
  expect(decision(`select '${word}' from t`)).toBe('none')
})

test.each([
  // An exempt word never hides another one.
  ['select created_at from t; create table x (a int)', 'write create'],
  ["select truncate, deleted from t where note = 'drop it'", 'write drop'],
  // Nothing to run.
  ['', 'empty'],
  [' \n\t', 'empty'],
  [';', 'empty'],
  ['; ;\n', 'empty'],
  // Only a text that begins with select passes.
  ['select 1', 'none'],
  ['  \n SELECT 1 ;', 'none'],
  ['select', 'none'],
  ['selected', 'write selected'],
  ['-- note\nselect 1', 'write -- note'],
  ['/* note */ select 1', 'write /* note */'],
  ['-- note', 'write -- note'],
  ['; -- note', 'write ;'],
  [';select 1', 'write ;'],
  ['(select 1)', 'write ('],
  ['with a as (select 1) select * from a', 'write with'],
  ['explain select 1', 'write explain'],
  ['values (1)', 'write values'],
  ['table t', 'write table'],
  ['show all', 'write show'],
  ['truncate t', 'write truncate'],
  ['"select" 1', 'write "select"'],
  // And so must every further statement.
  ['select 1; select 2;', 'none'],
  ['select 1; truncate t', 'write truncate'],
  ['select 1; vacuum', 'write vacuum'],
  ['select 1; commit; select 2', 'write commit'],
  ['select 1; (select 2)', 'write ('],
  ['select 1; -- note\nselect 2', 'none'],
  // `into` and locks write too.
  ['select a into b from t', 'write into'],
  ["select 'into'", 'none'],
  ['select "into"', 'none'],
  ['select * from t for update', 'write update'],
  ['select * from t for no key update', 'write update'],
  ['select * from t for share', 'write for'],
  ['select * from t for /* x */ key share', 'write for'],
  ['select * from t for key x', 'none'],
  ["select substring(a from 1 for 2), 'for share'", 'none'],
  // Calls: a word and a bracket, blanks and comments between them.
  ['select f()', 'function f'],
  ['select F (1)', 'function F'],
  ['select f\n(1)', 'function f'],
  ['select f/* x */(1)', 'function f'],
  ['select f -- x\n(1)', 'function f'],
  ['select count /* x */ (*)', 'none'],
  ['select count(f(1))', 'function f'],
  ['select \'f(1)\', 1 as "f(1)" /* f(1) */ -- f(1)', 'none'],
  ['select pg_sleep(1)', 'function pg_sleep'],
  ['select nextval($$s$$)', 'function nextval'],
  // Quoted and qualified names may be anybody's.
  ['select "count"(*)', 'function "count"'],
  ['select "f" (1)', 'function "f"'],
  ['select U&"f"(1)', 'function U&"f"'],
  ['select public.count(*)', 'function count'],
  ['select public . /* x */ count (*)', 'function count'],
  ['select pg_catalog.now()', 'function now'],
  ['select f\u00a0(1)', 'function f\u00a0'],
  ['select in\u00a0(1)', 'function in\u00a0'],
  ['select lower\u0130(1)', 'function lower\u0130'],
  // Keywords that take a bracket follow the same list.
  ['select * from t where a in (1, 2)', 'none'],
  ['select * from t where (a = 1)', 'function where'],
  ['select * from t where a = any (b)', 'function any'],
  ['select * from t where exists (select 1)', 'function exists'],
  ['select * from (select 1) x', 'function from'],
  ['select sum(a) over (partition by b) from t', 'function over'],
  ['select * from a join b using (c)', 'function using'],
  ['select cast(a as text)', 'function cast'],
  ['select a::varchar(10)', 'function varchar'],
  ['select a::numeric(10, 2)', 'function numeric'],
  ['select (1)', 'function select'],
  ['select 1 union (select 2)', 'function union'],
  ['select * from lower(a) as x(y)', 'function x'],
  // A bracket behind anything else calls nothing.
  ['select -(1), 2 * (3 + 4), a[1], $1', 'none'],
  ['select ((1))', 'function select'],
  ['select a, (b)', 'none'],
  // When both apply, it is a write.
  ['select f(1); drop table t', 'write drop'],
  ["select f('drop')", 'write drop'],
  ['explain select f(1)', 'write explain'],
  ['select f(1) for share', 'write for'],
  ['select replace(a, b, c)', 'write replace'],
])('%j: %s', (sql, expected) => {
  expect(decision(sql)).toBe(expected)
})
