/** What a run sends and when it sends nothing: roles, the network, empty texts, a run that is under way. */
import { expect, test, vi } from 'vitest'
import { failure, hanging, ONE_ROW, OPTIONS, testSqlRun, whole } from '../../testing/test-sql-run.js'

test('a result has no more than what is known of it', async () => {
  const { run, ended, clock } = testSqlRun()
  await run.run(whole('select 1 as a'), OPTIONS)
  clock.advance(7)
  const state = run.$state.get()
  expect(state).toEqual({
    status: 'success',
    results: [expect.objectContaining({ command: 'SELECT' })],
    durationMs: 5,
    readOnly: true,
    rolledBackOpenTransaction: false,
    ended: [],
    text: whole('select 1 as a'),
  })
  expect(Object.keys(state)).not.toContain('autoLimit')
  expect(ended).toEqual([
    {
      runId: expect.any(String),
      text: whole('select 1 as a'),
      startedAt: 1000,
      durationMs: 5,
      outcome: state,
    },
  ])
})

test('an answer without an end took no time and left no transaction open', async () => {
  const { run, answers } = testSqlRun()
  answers.rows = async function* () {
    yield* ONE_ROW.slice(0, 3)
  }
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(run.$state.get()).toMatchObject({ durationMs: 0, rolledBackOpenTransaction: false })
})

test('a run as a role sends it, and is remembered with it', async () => {
  const role = { type: 'database', name: 'reporting' } as const
  const { run, sent, ended } = testSqlRun({ roleIn: (ref) => (ref === 'default' ? role : null) })
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(sent).toMatchObject([{ role }])
  expect(run.$state.get()).toMatchObject({ status: 'success', role })
  expect(ended).toMatchObject([{ role }])
})

test('a run as the owner names no role', async () => {
  const { run, sent, ended } = testSqlRun({ roleIn: () => null })
  await run.run(whole('select 1 as a'), OPTIONS)
  for (const one of [sent[0], ended[0], run.$state.get()]) expect(one).not.toHaveProperty('role')
})

test('without a network nothing is sent, and the message goes with the network’s return', async () => {
  const { run, sent } = testSqlRun({ isOnline: () => false })
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
  const { run, sent } = testSqlRun({ isOnline: () => true })
  await run.run(whole('select 1 as a'), OPTIONS)
  expect(sent).toHaveLength(1)
})

test('an empty text drops an earlier error, and keeps an earlier result', async () => {
  const { run, answers } = testSqlRun()
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

test('while a run is under way, another text is not even read', async () => {
  const stage = testSqlRun()
  const { end } = hanging(stage)
  const ended = stage.run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
  await stage.run.run(whole('select 2 as a'), OPTIONS)
  expect(stage.asked).toEqual(['select 1 as a'])
  end()
  await ended
})

test('where nothing runs and nothing is asked, no button does anything', async () => {
  const { run, called, sent, answers } = testSqlRun()
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

test('values of parameters are sent, and without one nothing is', async () => {
  const { run, sent, asked } = testSqlRun({ verdict: { asks: false, reasons: [] } })
  await run.run(whole('select :id as a, {{day}} as b'), { ...OPTIONS, values: { id: '7' } })
  expect(run.$state.get()).toMatchObject({ failure: { reason: 'needs-values', names: ['day'] } })
  expect(sent).toEqual([])
  const values = { id: '7', day: null, other: 'x' }
  await run.run(whole('select :id as a, {{day}} as b'), { ...OPTIONS, values })
  expect(sent).toMatchObject([
    { query: 'select $1  as a, $2      as b', parameters: ['7', null], readOnly: true },
  ])
  // PostgreSQL's grammar sees what PostgreSQL gets.
  expect(asked.at(-1)).toBe('select $1  as a, $2      as b')
  expect(run.$state.get()).toMatchObject({ status: 'success', values })
})

test('values go with one statement', async () => {
  const { run, sent } = testSqlRun()
  await run.run(whole('select :id; select 2'), { ...OPTIONS, values: { id: '7' } })
  expect(run.$state.get()).toMatchObject({ failure: { reason: 'several-with-values' } })
  expect(sent).toEqual([])
})
