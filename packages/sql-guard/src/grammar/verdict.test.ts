import { expect, test } from 'vitest'
import { verdictOf } from './verdict.js'

test.each([
  ['', 'read-only'],
  ['select 1; select 2', 'read-only'],
  ['select f(1)', 'asks'],
  ['with a as (select 1) select * from a', 'asks'],
  ['explain select 1', 'asks'],
  ['insert into t values (1)', 'asks'],
  ["copy t from '/x'", 'asks'],
  ['select 1;\0', 'asks'],
  ['drop table t', 'dangerous'],
  // Only the lexer sees this.
  ['drop table t;\0', 'dangerous'],
  ['delete from t where a = 1', 'dangerous'],
  ['update t set a = 1', 'dangerous'],
  ['update t set a = 1 where a = 2', 'asks'],
  ["copy t to program 'x'", 'dangerous'],
  // Only the grammar sees these.
  ['update t set a = 1 where 1 = 1', 'dangerous'],
  ['copy (delete from t returning *) to stdout', 'dangerous'],
  ['merge into t using u on true when matched then delete', 'dangerous'],
  ['drop table', 'syntax-error'],
  ['selec 1', 'syntax-error'],
])('%j: %s', async (sql, outcome) => {
  expect((await verdictOf(sql)).outcome).toBe(outcome)
})

test('a verdict contains the answer of each layer', async () => {
  const { confirmation, dangers, judgement } = await verdictOf('drop table t')
  expect(confirmation.type).toBe('ask')
  expect(dangers).toHaveLength(1)
  expect(judgement.type).toBe('judged')
})
