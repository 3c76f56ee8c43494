import { expect, test } from 'vitest'
import { judge } from './judge.js'

async function destroyed(sql: string): Promise<string[]> {
  const judgement = await judge(sql)
  if (judgement.type !== 'judged') throw new Error(judgement.type)
  return judgement.statements.flatMap(({ destroys }) =>
    destroys.map(({ act, kind, schema, name, cascades }) =>
      [act, kind, schema === undefined ? name : `${schema}.${name}`, ...(cascades ? ['cascade'] : [])].join(
        ' ',
      ),
    ),
  )
}

test.each([
  ['drop schema shop cascade', ['drop schema shop cascade']],
  ['drop schema if exists a, "B c" cascade', ['drop schema a cascade', 'drop schema B c cascade']],
  ['drop schema shop', []],
  ['drop table orders cascade', ['drop relation orders cascade']],
  ['drop view s.v, w cascade', ['drop relation s.v cascade', 'drop relation w cascade']],
  ['drop table orders', []],
  ['drop function f cascade', []],
  ['truncate a, s.b', ['empty relation a', 'empty relation s.b']],
  ['truncate a cascade', ['empty relation a cascade']],
  ['delete from orders', ['empty relation orders']],
  ['delete from orders where true', ['empty relation orders']],
  ['delete from orders where id = 1', []],
  ['explain delete from orders', []],
  ['explain analyze delete from orders', ['empty relation orders']],
  ['with gone as (delete from s.orders returning *) select * from gone', ['empty relation s.orders']],
  ['select 1; truncate a', ['empty relation a']],
])('%s', async (sql, expected) => {
  expect(await destroyed(sql)).toEqual(expected)
})
