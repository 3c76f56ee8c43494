/** Cancels that find no run, come late, or meet another error. */
import { cancelQuery } from '@basedeck/platform-client'
import { expect, test, vi } from 'vitest'
import { failure, hanging, ONE_ROW, OPTIONS, testSqlRun, whole } from '../../testing/test-sql-run.js'

test('a cancel that found no run can be pressed again, once the answer is there', async () => {
  const stage = testSqlRun()
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

test.each([
  ['its rows', ONE_ROW.slice(0, 3), 'error'],
  ['nothing', [], 'idle'],
])(
  'of a cancelled run, %s is shown again when the question about the next text is dismissed',
  async (_, parts, status) => {
    const stage = testSqlRun()
    const { run, answers } = stage
    let end = () => {}
    const isOver = new Promise<void>((resolve) => (end = resolve))
    answers.rows = async function* () {
      yield* parts
      await isOver
      throw failure({ code: '57014' })
    }
    const ended = run.run(whole('select 1 as a'), OPTIONS)
    await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
    await run.cancel()
    end()
    await ended
    expect(run.$state.get()).toMatchObject({ status: 'error', failure: { reason: 'cancelled' } })
    await run.run(whole('drop table t'), OPTIONS)
    expect(run.$state.get().status).toBe('asking')
    run.dismiss()
    expect(run.$state.get().status).toBe(status)
  },
)

test('after a cancel, another error is told as what it is', async () => {
  const stage = testSqlRun()
  const { end } = hanging(stage)
  const ended = stage.run.run(whole('select 1 as a'), OPTIONS)
  await vi.waitFor(() => expect(stage.sent).toHaveLength(1))
  await stage.run.cancel()
  end(failure({ code: '42703', body: { formattedError: 'ERROR:  x' } }))
  await ended
  expect(stage.run.$state.get()).toMatchObject({ failure: { reason: 'database' } })
})

test('the late answer to a cancel of an earlier run does not enable the button of this one', async () => {
  const stage = testSqlRun()
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
