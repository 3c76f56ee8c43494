import { expect, test } from 'vitest'
import { percentOf } from './percent.js'

test.each([
  [0, 0],
  [0.005, 0],
  [0.5, 50],
  [0.9999, 99],
  [1, 100],
  [1.2, 100],
  [-1, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 100],
])('%d is %i percent', (fraction, percent) => {
  expect(percentOf(fraction)).toBe(percent)
})
