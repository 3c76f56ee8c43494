/** The lines of a project's log: requests that were answered, and what its services had to say. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** `warn`: a request was refused, or lines are missing; `error`: a request failed. */
export const LOG_LINE_LEVELS = ['debug', 'info', 'warn', 'error'] as const
/** How much a line matters. */
export type LogLineLevel = (typeof LOG_LINE_LEVELS)[number]

/** `dashboard`: calls of the dashboard; `log`: what the store says about itself; the others are the project's services. */
export const LOG_SOURCES = ['dashboard', 'data', 'auth', 'storage', 'realtime', 'functions', 'log'] as const
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

/** Lines that were found, the newest first. */
export interface LogPage {
  lines: LogLine[]
  status: LogStatus
  /** Processes of the installation that did not answer; their lines are missing. */
  processes_away: number
}

/** Lines of one page, unless the call names fewer. */
export const LOG_PAGE_LINES = 100
const MOST_LINES = 1000

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

/** What is searched for; each part that is given must fit. */
export const logSearch = v.object({
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
