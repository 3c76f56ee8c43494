import { createClient } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import type { GrammarVerdict } from './grammar-layer.js'
import { createSqlRun } from './sql-run.js'

function setUp(verdict: GrammarVerdict | null = null) {
  const fake = createFakePlatform()
  const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  const clock = createFakeClock()
  return {
    fake,
    clock,
    run: createSqlRun(
      { client, clock, grammar: { preload() {}, verdictOf: () => verdict && Promise.resolve(verdict) } },
      'default',
    ),
  }
}
const limit = (rowLimit: number) => ({ rowLimit, timeoutMs: 60_000 })
const whole = (sql: string) => ({ sql, offset: 0 })
const sent = (fake: ReturnType<typeof createFakePlatform>) => fake.requests.map((request) => request.body)

test('a select runs at once, READ ONLY, with the limit', async () => {
  const { fake, run } = setUp()
  await run.run(whole('select 1 as a'), limit(100))
  expect(sent(fake)).toMatchObject([{ query: 'select 1 as a limit 100;', readOnly: true }])
  expect(run.$state.get()).toMatchObject({ status: 'success', readOnly: true, autoLimit: 100 })
})

test('an empty text does nothing', async () => {
  const { fake, run } = setUp()
  await run.run(whole(' \n '), limit(100))
  expect(fake.requests).toEqual([])
  expect(run.$state.get()).toEqual({ status: 'idle' })
})

test('a write asks first; Cancel sends nothing and brings back what was shown', async () => {
  const { fake, run } = setUp()
  await run.run(whole('select 1 as a'), limit(100))
  const before = run.$state.get()
  await run.run(whole('drop table t'), limit(100))
  expect(run.$state.get()).toMatchObject({ status: 'asking', reason: 'write', dangers: [{ kind: 'drop' }] })
  run.dismiss()
  expect(run.$state.get()).toBe(before)
  expect(fake.requests).toHaveLength(1)
})

test('what the grammar refuses is told before any question; anyway, it is asked about', async () => {
  const problem = { message: 'syntax error at or near "what"', start: 0, end: 4 }
  const { fake, run } = setUp({ asks: false, reasons: [], problem })
  await run.run({ sql: 'what is this?', offset: 10 }, limit(100))
  expect(run.$state.get()).toMatchObject({
    status: 'error',
    failure: { reason: 'syntax', message: problem.message, at: { offset: 0 } },
    offset: 10,
  })
  await run.runAnyway()
  expect(run.$state.get()).toMatchObject({ status: 'asking', reason: 'write' })
  run.dismiss()
  expect(run.$state.get()).toMatchObject({ failure: { reason: 'syntax' } })
  await run.runAnyway()
  await run.confirm()
  expect(sent(fake)).toMatchObject([{ query: 'what is this?', readOnly: false }])
})

test('a command of psql is told as one, also while the grammar is not there', async () => {
  const { fake, run } = setUp()
  await run.run(whole('\\d people'), limit(100))
  expect(run.$state.get()).toMatchObject({ failure: { reason: 'syntax', psql: '\\d' } })
  expect(fake.requests).toEqual([])
})

test('what begins with select goes to the database, whose error says most', async () => {
  const problem = { message: 'syntax error', start: 7, end: 9 }
  const { fake, run } = setUp({ asks: false, reasons: [], problem })
  await run.run(whole('select ,'), limit(-1))
  expect(sent(fake)).toMatchObject([{ query: 'select ,' }])
})

function setUpAway() {
  const fake = createFakePlatform()
  const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  let isReachable = true
  const grammar = { preload() {}, verdictOf: () => null }
  const run = createSqlRun(
    { client, clock: createFakeClock(), grammar, reaches: async () => isReachable },
    'default',
  )
  return { fake, run, setReachable: (now: boolean) => void (isReachable = now) }
}

test('to a platform that is away nothing is sent, and it is said so', async () => {
  const { fake, run, setReachable } = setUpAway()
  setReachable(false)
  await run.run(whole('select 1 as a'), limit(-1))
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'away' } })
  expect(fake.requests).toEqual([])
  setReachable(true)
  await run.run(whole('select 1 as a'), limit(-1))
  expect(run.$state.get().status).toBe('success')
})

