/**
 * The charts of a project's reports: which series each shows, how points become values of even steps, what the period before
 * had, and where something changed.
 * @rule reports.charts  @spec §2
 */
import type { Report, ReportResolution, ReportSeriesName } from '@basedeck/platform-client'

/**
 * `sum`: counted, so that steps without points are 0; `max`: measured, and the peak of a step is shown; `share`: how much of two
 * counted series the first is.
 */
export type ReportValue = 'sum' | 'max' | 'share'
/** What the values are. */
export type ReportUnit = 'count' | 'bytes' | 'percent' | 'ms'

/** One chart. */
export interface ReportChartData {
  id: ReportChartId
  series: readonly ReportSeriesName[]
  value: ReportValue
  unit: ReportUnit
  /** What has no points in a time in which this was counted was 0 then. Default: the first series of the chart. */
  countedWith?: ReportSeriesName
}

/** Names of the charts. */
export type ReportChartId =
  | 'requests'
  | 'egress'
  | 'queries'
  | 'connections'
  | 'transactions'
  | 'cache'
  | 'rows'
  | 'locks'
  | 'temp'
  | 'size'
  | 'wal'
  | 'dead'
  | 'files'
  | 'functions'
  | 'messages'
  | 'sockets'
  | 'failures'
  | 'times'
  | 'signIns'
  | 'authMails'
  | 'fileCalls'
  | 'cpu'
  | 'memory'
  | 'disk'
/** Charts of one subject. */
export type ReportGroupId = 'api' | 'database' | 'auth' | 'storage' | 'functions' | 'realtime' | 'host'

const chart = (
  id: ReportChartId,
  value: ReportValue,
  unit: ReportUnit,
  ...series: ReportSeriesName[]
): ReportChartData => ({ id, series, value, unit })

/** All charts, in the order in which they are shown. */
export const REPORT_GROUPS: readonly { id: ReportGroupId; charts: readonly ReportChartData[] }[] = [
  {
    id: 'api',
    charts: [
      chart('requests', 'sum', 'count', 'API_REQUESTS'),
      { ...chart('failures', 'sum', 'count', 'API_ERRORS', 'API_REFUSED'), countedWith: 'API_REQUESTS' },
      chart('times', 'max', 'ms', 'API_P95'),
      chart('egress', 'sum', 'bytes', 'EGRESS'),
      chart('queries', 'sum', 'count', 'QUERIES'),
    ],
  },
  {
    id: 'database',
    charts: [
      chart('connections', 'max', 'count', 'CONNECTIONS'),
      chart('transactions', 'sum', 'count', 'TRANSACTIONS', 'ROLLBACKS'),
      chart('cache', 'share', 'percent', 'BLOCKS_HIT', 'BLOCKS_READ'),
      chart('rows', 'sum', 'count', 'ROWS_FETCHED', 'ROWS_CHANGED'),
      chart('locks', 'max', 'count', 'LOCK_WAITS', 'DEADLOCKS'),
      chart('temp', 'sum', 'bytes', 'TEMP_BYTES'),
      chart('size', 'max', 'bytes', 'DATABASE_SIZE'),
      chart('wal', 'sum', 'bytes', 'WAL_BYTES'),
      chart('dead', 'max', 'count', 'DEAD_ROWS'),
    ],
  },
  {
    id: 'auth',
    charts: [
      chart('signIns', 'sum', 'count', 'AUTH_SIGN_INS', 'AUTH_SIGN_UPS', 'AUTH_REFUSED'),
      chart('authMails', 'sum', 'count', 'AUTH_MAILS'),
    ],
  },
  {
    id: 'storage',
    charts: [
      chart('fileCalls', 'sum', 'count', 'STORAGE_DOWNLOADS', 'STORAGE_UPLOADS'),
      chart('files', 'max', 'bytes', 'STORAGE_SIZE'),
    ],
  },
  {
    id: 'functions',
    charts: [chart('functions', 'sum', 'count', 'FUNCTION_INVOCATIONS', 'FUNCTION_ERRORS')],
  },
  {
    id: 'realtime',
    charts: [
      chart('sockets', 'max', 'count', 'REALTIME_PEAK_CONNECTIONS', 'REALTIME_CHANNELS'),
      chart('messages', 'sum', 'count', 'REALTIME_MESSAGE_COUNT'),
    ],
  },
  {
    id: 'host',
    charts: [
      chart('cpu', 'max', 'percent', 'HOST_CPU'),
      chart('memory', 'max', 'percent', 'HOST_MEMORY'),
      chart('disk', 'max', 'percent', 'HOST_DISK'),
    ],
  },
]

