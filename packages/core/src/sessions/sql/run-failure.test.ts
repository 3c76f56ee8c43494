/** Why a run has no result, for each cause. */
import { PlatformError } from '@basedeck/platform-client'
import { describe, expect, test } from 'vitest'
import { caretLines } from '../../rules/help/caret-lines.js'
import { failing, failure, OPTIONS, testSqlRun, whole } from '../../testing/test-sql-run.js'

const aborted = new PlatformError('aborted', 'The call was aborted')

test('a command of psql is refused with what to do instead, before the grammar is asked', async () => {
  const { run, asked } = testSqlRun({ verdict: { asks: false, reasons: [] } })
  await run.run(whole('  \\dt'), OPTIONS)
  expect(run.$state.get()).toEqual({
    status: 'error',
    failure: { reason: 'syntax', message: '\\dt', at: { offset: 2 }, psql: '\\dt', advice: 'catalogue' },
    offset: 0,
    results: [],
  })
  expect(asked).toEqual([])
})

test('lines that set psql up are sent as blanks, and data as it is', async () => {
  const { run, sent } = testSqlRun()
  await run.run(whole('\\pset null x\nselect 1 as a'), OPTIONS)
  expect(sent[0]?.query.trim()).toBe('select 1 as a')
  const text = 'copy t from stdin;\n1\tdrop\n\\.\n'
  await run.run(whole(text), OPTIONS)
  expect(run.$state.get()).toMatchObject({ status: 'asking', reason: 'write', dangers: [] })
  await run.confirm()
  expect(sent[1]).toMatchObject({ query: text, script: {}, readOnly: false })
})

describe('a text that may run in another way', () => {
  const refusal = (body: object) => {
    const answers = testSqlRun()
    answers.answers.rows = async function* () {
      yield* []
      throw failure({ code: '25001', body: { formattedError: 'ERROR:  no', code: '25001', ...body } }, 'no')
    }
    return answers
  }
  const confirmed = async ({ run }: ReturnType<typeof refusal>, sql: string) => {
    await run.run(whole(sql), OPTIONS)
    await run.confirm()
  }

  test('statements that want no transaction run one at a time', async () => {
    const test = refusal({ statementIndex: 1, outcome: 'rolled_back' })
    await confirmed(test, 'create table t (); vacuum t')
    expect(test.run.$state.get()).toMatchObject({ failure: { again: { separately: true } } })
    await test.run.runAgain()
    expect(test.sent[1]).toMatchObject({ query: 'create table t (); vacuum t', script: { separately: true } })
    // It was tried.
    expect(test.run.$state.get()).not.toHaveProperty('failure.again')
    await test.run.runAgain()
    expect(test.sent).toHaveLength(2)
  })

  test('a single one has no other way, nor has a run as a role', async () => {
    const alone = refusal({ statementIndex: 0 })
    await confirmed(alone, 'vacuum t')
    expect(alone.run.$state.get()).not.toHaveProperty('failure.again')
    const asRole = testSqlRun({ roleIn: () => ({ type: 'database', name: 'anon' }) })
    asRole.answers.rows = refusal({ statementIndex: 1 }).answers.rows
    await confirmed(asRole, 'create table t (); vacuum t')
    expect(asRole.run.$state.get()).toMatchObject({ failure: { reason: 'database' } })
    expect(asRole.run.$state.get()).not.toHaveProperty('failure.again')
  })

  test('refused statements are listed and left out together', async () => {
    const refused = [
      { statementIndex: 1, message: 'role "ada" does not exist', code: '42704' },
      { statementIndex: 2, message: 'must be owner', code: '42501' },
    ]
    const test = refusal({ statementIndex: 1, outcome: 'rolled_back', refused })
    await confirmed(test, 'create table t (); alter table t owner to ada; drop table u')
    expect(test.run.$state.get()).toMatchObject({
      failure: {
        refused: [
          { text: 'alter table t owner to ada', message: 'role "ada" does not exist' },
          { text: 'drop table u', message: 'must be owner' },
        ],
        again: { leaveOut: [1, 2] },
      },
    })
    await test.run.runAgain()
    expect(test.sent[1]).toMatchObject({ script: { leaveOut: [1, 2] } })
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
