import { PlatformError } from '@basedeck/platform-client'
import { expect, test, vi } from 'vitest'
import { createConfirmation } from './confirmation.js'
import type { MutationOutcome } from './mutation.js'

const done: MutationOutcome<unknown> = { type: 'done', data: null }
const refused: MutationOutcome<unknown> = { type: 'failed', error: new PlatformError('http', 'Not now') }

test('it is asked, done, and closed', async () => {
  const act = vi.fn(async () => done)
  const question = createConfirmation<string, string>(act)
  question.ask('orders')
  expect(question.$state.get()).toEqual({ status: 'open', subject: 'orders', isBusy: false })
  const answer = question.confirm('typed')
  expect(question.$state.get()).toMatchObject({ isBusy: true })
  await answer
  expect(act).toHaveBeenCalledWith('orders', 'typed')
  expect(question.$state.get()).toEqual({ status: 'closed' })
})

test('a refusal keeps it open with the reason, and the next try forgets it', async () => {
  const answers = [refused, done]
  const question = createConfirmation<string>(async () => answers.shift() ?? done)
  question.ask('orders')
  await question.confirm()
  expect(question.$state.get()).toEqual({
    status: 'open',
    subject: 'orders',
    isBusy: false,
    problem: 'Not now',
  })
  await question.confirm()
  expect(question.$state.get()).toEqual({ status: 'closed' })
})

test('nothing is asked at first, and what is open says so while it is done', async () => {
  const question = createConfirmation<string>(async () => done)
  expect(question.$state.get()).toEqual({ status: 'closed' })
  question.ask('orders')
  const answer = question.confirm()
  expect(question.$state.get()).toEqual({ status: 'open', subject: 'orders', isBusy: true })
  await answer
})

test.each([
  ['done', done],
  ['refused', refused],
])('an answer that is %s after the question was closed opens nothing', async (_, outcome) => {
  let finish: (outcome: MutationOutcome<unknown>) => void = () => {}
  const question = createConfirmation<string>(() => new Promise((resolve) => void (finish = resolve)))
  question.ask('first')
  const answer = question.confirm()
  question.cancel()
  finish(outcome)
  await answer
  expect(question.$state.get()).toEqual({ status: 'closed' })
})

test('a late answer leaves the next question alone, about the same or about another, asked or being done', async () => {
  const finish: ((outcome: MutationOutcome<unknown>) => void)[] = []
  const question = createConfirmation<string>(() => new Promise((resolve) => void finish.push(resolve)))
  question.ask('first')
  const first = question.confirm()
  question.ask('first')
  finish[0]?.(done)
  await first
  expect(question.$state.get()).toEqual({ status: 'open', subject: 'first', isBusy: false })
  for (const [index, subject] of ['first', 'other'].entries()) {
    const late = question.confirm()
    question.ask(subject)
    void question.confirm()
    finish[1 + 2 * index]?.(done)
    await late
    expect(question.$state.get()).toEqual({ status: 'open', subject, isBusy: true })
    question.ask('first')
  }
})

test('what is cancelled is not done', async () => {
  const act = vi.fn(async () => done)
  const question = createConfirmation<string>(act)
  question.ask('orders')
  question.cancel()
  await question.confirm()
  expect(act).not.toHaveBeenCalled()
})

test('a second yes does it once', async () => {
  const act = vi.fn(async () => done)
  const question = createConfirmation<string>(act)
  question.ask('orders')
  await Promise.all([question.confirm(), question.confirm()])
  expect(act).toHaveBeenCalledTimes(1)
})

test('a late answer does not close the next question', async () => {
  let finish: (outcome: MutationOutcome<unknown>) => void = () => {}
  const question = createConfirmation<string>(() => new Promise((resolve) => void (finish = resolve)))
  question.ask('first')
  const first = question.confirm()
  question.cancel()
  question.ask('second')
  finish(refused)
  await first
  expect(question.$state.get()).toEqual({ status: 'open', subject: 'second', isBusy: false })
})
