/** Server data of the inbox. Every key begins with `NOTIFICATIONS`. */
import {
  archiveAllNotifications,
  listNotifications,
  NOTIFICATION_PAGE_SIZE,
  updateNotifications,
  type ArgumentsOf,
  type Client,
  type Notification,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { PagedQuery } from '../kernel/paged.js'
import { NOTIFICATIONS, POLL_MS } from './notifications-summary.js'
import { queriedStatuses, type InboxFilters, type InboxTab } from '../rules/help/notifications.js'

export const NOTIFICATION_LISTS = [...NOTIFICATIONS, 'list']

export function notificationsQuery(
  client: Client,
  tab: InboxTab,
  filters: InboxFilters,
): PagedQuery<Notification[], Notification, number> {
  return {
    key: [...NOTIFICATION_LISTS, tab, filters],
    first: 0,
    fetch: (offset, signal) =>
      client.call(
        listNotifications,
        {
          query: {
            offset,
            limit: NOTIFICATION_PAGE_SIZE,
            status: queriedStatuses(tab, filters),
            ...some('priority', filters.priorities),
            ...some('org_slug', filters.organizations),
            ...some('project_ref', filters.projects),
          },
        },
        { signal },
      ),
    items: (page) => page,
    // Another page follows while a page is full.
    next: (pages) =>
      pages.at(-1)?.length === NOTIFICATION_PAGE_SIZE
        ? pages.reduce((count, page) => count + page.length, 0)
        : undefined,
    id: ({ id }) => id,
    isTold: true,
    refetchMs: () => POLL_MS,
  }
}

function some<Name extends string, Word extends string>(name: Name, words: readonly Word[]) {
  return (words.length === 0 ? {} : { [name]: [...words] }) as { [Key in Name]?: Word[] }
}

export function notificationsUpdate(
  client: Client,
): MutationData<ArgumentsOf<typeof updateNotifications>['body'], object> {
  return {
    call: (body) => client.call(updateNotifications, { body }),
    refreshes: () => [NOTIFICATIONS],
  }
}

export function archivingAll(client: Client): MutationData<void, object> {
  return { call: () => client.call(archiveAllNotifications, {}), refreshes: () => [NOTIFICATIONS] }
}
