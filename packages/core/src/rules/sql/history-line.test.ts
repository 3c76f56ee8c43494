import { expect, test } from 'vitest'
import { historyLine } from './history-line.js'

const HOUR = 3_600_000
const now = 100 * HOUR
const at = (hoursAgo: number, value: number) => ({ at: now - hoursAgo * HOUR, value })

test.each([
  ['nothing', []],
  ['one moment', [at(1, 5)]],
  ['less than half an hour', [at(0.49, 5), at(0, 6)]],
  ['only what is older than a day, or yet to come', [at(24.1, 5), at(1, 5), at(-1, 5)]],
])('%s is no line', (_name, measured) => {
  expect(historyLine(measured, now)).toBeNull()
})

test('a line runs from a day ago to now, with room above and below', () => {
  const line = historyLine([at(24, 10), at(12, 20), at(0, 30)], now)
  expect(line).toMatchObject({ low: 10, high: 30, hours: 24 })
  expect(line?.points.map(({ x }) => x)).toEqual([0, 0.5, 1])
  const [first, middle, last] = line?.points.map(({ y }) => y) ?? []
  expect(middle).toBeCloseTo(0.5)
  // A tenth of the values' span on both sides.
  expect(first).toBeCloseTo(1 / 12)
  expect(last).toBeCloseTo(11 / 12)
})

test('from half an hour on it is a line, however near its moments are', () => {
  expect(historyLine([at(0.5, 5), at(0, 6)], now)).not.toBeNull()
  expect(historyLine([at(0.5, 5), at(0.49, 5), at(0, 6)], now)).not.toBeNull()
})

test.each([0, 7, 1e20])('a value that never changed is drawn in the middle: %s', (value) => {
  expect(historyLine([at(2, value), at(1, value)], now)?.points.map(({ y }) => y)).toEqual([0.5, 0.5])
})

test('a scale with a floor begins there, also where everything is on it', () => {
  expect(historyLine([at(2, 1), at(1, 4)], now, 0)?.points.map(({ y }) => y)).toEqual([0.25, 1])
  expect(historyLine([at(2, 0), at(1, 0)], now, 0)?.points.map(({ y }) => y)).toEqual([0, 0])
})

test('a young project’s line fills the square, and says how many hours that is', () => {
  const line = historyLine([at(3, 10), at(1.5, 20), at(0, 30)], now)
  expect(line?.points.map(({ x }) => x)).toEqual([0, 0.5, 1])
  expect(line?.hours).toBe(3)
  expect(historyLine([at(0.75, 10), at(0, 30)], now)?.hours).toBe(1)
  // One that is not in use now ends where it was measured last.
  expect(historyLine([at(4, 10), at(2, 20)], now)?.points.map(({ x }) => x)).toEqual([0, 0.5])
})
