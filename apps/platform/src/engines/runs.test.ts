import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Runs } from './runs.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the timeout counts from the start of the clock, 60 s by default', () => {
  const run = new Runs().begin({ runId: 'a' })
  vi.advanceTimersByTime(100_000)
  expect(run.signal.aborted).toBe(false)
  run.startClock()
  vi.advanceTimersByTime(59_999)
  expect(run.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(run.signal.reason).toBe('timeout')
})

test('0 means no timeout', () => {
  const run = new Runs().begin({ runId: 'a', timeoutMs: 0 })
  run.startClock()
  vi.advanceTimersByTime(10 ** 9)
  expect(run.signal.aborted).toBe(false)
})

test('a run that has ended can’t be stopped', () => {
  const runs = new Runs()
  const controller = new AbortController()
  const run = runs.begin({ runId: 'a', timeoutMs: 10, signal: controller.signal })
  run.startClock()
  run.end()
  controller.abort()
  vi.advanceTimersByTime(100)
  expect(runs.cancel('a')).toBe(false)
  expect(run.signal.aborted).toBe(false)
})

test('the oldest run shows how busy the database is', () => {
  const runs = new Runs()
  const first = runs.begin({ runId: 'a' })
  vi.advanceTimersByTime(3000)
  runs.begin({ runId: 'b' })
  expect(runs.busyMs()).toBe(3000)
  first.end()
  expect(runs.busyMs()).toBe(0)
})
