import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleTimer } from './idle-timer.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('idleness begins with the end of the last use', () => {
  const onIdle = vi.fn()
  const timer = new IdleTimer(1000, onIdle)
  const first = timer.use()
  const second = timer.use()
  first()
  vi.advanceTimersByTime(5000)
  expect(onIdle).not.toHaveBeenCalled()
  second()
  vi.advanceTimersByTime(999)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onIdle).toHaveBeenCalledOnce()
})

test('a new use restarts the timer', () => {
  const onIdle = vi.fn()
  const timer = new IdleTimer(1000, onIdle)
  timer.use()()
  vi.advanceTimersByTime(999)
  timer.use()()
  vi.advanceTimersByTime(999)
  expect(onIdle).not.toHaveBeenCalled()
})

test('ending a use twice counts once', () => {
  const timer = new IdleTimer(1000, () => {})
  const first = timer.use()
  timer.use()
  first()
  first()
  expect(timer.isInUse).toBe(true)
})
