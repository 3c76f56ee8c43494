/**
 * The charts of a project's reports: which series each shows, how points become values of even steps, what the period before
 * had, and where something changed.
 * @rule reports.charts  @spec §2
 */
import type { Report, ReportPoint, ReportResolution, ReportSeriesName } from '@basedeck/platform-client'

/** `sum`: counted, so that steps without points are 0; `max`: measured, and the peak of a step is shown. */
export type ReportValue = 'sum' | 'max'
/** What the values are. */
export type ReportUnit = 'count' | 'bytes' | 'percent'

/** One chart. */
export interface ReportChartData {
  id: ReportChartId
  series: readonly ReportSeriesName[]
  value: ReportValue
  unit: ReportUnit
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
  | 'users'
  | 'files'
  | 'functions'
  | 'messages'
  | 'sockets'
/** Charts of one subject. */
export type ReportGroupId = 'api' | 'database' | 'services'

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
      chart('egress', 'sum', 'bytes', 'EGRESS'),
      chart('queries', 'sum', 'count', 'QUERIES'),
    ],
  },
  {
    id: 'database',
    charts: [
      chart('connections', 'max', 'count', 'CONNECTIONS'),
      chart('transactions', 'sum', 'count', 'TRANSACTIONS', 'ROLLBACKS'),
      chart('cache', 'sum', 'percent', 'BLOCKS_HIT', 'BLOCKS_READ'),
      chart('rows', 'sum', 'count', 'ROWS_FETCHED', 'ROWS_CHANGED'),
      chart('locks', 'max', 'count', 'LOCK_WAITS', 'DEADLOCKS'),
      chart('temp', 'sum', 'bytes', 'TEMP_BYTES'),
      chart('size', 'max', 'bytes', 'DATABASE_SIZE'),
      chart('wal', 'sum', 'bytes', 'WAL_BYTES'),
      chart('dead', 'max', 'count', 'DEAD_ROWS'),
    ],
  },
  {
    id: 'services',
    charts: [
      chart('functions', 'sum', 'count', 'FUNCTION_INVOCATIONS'),
      chart('files', 'max', 'bytes', 'STORAGE_SIZE'),
      chart('messages', 'sum', 'count', 'REALTIME_MESSAGE_COUNT'),
      chart('sockets', 'max', 'count', 'REALTIME_PEAK_CONNECTIONS'),
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
  { series, value, unit }: ReportChartData,
  report: Report,
  { from, to }: { from: number; to: number },
): ReportChart {
  const step = STEPS[report.resolution]
  const first = Math.floor(from / step) * step
  const count = Math.max(1, Math.ceil((to - first) / step))
  const shift = to - from
  const spread = (points: readonly ReportPoint[], moved: number) => {
    const values = Array.from({ length: count }, (): number | null => null)
    for (const point of points) {
      const at = Math.floor((Date.parse(point.at) + moved - first) / step)
      if (at >= 0 && at < count) values[at] = combined(values[at] ?? null, point[value], value)
    }
    // Where nothing at all was counted, zero would be a guess.
    return value === 'sum' && points.length > 0 ? values.map((one) => one ?? 0) : values
  }
  const found = series.map((name): ReportLine => {
    const one = report.series.find((other) => other.name === name)
    return { name, values: spread(one?.points ?? [], 0), before: spread(one?.before ?? [], shift) }
  })
  const lines = unit === 'percent' ? [shareOf(found)] : found
  const [main] = lines
  return {
    steps: Array.from({ length: count }, (_, at) => first + at * step),
    lines,
    marks: report.changes.flatMap(({ at, action, target }) => {
      const place = Math.floor((Date.parse(at) - first) / step)
      return place >= 0 && place < count ? [{ at: place, action, target }] : []
    }),
    figure: figureOf(main?.values ?? [], value, unit),
    figureBefore: figureOf(main?.before ?? [], value, unit),
  }
}

function combined(known: number | null, value: number, by: ReportValue): number {
  if (known === null) return value
  return by === 'sum' ? known + value : Math.max(known, value)
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

function figureOf(values: readonly (number | null)[], by: ReportValue, unit: ReportUnit): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const sum = known.reduce((total, value) => total + value, 0)
  if (unit === 'percent') return sum / known.length
  return by === 'sum' ? sum : Math.max(...known)
}

/** By how many percent a figure grew; null: there is nothing to compare with. */
export function growthOf(figure: number | null, before: number | null): number | null {
  if (figure === null || before === null || before === 0) return null
  return Math.round(((figure - before) / before) * 100)
}
