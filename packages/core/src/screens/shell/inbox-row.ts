/** One notification, as the inbox shows it. */
import type { Notification, NotificationStatus } from '@basedeck/platform-client'
import { actionHref } from '../../rules/help/notification-action.js'
import { priorityMark } from '../../rules/help/notification-badge.js'
import { offeredStatuses } from '../../rules/help/notifications.js'
import { notificationText as text } from '../../text/notifications.js'

/** One notification in words, with what can be done about it. */
export interface InboxRow {
  id: string
  status: NotificationStatus
  title: string
  /** Markdown. */
  message: string
  /** ISO 8601. */
  at: string
  isUnread: boolean
  mark: { kind: 'critical' | 'warning'; label: string } | null
  /** Each opens in a new tab. */
  links: { key: string; label: string; href: string }[]
  offers: { status: NotificationStatus; label: string }[]
}

export function inboxRow({ id, status, priority, inserted_at, data }: Notification): InboxRow {
  const mark = priorityMark(priority)
  return {
    id,
    status,
    title: data.title,
    message: data.message,
    at: inserted_at,
    isUnread: status === 'new',
    mark: mark && { kind: mark, label: text.marks[mark] },
    links: data.actions.flatMap((action, at) => {
      const href = actionHref(action, data)
      return href === null ? [] : [{ key: `${at} ${action.label}`, label: action.label, href }]
    }),
    offers: offeredStatuses(status).map((offered) => ({
      status: offered,
      label: status === 'archived' ? text.unarchive : text.statuses[offered],
    })),
  }
}
