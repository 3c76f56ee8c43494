import { expect, test } from 'vitest'
import { bucketWidth, mergedCounts } from './merge-counts.js'

const MINUTE = 60_000
test.each([
  [0, 1000],
  [MINUTE, 1000],
  [15 * MINUTE, 15_000],
  [60 * MINUTE, MINUTE],
  [24 * 60 * MINUTE, 30 * MINUTE],
  [7 * 24 * 60 * MINUTE, 180 * MINUTE],
  [400 * 24 * 60 * MINUTE, 24 * 60 * MINUTE],
])('a range of %d ms has buckets of %d', (ms, width) => {
  expect(bucketWidth(0, ms)).toBe(width)
})

test('what processes counted is added by bucket and level, the oldest first', () => {
  const bucket = (at: string, level: 'info' | 'error', count: number) => ({ at, level, count })
  expect(
    mergedCounts([
      [bucket('b', 'info', 1), bucket('a', 'info', 2)],
      [bucket('b', 'info', 3), bucket('b', 'error', 4)],
    ]),
  ).toEqual([bucket('a', 'info', 2), bucket('b', 'error', 4), bucket('b', 'info', 4)])
})
