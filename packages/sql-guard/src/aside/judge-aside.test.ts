import { expect, test } from 'vitest'
import type { Judgement } from '../grammar/judgement.js'
import { createJudgeAside, type JudgeAnswer, type JudgeQuestion } from './judge-aside.js'

const judged: Judgement = { type: 'judged', statements: [] }

/** Workers and a clock that the test controls. */
function setUp() {
  const workers: {
    questions: JudgeQuestion[]
    say(answer: JudgeAnswer): void
    fail(): void
    ended: boolean
  }[] = []
  let timer: (() => void) | undefined
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
    after(_, run) {
      timer = run
      return () => void (timer = undefined)
    },
  })
  return { aside, workers, isTimed: () => timer !== undefined, elapse: () => timer?.() }
}

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
