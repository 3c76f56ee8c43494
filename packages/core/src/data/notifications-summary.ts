/** Server data of the bell. Every key of the inbox begins with `NOTIFICATIONS`. */
import { getNotificationsSummary, type Client, type NotificationsSummary } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'

export const NOTIFICATIONS = ['notifications']

/** How often the inbox is polled while live updates are off. */
export const POLL_MS = 30_000

export function notificationsSummaryQuery(client: Client): QueryData<NotificationsSummary> {
  return {
    key: [...NOTIFICATIONS, 'summary'],
    fetch: (signal) => client.call(getNotificationsSummary, {}, { signal }),
    staleMs: POLL_MS,
    isTold: true,
    refetchMs: POLL_MS,
  }
}
