/** Rows of a run: when they are shown, and when they are let go. */
import { expect, test, vi } from 'vitest'
import { failure, FIELDS, ONE_ROW, OPTIONS, testSqlRun, whole } from '../../testing/test-sql-run.js'

test('rows are shown as soon as the first one is there, not with the columns', async () => {
  const { run, answers } = testSqlRun()
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

test('rows are let go after the run, also those before a failure; what else is known stays', async () => {
  const { run, answers } = testSqlRun()
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
  const { run, answers } = testSqlRun()
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
