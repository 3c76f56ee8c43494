import { expect, test } from 'vitest'
import { rowNumber } from './row-number.js'

test.each([
  [0, 0, 1],
  [100, 99, 200],
  [-100, 0, -100],
  [-100, 99, -1],
])('behind %i rows, row %i is number %i', (before, row, number) => {
  expect(rowNumber(before, row)).toBe(number)
})
