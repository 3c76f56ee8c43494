/**
 * Figures of the reports that an alert compares: which series each is, and how the points of a time become one number.
 * @rule log-alerts.figures  @spec §2
 */
import type { LogAlertFigure, ReportSeriesName } from '@basedeck/platform-client'
import type { ReportChartId, ReportUnit } from './report-charts.js'

/** `share`: how much of all series together the first is, in percent. */
export interface AlertFigure {
  series: readonly ReportSeriesName[]
  value: 'sum' | 'max' | 'mean' | 'share'
  unit: ReportUnit
  /** Where no point is, nothing happened. Otherwise nothing is known. */
  isCounted: boolean
  /** Measured every ten minutes, so that the newest value counts for as long. */
  isSeldom: boolean
  /** The chart of the reports that shows it. */
  chart: ReportChartId
}

const counted = (chart: ReportChartId, ...series: ReportSeriesName[]): AlertFigure => ({
  series,
  value: 'sum',
  unit: 'count',
  isCounted: true,
  isSeldom: false,
  chart,
})
const measured = (
  chart: ReportChartId,
  value: AlertFigure['value'],
  unit: ReportUnit,
  ...series: ReportSeriesName[]
): AlertFigure => ({ series, value, unit, isCounted: false, isSeldom: false, chart })
const seldom = (...of: Parameters<typeof measured>): AlertFigure => ({ ...measured(...of), isSeldom: true })

/** All figures. */
export const ALERT_FIGURES: Readonly<Record<LogAlertFigure, AlertFigure>> = {
  api_requests: counted('requests', 'API_REQUESTS', 'API_REFUSED', 'API_ERRORS'),
  api_error_rate: measured('failures', 'share', 'percent', 'API_ERRORS', 'API_REFUSED', 'API_REQUESTS'),
  api_p95: measured('times', 'mean', 'ms', 'API_P95'),
  egress: { ...counted('egress', 'EGRESS'), unit: 'bytes' },
  connections: seldom('connections', 'max', 'count', 'CONNECTIONS'),
  lock_waits: seldom('locks', 'max', 'count', 'LOCK_WAITS'),
  deadlocks: seldom('locks', 'sum', 'count', 'DEADLOCKS'),
  cache_hits: seldom('cache', 'share', 'percent', 'BLOCKS_HIT', 'BLOCKS_READ'),
  database_size: seldom('size', 'max', 'bytes', 'DATABASE_SIZE'),
  sign_ins: counted('signIns', 'AUTH_SIGN_INS'),
  sign_in_refusals: counted('signIns', 'AUTH_REFUSED'),
  function_errors: counted('functions', 'FUNCTION_ERRORS'),
  storage_size: seldom('files', 'max', 'bytes', 'STORAGE_SIZE'),
  realtime_connections: measured('sockets', 'max', 'count', 'REALTIME_PEAK_CONNECTIONS'),
  cpu: measured('cpu', 'mean', 'percent', 'HOST_CPU'),
  memory: measured('memory', 'mean', 'percent', 'HOST_MEMORY'),
  disk: measured('disk', 'max', 'percent', 'HOST_DISK'),
}

/** What the points of a series in a time come to. */
export interface SeriesTotal {
  name: ReportSeriesName
  count: number
  sum: number
  max: number
}

const MEASURED_MINUTES = 12

/** How many minutes back the points of a figure count. */
export function figureMinutes(figure: LogAlertFigure, minutes: number): number {
  return ALERT_FIGURES[figure].isSeldom ? Math.max(minutes, MEASURED_MINUTES) : minutes
}

/** Null: nothing is known. @param totals those that there are */
export function figureValue(figure: LogAlertFigure, totals: readonly SeriesTotal[]): number | null {
  const { series, value, isCounted } = ALERT_FIGURES[figure]
  const found = series.flatMap((name) => totals.find((one) => one.name === name) ?? [])
  if (found.length === 0) return isCounted ? 0 : null
  const sum = found.reduce((whole, one) => whole + one.sum, 0)
  switch (value) {
    case 'sum':
      return sum
    case 'max':
      return Math.max(...found.map(({ max }) => max))
    case 'mean':
      return (
        sum /
        Math.max(
          1,
          found.reduce((whole, { count }) => whole + count, 0),
        )
      )
    case 'share': {
      const part = found.find(({ name }) => name === series[0])?.sum ?? 0
      return sum === 0 ? null : (part / sum) * 100
    }
  }
}

/** The figure that an alert on a chart begins with; undefined: there is none. */
export function figureOfChart(chart: ReportChartId): LogAlertFigure | undefined {
  return (Object.keys(ALERT_FIGURES) as LogAlertFigure[]).find((one) => ALERT_FIGURES[one].chart === chart)
}
