import { expect, test } from 'vitest'
import { singleTableOf } from './single-table.js'

const column = (name: string, label = name): { name: string; label: string } => ({ name, label })

test.each([
  ['select * from t', { table: 't', columns: 'all' }],
  ['select t.* from t', { table: 't', columns: 'all' }],
  ['select * from s."T" where a = 1 order by b limit 5;', { schema: 's', table: 'T', columns: 'all' }],
  ['select A, "B" as c, x.d from t x', { table: 't', columns: [column('a'), column('B', 'c'), column('d')] }],
  ['select t.a from s.t offset 3', { schema: 's', table: 't', columns: [column('a')] }],
])('%j shows %j', async (sql, expected) => {
  expect(await singleTableOf(sql)).toEqual(expected)
})

test.each([
  '',
  'select 1',
  'select from t',
  'select a + 1 from t',
  'select count(*) from t',
  'select *, a from t',
  'select u.a from t',
  'select s.t.a from s.t',
  'select t.a from t x',
  'select * from t, u',
  'select * from t join u on true',
  'select * from (select 1) x',
  'select * from f(1)',
  'select distinct a from t',
  'select a from t group by a',
  'select a from t having true',
  'select a from t union select b from u',
  'with x as (select 1) select * from x',
  'select * from t; select * from u',
  'select * from t -- note',
  'select a into b from t',
  'update t set a = 1',
  'select a from only t',
  'selec * from t',
  `select ${'a, '.repeat(2000)}a from t`,
])('%j shows no plain table', async (sql) => {
  expect(await singleTableOf(sql)).toBeUndefined()
})
