/** What a run asks before it is sent, and what it asks of the grammar. */
import { expect, test } from 'vitest'
import { failing, failure, OPTIONS, testSqlRun, whole } from '../testing/test-sql-run.js'
import type { GrammarVerdict } from './grammar-layer.js'

test('a question tells what is known, and nothing else', async () => {
  const question = { status: 'asking', reason: 'write', dangers: [expect.objectContaining({ kind: 'drop' })] }
  const plain = testSqlRun()
  await plain.run.run(whole('drop table t'), OPTIONS)
  const state = plain.run.$state.get()
  expect(state).toMatchObject({ ...question, reasons: [] })
  expect(state).not.toHaveProperty('destroys')
  const destroys: GrammarVerdict['destroys'] = [{ kind: 'table', name: 't' } as never]
  const known = testSqlRun({ verdict: { asks: true, reasons: [], destroys } })
  await known.run.run(whole('drop table t'), OPTIONS)
  expect(known.run.$state.get()).toMatchObject({ ...question, destroys })
  const harmless = testSqlRun({ verdict: { asks: true, reasons: [], destroys: [] } })
  await harmless.run.run(whole('drop table t'), OPTIONS)
  expect(harmless.run.$state.get()).not.toHaveProperty('destroys')
})

test('the grammar’s own question names no dangers', async () => {
  const reasons = [{ reason: 'row-lock' as const, start: 0, end: 1 }]
  const { run } = testSqlRun({ verdict: { asks: true, reasons } })
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.$state.get()).toEqual({ status: 'asking', reason: 'function', dangers: [], reasons })
})

test('what the database refused to write becomes a question with its sentence alone', async () => {
  const { run } = failing(failure({ code: '25006' }, 'cannot execute INSERT'))
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.$state.get()).toEqual({
    status: 'asking',
    reason: 'function',
    dangers: [],
    reasons: [],
    refusal: 'cannot execute INSERT',
  })
})

test('a text that is refused here is not read by the grammar', async () => {
  const { run, asked } = testSqlRun()
  await run.run({ sql: 'select 1; select 2', offset: 4, explain: 'plan' }, OPTIONS)
  expect(run.$state.get()).toEqual({
    status: 'error',
    failure: { reason: 'several-to-explain' },
    offset: 4,
    results: [],
  })
  expect(asked).toEqual([])
})

test('a plan is asked for in front of the text: the grammar reads both, and errors count from the text', async () => {
  const { run, asked, sent } = failing(failure({ body: { formattedError: 'ERROR:  no' } }))
  await run.run({ sql: 'select 1', offset: 20, explain: 'plan' }, OPTIONS)
  expect(asked).toEqual(['explain select 1'])
  await run.confirm()
  expect(sent).toMatchObject([{ query: 'explain select 1', readOnly: true }])
  expect(run.$state.get()).toMatchObject({ status: 'error', offset: 20 - 'explain '.length })
})

test('a plan of a statement that writes asks first; confirmed, it is still READ ONLY', async () => {
  const { run, sent } = testSqlRun()
  await run.run({ sql: 'delete from t', offset: 0, explain: 'plan' }, OPTIONS)
  expect(run.$state.get().status).toBe('asking')
  await run.confirm()
  expect(sent).toMatchObject([{ query: 'explain delete from t', readOnly: true }])
})
