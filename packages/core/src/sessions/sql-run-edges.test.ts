/** What a run does at its edges: options, roles, what is not sent, cancels that come late, failures of each kind. */
import { cancelQuery, PlatformError, type Client, type ImpersonatedRole } from '@basedeck/platform-client'
import type { RowStreamPart } from '@basedeck/platform-client/row-stream'
import { expect, test, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import type { GrammarVerdict } from './grammar-layer.js'
import type { EndedRun } from './run-state.js'
import { createSqlRun, type SqlRunDeps } from './sql-run.js'

const FIELDS: RowStreamPart = {
  type: 'fields',
  fields: [{ name: 'a', dataTypeId: 23, dataType: 'int4' }],
}
const ONE_ROW: RowStreamPart[] = [
  FIELDS,
  { type: 'cells', rows: [['1']] },
  { type: 'complete', statement: { command: 'SELECT', rowCount: 1 } },
  { type: 'end', run: { durationMs: 5 } },
]

/** A platform that answers runs and calls as told. */
function setUp(deps: Partial<SqlRunDeps> & { verdict?: GrammarVerdict | null } = {}) {
  const sent: { query: string; role?: ImpersonatedRole; timeoutMs: number; readOnly: boolean }[] = []
  const called: unknown[] = []
  const asked: string[] = []
  const answers = {
    rows: async function* (): AsyncGenerator<RowStreamPart> {
      yield* ONE_ROW
    },
    call: async (): Promise<unknown> => ({ cancelled: true }),
  }
  const client = {
    rows({ body }: { body: (typeof sent)[number] }) {
      sent.push(body)
      return answers.rows()
    },
    call(endpoint: unknown) {
      called.push(endpoint)
      return answers.call()
    },
  } as unknown as Client
  const clock = createFakeClock(1000)
  const ended: EndedRun[] = []
  const grammar = {
    preload() {},
    verdictOf(sql: string) {
      asked.push(sql)
      return deps.verdict ? Promise.resolve(deps.verdict) : null
    },
  }
  const { verdict: _verdict, ...more } = deps
  const run = createSqlRun(
    { client, clock, grammar, onEnd: (_ref, one) => void ended.push(one), ...more },
    'default',
  )
  return { run, sent, called, asked, answers, clock, ended }
}
const OPTIONS = { rowLimit: -1, timeoutMs: 0 }
const whole = (sql: string) => ({ sql, offset: 0 })

/** A run that goes on until it is told to end. */
function hanging({ answers }: ReturnType<typeof setUp>) {
  let end = (_error?: Error) => {}
  answers.rows = async function* () {
    await new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve())
    })
    yield* ONE_ROW
  }
  return { end: (error?: Error) => end(error) }
}

const failure = (more: { code?: string; body?: unknown } = {}, message = 'no') =>
  new PlatformError('http', message, { status: 400, ...more })

function failing(error: unknown, deps: Parameters<typeof setUp>[0] = {}) {
  const stage = setUp(deps)
  stage.answers.rows = async function* () {
    yield FIELDS
    throw error
  }
  return stage
}

test('a result has no more than what is known of it', async () => {
  const { run, ended, clock } = setUp()
  await run.run(whole('select 1 as a'), OPTIONS)
  clock.advance(7)
  const state = run.$state.get()
  expect(state).toEqual({
    status: 'success',
    results: [expect.objectContaining({ command: 'SELECT' })],
    durationMs: 5,
    readOnly: true,
    rolledBackOpenTransaction: false,
    text: whole('select 1 as a'),
  })
  expect(Object.keys(state)).not.toContain('autoLimit')
  expect(ended).toEqual([{ text: whole('select 1 as a'), startedAt: 1000, durationMs: 5, outcome: state }])
})

test('an answer without an end took no time and left no transaction open', async () => {
  const { run, answers } = setUp()
  answers.rows = async function* () {
    yield* ONE_ROW.slice(0, 3)
  }
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.$state.get()).toMatchObject({ durationMs: 0, rolledBackOpenTransaction: false })
})

test('a run as a role sends it, and is remembered with it', async () => {
  const role = { type: 'database', name: 'reporting' } as const
  const { run, sent, ended } = setUp({ roleIn: (ref) => (ref === 'default' ? role : null) })
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(sent).toMatchObject([{ role }])
  expect(run.$state.get()).toMatchObject({ status: 'success', role })
  expect(ended).toMatchObject([{ role }])
})

test('a run as the owner names no role', async () => {
  const { run, sent, ended } = setUp({ roleIn: () => null })
  await run.run(whole('select 1 as a'), OPTIONS)
  for (const one of [sent[0], ended[0], run.$state.get()]) expect(one).not.toHaveProperty('role')
})

