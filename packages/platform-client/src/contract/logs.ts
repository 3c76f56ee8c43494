/** The lines of a project's log: requests that were answered, and what its services had to say. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** `warn`: a request was refused, or lines are missing; `error`: a request failed. */
export const LOG_LINE_LEVELS = ['debug', 'info', 'warn', 'error'] as const
/** How much a line matters. */
export type LogLineLevel = (typeof LOG_LINE_LEVELS)[number]

/**
 * `postgres`: the log of the project's database server; `pooler`: of its pooler; `jobs`: work that the platform does for the
 * project; `deliveries`: calls that it sends to others; `schedules`: runs of
 * schedules; `dashboard`: calls of the dashboard; `log`: what the store says about
 * itself. The others are the project's services.
 */
export const LOG_SOURCES = [
  'dashboard',
  'data',
  'auth',
  'storage',
  'realtime',
  'functions',
  'postgres',
  'pooler',
  'jobs',
  'deliveries',
  'schedules',
  'log',
] as const
/** What a line comes from. */
export type LogSource = (typeof LOG_SOURCES)[number]

/** One line of a project's log. It holds no secret: no key, token, cookie, password or text of a query. */
export interface LogLine {
  /** Grows with the time; what `before` names. */
  id: string
  /** ISO 8601 with milliseconds, UTC. */
  time: string
  source: LogSource
  level: LogLineLevel
  /**
   * What the answer's `x-request-id` says; of an id that is neither a UUID nor 32 hexadecimal digits, its hash. Empty: the line
   * belongs to no request.
   */
  request_id: string
  message: string
  /** Of a request: method, route, status, ms, and, as far as known, ip, account and code. */
  fields: Record<string, unknown>
}

/**
 * Whether lines are kept. `not-installed`: the module that stores them is missing, and `command` installs it; `off`: the
 * operator keeps none; `disk-full`: there is no room for new ones; `failed`: they could not be opened.
 */
export interface LogStatus {
  state: 'kept' | 'off' | 'not-installed' | 'disk-full' | 'failed'
  /** What the operator runs. Only with `not-installed`. */
  command?: string
}

/** How the text of a field is compared. `has`: holds it, in upper or lower case; `gt` to `le`: as numbers; `any`: it is there. */
export const LOG_OPERATORS = ['is', 'has', 'gt', 'ge', 'lt', 'le', 'any'] as const
/** How the text of a field is compared. */
export type LogOperator = (typeof LOG_OPERATORS)[number]

/** One condition of a search. */
export interface LogTerm {
  /** `source`, `level`, `message`, `request_id`, or the name of one of `fields`; null: message and fields together. */
  field: string | null
  op: LogOperator
  /** One of them must fit. `any` has none; of `gt` to `le` each is a number. */
  values: string[]
  /** What fits is left out. */
  not: boolean
}

/** How many lines of a level there are in a bucket of time. */
export interface LogBucket {
  /** Where the bucket begins, ISO 8601. */
  at: string
  level: LogLineLevel
  count: number
}

/** The lines that a search finds, counted. Buckets without lines are left out. */
export interface LogCounts {
  /** Milliseconds that a bucket is wide. */
  bucket_ms: number
  buckets: LogBucket[]
  status: LogStatus
  processes_away: number
}

/** Rows of a SELECT over the lines. */
export interface LogQueryResult {
  columns: string[]
  /** Values as JSON has them; times and large numbers are texts. */
  rows: unknown[][]
  /** There are more rows than `LOG_QUERY_ROWS`. */
  is_cut: boolean
  /** There are more lines than the SELECT was given; it saw the newest ones. */
  is_sample: boolean
  /** Milliseconds. */
  ms: number
  /** Other processes of the installation; their lines are not among those of the SELECT. */
  processes_left_out: number
}

/** Lines that were found, the newest first. */
export interface LogPage {
  lines: LogLine[]
  status: LogStatus
  /** Days for which lines of this project are kept; older ones are not found. */
  kept_days: number
  /** Processes of the installation that did not answer; their lines are missing. */
  processes_away: number
}

/** Lines of one page, unless the call names fewer. */
export const LOG_PAGE_LINES = 100
const MOST_LINES = 1000
/** Rows of an answer to SQL over lines. */
export const LOG_QUERY_ROWS = 1000
/** Characters of SQL over lines. */
export const LOG_QUERY_CHARS = 20_000
/** Conditions of a search. */
export const MOST_LOG_TERMS = 50
const MOST_VALUES = 50
const VALUE_CHARS = 1000
/** Names are written into paths of JSON. */
const FIELD_NAME = /^[\w.@/-]{1,64}$/
const NUMERIC: ReadonlySet<LogOperator> = new Set(['gt', 'ge', 'lt', 'le'])

