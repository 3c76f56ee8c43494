/** When a run is polled, and what late and failed polls change. */
import { expect, test, vi } from 'vitest'
import { failure, hanging, OPTIONS, testSqlRun, whole } from '../../testing/test-sql-run.js'

test('a run that has ended is polled no more, and a late answer changes nothing', async () => {
  const stage = testSqlRun()
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
  const { run, called, clock } = testSqlRun()
  await run.run(whole('select 1 as a'), OPTIONS)
  clock.advance(5000)
  expect(called).toEqual([])
})

test('a poll that fails changes nothing, and the next one is made', async () => {
  const stage = testSqlRun()
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
