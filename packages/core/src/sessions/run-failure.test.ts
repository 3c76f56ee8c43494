/** Why a run has no result, for each cause. */
import { PlatformError } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { caretLines } from '../rules/caret-lines.js'
import { failing, failure, OPTIONS, testSqlRun, whole } from '../testing/test-sql-run.js'

const aborted = new PlatformError('aborted', 'The call was aborted')

test.each([
  ['no problem is known', null, { offset: 2 }, '\\dt'],
  ['its position is known', { message: 'syntax error', start: 2, end: 3 }, { offset: 2 }, 'syntax error'],
])('a command of psql where %s', async (_, problem, at, message) => {
  const { run } = testSqlRun({ verdict: { asks: false, reasons: [], ...(problem ? { problem } : {}) } })
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
  const { run } = testSqlRun({ verdict: { asks: false, reasons: [], problem } })
  await run.run(whole('vacuum full \\dt'), OPTIONS)
  expect(run.$state.get()).toMatchObject({ failure: { psql: '\\dt', at: { offset: 12 } } })
})

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
  const { run, ended, clock, answers } = testSqlRun()
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
  const { run, answers } = testSqlRun()
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

test.each([
  [
    'select 1 +',
    undefined,
    'limit',
    'syntax error at end of input',
    10,
    ['LINE 1: select 1 +', '                  ^'],
  ],
  [
    'select 1 +',
    'plan',
    '',
    'syntax error at end of input',
    18,
    ['LINE 1: select 1 +', '                  ^'],
  ],
  [
    'select x y z',
    undefined,
    'z',
    'syntax error at or near "z"',
    11,
    ['LINE 1: select x y z', '                   ^'],
  ],
] as const)('an error of %j (%s) speaks of that text', async (sql, explain, at, message, offset, lines) => {
  const stage = testSqlRun()
  stage.answers.rows = async function* () {
    yield* []
    const sent = stage.sent.at(-1)?.query ?? ''
    const index = at === '' ? sent.length : sent.indexOf(at)
    const told = at === '' ? 'syntax error at end of input' : `syntax error at or near "${at}"`
    throw failure(
      {
        code: '42601',
        body: {
          formattedError: [`ERROR:  42601: ${told}`, ...caretLines(sent, index)].join('\n'),
          at: { line: 1, column: index + 1, offset: index },
        },
      },
      told,
    )
  }
  await stage.run.run({ ...whole(sql), ...(explain ? { explain } : {}) }, { ...OPTIONS, rowLimit: 100 })
  expect(stage.run.$state.get()).toMatchObject({
    failure: {
      message,
      at: { offset },
      panel: { title: `ERROR:  42601: ${message}`, detail: lines },
    },
  })
})
