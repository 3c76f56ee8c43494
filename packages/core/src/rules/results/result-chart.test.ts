import { expect, test } from 'vitest'
import { rowSetOf } from '../../sql/row-set.js'
import { chartTable, usualChart } from './chart-settings.js'
import { chartRows, MOST_POINTS, MOST_SERIES, resultChart } from './result-chart.js'

const tableOf = (fields: [string, string][], rows: (string | null)[][]) =>
  chartTable(
    fields.map(([name, dataType]) => ({ name, dataType })),
    rowSetOf(rows),
  )
const usualOf = (table: ReturnType<typeof tableOf>) => {
  const settings = usualChart(table.columns)
  if (!settings) throw new Error('no chart')
  return settings
}

test('words are the axis, and each column of numbers is a series with its own texts', () => {
  const table = tableOf(
    [
      ['route', 'text'],
      ['calls', 'int8'],
      ['ms', 'numeric'],
    ],
    [
      ['/a', '10', '1.50'],
      [null, '-20', null],
    ],
  )
  expect(resultChart(table, usualOf(table))).toEqual({
    labels: ['/a', '–'],
    series: [
      { name: 'calls', values: [10, -20], texts: ['10', '-20'] },
      { name: 'ms', values: [1.5, null], texts: ['1.50', null] },
    ],
    positions: null,
    lacks: { pointsOf: null, seriesOf: null, isRounded: false, notDrawn: 0 },
  })
})

test('a time, a word and a number make a series for each word', () => {
  const table = tableOf(
    [
      ['hour', 'timestamptz'],
      ['source', 'text'],
      ['lines', 'int4'],
    ],
    [
      ['2026-11-27 10:00:00+01', 'data', '1'],
      ['2026-11-27 10:00:00+01', 'auth', '2'],
      ['2026-11-27 11:00:00+01', 'data', '3'],
      ['2026-11-27 14:00:00+01', 'data', '4'],
    ],
  )
  expect(resultChart(table, usualOf(table))).toMatchObject({
    labels: ['2026-11-27 10:00:00+01', '2026-11-27 11:00:00+01', '2026-11-27 14:00:00+01'],
    series: [
      { name: 'data', values: [1, 3, 4] },
      { name: 'auth', values: [2, null, null] },
    ],
    positions: [0, 0.25, 1],
  })
})

test('numbers alone: the first is the axis; one column alone is drawn by the number of the row', () => {
  const two = tableOf(
    [
      ['n', 'int4'],
      ['n', 'int4'],
    ],
    [['1', '5']],
  )
  expect(resultChart(two, usualOf(two))).toMatchObject({ labels: ['1'], series: [{ name: 'n (2)' }] })
  const one = tableOf([['n', 'int4']], [['7'], ['8']])
  expect(resultChart(one, usualOf(one))).toMatchObject({ labels: ['1', '2'], series: [{ values: [7, 8] }] })
})

test('digits that a drawing loses are in the texts, and it is said', () => {
  const table = tableOf([['n', 'numeric']], [['9007199254740993'], ['0.1'], ['NaN'], ['Infinity'], ['1e400']])
  expect(resultChart(table, usualOf(table))).toMatchObject({
    series: [
      {
        texts: ['9007199254740993', '0.1', 'NaN', 'Infinity', '1e400'],
        values: [9007199254740992, 0.1, null, null, null],
      },
    ],
    lacks: { isRounded: true, notDrawn: 3 },
  })
})

test('a running total is exact, passes over NULL, and ends where a value has no sum', () => {
  const table = tableOf([['n', 'numeric']], [['9007199254740993'], [null], ['0.10'], ['NaN'], ['1']])
  expect(chartRows(table, { ...usualOf(table), isCumulative: true })?.series[0]?.texts).toEqual([
    '9007199254740993',
    null,
    '9007199254740993.10',
    'NaN',
    'NaN',
  ])
})

test.each([
  ['no rows', tableOf([['n', 'int4']], [])],
  ['no column of values', tableOf([['a', 'text']], [['1']])],
])('%s makes no chart', (_, table) => {
  const settings = usualChart(table.columns) ?? {
    kind: 'line',
    x: null,
    y: ['a'],
    group: null,
    isStacked: false,
    isCumulative: false,
  }
  expect(resultChart(table, settings)).toBeNull()
})

test('more points than are drawn: ends and peaks stay, and all are saved', () => {
  const count = 50_000
  const rows = Array.from({ length: count }, (_, at) => [String(at), at === 31_234 ? '99' : '1'])
  const table = tableOf(
    [
      ['at', 'int4'],
      ['n', 'int4'],
    ],
    rows,
  )
  const chart = resultChart(table, usualOf(table))
  expect(chart?.labels.length).toBeLessThanOrEqual(MOST_POINTS)
  expect(chart?.labels.at(0)).toBe('0')
  expect(chart?.labels.at(-1)).toBe(String(count - 1))
  expect(chart?.labels).toContain('31234')
  expect(chart?.lacks.pointsOf).toBe(count)
  expect(chartRows(table, usualOf(table))?.labels).toHaveLength(count)
})

test('exactly as many points as are drawn are all drawn', () => {
  const rows = Array.from({ length: MOST_POINTS }, (_, at) => [String(at)])
  const table = tableOf([['n', 'int4']], rows)
  expect(resultChart(table, usualOf(table))).toMatchObject({ lacks: { pointsOf: null } })
})

test('series have a limit, which is said', () => {
  const fields = Array.from({ length: MOST_SERIES + 1 }, (_, at): [string, string] => [`n${at}`, 'int4'])
  const table = tableOf([['name', 'text'], ...fields], [['a', ...fields.map(() => '1')]])
  expect(resultChart(table, usualOf(table))).toMatchObject({ lacks: { seriesOf: MOST_SERIES + 1 } })
  expect(resultChart(table, usualOf(table))?.series).toHaveLength(MOST_SERIES)
})

test('an axis that falls, has a gap or words is drawn side by side', () => {
  const of = (labels: (string | null)[]) => {
    const table = tableOf(
      [
        ['t', 'date'],
        ['n', 'int4'],
      ],
      labels.map((label) => [label, '1']),
    )
    return resultChart(table, usualOf(table))?.positions
  }
  expect(of(['2026-01-02', '2026-01-01'])).toBeNull()
  expect(of(['2026-01-01', null, '2026-01-03'])).toBeNull()
  expect(of(['2026-01-01', '2026-01-01'])).toBeNull()
  expect(of(['2026-01-01', 'infinity'])).toBeNull()
  expect(of(['2026-01-01', '2026-01-02'])).toEqual([0, 1])
})
