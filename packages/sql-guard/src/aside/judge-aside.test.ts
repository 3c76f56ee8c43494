import { afterEach, expect, test, vi } from 'vitest'
import type { Judgement } from '../grammar/judgement.js'
import {
  createJudgeAside,
  type JudgeAnswer,
  type JudgeAsideOptions,
  type JudgeQuestion,
} from './judge-aside.js'

const judged: Judgement = { type: 'judged', statements: [] }

/** Workers and a clock that the test controls; `byDefault`: the clock that is used where none is given. */
function setUp({ byDefault = false } = {}) {
  const workers: {
    questions: JudgeQuestion[]
    say(answer: JudgeAnswer): void
    fail(): void
    ended: boolean
  }[] = []
  let timer: (() => void) | undefined
  const after: JudgeAsideOptions['after'] = (_, run) => {
    timer = run
    return () => void (timer = undefined)
  }
  const aside = createJudgeAside({
    openChannel() {
      let listener: (answer: JudgeAnswer) => void = () => {}
      let failure = () => {}
      const worker = {
        questions: [] as JudgeQuestion[],
        say: (answer: JudgeAnswer) => listener(answer),
        fail: () => failure(),
        ended: false,
      }
      workers.push(worker)
      return {
        post: (question) => void worker.questions.push(question),
        onAnswer: (next) => void (listener = next),
        onFailure: (next) => void (failure = next),
        end: () => void (worker.ended = true),
      }
    },
    ...(byDefault ? {} : { after }),
  })
  return { aside, workers, isTimed: () => timer !== undefined, elapse: () => timer?.() }
}

afterEach(() => void vi.useRealTimers())

test('one question at a time, each with its answer', async () => {
  const { aside, workers } = setUp()
  const first = aside.judge('select 1')
  const second = aside.judge('select 2')
  const [worker] = workers
  worker?.say({ type: 'ready' })
  expect(worker?.questions).toEqual([{ id: 1, sql: 'select 1', wants: 'judgement' }])
  worker?.say({ type: 'judgement', id: 1, judgement: judged })
  expect(await first).toBe(judged)
  expect(worker?.questions).toHaveLength(2)
  const other: Judgement = { type: 'syntax-error', message: 'no', start: 0, end: 1 }
  worker?.say({ type: 'judgement', id: 2, judgement: other })
  expect(await second).toBe(other)
})

test('what takes too long is too complex; the next question has a new worker', async () => {
  const { aside, workers, elapse } = setUp()
  const slow = aside.judge('select 1+1+1')
  const next = aside.judge('select 2')
  workers[0]?.say({ type: 'ready' })
  elapse()
  expect(await slow).toEqual({ type: 'cannot-judge', reason: 'too-complex' })
  expect(workers.map(({ ended }) => ended)).toEqual([true, false])
  // Messages of the terminated worker are ignored.
  workers[0]?.say({
    type: 'judgement',
    id: 2,
    judgement: { type: 'syntax-error', message: '', start: 0, end: 0 },
  })
  workers[1]?.say({ type: 'judgement', id: 2, judgement: judged })
  expect(await next).toBe(judged)
})

test('the time of a question begins when the grammar is there', () => {
  const { aside, workers, isTimed } = setUp()
  void aside.judge('select 1')
  expect(isTimed()).toBe(false)
  workers[0]?.say({ type: 'ready' })
  expect(isTimed()).toBe(true)
})

test('without a worker nothing is judged', async () => {
  const { aside, workers } = setUp()
  const asked = aside.judge('select 1')
  workers[0]?.fail()
  expect(await asked).toEqual({ type: 'cannot-judge', reason: 'unavailable' })
  void aside.judge('select 2')
  expect(workers).toHaveLength(2)
})

