/** What alerts say. */
import type { LogAlertFigure, LogAlertKind } from '@basedeck/platform-client/contract'
import { ALERT_FIGURES, sizeText } from '@basedeck/core/rules'

export interface AlertWords {
  kind: LogAlertKind
  query: string
  minutes: number
  comparison: 'above' | 'below'
  limit: number
}

const FIGURES: Readonly<Record<LogAlertFigure, string>> = {
  api_requests: 'API calls',
  api_error_rate: 'API calls that failed',
  api_p95: 'Response time of the API (95th percentile)',
  egress: 'Egress',
  connections: 'Connections to the database',
  lock_waits: 'Sessions that wait for a lock',
  deadlocks: 'Deadlocks',
  cache_hits: 'Cache hits',
  database_size: 'Database size',
  sign_ins: 'Sign-ins',
  sign_in_refusals: 'Refused sign-ins',
  function_errors: 'Failed function calls',
  storage_size: 'File storage',
  realtime_connections: 'Realtime connections',
  cpu: 'Processor in use',
  memory: 'Memory in use',
  disk: 'Disk in use',
}

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const rounded = (value: number) => String(Math.round(value * 100) / 100)
const limitOf = ({ comparison, limit, ...alert }: AlertWords) => {
  if (alert.kind === 'lines') return comparison === 'above' ? `more than ${limit}` : `fewer than ${limit}`
  return `${comparison} ${amountOf(alert, limit)}`
}
const searchOf = ({ query }: AlertWords) => (query === '' ? 'of all kinds' : `of the search ${query}`)
const windowOf = ({ minutes }: AlertWords) =>
  minutes === 1 ? 'the last minute' : `the last ${minutes} minutes`

function amountOf({ kind, query }: Pick<AlertWords, 'kind' | 'query'>, value: number): string {
  const unit =
    kind === 'figure' && Object.hasOwn(ALERT_FIGURES, query)
      ? ALERT_FIGURES[query as LogAlertFigure].unit
      : 'count'
  if (unit === 'bytes') return sizeText(value)
  if (unit === 'percent') return `${rounded(value)}%`
  return unit === 'ms' ? `${rounded(value)} ms` : rounded(value)
}

/** What was found, before what it is compared with. */
function foundOf(alert: AlertWords, value: number): string {
  switch (alert.kind) {
    case 'lines':
      return `${lines(value)} ${searchOf(alert)} in ${windowOf(alert)}`
    case 'sql':
      return `Its query over the logs of ${windowOf(alert)} gave ${rounded(value)}`
    case 'figure':
      return `${FIGURES[alert.query as LogAlertFigure] ?? alert.query} in ${windowOf(alert)}: ${amountOf(alert, value)}`
  }
}

export const logAlertText = {
  fires: (name: string, project: string) => `${project}: ${name}`,
  firesBody: (alert: AlertWords, value: number) =>
    alert.kind === 'lines'
      ? `${foundOf(alert, value)}: ${limitOf(alert)}.`
      : `${foundOf(alert, value)}. This is ${limitOf(alert)}.`,
  ends: (name: string, project: string) => `${project}: ${name} has ended`,
  endsBody: (alert: AlertWords, value: number) =>
    alert.kind === 'lines'
      ? `${foundOf(alert, value)}: no longer ${limitOf(alert)}.`
      : `${foundOf(alert, value)}. This is no longer ${limitOf(alert)}.`,
  unchecked: (name: string, project: string) => `${project}: ${name} can’t be checked`,
  uncheckedBody: (problem: string) =>
    `${problem}\n\nIt neither fires nor ends until its query works again. You are told this once.`,
  test: (name: string, project: string) => `${project}: test of ${name}`,
  testBody: 'This is a test. Nothing has happened.',
  open: 'Open alerts',
  unreadable: (part: string) => `This part of the search can’t be read: ${part}`,
  searchTooLong: (most: number) => `The search has at most ${most} characters, on one line`,
  notOne: (rows: number, columns: number) =>
    `The query must give one row with one number. It gave ${counted(rows, 'row')} with ${counted(columns, 'column')}.`,
  noNumber: 'The query must give a number.',
  noFigure: 'There is no such figure.',
  tooSlow: 'The query took too long. Let it look at fewer lines or at a shorter time.',
}