test('once the platform is back, the results of before the run that was never sent are there again', async () => {
  const { fake, run, setReachable } = setUpAway()
  await run.run(whole('select 1 as a'), limit(-1))
  const before = run.$state.get()
  setReachable(false)
  await run.run(whole('select 2 as a'), limit(-1))
  await run.run(whole('select 3 as a'), limit(-1))
  expect(run.$state.get()).toMatchObject({ failure: { reason: 'away' } })
  run.forgetUnsent()
  expect(run.$state.get()).toBe(before)
  expect(sent(fake)).toHaveLength(1)
})

test('an error of an earlier text is not told again below the one that was never sent', async () => {
  const { fake, run, setReachable } = setUpAway()
  fake.answer('select gone', { error: { message: 'no', formattedError: 'ERROR: no', code: '42703' } })
  await run.run(whole('select gone'), limit(-1))
  setReachable(false)
  await run.run(whole('select 2 as a'), limit(-1))
  run.forgetUnsent()
  expect(run.$state.get()).toEqual({ status: 'idle' })
})

test('what the database said against a run stays when the platform is back', async () => {
  const { fake, run } = setUpAway()
  fake.answer('select gone', { error: { message: 'no', formattedError: 'ERROR: no', code: '42703' } })
  await run.run(whole('select gone'), limit(-1))
  run.forgetUnsent()
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'database' } })
})

test('a failure names its statement, what the ones before gave, and what became of them', async () => {
  const { fake, run } = setUp()
  const sql = 'select 1 as a;\nselect gone'
  const before = { command: 'SELECT', rowCount: 1, fields: [], notices: [] }
  fake.answer(sql, {
    error: {
      message: 'no',
      formattedError: 'ERROR: no',
      code: '42703',
      statementIndex: 1,
      results: [{ ...before, rows: [['1']] }],
      outcome: 'rolled_back',
    },
  })
  await run.run(whole(sql), limit(-1))
  expect(run.$state.get()).toMatchObject({
    status: 'error',
    results: [before],
    failure: {
      statement: { index: 1, count: 2, text: 'select gone', offset: 15, outcome: 'rolled_back' },
    },
  })
})

test('the question says what was found', async () => {
  const { run } = setUp({ asks: false, reasons: [] })
  await run.run(whole('show search_path'), limit(100))
  expect(run.$state.get()).toMatchObject({
    status: 'asking',
    reason: 'write',
    found: { type: 'beginning', word: 'show', isHarmless: true },
  })
})

test('Run in the question runs writable', async () => {
  const { fake, run } = setUp()
  await run.run(whole('drop table t'), limit(100))
  await run.confirm()
  expect(sent(fake)).toMatchObject([{ query: 'drop table t', readOnly: false }])
  expect(run.$state.get()).toMatchObject({ status: 'success', readOnly: false })
})

test('a write that the guard let pass is refused by the database and becomes the function question', async () => {
  const { fake, run } = setUp()
  const error = {
    message: 'cannot execute INSERT in a read-only transaction',
    formattedError: 'ERROR',
    code: '25006',
  }
  fake.answer('select count(*) from sly_view', { error })
  await run.run(whole('select count(*) from sly_view'), limit(-1))
  expect(run.$state.get()).toMatchObject({ status: 'asking', reason: 'function', refusal: error.message })
  fake.answer('select count(*) from sly_view', { results: [] })
  await run.confirm()
  expect(sent(fake)).toMatchObject([{ readOnly: true }, { readOnly: false }])
})

test('the grammar adds a question, and never takes one away', async () => {
  const reasons = [{ reason: 'row-lock' as const, start: 16, end: 26 }]
  const { fake, run } = setUp({ asks: true, reasons })
  await run.run(whole('select * from t'), limit(-1))
  expect(run.$state.get()).toMatchObject({ status: 'asking', reason: 'function', reasons })
  expect(fake.requests).toEqual([])
  await run.confirm()
  expect(sent(fake)).toMatchObject([{ readOnly: false }])

  const trusting = setUp({ asks: false, reasons: [] })
  await trusting.run.run(whole('drop table t'), limit(-1))
  expect(trusting.run.$state.get()).toMatchObject({ status: 'asking', reason: 'write' })
})

test('a text too large is refused and nothing is sent', async () => {
  const { fake, run } = setUp()
  await run.run(whole(`select '${'x'.repeat(5_000_000)}'`), limit(100))
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'too-large' } })
  expect(fake.requests).toEqual([])
})

