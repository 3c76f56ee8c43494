/**
 * What the bell shows beside it, and what a notification shows.
 * @rule notifications.badge  @spec §4
 */
import type { NotificationPriority, NotificationsSummary } from '@basedeck/platform-client'

/** `critical`: a red triangle; `warning`: an orange dot; `unread`: a dot in the brand colour. */
export type BellBadge = 'critical' | 'warning' | 'unread'

/** Null: the bell shows nothing. */
export function bellBadge({
  unread_count,
  has_critical,
  has_warning,
}: NotificationsSummary): BellBadge | null {
  if (has_critical) return 'critical'
  if (has_warning) return 'warning'
  return unread_count > 0 ? 'unread' : null
}

/** The mark of one notification. `Info` draws none. */
export function priorityMark(priority: NotificationPriority): 'critical' | 'warning' | null {
  if (priority === 'Critical') return 'critical'
  return priority === 'Warning' ? 'warning' : null
}

/** SPEC §9: the badge with the unread count widens above this. */
const NARROW_COUNT = 9

/** Whether the badge with the unread count is a wide one. */
export function isCountWide(count: number): boolean {
  return count > NARROW_COUNT
}
