import { expect, test } from 'vitest'
import { timelineBars, timeOfBars } from './log-timeline.js'

const iso = (at: number) => new Date(at).toISOString()

test('each bucket of the range has a bar, with its lines by level', () => {
  const bars = timelineBars(
    { from: 1500, to: 4000 },
    {
      bucket_ms: 1000,
      buckets: [
        { at: iso(2000), level: 'error', count: 2 },
        { at: iso(2000), level: 'info', count: 3 },
      ],
    },
  )
  expect(bars.map(({ from, to, total }) => [from, to, total])).toEqual([
    [1000, 2000, 0],
    [2000, 3000, 5],
    [3000, 4000, 0],
  ])
  expect(bars[1]?.counts).toEqual({ debug: 0, info: 3, warn: 0, error: 2 })
})

test.each([
  [{ from: 5, to: 5 }, 1000],
  [{ from: 0, to: 5 }, 0],
])('%j in buckets of %d has no bars', (range, bucket_ms) => {
  expect(timelineBars(range, { bucket_ms, buckets: [] })).toEqual([])
})

test('a range that is too long for its buckets is cut', () => {
  expect(timelineBars({ from: 0, to: 1e9 }, { bucket_ms: 1000, buckets: [] })).toHaveLength(400)
})

test('bars mean the time from the first to the end of the last', () => {
  const bars = timelineBars({ from: 0, to: 3000 }, { bucket_ms: 1000, buckets: [] })
  expect(timeOfBars(bars, 2, 1)).toEqual({ from: 1000, to: 3000 })
  expect(timeOfBars(bars, 0, 0)).toEqual({ from: 0, to: 1000 })
  expect(timeOfBars(bars, 0, 9)).toBeNull()
})
