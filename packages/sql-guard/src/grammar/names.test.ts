import { expect, test } from 'vitest'
import { judge } from './judge.js'

async function namesIn(sql: string) {
  const judgement = await judge(sql)
  if (judgement.type !== 'judged') throw new Error(judgement.type)
  return judgement.statements.map(({ names }) => names)
}

test.each([
  ['select a, t.b, "C d" from t', ['a', 'b', 'C d']],
  ['select é.a /* ä */ , s . t . b from é', ['a', 'b']],
  ['select t.*, count(*) from t group by g order by 1', ['g']],
  ['update t set a = b where c = $1', ['b', 'c']],
  ['insert into t (a) values (1) on conflict (a) do update set a = excluded.a', ['a']],
  ['explain select a from t', ['a']],
  ['create table t (a int check (a > 0))', undefined],
  ['alter table t add check (a > 0)', undefined],
])('%s uses columns', async (sql, expected) => {
  const [names] = await namesIn(sql)
  expect(names?.columns.map(({ name }) => name)).toEqual(expected)
  for (const { name, start, end } of names?.columns ?? [])
    expect(sql.slice(start, end).replaceAll('"', '')).toBe(name)
})

test.each([
  ['select 1 as one from t as u (x, y)', ['one', 't', 'u', 'x', 'y']],
  ['with q (n) as (select 1) select', ['n', 'q']],
  ['select lower(a), b::date from t', ['date', 'lower', 't']],
  ['select from (select 1 as inner_one) as sub', ['inner_one', 'sub']],
  ['select from json_to_record($1) as r (a s.kind)', ['a', 'json_to_record', 'kind', 'r', 's']],
  ['select from t join u using (id) as j', ['j', 't', 'u']],
  ['select id into picked from t', ['picked', 't']],
  ['select id from t where (id, t.a) in (select 1, 2)', ['t']],
])('%s makes up names', async (sql, expected) => {
  const [names] = await namesIn(sql)
  expect([...(names?.made ?? [])].toSorted()).toEqual(expected)
})

test.each([
  ['select a from t join u using (id)', false],
  ['select a from generate_series(1, 2) as a', true],
  ['select a from t, unnest(b) as c', true],
])('whether rows come from elsewhere: %s', async (sql, isOpen) => {
  const [names] = await namesIn(sql)
  expect(names?.isOpen).toBe(isOpen)
})
