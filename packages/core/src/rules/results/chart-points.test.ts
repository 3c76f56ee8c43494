import { expect, test } from 'vitest'
import { chartBands, thinned } from './chart-points.js'

test('few points all stay', () => {
  expect(thinned([[1, 2]], 2, 2)).toBeNull()
})

test('of each stretch the least and the greatest stay, and NULL is neither', () => {
  const values = [null, 5, 1, 9, 2, 3, null, null, 4, 4, 4, 4]
  expect(thinned([values], 12, 6)).toEqual([0, 2, 3, 8, 11])
})

test('a stretch without values is left out; rising order, each once', () => {
  const values = Array.from({ length: 100 }, () => null)
  expect(thinned([values], 100, 10)).toEqual([0, 99])
})

test('bands start at 0, or stand on each other: above and below for themselves', () => {
  const series = [
    [1, -1, null],
    [2, -2, 3],
  ]
  expect(chartBands(series, false)[1]).toEqual([
    { from: 0, to: 2 },
    { from: 0, to: -2 },
    { from: 0, to: 3 },
  ])
  expect(chartBands(series, true)).toEqual([
    [{ from: 0, to: 1 }, { from: 0, to: -1 }, null],
    [
      { from: 1, to: 3 },
      { from: -1, to: -3 },
      { from: 0, to: 3 },
    ],
  ])
})
