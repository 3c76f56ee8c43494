import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepForgetting } from './keep-forgetting.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('lines that plans keep no longer are deleted again and again, and a failure is told', async () => {
  const forget = vi.fn(async () => {})
  const warn = vi.fn()
  const shorter = vi.fn(async () => [{ ref: 'shop', days: 1 }])
  const end = keepForgetting({ keptDays: { shorter }, lines: { forget }, log: { warn } }, 1000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(forget).toHaveBeenCalledWith([{ ref: 'shop', days: 1 }])
  shorter.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(1000)
  expect([forget.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1])
  shorter.mockResolvedValueOnce([])
  await vi.advanceTimersByTimeAsync(1000)
  end()
  await vi.advanceTimersByTimeAsync(5000)
  expect(forget).toHaveBeenCalledTimes(1)
})
