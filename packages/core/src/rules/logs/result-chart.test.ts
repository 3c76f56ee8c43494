import { expect, test } from 'vitest'
import { MOST_SERIES, resultChart } from './result-chart.js'

test('words are the axis, and each column of numbers is a series', () => {
  expect(
    resultChart(
      ['route', 'calls', 'ms'],
      [
        ['/a', '10', 1.5],
        ['/b', 20, null],
      ],
    ),
  ).toEqual({
    labels: ['/a', '/b'],
    series: [
      { name: 'calls', values: [10, 20] },
      { name: 'ms', values: [1.5, null] },
    ],
    isTime: false,
  })
})

test('a time, a word and a number make a series for each word', () => {
  expect(
    resultChart(
      ['hour', 'source', 'lines'],
      [
        ['2026-11-27 10:00:00', 'data', 1],
        ['2026-11-27 10:00:00', 'auth', 2],
        ['2026-11-27 11:00:00', 'data', 3],
      ],
    ),
  ).toEqual({
    labels: ['2026-11-27 10:00:00', '2026-11-27 11:00:00'],
    series: [
      { name: 'data', values: [1, 3] },
      { name: 'auth', values: [2, null] },
    ],
    isTime: true,
  })
})

test.each([
  [['a'], []],
  [['a'], [[1]]],
  [['a', 'b'], [['x', 'y']]],
  [['a', 'b'], [['x', null]]],
  [['a', 'b'], [[1, 2]]],
])('%j with %j has no chart', (columns, rows) => {
  expect(resultChart(columns, rows)).toBeNull()
})

test('series and points have a limit', () => {
  const rows = Array.from({ length: 2000 }, (_, at) => [`2026-11-27 10:00:${at % 60}`, `s${at % 20}`, at])
  const chart = resultChart(['t', 'name', 'n'], rows)
  expect(chart?.series).toHaveLength(MOST_SERIES)
  expect(
    resultChart(
      ['name', 'n'],
      rows.map(([, name, n]) => [name, n]),
    )?.labels,
  ).toHaveLength(1000)
})