test('why a reader may not run a text is asked in the same way; what takes too long is refused', async () => {
  const { aside, workers, elapse } = setUp()
  const allowed = aside.readerRefusal('select 1')
  workers[0]?.say({ type: 'ready' })
  expect(workers[0]?.questions).toEqual([{ id: 1, sql: 'select 1', wants: 'reader' }])
  workers[0]?.say({ type: 'reader', id: 1, refusal: undefined })
  expect(await allowed).toBeUndefined()
  const slow = aside.readerRefusal('select 2')
  elapse()
  expect(await slow).toEqual({ reason: 'cannot-judge' })
})

test('the text to keep is asked for in the same way; without an answer in time there is none', async () => {
  const { aside, workers, elapse } = setUp()
  const kept = aside.withoutSecrets('select 1')
  workers[0]?.say({ type: 'ready' })
  expect(workers[0]?.questions).toEqual([{ id: 1, sql: 'select 1', wants: 'kept-text' }])
  workers[0]?.say({ type: 'kept-text', id: 1, text: 'select 1' })
  expect(await kept).toBe('select 1')
  const slow = aside.withoutSecrets('select 2')
  elapse()
  expect(await slow).toBeUndefined()
})

test('the worker is opened before the first question, and has no time limit without one', () => {
  const { aside, workers, isTimed } = setUp()
  aside.open()
  workers[0]?.say({ type: 'ready' })
  expect([workers.length, isTimed()]).toEqual([1, false])
  void aside.judge('select 1')
  expect([workers.length, isTimed()]).toEqual([1, true])
})

test('a worker that stops without a question is replaced by the next one', () => {
  const { aside, workers } = setUp()
  aside.open()
  workers[0]?.fail()
  void aside.judge('select 1')
  expect(workers.map(({ questions }) => questions.length)).toEqual([0, 1])
})

test('an answer counts for its own question only', async () => {
  const { aside, workers } = setUp()
  const other: Judgement = { type: 'syntax-error', message: 'no', start: 0, end: 1 }
  aside.open()
  workers[0]?.say({ type: 'judgement', id: 1, judgement: other })
  const asked = aside.judge('select 1')
  workers[0]?.say({ type: 'judgement', id: 9, judgement: other })
  workers[0]?.say({ type: 'judgement', id: 1, judgement: judged })
  expect(await asked).toBe(judged)
})

test('that a replaced worker has stopped does not affect its successor', async () => {
  const { aside, workers, elapse } = setUp()
  void aside.judge('select 1+1+1')
  const next = aside.judge('select 2')
  workers[0]?.say({ type: 'ready' })
  elapse()
  workers[0]?.fail()
  expect(workers.map(({ ended }) => ended)).toEqual([true, false])
  workers[1]?.say({ type: 'judgement', id: 2, judgement: judged })
  expect(await next).toBe(judged)
})

test('when it is ended, texts without an answer are not judged, and no other worker is opened for them', async () => {
  const { aside, workers } = setUp()
  const asked = [aside.judge('select 1'), aside.judge('select 2')]
  aside.end()
  const unavailable = { type: 'cannot-judge', reason: 'unavailable' }
  expect(await Promise.all(asked)).toEqual([unavailable, unavailable])
  expect(workers.map(({ ended }) => ended)).toEqual([true])
  aside.end()
  void aside.judge('select 3')
  expect(workers).toHaveLength(2)
})

test('by default a text may take two seconds', async () => {
  vi.useFakeTimers()
  const { aside, workers } = setUp({ byDefault: true })
  const quick = aside.judge('select 1')
  workers[0]?.say({ type: 'ready' })
  vi.advanceTimersByTime(1999)
  workers[0]?.say({ type: 'judgement', id: 1, judgement: judged })
  expect(await quick).toBe(judged)
  vi.advanceTimersByTime(1999)
  const slow = aside.judge('select 1+1+1')
  vi.advanceTimersByTime(1999)
  expect(workers[0]?.ended).toBe(false)
  vi.advanceTimersByTime(1)
  expect(workers[0]?.ended).toBe(true)
  expect(await slow).toEqual({ type: 'cannot-judge', reason: 'too-complex' })
})