test('an error keeps its lines, its position, and the range of the selection', async () => {
  const { fake, run } = setUp()
  const at = { line: 1, column: 8, offset: 7 }
  fake.answer('select x limit 100;', {
    error: { message: 'no x', formattedError: 'ERROR:  42703: no x\nLINE 1', code: '42703', at },
  })
  await run.run({ sql: 'select x', offset: 40 }, limit(100))
  expect(run.$state.get()).toEqual({
    status: 'error',
    offset: 40,
    results: [],
    failure: {
      reason: 'database',
      message: 'no x',
      code: '42703',
      notices: [],
      panel: { title: 'ERROR:  42703: no x', detail: ['LINE 1'] },
      at,
    },
  })
})

test('Cancel stops the run in the database', async () => {
  const { fake, run } = setUp()
  fake.answer('select 1', 'hangs')
  const ended = run.run(whole('select 1'), limit(-1))
  expect(run.$state.get()).toMatchObject({ status: 'running', cancelling: false })
  await vi.waitFor(() => expect(fake.requests).toHaveLength(1))
  await run.cancel()
  await ended
  expect(fake.requests[1]).toMatchObject({ method: 'DELETE' })
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'cancelled' } })
})

test('a cancel that does not arrive ends the call itself', async () => {
  const { fake, run } = setUp()
  fake.answer('select 1', 'hangs')
  const ended = run.run(whole('select 1'), limit(-1))
  await vi.waitFor(() => expect(fake.requests).toHaveLength(1))
  fake.offline = true
  await run.cancel()
  await ended
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'cancelled' } })
})

test('a cancel that came before the run can be pressed again', async () => {
  const { fake, run } = setUp()
  fake.answer('select 1', 'hangs')
  const ended = run.run(whole('select 1'), limit(-1))
  await run.cancel()
  if (run.$state.get().status === 'running') await run.cancel()
  await ended
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'cancelled' } })
})

test('a platform that is gone is said as such', async () => {
  const { fake, run } = setUp()
  fake.offline = true
  await run.run(whole('select 1'), limit(-1))
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'lost' } })
})

test('one run at a time', async () => {
  const { fake, run } = setUp()
  fake.answer('select 1', 'hangs')
  const first = run.run(whole('select 1'), limit(-1))
  await run.run(whole('select 2'), limit(-1))
  await vi.waitFor(() => expect(sent(fake)).toMatchObject([{ query: 'select 1' }]))
  await run.cancel()
  await first
})

test('ending the session ends the call', async () => {
  const { fake, run } = setUp()
  fake.answer('select 1', 'hangs')
  const ended = run.run(whole('select 1'), limit(-1))
  await vi.waitFor(() => expect(fake.requests).toHaveLength(1))
  run.dispose()
  await ended
  expect(run.$state.get()).toMatchObject({ status: 'error' })
})

test('a run that waits for the database says so', async () => {
  const { fake, clock, run } = setUp()
  fake.busy = true
  fake.answer('select 1', 'hangs')
  const ended = run.run(whole('select 1'), limit(-1))
  await vi.waitFor(() => expect(fake.requests).toHaveLength(1))
  expect(run.$state.get()).toMatchObject({ status: 'running', waiting: false })
  clock.advance(1000)
  await vi.waitFor(() => expect(run.$state.get()).toMatchObject({ status: 'running', waiting: true }))
  fake.busy = false
  clock.advance(1000)
  await vi.waitFor(() => expect(run.$state.get()).toMatchObject({ status: 'running', waiting: false }))
  await run.cancel()
  await ended
})

test('two Runs while the grammar still reads the text: one is sent', async () => {
  const fake = createFakePlatform()
  const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  const answers: ((verdict: GrammarVerdict) => void)[] = []
  const grammar = {
    preload() {},
    verdictOf: () => new Promise<GrammarVerdict>((resolve) => answers.push(resolve)),
  }
  const run = createSqlRun({ client, clock: createFakeClock(), grammar }, 'default')
  const runs = [run.run(whole('select 1 as a'), limit(100)), run.run(whole('select 2 as a'), limit(100))]
  expect(answers).toHaveLength(2)
  for (const answer of answers) answer({ asks: false, reasons: [] })
  await Promise.all(runs)
  expect(sent(fake)).toMatchObject([{ query: 'select 1 as a limit 100;' }])
  expect(run.$state.get()).toMatchObject({ status: 'success', text: { sql: 'select 1 as a' } })
})
