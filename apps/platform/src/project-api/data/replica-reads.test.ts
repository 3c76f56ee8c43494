/** Which reads go to a replica, and which of one’s own writes a replica must have. */
import { expect, test } from 'vitest'
import { DatabaseError } from '../../engines/engine.js'
import { createReplicaReads, type DataCall } from './replica-reads.js'

const NO_SIGNAL = new AbortController().signal
const limits = { connections: 1, waiting: 1, waitMs: 1 }

function stage({ enabled = false, lagSeconds = 0, hasReplica = true } = {}) {
  let time = 0
  let replayed = true
  const asked: string[] = []
  const reads = createReplicaReads({
    host: {
      readTargets: async () => ({
        reads: { enabled, max_lag_seconds: 5 },
        replicas: hasReplica ? [{ id: 'a-rr-x-1', lagSeconds }] : [],
      }),
    },
    sessions: {
      async serve(id, _limits, { statements: [statement] }) {
        asked.push(`${id} ${statement?.text.includes('replay') ? 'replayed?' : 'position'}`)
        return [
          {
            rows: [[Buffer.from(statement?.text.includes('replay') ? String(replayed) : '0/10')]],
            names: [],
          },
        ]
      },
    },
    now: () => time,
  })
  const call = (more: Partial<DataCall> = {}): DataCall => ({
    ref: 'a',
    method: 'GET',
    headers: {},
    identity: 'anon',
    limits,
    signal: NO_SIGNAL,
    ...more,
  })
  const served: string[] = []
  const answer = (more?: Partial<DataCall>, fails?: (id: string) => unknown) =>
    reads.answer(call(more), async (id) => {
      const error = fails?.(id)
      if (error !== undefined) throw error
      served.push(id)
      return { status: 200, headers: [], body: '' } as never
    })
  return {
    answer,
    asked,
    served,
    pass: (ms: number) => void (time += ms),
    lags: () => void (replayed = false),
    isKnown: () => answer({ headers: { 'x-basedeck-read': 'replica' } }),
  }
}
const replica = { headers: { 'x-basedeck-read': 'replica' } }

test('only who asks for it, or whose project says so, reads from a replica', async () => {
  const off = stage()
  await off.answer(replica)
  await off.answer()
  await off.answer({ method: 'POST', ...replica })
  expect(off.served).toEqual(['a-rr-x-1', 'a', 'a'])
  const on = stage({ enabled: true })
  await on.isKnown()
  await on.answer()
  await on.answer({ headers: { 'x-basedeck-read': 'primary' } })
  expect(on.served).toEqual(['a-rr-x-1', 'a-rr-x-1', 'a'])
})

test('one that is further behind than the setting is asked only by header; without one the primary answers', async () => {
  const { answer, served, isKnown } = stage({ enabled: true, lagSeconds: 6 })
  await isKnown()
  await answer()
  expect(served).toEqual(['a-rr-x-1', 'a'])
  const none = stage({ hasReplica: false })
  await none.answer(replica)
  expect(none.served).toEqual(['a'])
})

test('what one wrote is read where it is, for a minute; others are not held up', async () => {
  const { answer, served, lags, pass } = stage()
  lags()
  await answer({ method: 'PATCH' })
  await answer(replica)
  await answer({ ...replica, identity: 'ada' })
  pass(59_000)
  await answer(replica)
  pass(2000)
  await answer(replica)
  expect(served).toEqual(['a', 'a', 'a-rr-x-1', 'a', 'a-rr-x-1'])
})

test('what a replica may not do, the primary does; what it refuses for itself is refused', async () => {
  const { answer, served } = stage()
  const refused = (code: string) => new DatabaseError({ message: 'no', code, formattedError: '' })
  await answer(replica, (id) => (id === 'a' ? undefined : refused('25006')))
  expect(served).toEqual(['a'])
  await expect(answer(replica, () => refused('42501'))).rejects.toMatchObject({ report: { code: '42501' } })
})
