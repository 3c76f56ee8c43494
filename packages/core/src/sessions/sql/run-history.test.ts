/** Past runs of which this device saw the beginning only. */
import { expect, test, vi } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createRunHistory } from './run-history.js'

const begun = { runId: 'r1', text: { sql: 'delete from t', offset: 0 }, startedAt: 5 }

function setUp(answers: (object | Error)[]) {
  const host = createMemoryHost('/')
  const clock = createFakeClock(1000)
  const asked: unknown[] = []
  const client = {
    call: async (_endpoint: unknown, { params }: { params: unknown }) => {
      asked.push(params)
      const answer = answers.shift() ?? new Error('no answer')
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const open = () => createRunHistory({ storage: host.storage, clock }, client as never, () => 'ada')
  return { open, asked, clock }
}

async function askedThrice(asked: unknown[], clock: ReturnType<typeof createFakeClock>): Promise<void> {
  for (const times of [1, 2, 3]) {
    await vi.waitFor(() => expect(asked).toHaveLength(times))
    await Promise.resolve()
    clock.advance(2000)
  }
}

test.each<[string, object, string]>([
  ['that was rolled back', { state: 'ended', outcome: 'rolled_back' }, 'rolled_back'],
  ['that was kept', { state: 'ended', outcome: 'kept' }, 'success'],
  ['that is still under way', { state: 'running', forMs: 1 }, 'running'],
])('a run of a page that went away %s', async (_name, answer, outcome) => {
  const { open, asked } = setUp([answer])
  const before = open()
  before.of('shop')
  before.begin('shop', begun)
  const $runs = open().of('shop')
  await vi.waitFor(() => expect($runs.get()).toMatchObject([{ id: 'r1', sql: 'delete from t', outcome }]))
  expect(asked).toEqual([{ ref: 'shop', runId: 'r1' }])
})

test('a run that nobody knows any more was lost', async () => {
  const { open, asked, clock } = setUp([{ state: 'ended' }, { state: 'ended' }, { state: 'ended' }])
  open().begin('shop', begun)
  const $runs = open().of('shop')
  await askedThrice(asked, clock)
  await vi.waitFor(() => expect($runs.get()).toMatchObject([{ outcome: 'lost' }]))
})

test('it is asked again while the platform stops it', async () => {
  const { open, asked, clock } = setUp([
    { state: 'running', forMs: 1 },
    new Error('away'),
    { state: 'ended', outcome: 'rolled_back' },
  ])
  open().begin('shop', begun)
  const $runs = open().of('shop')
  await askedThrice(asked, clock)
  await vi.waitFor(() => expect($runs.get()).toMatchObject([{ outcome: 'rolled_back' }]))
})

test('a run whose connection was lost is asked for too, for a quarter of an hour', async () => {
  const { open, asked, clock } = setUp([{ state: 'ended', outcome: 'rolled_back' }])
  const lost = { status: 'error' as const, failure: { reason: 'lost' as const }, offset: 0, results: [] }
  open().add('shop', { ...begun, startedAt: 1000, durationMs: 7, outcome: lost })
  const $runs = open().of('shop')
  await vi.waitFor(() => expect($runs.get()).toMatchObject([{ outcome: 'rolled_back', durationMs: 7 }]))
  open().add('shop', { ...begun, runId: 'r2', startedAt: 1000, durationMs: 7, outcome: lost })
  clock.advance(15 * 60 * 1000 + 1)
  open().of('shop')
  await Promise.resolve()
  expect(asked).toHaveLength(1)
})

test('the end takes the place of the beginning', () => {
  const { open } = setUp([])
  const history = open()
  history.begin('shop', begun)
  expect(history.of('shop').get()).toMatchObject([{ outcome: 'running' }])
  const outcome = {
    status: 'error' as const,
    failure: { reason: 'cancelled' as const },
    offset: 0,
    results: [],
  }
  history.add('shop', { ...begun, durationMs: 7, outcome })
  expect(history.of('shop').get()).toMatchObject([{ id: 'r1', outcome: 'cancelled', durationMs: 7 }])
})
