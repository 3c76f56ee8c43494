/** What the platform says about plans and usage. */
import type { MeteredMetric } from '@basedeck/platform-client/contract'

export const refusalText = {
  otherPlan: (name: string) =>
    `The plan was changed in the meantime: it is ${name} now. Look at the plans again before you change it.`,
}

export const metricText: Readonly<Record<MeteredMetric, string>> = {
  DATABASE_SIZE: 'Database size',
  STORAGE_SIZE: 'File storage',
  EGRESS: 'Egress',
  QUERIES: 'Queries',
  API_REQUESTS: 'API calls',
  MONTHLY_ACTIVE_USERS: 'Monthly active users',
  FUNCTION_INVOCATIONS: 'Function calls',
  REALTIME_MESSAGE_COUNT: 'Realtime messages',
  REALTIME_PEAK_CONNECTIONS: 'Realtime connections at once',
}