const logTerm = v.pipe(
  v.strictObject({
    field: v.nullable(v.pipe(v.string(), v.regex(FIELD_NAME))),
    op: v.picklist(LOG_OPERATORS),
    values: v.pipe(v.array(v.pipe(v.string(), v.maxLength(VALUE_CHARS))), v.maxLength(MOST_VALUES)),
    not: v.boolean(),
  }),
  v.check(({ op, values }) => (op === 'any') === (values.length === 0)),
  v.check(({ op, field }) => field !== null || op === 'has'),
  v.check(({ op, values }) => !NUMERIC.has(op) || values.every(isNumber)),
)
const logTerms = v.pipe(v.array(logTerm), v.maxLength(MOST_LOG_TERMS))

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

/** The conditions of the parameter `terms`; null: it is not a list of them. */
export function readLogTerms(text: string): LogTerm[] | null {
  try {
    const read = v.safeParse(logTerms, JSON.parse(text))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

const moment = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.maxLength(40),
      v.check((text) => !Number.isNaN(Date.parse(text)), `${name} must be a date and time`),
    ),
  )
const words = <const Word extends string>(name: string, known: readonly Word[]) =>
  v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.check(
        (text) => text.split(',').every((word) => known.some((one) => one === word)),
        `${name} must be words of: ${known.join(', ')}`,
      ),
    ),
  )

const found = {
  /** Not before this moment, ISO 8601. Default: from the first line that is kept. */
  from: moment('from'),
  /** Before this moment. Default: until now. */
  to: moment('to'),
  /** Separated by commas. Default: all. */
  levels: words('levels', LOG_LINE_LEVELS),
  /** Separated by commas. Default: all. */
  sources: words('sources', LOG_SOURCES),
  /** Part of the message or of the fields, in upper or lower case. */
  text: v.optional(v.pipe(v.string(), v.maxLength(500))),
  /** As the answer had it, in whatever form. */
  request_id: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** A list of `LogTerm` as JSON; all must fit. At most 50. */
  terms: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(8000),
      v.check((text) => readLogTerms(text) !== null, 'terms must be a list of conditions, as JSON'),
    ),
  ),
}

/** What is searched for; each part that is given must fit. */
export const logSearch = v.object({
  ...found,
  /** How many lines. Default 100, at most 1000. */
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'limit must be a number'),
      v.check((text) => Number(text) >= 1 && Number(text) <= MOST_LINES, `limit must be 1 to ${MOST_LINES}`),
    ),
  ),
  /** The `id` of the last line of a page: lines that are older. */
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,17}$/, 'before must be the id of a line'))),
})

/** Searches the lines of a project in all processes of the installation. 503 `logs_busy`; 504 `logs_too_slow`. */
export const searchLogs = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/logs',
  access: inProject('read', 'reports'),
  query: logSearch,
  response: gives<LogPage>(),
  requires: { ref: 'Project ref is required' },
})

/** Buckets of one answer: more would be narrower than what is drawn. */
export const MOST_LOG_BUCKETS = 400
const DAY_MS = 24 * 60 * 60_000

/** What is counted. Without `from`, the last hour. */
export const logCountsQuery = v.object({
  ...found,
  /** Milliseconds that a bucket is wide, 1000 to one day. Default: so that there are about 60. */
  bucket_ms: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, 'bucket_ms must be a number'),
      v.check(
        (text) => Number(text) >= 1000 && Number(text) <= DAY_MS,
        `bucket_ms must be 1000 to ${DAY_MS}`,
      ),
    ),
  ),
})

/** Counts what a search finds, by level and time. 503 `logs_busy`; 504 `logs_too_slow`. */
export const countLogs = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/logs/counts',
  access: inProject('read', 'reports'),
  query: logCountsQuery,
  response: gives<LogCounts>(),
  requires: { ref: 'Project ref is required' },
})

/** SQL over lines. */
export const logQueryBody = v.object({
  /** One SELECT in the SQL of DuckDB, over `logs (time, project, source, level, request_id, message, fields)`. */
  sql: v.pipe(v.string('sql must be a text'), v.maxLength(LOG_QUERY_CHARS)),
  /** Lines not before this moment, ISO 8601. Default: from the first line that is kept. */
  from: moment('from'),
  /** Lines before this moment. Default: until now. */
  to: moment('to'),
})

/**
 * Runs a SELECT over the lines of this project in this process; it ends when its caller is gone. 400 `logs_query_refused`: the
 * SQL is wrong or does more than read; 503 `logs_busy`; 504 `logs_too_slow`.
 */
export const queryLogs = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/logs/query',
  access: inProject('read', 'reports'),
  audit: 'never, because no data is changed',
  limit: 'runs',
  body: logQueryBody,
  response: gives<LogQueryResult>(),
  requires: { ref: 'Project ref is required' },
})
