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
  // A keyword that can name no function calls nothing.
  ['select * from t where a in (1, 2)', undefined],
  ['select * from t where (a = 1) and (b) or (c) and not (d)', undefined],
  ['select * from t where a = any (b) or a > all (c) or a < some (d)', undefined],
  ['select * from t where exists (select 1)', undefined],
  ['select * from (select 1) x cross join lateral (select 2) y', undefined],
  ['select * from a join b using (c)', undefined],
  ['select cast(a as text), array(select 1), row(1, 2)', undefined],
  ['select (1)', undefined],
  ['select ((1))', undefined],
  ['select distinct on (a) a from t', undefined],
  ['select 1 union (select 2) union all (values (1))', undefined],
  ['select case when (a) then (b) else (c) end', undefined],
  ['select * from t limit (1) offset (2)', undefined],
  ['select AND(1), Exists (select 1)', undefined],
  // Behind the bracket of a call.
  ['select sum(a) over (partition by b) from t', undefined],
  ['select count(*) filter (where a) over (order by b) from t', undefined],
  ["select string_agg(a, ',') within group (order by b) over () from t", undefined],
  ["select string_agg(a, ',') within group (order by b) filter (where c) from t", undefined],
  ['select sum(a)/* x */over -- y\n(order by b) from t', undefined],
  // Elsewhere these can name a function.
  ['select over (1)', 'over'],
  ['select filter (1)', 'filter'],
  ['select within (1)', 'within'],
  ['select within group (1)', undefined],
  ['select distinct on (a) over (b) from t', 'over'],
  ['select distinct on (count(a)) filter (b) from t', 'filter'],
  ['select (a) over (b)', 'over'],
  ['select a in (1) over (b)', 'over'],
  ['select count(*) over', undefined],
  ['select count(*), over (b)', 'over'],
  ['select count(*) x over (b)', 'over'],
  ['select s.over (1)', 'over'],
  ['select sum(a) "over" (b)', '"over"'],
  ['select a) over (b)', 'over'],
  // Other words can name one at any place.
  ['select * from a join (b cross join c) on true', 'join'],
  ['select refresh (1)', 'refresh'],
  ['select * from t order by (a)', 'by'],
  ['select a like (b) from t', 'like'],
  ['select a between (1) and (2) from t', 'between'],
  ['select a::varchar(10)', 'varchar'],
  ['select a::numeric (10, 2)', 'numeric'],
  ['select * from lower(a) as x(y)', 'x'],
  ['select 1 operator(pg_catalog.+) 2', 'operator'],
  ['select grouping(a), greatest(b)', 'grouping'],
  // So do these, which are functions themselves, and quoted and qualified names.
  ['select localtime (0)', 'localtime'],
  ['select current_user (0)', 'current_user'],
  ["select collation for ('a')", 'for'],
  ['select s.and(1)', 'and'],
  ['select "exists" (select 1)', '"exists"'],
  ['select U&"!0066" uescape \'!\' (1)', 'U&"!0066"'],
  ['select s.U&"!0066" uescape /* x */ \'!\' (1)', 'U&"!0066"'],
  ["select a uescape '!' from (select 1) x", undefined],
  // A bracket after anything else is not a call.
  ['select -(1), 2 * (3 + 4), a[1], $1', undefined],
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
