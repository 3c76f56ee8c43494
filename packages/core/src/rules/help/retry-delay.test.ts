import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.js'

test.each([
  [0, 1000],
  [1, 2000],
  [4, 16_000],
  [5, 30_000],
  [6, 30_000],
  [100_000, 30_000],
])('after %i failures it waits %i ms', (failures, ms) => {
  expect(retryDelayMs(failures)).toBe(ms)
})
