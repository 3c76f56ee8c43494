/** Alerts on logs and figures. */
import type { LogAlertFigure, LogAlertKind, LogAlertRole } from '@basedeck/platform-client'
import type { ReportUnit } from '../rules/project/report-charts.js'
import { sizeText } from '../rules/results/bytes.js'

const minutes = (number: number) => (number === 1 ? 'minute' : `${number} minutes`)

const decimals = (value: number) => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(value)
const figures: Record<LogAlertFigure, string> = {
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

/** The sentences of the alerts. */
export const logAlertsText = {
  list: 'Alerts',
  lead: 'Tell people when lines of the logs, a number of a query over them or a figure of the reports is too high or too low. The inbox of everybody who sees this project is told once when an alert fires, and once when it ends.',
  none: 'No alerts yet',
  noneBody:
    'An alert compares the lines of a search, such as level:error, a query over the logs, or a figure such as the share of failed calls, over the last minutes.',
  columns: {
    name: 'Name',
    condition: 'Condition',
    state: 'State',
    value: 'Now',
    actions: 'Actions',
  },
  condition: (limit: string, window: number, forMinutes: number) =>
    `${limit} in the last ${minutes(window)}${
      forMinutes === 0 ? '' : `, for ${forMinutes === 1 ? '1 minute' : minutes(forMinutes)}`
    }`,
  limitWords(kind: LogAlertKind, comparison: 'above' | 'below', amount: string) {
    if (kind === 'lines') return `${comparison === 'above' ? 'More than' : 'Fewer than'} ${amount}`
    return `${comparison === 'above' ? 'Above' : 'Below'} ${amount}`
  },
  /** What an alert looks at. */
  asked(kind: LogAlertKind, query: string): string {
    if (kind === 'lines') return query === '' ? 'All lines' : query
    return kind === 'sql' ? query : (figures[query as LogAlertFigure] ?? query)
  },
  amount(unit: ReportUnit, value: number | null): string {
    if (value === null) return '–'
    if (unit === 'bytes') return sizeText(value)
    if (unit === 'percent') return `${decimals(value)}%`
    return unit === 'ms' ? `${decimals(value)} ms` : decimals(value)
  },
  units: { count: null, percent: '%', ms: 'ms', bytes: 'MB' } satisfies Record<ReportUnit, string | null>,
  off: 'Off',
  fires: 'Firing',
  quiet: 'Quiet',
  unchecked: 'Can’t be checked',
  unknown: 'Nothing known yet',
  mayNot: 'Your role may not change the settings of this project',
  mayNotReveal: 'Your role may not read secrets',
  add: 'New alert',
  addTitle: 'New alert',
  addSubmit: 'Create alert',
  adding: 'Creating…',
  added: (name: string) => `${name} was created`,
  edit: 'Edit',
  editTitle: (name: string) => `Edit ${name}`,
  editSubmit: 'Save',
  editing: 'Saving…',
  edited: (name: string) => `${name} was changed`,
  name: 'Name',
  kind: 'Look at',
  kinds: {
    lines: 'Lines of a search',
    sql: 'A query over the logs',
    figure: 'A figure of the reports',
  } satisfies Record<LogAlertKind, string>,
  figure: 'Figure',
  figures,
  sql: 'Query',
  sqlHint:
    'One SELECT over logs that gives one number, as in the explorer. It reads the lines of the last minutes.',
  takeSaved: 'Take a saved query',
  enterSql: 'Enter a query',
  query: 'Search',
  queryHint:
    'As on the page of logs: words and field:value, such as level:error status:>=500. Empty: all lines.',
  comparison: 'Fires when it is',
  comparisons: { above: 'Above', below: 'Below' },
  limit: 'Limit',
  limitIn: (unit: string) => `Limit (${unit})`,
  minutes: 'In the last minutes',
  forMinutes: 'For minutes',
  forMinutesHint: '0: once is enough. It is looked at every 30 seconds.',
  roles: 'Mail to members',
  rolesHint: 'Where the operator has configured a mail server.',
  roleNames: {
    owner: 'Owners',
    administrator: 'Administrators',
    developer: 'Developers',
    read_only: 'Read-only',
  } satisfies Record<LogAlertRole, string>,
  url: 'Webhook',
  urlHint: 'Gets a signed message by POST. Addresses of the private network must be allowed by the operator.',
  enterName: 'Enter a name',
  enterUrl: 'Enter an address that begins with https:// or http://',
  wrongQuery: (part: string) => `This part can’t be read: ${part}`,
  wrongNumber: 'Enter a number',
  wrongLimit: 'Enter a whole number from 0',
  wrongMinutes: 'Enter a whole number from 1 to 1440',
  wrongForMinutes: 'Enter a whole number from 0 to 1440',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: (name: string) => `${name} is on`,
  turnedOff: (name: string) => `${name} is off`,
  test: 'Send a test',
  tested: (name: string) => `A test of ${name} was sent to everybody whom it tells`,
  copySecret: 'Copy signing secret',
  copied: 'The signing secret was copied',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: 'Its history is deleted too. This can’t be undone.',
  deleted: (name: string) => `${name} was deleted`,
  actionsOf: (name: string) => `Actions of ${name}`,
  showHistory: 'History',
  showHistoryOf: (name: string) => `History of ${name}`,
  history: (name: string) => `History of ${name}`,
  closeHistory: 'Close history',
  noHistory: 'It has not fired yet',
  noHistoryBody: 'Each time that it fires appears here, with what was found and when it ended.',
  historyColumns: { fired: 'Fired', ended: 'Ended', value: 'Found', why: 'Why' },
  stillFires: 'Still firing',
  why: (limit: string, asked: string) => `${limit}: ${asked}`,
}
