import { expect, test } from 'vitest'
import { axisTicks } from './axis-ticks.js'

const MB = 1024 * 1024

test.each([
  [0, 10, [0]],
  [-5, 10, [0]],
  [Number.NaN, 10, [0]],
  [7, 10, [0, 5, 10]],
  [100, 10, [0, 50, 100]],
  [9 * MB, 1024, [0, 5 * MB, 10 * MB]],
  [500, 1024, [0, 200, 400, 600]],
])('up to %s by %s', (largest, base, lines) => {
  expect(axisTicks(largest, base)).toEqual(lines)
})

test('the last line is never below the largest amount', () => {
  for (let largest = 1; largest < 5e9; largest *= 1.7)
    for (const base of [10, 1024]) expect(axisTicks(largest, base).at(-1)).toBeGreaterThanOrEqual(largest)
})