test('without a network nothing is sent, and the message goes with the network’s return', async () => {
  const { run, sent } = setUp({ isOnline: () => false })
  await run.run({ sql: 'select 1 as a', offset: 3 }, OPTIONS)
  expect(sent).toEqual([])
  expect(run.$state.get()).toEqual({
    status: 'error',
    failure: { reason: 'offline' },
    offset: 3,
    results: [],
  })
  run.forgetUnsent()
  expect(run.$state.get()).toEqual({ status: 'idle' })
})

test('with a network it is sent', async () => {
  const { run, sent } = setUp({ isOnline: () => true })
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(sent).toHaveLength(1)
})

test('an empty text drops an earlier error, and keeps an earlier result', async () => {
  const { run, answers } = setUp()
  await run.run(whole('select 1 as a'), OPTIONS)
  const before = run.$state.get()
  await run.run(whole(' '), OPTIONS)
  expect(run.$state.get()).toBe(before)
  answers.rows = async function* () {
    yield* []
    throw failure()
  }
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.$state.get().status).toBe('error')
  await run.run(whole(' '), OPTIONS)
  expect(run.$state.get()).toEqual({ status: 'idle' })
})

test('a question tells what is known, and nothing else', async () => {
  const question = { status: 'asking', reason: 'write', dangers: [expect.objectContaining({ kind: 'drop' })] }
  const plain = setUp()
  await plain.run.run(whole('drop table t'), OPTIONS)
  const state = plain.run.$state.get()
  expect(state).toMatchObject({ ...question, reasons: [] })
  expect(state).not.toHaveProperty('destroys')
  const destroys: GrammarVerdict['destroys'] = [{ kind: 'table', name: 't' } as never]
  const known = setUp({ verdict: { asks: true, reasons: [], destroys } })
  await known.run.run(whole('drop table t'), OPTIONS)
  expect(known.run.$state.get()).toMatchObject({ ...question, destroys })
  const harmless = setUp({ verdict: { asks: true, reasons: [], destroys: [] } })
  await harmless.run.run(whole('drop table t'), OPTIONS)
  expect(harmless.run.$state.get()).not.toHaveProperty('destroys')
})

test('the grammar’s own question names no dangers', async () => {
  const reasons = [{ reason: 'row-lock' as const, start: 0, end: 1 }]
  const { run } = setUp({ verdict: { asks: true, reasons } })
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
  const { run, asked } = setUp()
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
  const { run, sent } = setUp()
  await run.run({ sql: 'delete from t', offset: 0, explain: 'plan' }, OPTIONS)
  expect(run.$state.get().status).toBe('asking')
  await run.confirm()
  expect(sent).toMatchObject([{ query: 'explain delete from t', readOnly: true }])
})

test.each([
  ['no problem is known', null, { offset: 2 }, '\\dt'],
  ['its place is known', { message: 'syntax error', start: 2, end: 3 }, { offset: 2 }, 'syntax error'],
])('a command of psql where %s', async (_, problem, at, message) => {
  const { run } = setUp({ verdict: { asks: false, reasons: [], ...(problem ? { problem } : {}) } })
  await run.run(whole('  \\dt'), OPTIONS)
  expect(run.$state.get()).toEqual({
    status: 'error',
    failure: { reason: 'syntax', message, at, psql: '\\dt' },
    offset: 0,
    results: [],
  })
})

test('a command of psql after other text is found where the grammar stopped', async () => {
  const problem = { message: 'syntax error at or near "\\"', start: 12, end: 13 }
  const { run } = setUp({ verdict: { asks: false, reasons: [], problem } })
  await run.run(whole('vacuum full \\dt'), OPTIONS)
  expect(run.$state.get()).toMatchObject({ failure: { psql: '\\dt', at: { offset: 12 } } })
})

const aborted = new PlatformError('aborted', 'The call was aborted')

test.each<[name: string, error: PlatformError, found: object]>([
  [
    'the connection was ended',
    failure({ code: '57P01' }, 'bye'),
    { reason: 'connection-ended', message: 'bye' },
  ],
  [
    'the platform refused',
    failure({ code: 'forbidden' }, 'not you'),
    { reason: 'platform', message: 'not you' },
  ],
  ['an answer without fields', failure({ body: {} }, 'odd'), { reason: 'platform', message: 'odd' }],
  ['the network', new PlatformError('network', 'gone'), { reason: 'lost' }],
  ['an end of the call', aborted, { reason: 'cancelled' }],
  [
    'a timeout, which is no cancel',
    failure({ code: '57014', body: { formattedError: 'ERROR:  timeout' } }, 'timeout'),
    {
      reason: 'database',
      message: 'timeout',
      code: '57014',
      notices: [],
      panel: { title: 'ERROR:  timeout', detail: [] },
    },
  ],
  [
    'an error without a code',
    failure({ body: { formattedError: 'ERROR:  x' } }, 'x'),
    { reason: 'database', message: 'x', notices: [], panel: { title: 'ERROR:  x', detail: [] } },
  ],
])('a run that failed: %s', async (_, error, found) => {
  const { run, ended, clock, answers } = setUp()
  answers.rows = async function* () {
    yield* []
    clock.advance(30)
    throw error
  }
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.$state.get()).toEqual({ status: 'error', failure: found, offset: 0, results: [] })
  expect(Object.keys(found)).toEqual(Object.keys((run.$state.get() as { failure: object }).failure))
  expect(ended).toMatchObject([{ startedAt: 1000, durationMs: 30 }])
})

