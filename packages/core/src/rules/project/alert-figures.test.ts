import { LOG_ALERT_FIGURES, REPORT_SERIES, type ReportSeriesName } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { ALERT_FIGURES, figureMinutes, figureOfChart, figureValue } from './alert-figures.js'
import { REPORT_GROUPS } from './report-charts.js'

const total = (name: ReportSeriesName, sum: number, { count = 1, max = sum } = {}) => ({
  name,
  sum,
  count,
  max,
})

test.each<[Parameters<typeof figureValue>, number | null]>([
  [['api_requests', []], 0],
  [['api_requests', [total('API_REQUESTS', 5), total('API_ERRORS', 2)]], 7],
  [['api_error_rate', []], null],
  [['api_error_rate', [total('API_REQUESTS', 10)]], 0],
  [['api_error_rate', [total('API_REQUESTS', 6), total('API_REFUSED', 1), total('API_ERRORS', 3)]], 30],
  [['api_error_rate', [total('API_ERRORS', 3)]], 100],
  [['api_p95', [total('API_P95', 300, { count: 3 })]], 100],
  [['connections', []], null],
  [['connections', [total('CONNECTIONS', 30, { max: 20 })]], 20],
  [['cache_hits', [total('BLOCKS_HIT', 0), total('BLOCKS_READ', 0)]], null],
  [['deadlocks', [total('DEADLOCKS', 2)]], 2],
])('%j is %s', (given, expected) => {
  expect(figureValue(...given)).toBe(expected)
})

test('what is measured every ten minutes counts for twelve', () => {
  expect([figureMinutes('connections', 5), figureMinutes('connections', 30)]).toEqual([12, 30])
  expect(figureMinutes('cpu', 5)).toBe(5)
})

test('each figure is of series that there are, and of a chart that is shown', () => {
  const charts = REPORT_GROUPS.flatMap((group) => group.charts.map(({ id }) => id))
  for (const figure of LOG_ALERT_FIGURES) {
    for (const name of ALERT_FIGURES[figure].series) expect(REPORT_SERIES).toContain(name)
    expect(charts).toContain(ALERT_FIGURES[figure].chart)
  }
  expect([figureOfChart('cpu'), figureOfChart('wal')]).toEqual(['cpu', undefined])
})
