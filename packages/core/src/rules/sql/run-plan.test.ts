import { expect, test } from 'vitest'
import { planRun } from './run-plan.js'
import { QUERY_LIMIT_BYTES } from './query-size.js'

test.each([[''], ['  \n']])('nothing runs for %j', (sql) => {
  expect(planRun(sql, 100, false)).toEqual({ type: 'nothing' })
})

test('a plain select runs READ ONLY with the limit', () => {
  expect(planRun('select * from t;', 100, false)).toEqual({
    type: 'run',
    sql: 'select * from t limit 100;',
    readOnly: true,
    autoLimit: 100,
  })
})

test('no limit is added where none is wanted or the text has one', () => {
  expect(planRun('select * from t', -1, false)).toEqual({
    type: 'run',
    sql: 'select * from t',
    readOnly: true,
  })
  expect(planRun('select * from t limit 5', 100, false)).toStrictEqual({
    type: 'run',
    sql: 'select * from t limit 5',
    readOnly: true,
  })
})

test('a write asks, with its dangers, and runs writable once confirmed', () => {
  const sql = 'delete from t'
  expect(planRun(sql, 100, false)).toMatchObject({
    type: 'ask',
    reason: 'write',
    dangers: [{ kind: 'delete' }],
  })
  expect(planRun(sql, 100, true)).toEqual({ type: 'run', sql, readOnly: false })
})

test('an unknown function asks; confirmed, the limit still applies', () => {
  const sql = 'select do_it()'
  expect(planRun(sql, 100, false)).toMatchObject({ type: 'ask', reason: 'function' })
  expect(planRun(sql, 100, true)).toEqual({
    type: 'run',
    sql: 'select do_it() limit 100;',
    readOnly: false,
    autoLimit: 100,
  })
})

test('a text above 0.98 MB is refused before anything else', () => {
  const sql = `select '${'x'.repeat(QUERY_LIMIT_BYTES)}'`
  expect(planRun(sql, 100, false)).toEqual({ type: 'refuse', reason: 'too-large' })
  expect(planRun(sql, 100, true)).toEqual({ type: 'refuse', reason: 'too-large' })
})
