/** The page of reports. */
import type { ReportSeriesName } from '@basedeck/platform-client'
import { auditSentence } from './audit-sentence.js'
import type { ReportChartId, ReportGroupId } from '../rules/project/report-charts.js'

/** The sentences of the page. */
export const reportsText = {
  lead: 'How the project was used, with the peak of each step and the period before as a dotted line. Databases are measured every ten minutes while they are in use.',
  range: 'Time',
  ranges: [
    { value: '1h', label: 'Last hour' },
    { value: '6h', label: 'Last 6 hours' },
    { value: '1d', label: 'Last 24 hours' },
    { value: '7d', label: 'Last 7 days' },
    { value: '28d', label: 'Last 28 days' },
    { value: '90d', label: 'Last 90 days' },
  ],
  refresh: 'Refresh',
  groups: { api: 'API', database: 'Database', services: 'Services' } satisfies Record<ReportGroupId, string>,
  charts: {
    requests: 'API calls',
    egress: 'Egress',
    queries: 'Queries of the dashboard',
    connections: 'Connections',
    transactions: 'Transactions',
    cache: 'Cache hits',
    rows: 'Rows',
    locks: 'Locks',
    temp: 'Temporary files',
    size: 'Database size',
    wal: 'Write-ahead log',
    dead: 'Dead rows',
    users: 'Active users',
    files: 'File storage',
    functions: 'Function calls',
    messages: 'Realtime messages',
    sockets: 'Realtime connections',
  } satisfies Record<ReportChartId, string>,
  series: {
    API_REQUESTS: 'Calls',
    EGRESS: 'Bytes',
    QUERIES: 'Queries',
    CONNECTIONS: 'Connections',
    TRANSACTIONS: 'Transactions',
    ROLLBACKS: 'Rolled back',
    BLOCKS_READ: 'Read',
    BLOCKS_HIT: 'Hit',
    CACHE_HITS: 'Hits',
    ROWS_FETCHED: 'Fetched',
    ROWS_CHANGED: 'Changed',
    LOCK_WAITS: 'Waiting',
    DEADLOCKS: 'Deadlocks',
    TEMP_BYTES: 'Bytes',
    DATABASE_SIZE: 'Size',
    WAL_BYTES: 'Bytes',
    DEAD_ROWS: 'Dead rows',
    STORAGE_SIZE: 'Size',
    MONTHLY_ACTIVE_USERS: 'Users',
    FUNCTION_INVOCATIONS: 'Calls',
    REALTIME_MESSAGE_COUNT: 'Messages',
    REALTIME_PEAK_CONNECTIONS: 'Connections',
  } satisfies Record<ReportSeriesName | 'CACHE_HITS', string>,
  before: 'before',
  step: 'Time',
  none: 'Nothing was measured in this time',
  sum: (figure: string) => `${figure} in all`,
  peak: (figure: string) => `Peak ${figure}`,
  mean: (figure: string) => `${figure} on average`,
  growth: (percent: number) =>
    percent === 0
      ? 'as much as before'
      : percent > 0
        ? `${percent}% more than before`
        : `${-percent}% less than before`,
  percent: (amount: number) => `${Math.round(amount * 10) / 10}%`,
  change: auditSentence,
  changes: 'Changes in this time',
  noChanges: 'No deployment and no setting changed.',
  monitor: 'Prometheus',
  monitorLead:
    'Your own Prometheus can read the figures of this project: connections, transactions, sizes, calls with their times. Put a secret key of the project into the file that the configuration names.',
  monitorConfig: 'Configuration of Prometheus',
  showTable: 'Show table',
  showChart: 'Show chart',
  png: 'PNG',
  csv: 'CSV',
}
