/** What the page of usage says. */
import type { UsagePeriod } from '../rules/organization/usage-period.js'

/** The page of usage. */
export const usageText = {
  body: 'What the projects of this organization use. Nothing is charged here.',
  project: 'Project',
  allProjects: 'All projects',
  period: 'Period',
  periods: {
    'this-month': 'This month',
    'last-month': 'Last month',
    '30-days': 'Last 30 days',
    '90-days': 'Last 90 days',
  } satisfies Record<UsagePeriod, string>,
  /** Of bytes, runs and calls by day. */
  byDay: (metric: string) => `${metric} by day`,
  usedOf: (used: string, included: string) => `${used} of ${included}`,
  usedUnlimited: (used: string) => `${used}, no limit`,
  usedNotIncluded: (used: string) => `${used}, not in this plan`,
  measured: (at: string) => `The highest day of the period. Measured last on ${at}.`,
  over: 'Over the limit',
  none: 'No usage yet',
  noneBody: 'Open a project and run a query: usage appears here within a minute.',
  nothingInPeriod: 'No usage in this period',
  exceedingTitle: 'Exceeding usage limits',
  exceedingBody: 'Usage is above what the plan includes. Remove data or choose a higher plan.',
  showTable: 'Show as table',
  showChart: 'Show as chart',
  day: 'Day',
  used: 'Used',
  byProject: 'By project',
  metrics: {
    EGRESS: 'Egress',
    DATABASE_SIZE: 'Database size',
    STORAGE_SIZE: 'File storage',
    QUERIES: 'Queries',
    API_REQUESTS: 'API calls',
    MONTHLY_ACTIVE_USERS: 'Monthly active users',
    FUNCTION_INVOCATIONS: 'Function calls',
    REALTIME_MESSAGE_COUNT: 'Realtime messages',
    REALTIME_PEAK_CONNECTIONS: 'Realtime connections at most',
    DISK_IOPS_GP3: 'Disk operations per second',
  } as Record<string, string>,
}
