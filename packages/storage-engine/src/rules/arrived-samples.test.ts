import { expect, test } from 'vitest'
import { arrivedSamples } from './arrived-samples.js'

const MiB = 1024 * 1024

test.each<[number, number]>([
  [0, 0],
  [1, 1],
  [64 * 1024, 1],
  [64 * 1024 + 1, 2],
  [8 * MiB, 128],
  [8 * MiB + 1, 129],
  [9 * MiB, 144],
  [5 * 1024 * 1024 * MiB, 160],
])('of %i bytes %i parts are compared', (arrived, count) => {
  expect(arrivedSamples(arrived)).toHaveLength(count)
})

test.each([1, 100_000, 8 * MiB, 8 * MiB + 1, 50 * MiB, 3 * 1024 * MiB + 7])(
  'of %i bytes the first part and all of the last 8 MiB are among them',
  (arrived) => {
    const parts = arrivedSamples(arrived)
    expect(parts[0]?.start).toBe(0)
    let at = Math.max(0, arrived - 8 * MiB)
    for (const { start, end } of parts.filter(({ start: from }) => from >= at)) {
      expect(start).toBe(at)
      expect(end - start).toBeLessThanOrEqual(64 * 1024)
      at = end
    }
    expect(at).toBe(arrived)
  },
)
