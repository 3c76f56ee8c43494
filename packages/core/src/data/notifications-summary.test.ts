import type { Client } from '@basedeck/platform-client'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueries } from '../kernel/query-store.js'
import { notificationsSummaryQuery, POLL_MS } from './notifications-summary.js'

afterEach(() => void vi.useRealTimers())

async function askedIn(ms: number, isLive: boolean): Promise<number> {
  vi.useFakeTimers()
  const queries = createQueries()
  queries.setTelling(isLive)
  const call = vi.fn(async () => ({ has_new: true, unread: 1 }))
  const client = { call } as unknown as Client
  const stop = queries.store(notificationsSummaryQuery(client)).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(ms)
  stop()
  queries.dispose()
  return call.mock.calls.length
}

test('the bell asks every 30 seconds while no event arrives by itself, and not where events do', async () => {
  expect(POLL_MS).toBe(30_000)
  expect(await askedIn(95_000, false)).toBe(4)
  expect(await askedIn(95_000, true)).toBe(1)
})
