import type { Report, ReportPoint } from '@basedeck/platform-client'
import { REPORT_SERIES } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { growthOf, REPORT_GROUPS, reportChart, type ReportChartData } from './report-charts.js'

const HOUR = 60 * 60_000
const iso = (at: number) => new Date(at).toISOString()
const point = (at: number, sum: number, max = sum): ReportPoint => ({ at: iso(at), sum, max, last: max })
const counted: ReportChartData = { id: 'requests', series: ['API_REQUESTS'], value: 'sum', unit: 'count' }
const report = (series: Report['series'], changes: Report['changes'] = []): Report => ({
  resolution: 'hour',
  series,
  changes,
})
const RANGE = { from: 10 * HOUR + 5, to: 13 * HOUR + 5 }

test('what is counted is 0 where no point is; the period before lies over it', () => {
  const { steps, lines, figure, figureBefore } = reportChart(
    counted,
    report([
      {
        name: 'API_REQUESTS',
        points: [point(10 * HOUR, 2), point(13 * HOUR, 3)],
        before: [point(8 * HOUR, 4)],
      },
    ]),
    RANGE,
  )
  expect(steps).toEqual([10, 11, 12, 13].map((hour) => hour * HOUR))
  expect(lines).toEqual([{ name: 'API_REQUESTS', values: [2, 0, 0, 3], before: [0, 4, 0, 0] }])
  expect([figure, figureBefore]).toEqual([5, 4])
})

test('calls that were counted, and of which none failed, are 0 failed calls', () => {
  const failures = REPORT_GROUPS[0]?.charts.find(({ id }) => id === 'failures')
  if (!failures) throw new Error('there is no chart of failed calls')
  const requests = report([{ name: 'API_REQUESTS', points: [point(11 * HOUR, 2)], before: [] }])
  const { lines, figure, figureBefore } = reportChart(failures, requests, RANGE)
  expect(lines.map(({ values }) => values)).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ])
  expect([figure, figureBefore]).toEqual([0, null])
  expect(reportChart(failures, report([]), RANGE).figure).toBeNull()
})

test('what is measured has gaps, and its peak is kept', () => {
  const { lines, figure } = reportChart(
    { ...counted, value: 'max' },
    report([{ name: 'API_REQUESTS', points: [point(11 * HOUR, 9, 7)], before: [] }]),
    RANGE,
  )
  expect([lines[0]?.values, lines[0]?.before, figure]).toEqual([
    [null, 7, null, null],
    [null, null, null, null],
    7,
  ])
})

test('a share is of both series, and of nothing where both are 0', () => {
  const chart: ReportChartData = {
    ...counted,
    series: ['BLOCKS_HIT', 'BLOCKS_READ'],
    value: 'share',
    unit: 'percent',
  }
  const { lines, figure } = reportChart(
    chart,
    report([
      { name: 'BLOCKS_HIT', points: [point(10 * HOUR, 90), point(11 * HOUR, 0)], before: [] },
      { name: 'BLOCKS_READ', points: [point(10 * HOUR, 10), point(11 * HOUR, 0)], before: [] },
    ]),
    RANGE,
  )
  expect([lines.length, lines[0]?.values, figure]).toEqual([1, [90, null, null, null], 90])
})

test('changes stand at their step, and those outside are left out', () => {
  const change = (at: number) => ({ at: iso(at), action: 'function.deploy', target: 'hello' })
  const { marks } = reportChart(counted, report([], [change(11 * HOUR + 1), change(20 * HOUR)]), RANGE)
  expect(marks).toEqual([{ at: 1, action: 'function.deploy', target: 'hello' }])
})

test('without a series nothing is known', () => {
  expect(reportChart(counted, report([]), RANGE)).toMatchObject({
    lines: [{ values: [null, null, null, null] }],
    figure: null,
    figureBefore: null,
  })
})

test.each([
  [15, 10, 50],
  [5, 10, -50],
  [10, 10, 0],
  [5, 0, null],
  [null, 5, null],
  [5, null, null],
])('%s after %s grew by %s percent', (figure, before, percent) => {
  expect(growthOf(figure, before)).toBe(percent)
})

test('each chart shows series that there are, and no two have one name', () => {
  const charts = REPORT_GROUPS.flatMap((group) => group.charts)
  expect(new Set(charts.map(({ id }) => id)).size).toBe(charts.length)
  for (const { series } of charts) for (const name of series) expect(REPORT_SERIES).toContain(name)
})