const STEPS: Readonly<Record<ReportResolution, number>> = {
  minute: 60_000,
  hour: 60 * 60_000,
  day: 24 * 60 * 60_000,
}

/** One line of a chart. `before`: the same steps of the period before. */
export interface ReportLine {
  name: ReportSeriesName | 'CACHE_HITS'
  values: (number | null)[]
  before: (number | null)[]
}

/** What a chart shows. */
export interface ReportChart {
  /** Where each step begins, milliseconds since 1970. */
  steps: number[]
  lines: ReportLine[]
  marks: { at: number; action: string; target: string }[]
  /** Of the first line: the sum, or the peak; null: nothing was measured. */
  figure: number | null
  /** The same of the period before. */
  figureBefore: number | null
}

/** @param range milliseconds since 1970, as it was asked for */
export function reportChart(
  { series, value, countedWith = series[0] }: ReportChartData,
  report: Report,
  { from, to }: { from: number; to: number },
): ReportChart {
  const step = STEPS[report.resolution]
  const first = Math.floor(from / step) * step
  const count = Math.max(1, Math.ceil((to - first) / step))
  const shift = to - from
  const isMeasured = value === 'max'
  const pointsOf = (name: ReportSeriesName | undefined, of: 'points' | 'before') =>
    report.series.find((other) => other.name === name)?.[of] ?? []
  const spread = (name: ReportSeriesName, of: 'points' | 'before') => {
    const points = pointsOf(name, of)
    const moved = of === 'before' ? shift : 0
    const values = Array.from({ length: count }, (): number | null => null)
    for (const point of points) {
      const at = Math.floor((Date.parse(point.at) + moved - first) / step)
      if (at >= 0 && at < count)
        values[at] = combined(values[at] ?? null, point[isMeasured ? 'max' : 'sum'], value)
    }
    // Where nothing at all was counted, zero would be a guess.
    const isCounted = !isMeasured && [name, countedWith].some((one) => pointsOf(one, of).length > 0)
    return isCounted ? values.map((one) => one ?? 0) : values
  }
  const found = series.map((name): ReportLine => ({
    name,
    values: spread(name, 'points'),
    before: spread(name, 'before'),
  }))
  const lines = value === 'share' ? [shareOf(found)] : found
  const [main] = lines
  return {
    steps: Array.from({ length: count }, (_, at) => first + at * step),
    lines,
    marks: report.changes.flatMap(({ at, action, target }) => {
      const place = Math.floor((Date.parse(at) - first) / step)
      return place >= 0 && place < count ? [{ at: place, action, target }] : []
    }),
    figure: figureOf(main?.values ?? [], value),
    figureBefore: figureOf(main?.before ?? [], value),
  }
}

function combined(known: number | null, value: number, by: ReportValue): number {
  if (known === null) return value
  return by === 'max' ? Math.max(known, value) : known + value
}

/** How much of the first and the second the first is, in percent. */
function shareOf([part, rest]: readonly ReportLine[]): ReportLine {
  const share = (a: readonly (number | null)[] = [], b: readonly (number | null)[] = []) =>
    a.map((one, at) => {
      const other = b[at] ?? null
      return one === null || other === null || one + other === 0 ? null : (one / (one + other)) * 100
    })
  return {
    name: 'CACHE_HITS',
    values: share(part?.values, rest?.values),
    before: share(part?.before, rest?.before),
  }
}

function figureOf(values: readonly (number | null)[], by: ReportValue): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const sum = known.reduce((total, value) => total + value, 0)
  if (by === 'share') return sum / known.length
  return by === 'sum' ? sum : Math.max(...known)
}

/** By how many percent a figure grew; null: there is nothing to compare with. */
export function growthOf(figure: number | null, before: number | null): number | null {
  if (figure === null || before === null || before === 0) return null
  return Math.round(((figure - before) / before) * 100)
}
