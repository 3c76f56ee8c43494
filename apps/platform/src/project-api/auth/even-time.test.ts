import { afterEach, expect, test, vi } from 'vitest'
import { inEvenTime } from './even-time.js'

afterEach(() => void vi.useRealTimers())

test.each([
  ['an answer', () => Promise.resolve('done')],
  ['a refusal', () => Promise.reject(new Error('refused'))],
])('%s comes when the time is over, and not before', async (_, work) => {
  vi.useFakeTimers()
  const settled = vi.fn()
  inEvenTime(work, 200).then(settled, settled)
  await vi.advanceTimersByTimeAsync(199)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledOnce()
})

test('work that takes longer is not held up', async () => {
  vi.useFakeTimers()
  const settled = vi.fn()
  let finish = () => {}
  const work = new Promise<void>((resolve) => (finish = resolve))
  inEvenTime(() => work, 200).then(settled)
  await vi.advanceTimersByTimeAsync(200)
  expect(settled).not.toHaveBeenCalled()
  finish()
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toHaveBeenCalledOnce()
})
