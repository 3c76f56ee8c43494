import { expect, test } from 'vitest'
import { compactCount } from './compact-count.js'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [1099, '1k'],
  [1100, '1.1k'],
  [9999, '9.9k'],
  [10_000, '10k'],
  [999_999, '999k'],
  [1_000_000, '1M'],
  [3_150_000, '3.1M'],
  [2_000_000_000, '2B'],
  [5e13, '50T'],
])('%i is %s', (count, text) => {
  expect(compactCount(count)).toBe(text)
})
