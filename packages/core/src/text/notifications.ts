import type { NotificationStatus } from '@basedeck/platform-client'
import type { EmptyInbox } from '../rules/help/notifications.js'
import { errorText } from './errors.js'

/** The sentences of the inbox. */
export const notificationText = {
  label: 'Notifications',
  tabs: { inbox: 'Inbox', archived: 'Archived' },
  unreadCount: (count: number) => `${count} unread`,
  list: 'List of notifications',
  archiveAll: 'Archive all',
  archiveAllFiltered: 'Archives the whole inbox, not only what the filters show',
  archivedAll: 'Successfully archived all notifications',
  archiveAllFailed: (message: string) => `Failed to archive all notifications: ${message}`,
  updateFailed: (message: string) => `Failed to update notifications: ${message}`,
  failed: 'Failed to retrieve notifications',
  loading: 'Loading notifications…',
  more: 'Load more',
  loadingMore: 'Loading…',
  failedMore: (message: string) => errorText.sentence('Failed to retrieve notifications', message),
  unread: 'Unread',
  marks: { critical: 'Critical', warning: 'Warning' },
  /** What a row offers, by the status that it gives. */
  statuses: {
    new: 'Mark as unread',
    seen: 'Mark as read',
    archived: 'Archive',
  } satisfies Record<NotificationStatus, string>,
  unarchive: 'Unarchive',
  filter: {
    label: 'Filter notifications',
    labelWith: (count: number) => `Filter notifications, ${count} applied`,
    statuses: 'Status',
    unread: 'Unread',
    priorities: 'Priority',
    Warning: 'Warning',
    Critical: 'Critical',
    organizations: 'Organizations',
    projects: 'Projects',
    clear: 'Clear filters',
  },
}

const FILTERED_HINT = 'Clear the filters to see the other notifications'

/** Why a list is empty, and what it would hold. */
export function emptyInboxText(empty: EmptyInbox): { title: string; hint: string } {
  switch (empty.reason) {
    case 'caught-up':
      return {
        title: 'All caught up',
        hint: 'You will be notified here for any notices on your organizations and projects',
      }
    case 'archive-empty':
      return {
        title: 'No archived notifications',
        hint: 'Notifications that you have previously archived will be shown here',
      }
    case 'filtered':
      return {
        title: `No notifications based on the ${filtersApplied(empty.filters)} applied`,
        hint: FILTERED_HINT,
      }
    case 'archive-filtered':
      return {
        title: `No archived notifications based on the ${filtersApplied(empty.filters)} applied`,
        hint: FILTERED_HINT,
      }
  }
}

function filtersApplied(count: number): string {
  return `${count} filter${count === 1 ? '' : 's'}`
}