test('a cancelled run is not told again below a text that was asked about and not run', async () => {
  const { run, answers } = setUp()
  answers.rows = async function* () {
    yield* []
    throw aborted
  }
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'cancelled' } })
  await run.run(whole('update t set a = 1'), OPTIONS)
  run.dismiss()
  expect(run.$state.get()).toEqual({ status: 'idle' })
})

test('an error of the program is thrown, not told as the platform’s', async () => {
  const { run } = failing(new TypeError('a bug'))
  await expect(run.run(whole('select 1 as a'), OPTIONS)).rejects.toThrow('a bug')
})

test.each<[name: string, sql: string, body: object, statement: object | undefined]>([
  ['of one statement', 'select 1', { statementIndex: 0 }, undefined],
  ['whose statement is not told', 'select 1; select 2', {}, undefined],
  [
    'of the first of two',
    'select 1; select 2',
    { statementIndex: 0 },
    { index: 0, count: 2, text: 'select 1', offset: 0, outcome: null },
  ],
  [
    'of the second, where it is not told what became of the first',
    'select 1; select 2',
    { statementIndex: 1 },
    undefined,
  ],
  [
    'of the second',
    'select 1; select 2',
    { statementIndex: 1, outcome: 'kept' },
    { index: 1, count: 2, text: 'select 2', offset: 10, outcome: 'kept' },
  ],
  [
    'of a statement that is not there',
    'select 1; select 2',
    { statementIndex: 2, outcome: 'kept' },
    undefined,
  ],
])('a failure %s', async (_, sql, body, statement) => {
  const { run } = failing(failure({ body: { formattedError: 'ERROR', ...body } }))
  await run.run(whole(sql), OPTIONS)
  const { failure: found } = run.$state.get() as { failure: { statement?: object } }
  expect(found.statement).toEqual(statement)
})

test('rows are shown as soon as the first one is there, not with the columns', async () => {
  const { run, answers } = setUp()
  let go = () => {}
  answers.rows = async function* () {
    yield FIELDS
    await new Promise<void>((resolve) => (go = resolve))
    yield* ONE_ROW.slice(1, 2)
    await new Promise<void>((resolve) => (go = resolve))
    yield* ONE_ROW.slice(2)
  }
  const waiting = async () => {
    const before = go
    await vi.waitFor(() => expect(go).not.toBe(before))
  }
  const ended = run.run(whole('select 1 as a'), OPTIONS)
  await waiting()
  expect(run.$state.get()).toMatchObject({ status: 'running', results: [] })
  const first = go
  first()
  await vi.waitFor(() => expect(go).not.toBe(first))
  expect(run.$state.get()).toMatchObject({ status: 'running', results: [{ isPartial: true }] })
  go()
  await ended
})

test('while a run is under way, another text is not even read', async () => {
  const stage = setUp()
  const { end } = hanging(stage)
  const ended = stage.run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
  await stage.run.run(whole('select 2 as a'), OPTIONS)
  expect(stage.asked).toEqual(['select 1 as a'])
  end()
  await ended
})

test('a run that has ended is polled no more, and a late answer changes nothing', async () => {
  const stage = setUp()
  const { run, answers, called, clock } = stage
  const { end } = hanging(stage)
  let answer = (_progress: unknown) => {}
  answers.call = () => new Promise((resolve) => (answer = resolve))
  const ended = run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
  clock.advance(1000)
  expect(called).toHaveLength(1)
  end()
  await ended
  const after = run.$state.get()
  answer({ state: 'waiting' })
  await Promise.resolve()
  await Promise.resolve()
  clock.advance(5000)
  expect(run.$state.get()).toBe(after)
  expect(called).toHaveLength(1)
})

test('a short run is never polled', async () => {
  const { run, called, clock } = setUp()
  await run.run(whole('select 1 as a'), OPTIONS)
  clock.advance(5000)
  expect(called).toEqual([])
})

