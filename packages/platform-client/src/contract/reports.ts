/** What was measured and counted of a project over time, and what changed meanwhile. */
import * as v from 'valibot'
import { METERED_METRICS } from './billing.js'
import { endpoint, gives } from './endpoint.js'
import type { LogStatus } from './logs.js'
import type { ProjectService } from './services.js'
import { inProject } from './permission.js'

/** Counted between two measurements of a database: they add up. */
export const DATABASE_COUNTERS = [
  'TRANSACTIONS',
  'ROLLBACKS',
  'BLOCKS_READ',
  'BLOCKS_HIT',
  'ROWS_FETCHED',
  'ROWS_CHANGED',
  'TEMP_BYTES',
  'DEADLOCKS',
  'WAL_BYTES',
] as const
/** Measured of a database at a moment. */
export const DATABASE_GAUGES = ['CONNECTIONS', 'DEAD_ROWS', 'LOCK_WAITS'] as const
/** Counted of the calls of a project's services: they add up. Those that are metered besides are not among them. */
export const SERVICE_COUNTERS = [
  'API_REFUSED',
  'API_ERRORS',
  'AUTH_SIGN_INS',
  'AUTH_SIGN_UPS',
  'AUTH_REFUSED',
  'AUTH_MAILS',
  'FUNCTION_ERRORS',
  'STORAGE_UPLOADS',
  'STORAGE_DOWNLOADS',
] as const
/** Measured of the services. `API_P95`: milliseconds within which 95 of 100 calls of ten seconds were answered. */
export const SERVICE_GAUGES = ['API_P95', 'REALTIME_CHANNELS'] as const
/** Of the machine that runs the project, in percent: processor and memory in use, and the disk of the data directory. */
export const HOST_GAUGES = ['HOST_CPU', 'HOST_MEMORY', 'HOST_DISK'] as const
/** What is followed of a machine. */
export type HostGauge = (typeof HOST_GAUGES)[number]
/** All that is followed of a project. */
export const REPORT_SERIES = [
  ...METERED_METRICS,
  ...DATABASE_GAUGES,
  ...DATABASE_COUNTERS,
  ...SERVICE_COUNTERS,
  ...SERVICE_GAUGES,
  ...HOST_GAUGES,
] as const
/** What is followed of a project: what is metered, figures of its database and its services, and of its machine. */
export type ReportSeriesName = (typeof REPORT_SERIES)[number]

/** How long a point is. */
export type ReportResolution = 'minute' | 'hour' | 'day'

/** What the values of a minute, an hour or a day come to. */
export interface ReportPoint {
  /** Where it begins, ISO 8601. */
  at: string
  sum: number
  /** The peak. */
  max: number
  /** What was measured last. */
  last: number
}

/** One series. Points without values are left out. */
export interface ReportSeries {
  name: ReportSeriesName
  points: ReportPoint[]
  /** Of the period of the same length before. */
  before: ReportPoint[]
}

/** A deployment or a change of a setting. */
export interface ReportChange {
  /** ISO 8601. */
  at: string
  /** As in the audit log: `function.deploy`. */
  action: string
  target: string
}

/** Series of a time. */
export interface Report {
  /** Minutes up to six hours, hours up to two weeks, else days. */
  resolution: ReportResolution
  series: ReportSeries[]
  /** At most 100, the oldest first. */
  changes: ReportChange[]
}

const MOST_DAYS = 90
const DAY_MS = 24 * 60 * 60_000
const moment = (name: string) =>
  v.pipe(
    v.string(`${name} is required`),
    v.maxLength(40),
    v.check((text) => !Number.isNaN(Date.parse(text)), `${name} must be a date and time`),
  )

const range = { from: moment('from'), to: moment('to') }
const isForward = ({ from, to }: { from: string; to: string }) => Date.parse(to) > Date.parse(from)
const isShort = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) <= MOST_DAYS * DAY_MS
const FORWARD = 'to must be later than from'
const SHORT = `at most ${MOST_DAYS} days`

/** Which series, and of which time: at most 90 days, ISO 8601. */
export const reportQuery = v.pipe(
  v.object({
    ...range,
    /** Separated by commas. */
    names: v.pipe(
      v.string('names is required'),
      v.maxLength(1000),
      v.check(
        (text) => text.split(',').every((name) => REPORT_SERIES.some((one) => one === name)),
        `names must be words of: ${REPORT_SERIES.join(', ')}`,
      ),
    ),
  }),
  v.check((asked) => isForward(asked), FORWARD),
  v.check((asked) => isShort(asked), SHORT),
)

/** Reads series of a project, with those of the period before. */
export const readReport = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/reports/series',
  access: inProject('read', 'reports'),
  query: reportQuery,
  response: gives<Report>(),
  requires: { ref: 'Project ref is required' },
})

/** Routes of one answer, those with the most calls. */
export const ROUTES_SHOWN = 100

/** What the calls of one route came to. */
export interface RouteCalls {
  service: ProjectService
  /** As in the log: `/{ref}/rest/v1/read`. */
  route: string
  method: string
  calls: number
  /** Status 400 to 499. */
  refused: number
  /** Status 500 and above. */
  failed: number
  /** Milliseconds within which 95 of 100 calls were answered. */
  p95_ms: number
  /** Calls of the period of the same length before; null: its lines are no longer kept. */
  calls_before: number | null
}

/** The calls of the projects’ API by route. */
export interface RouteReport {
  /** Those with the most calls first. */
  routes: RouteCalls[]
  /** There are more lines in this time than were read; these are the newest. */
  is_sample: boolean
  status: LogStatus
  /** Days for which lines of this project are kept. */
  kept_days: number
  /** Processes of the installation that did not answer; their calls are missing. */
  processes_away: number
}

/** Of which time: at most 90 days, ISO 8601. */
export const routeReportQuery = v.pipe(
  v.object(range),
  v.check((asked) => isForward(asked), FORWARD),
  v.check((asked) => isShort(asked), SHORT),
)

/** Counts the calls of a project’s API by service and route, from the lines of its log. 503 `logs_busy`; 504 `logs_too_slow`. */
export const readRouteReport = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/reports/routes',
  access: inProject('read', 'reports'),
  query: routeReportQuery,
  response: gives<RouteReport>(),
  requires: { ref: 'Project ref is required' },
})
