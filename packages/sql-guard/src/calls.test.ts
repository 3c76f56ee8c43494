import { expect, test } from 'vitest'
import { unlistedCallIn } from './calls.js'
import { confirmationFor } from './confirmation.js'
import { piecesOf } from './pieces.js'

/** The name of the first unlisted call. */
function call(sql: string): string | undefined {
  const [piece] = piecesOf(sql)
  const token = piece && unlistedCallIn(piece)
  return token && sql.slice(token.start, token.end)
}

const LISTED =
  'count sum avg min max coalesce nullif current_timestamp current_date length lower upper trim substring to_char to_date ' +
  'extract date date_trunc string_agg in now left'

test.each(LISTED.split(' '))('%s may be called', (name) => {
  expect(call(`select a from t where b ${name}(1)`)).toBeUndefined()
  expect(call(`select ${name.toUpperCase()} (1)`)).toBeUndefined()
})

test.each([
  // Calls: a word and a bracket, blanks and comments between them.
  ['select f()', 'f'],
  ['select F (1)', 'F'],
  ['select f\n(1)', 'f'],
  ['select f/* x */(1)', 'f'],
  ['select f -- x\n(1)', 'f'],
  ['select count /* x */ (*)', undefined],
  ['select count(f(1))', 'f'],
  ['select \'f(1)\', 1 as "f(1)" /* f(1) */ -- f(1)', undefined],
  ['select pg_sleep(1)', 'pg_sleep'],
  ['select nextval($$s$$)', 'nextval'],
  // Quoted and qualified names may be user-defined.
  ['select "count"(*)', '"count"'],
  ['select "f" (1)', '"f"'],
  ['select U&"f"(1)', 'U&"f"'],
  ['select public.count(*)', 'count'],
  ['select public . /* x */ count (*)', 'count'],
  ['select pg_catalog.now()', 'now'],
  ['select f\u00a0(1)', 'f\u00a0'],
  ['select in\u00a0(1)', 'in\u00a0'],
  ['select lower\u0130(1)', 'lower\u0130'],
  // Keywords that take a bracket follow the same list.
  ['select * from t where a in (1, 2)', undefined],
  ['select * from t where (a = 1)', 'where'],
  ['select * from t where a = any (b)', 'any'],
  ['select * from t where exists (select 1)', 'exists'],
  ['select * from (select 1) x', 'from'],
  ['select sum(a) over (partition by b) from t', 'over'],
  ['select * from a join b using (c)', 'using'],
  ['select cast(a as text)', 'cast'],
  ['select a::varchar(10)', 'varchar'],
  ['select a::numeric(10, 2)', 'numeric'],
  ['select (1)', 'select'],
  ['select 1 union (select 2)', 'union'],
  ['select * from lower(a) as x(y)', 'x'],
  // A bracket after anything else is not a call.
  ['select -(1), 2 * (3 + 4), a[1], $1', undefined],
  ['select ((1))', 'select'],
  ['select a, (b)', undefined],
])('%j calls %s', (sql, name) => {
  expect(call(sql)).toBe(name)
})

test('an unlisted call asks, with its name', () => {
  expect(confirmationFor('select 1, f(2)')).toEqual({
    type: 'ask',
    reason: 'function',
    at: { start: 10, end: 11, word: 'f' },
  })
})
