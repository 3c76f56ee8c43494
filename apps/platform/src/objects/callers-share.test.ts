import { expect, test } from 'vitest'
import type { BatchOutcome, BatchRequest } from '../engines/engine.js'
import { withCallersShare } from './callers-share.js'
import { roleOfActor, ANON, SERVICE } from './storage-actor.js'
import type { StorageHost } from './storage-host.js'

const requestOf = (actor: typeof ANON): BatchRequest => {
  const role = roleOfActor(actor)
  return {
    runId: 'a',
    statements: [],
    limits: { rows: 1, bytes: 1, cellBytes: 1 },
    ...(role ? { role } : {}),
  }
}

/** Two sessions; each call is held until it is let go. */
function shared(waitMs = 60_000, mostWaiting = 1) {
  const begun: (() => void)[] = []
  const host = {
    batch: () =>
      new Promise<BatchOutcome>((resolve) => {
        begun.push(() => resolve({ type: 'committed', results: [], durationMs: 0 }))
      }),
  } as unknown as StorageHost
  const { batch } = withCallersShare(host, { sessions: 2, waitMs, mostWaiting })
  const call = (actor = ANON, ref = 'default') => {
    const answered = batch(ref, requestOf(actor))
    // Each is looked at later.
    answered.catch(() => {})
    return answered
  }
  return { begun, call }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('callers have their share of the sessions, and the rest is for all others', async () => {
  const { begun, call } = shared()
  const calls = [call(), call(), call()]
  await settled()
  expect(begun).toHaveLength(2)
  void call(SERVICE)
  void call(ANON, 'other')
  await settled()
  expect(begun).toHaveLength(4)
  begun[0]?.()
  await calls[0]
  await settled()
  expect(begun).toHaveLength(5)
})

test('a call that waits too long is refused, and so is one when too many wait', async () => {
  const { begun, call } = shared(1)
  const calls = [call(), call(), call()]
  await expect(call()).rejects.toMatchObject({ code: 'service_busy', retryAfterSeconds: 1 })
  await expect(calls[2]).rejects.toMatchObject({ code: 'service_busy' })
  for (const end of begun.splice(0)) end()
  await Promise.all(calls.slice(0, 2))
  const next = call()
  await settled()
  begun[0]?.()
  expect(await next).toMatchObject({ type: 'committed' })
})
