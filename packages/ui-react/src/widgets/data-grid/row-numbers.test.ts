import { expect, test } from 'vitest'

import { rowNumberWidth } from './row-numbers.js'

test.each([
  [0, 0, 44],
  [0, 999, 44],
  [900, 100, 64],
  [99_900, 99, 64],
  [99_900, 100, 74],
  [9_999_900, 100, 92],
  [-100, 100, 64],
  [-100_000, 100, 83],
])('%i rows before %i rows: %i pixels', (before, count, width) => {
  expect(rowNumberWidth(before, count)).toBe(width)
})