test('a poll that fails changes nothing, and the next one is made', async () => {
  const stage = setUp()
  const { run, answers, called, clock } = stage
  const { end } = hanging(stage)
  answers.call = async () => {
    throw failure()
  }
  const ended = run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
  const before = run.$state.get()
  clock.advance(1000)
  await vi.waitFor(() => {
    clock.advance(1000)
    expect(called.length).toBeGreaterThan(1)
  })
  expect(run.$state.get()).toBe(before)
  end()
  await ended
})

test('a cancel that found no run can be pressed again, once the answer is there', async () => {
  const stage = setUp()
  const { run, answers, called } = stage
  const { end } = hanging(stage)
  const ended = run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
  let answer = (_answer: unknown) => {}
  answers.call = () => new Promise((resolve) => (answer = resolve))
  const cancelled = run.cancel()
  expect(run.$state.get()).toMatchObject({ status: 'running', cancelling: true })
  await run.cancel()
  expect(called).toEqual([cancelQuery])
  answer({ cancelled: false })
  await cancelled
  expect(run.$state.get()).toMatchObject({ status: 'running', cancelling: false })
  answers.call = async () => ({ cancelled: true })
  await run.cancel()
  expect(called).toHaveLength(2)
  expect(run.$state.get()).toMatchObject({ status: 'running', cancelling: true })
  end(failure({ code: '57014' }))
  await ended
  expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'cancelled' } })
})

test('after a cancel, another error is told as what it is', async () => {
  const stage = setUp()
  const { end } = hanging(stage)
  const ended = stage.run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
  await stage.run.cancel()
  end(failure({ code: '42703', body: { formattedError: 'ERROR:  x' } }))
  await ended
  expect(stage.run.$state.get()).toMatchObject({ failure: { reason: 'database' } })
})

test('the late answer to a cancel of an earlier run does not enable the button of this one', async () => {
  const stage = setUp()
  const { run, answers } = stage
  const first = hanging(stage)
  const ended = run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
  let answer = (_answer: unknown) => {}
  answers.call = () => new Promise((resolve) => (answer = resolve))
  const late = run.cancel()
  const answerFirst = answer
  first.end()
  await ended
  const second = hanging(stage)
  const next = run.run(whole('select 2 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(2))
  void run.cancel()
  answerFirst({ cancelled: false })
  await late
  expect(run.$state.get()).toMatchObject({ status: 'running', cancelling: true })
  second.end()
  await next
})

test('where nothing runs and nothing is asked, no button does anything', async () => {
  const { run, called, sent, answers } = setUp()
  const nothing = async () => {
    const before = run.$state.get()
    await run.runAnyway()
    await run.confirm()
    run.dismiss()
    await run.cancel()
    run.forgetUnsent()
    expect(run.$state.get()).toBe(before)
  }
  await nothing()
  run.letGo()
  expect(run.bytes()).toBe(0)
  await run.run(whole('drop table t'), OPTIONS)
  run.dismiss()
  await nothing()
  expect(sent).toEqual([])
  await run.run(whole('drop table t'), OPTIONS)
  await run.confirm()
  await nothing()
  answers.rows = async function* () {
    yield* []
    throw failure({ body: { formattedError: 'ERROR' } })
  }
  await run.run(whole('drop table t'), OPTIONS)
  await run.confirm()
  expect(run.$state.get()).toMatchObject({ failure: { reason: 'database' } })
  await nothing()
  expect(sent).toHaveLength(2)
  expect(called).toEqual([])
  run.dispose()
})

test('rows are let go after the run, also those before a failure; what else is known stays', async () => {
  const { run, answers } = setUp()
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.bytes()).toBeGreaterThan(0)
  run.letGo()
  expect(run.bytes()).toBe(0)
  expect(run.$state.get()).toMatchObject({ status: 'success', results: [{ letGo: 1, rowCount: 1 }] })
  answers.rows = async function* () {
    yield* ONE_ROW.slice(0, 3)
    throw failure()
  }
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.bytes()).toBeGreaterThan(0)
  run.letGo()
  expect(run.bytes()).toBe(0)
  expect(run.$state.get()).toMatchObject({ status: 'error', results: [{ letGo: 1 }] })
})

test('a run under way keeps its rows', async () => {
  const { run, answers } = setUp()
  let go = () => {}
  answers.rows = async function* () {
    yield* ONE_ROW.slice(0, 2)
    await new Promise<void>((resolve) => (go = resolve))
    yield* ONE_ROW.slice(2)
  }
  const ended = run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(run.bytes()).toBeGreaterThan(0))
  run.letGo()
  expect(run.bytes()).toBeGreaterThan(0)
  go()
  await ended
})
