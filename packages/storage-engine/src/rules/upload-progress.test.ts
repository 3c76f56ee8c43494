import { expect, test } from 'vitest'
import { awaitsServer, largestUnit, overallPercentage, progressOf } from './upload-progress.js'

const run = {
  totalBytes: 1000,
  sentBytes: 400,
  startedBytes: 200,
  startedAtMs: 10_000,
  progressAtMs: 10_000,
  isInterrupted: false,
}

test('the speed is that of this run, and the rest is told by it', () => {
  expect(progressOf(run, 12_000)).toEqual({
    percentage: 0.4,
    elapsed: 2,
    uploadSpeed: 100,
    remainingBytes: 600,
    remainingTime: 6,
  })
})

test('at the start there is no speed, and no time is told', () => {
  expect(progressOf(run, 10_000)).toEqual({
    percentage: 0.4,
    elapsed: 0,
    uploadSpeed: 0,
    remainingBytes: 600,
  })
  expect(progressOf({ ...run, sentBytes: 200 }, 15_000)).not.toHaveProperty('remainingTime')
})

test.each([
  ['bytes were taken just now', {}, 14_999, false],
  ['none were for five seconds', {}, 15_000, true],
  ['an answer is missing', { isInterrupted: true }, 10_001, true],
  ['everything was sent', { sentBytes: 1000 }, 60_000, false],
])('whether it waits for its server when %s', (_when, more, nowMs, expected) => {
  expect(awaitsServer({ ...run, ...more }, nowMs)).toBe(expected)
})

test('while it waits for its server, it has no speed and no time', () => {
  const progress = progressOf({ ...run, isInterrupted: true }, 12_000)
  expect(progress).toMatchObject({ percentage: 0.4, uploadSpeed: 0 })
  expect(progress).not.toHaveProperty('remainingTime')
})

test('a complete upload, and an empty file', () => {
  expect(progressOf({ ...run, sentBytes: 1000 }, 10_000)).toMatchObject({ percentage: 1, remainingTime: 0 })
  expect(progressOf({ ...run, totalBytes: 0, sentBytes: 0 }, 10_000)).toMatchObject({ percentage: 1 })
  expect(progressOf({ ...run, sentBytes: 1200 }, 10_000)).toMatchObject({ percentage: 1, remainingBytes: 0 })
})

test('a clock that goes back gives no speed below zero', () => {
  expect(progressOf(run, 9000)).toMatchObject({ elapsed: 0, uploadSpeed: 0 })
})

test.each([
  [[], 0],
  [[0.5], 0.5],
  [[1, 0, 0.5], 0.5],
])('the mean of %j is %d', (all, mean) => {
  expect(overallPercentage(all)).toBe(mean)
})

test.each([
  [0, '0s'],
  [59.9, '59s'],
  [60, '1m'],
  [3599, '59m'],
  [3600, '1h'],
  [86_399, '23h'],
  [86_400, '1d'],
  [200_000, '2d'],
])('%d seconds are %s', (seconds, expected) => {
  const { amount, unit } = largestUnit(seconds)!
  expect(`${amount}${unit}`).toBe(expected)
})

test('no time is told that is not finite', () => {
  expect([undefined, Number.POSITIVE_INFINITY, Number.NaN].map(largestUnit)).toEqual([null, null, null])
})
