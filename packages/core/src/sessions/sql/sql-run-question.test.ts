/** What a run asks before it is sent, and what it asks of the grammar. */
import { expect, test } from 'vitest'
import { UNASKED_TEXT_LENGTH } from '../../rules/documents/unasked-texts.js'
import { failing, failure, OPTIONS, testSqlRun, whole } from '../../testing/test-sql-run.js'
import { createMemoryStorage } from '../../testing/memory-host.js'
import type { GrammarVerdict } from './grammar-layer.js'
import { createUnaskedTexts } from '../documents/unasked-texts.js'

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

test('a plan alone asks nothing, whatever the grammar says; errors count from the text', async () => {
  const reasons = [{ reason: 'delete' as const, start: 0, end: 6 }]
  const { run, asked, sent } = failing(failure({ body: { formattedError: 'ERROR:  no' } }), {
    verdict: { asks: true, reasons },
  })
  await run.run({ sql: 'delete from t', offset: 20, explain: 'plan' }, OPTIONS)
  expect(asked).toEqual([])
  expect(sent).toMatchObject([{ query: 'explain delete from t', readOnly: true }])
  expect(run.$state.get()).toMatchObject({ status: 'error', offset: 20 - 'explain '.length })
})

test('a text that makes its plan run asks', async () => {
  const { run, sent } = testSqlRun()
  await run.run({ sql: 'analyze delete from t', offset: 0, explain: 'plan' }, OPTIONS)
  expect(run.$state.get()).toMatchObject({ status: 'asking', reason: 'write' })
  await run.confirm()
  expect(sent).toMatchObject([{ query: 'explain analyze delete from t', readOnly: true }])
})

const calling = (...kinds: ('function' | 'row-lock')[]): GrammarVerdict => ({
  asks: true,
  reasons: kinds.map((reason) => ({ reason, start: 7, end: 8 })),
})

test('where functions alone ask, the text can be tried read-only', async () => {
  const { run, sent } = testSqlRun({ verdict: calling('function') })
  await run.run(whole('select f()'), { ...OPTIONS, rowLimit: 100 })
  expect(run.$state.get()).toMatchObject({
    status: 'asking',
    reason: 'function',
    offersReadOnly: { canKeep: true },
  })
  await run.confirmReadOnly()
  expect(sent).toMatchObject([{ query: 'select f() limit 100;', readOnly: true }])
  expect(run.$state.get()).toMatchObject({ status: 'success', readOnly: true, autoLimit: 100 })
  const long = testSqlRun()
  await long.run.run(whole(`select f('${'x'.repeat(UNASKED_TEXT_LENGTH)}')`), OPTIONS)
  expect(long.run.$state.get()).toMatchObject({ offersReadOnly: { canKeep: false } })
})

test('only what the database then refuses to write asks for a writable run', async () => {
  const { run, sent } = failing(failure({ code: '25006' }, 'cannot execute INSERT'))
  await run.run(whole('select f()'), OPTIONS)
  await run.confirmReadOnly()
  expect(run.$state.get()).toEqual({
    status: 'asking',
    reason: 'function',
    dangers: [],
    reasons: [],
    refusal: 'cannot execute INSERT',
  })
  await run.confirmReadOnly()
  expect(sent).toHaveLength(1)
  await run.confirm()
  expect(sent).toMatchObject([{ readOnly: true }, { query: 'select f()', readOnly: false }])
})

test.each([
  ['select f() for update', null],
  ['select f()', calling('function', 'row-lock')],
  ['select f()', { asks: true, reasons: [] }],
  ['drop table t', null],
])('%j is not offered read-only with %j', async (sql, verdict) => {
  const { run, sent } = testSqlRun({ verdict, unasked: { has: () => true, add() {} } })
  await run.run(whole(sql), OPTIONS)
  expect(run.$state.get().status).toBe('asking')
  expect(run.$state.get()).not.toHaveProperty('offersReadOnly')
  await run.confirmReadOnly()
  expect(sent).toEqual([])
})

test('a kept text runs read-only without a question, another one does not', async () => {
  const unasked = createUnaskedTexts(createMemoryStorage(), () => undefined)
  const kept = { unasked }
  const first = testSqlRun(kept)
  await first.run.run(whole('select f()'), OPTIONS)
  await first.run.confirmReadOnly(true)
  expect(unasked.of('default').get()).toEqual(['select f()'])
  const { run, sent } = testSqlRun({ ...kept, verdict: calling('function') })
  await run.run(whole('select f()'), { ...OPTIONS, rowLimit: 100 })
  expect(sent).toMatchObject([{ query: 'select f() limit 100;', readOnly: true }])
  await run.run(whole('select f() '), OPTIONS)
  expect(run.$state.get().status).toBe('asking')
  expect(sent).toHaveLength(1)
  const measured = testSqlRun(kept)
  await measured.run.run({ ...whole('select f()'), explain: 'analyze' }, OPTIONS)
  expect(measured.sent).toEqual([])
})
