/** The inbox of the fake platform's caller. */
import {
  archiveAllNotifications,
  getNotificationsSummary,
  listNotifications,
  patchArchiveAllNotifications,
  putArchiveAllNotifications,
  putNotifications,
  updateNotifications,
  type Notification,
  type NotificationStatus,
} from '../contract/notifications.js'
import { newId } from '../id.js'
import { fakeRoute, type FakeRoute } from './fake-route.js'
import type { FakeEvents } from './fake-events.js'

/** What `FakeNotifications.add` takes: everything has a default but the title. */
export type GivenNotification = Partial<Omit<Notification, 'data'>> & {
  data: Partial<Notification['data']> & { title: string }
}

/** The inbox of the fake platform's caller, which a test may fill. */
export interface FakeNotifications {
  /** Newest first. A test may change it. */
  items: Notification[]
  /** Adds one on top, and tells the open windows. */
  add(given: GivenNotification): Notification
}

export function createFakeNotifications(events: FakeEvents): FakeNotifications {
  const fake: FakeNotifications = {
    items: [],
    add({ data, ...given }) {
      const notification: Notification = {
        id: newId(),
        name: 'project.created',
        status: 'new',
        priority: 'Info',
        inserted_at: '2026-01-01T00:00:00.000Z',
        ...given,
        data: { message: '', actions: [], ...data },
      }
      fake.items = [notification, ...fake.items]
      events.tell({ type: 'notifications' })
      return notification
    },
  }
  return fake
}

export function notificationRoutes(inbox: FakeNotifications, events: FakeEvents): FakeRoute[] {
  const change = (next: (one: Notification) => NotificationStatus) => {
    const before = inbox.items
    inbox.items = before.map((one) => {
      const status = next(one)
      return status === one.status ? one : { ...one, status }
    })
    if (inbox.items.some((one, at) => one !== before[at])) events.tell({ type: 'notifications' })
    return {}
  }
  const update = ({ body }: { body: readonly { id: string; status: NotificationStatus }[] }) =>
    change(({ id, status }) => body.findLast((one) => one.id === id)?.status ?? status)
  const archiveAll = () => change(() => 'archived')
  return [
    fakeRoute(listNotifications, ({ query }) => {
      const holds = (wanted: readonly string[] | undefined, value: string | undefined) =>
        !wanted?.length || (value !== undefined && wanted.includes(value))
      return inbox.items
        .filter(
          ({ status, priority, data }) =>
            query.status.includes(status) &&
            holds(query.priority, priority) &&
            holds(query.org_slug, data.org_slug) &&
            holds(query.project_ref, data.project_ref),
        )
        .slice(query.offset, query.offset + query.limit)
    }),
    fakeRoute(getNotificationsSummary, () => {
      const unread = inbox.items.filter(({ status }) => status === 'new')
      return {
        unread_count: unread.length,
        has_warning: unread.some(({ priority }) => priority === 'Warning'),
        has_critical: unread.some(({ priority }) => priority === 'Critical'),
      }
    }),
    fakeRoute(updateNotifications, update),
    fakeRoute(putNotifications, update),
    fakeRoute(archiveAllNotifications, archiveAll),
    fakeRoute(putArchiveAllNotifications, archiveAll),
    fakeRoute(patchArchiveAllNotifications, archiveAll),
  ]
}
