/** What the platform tells a person: one inbox for each account. CONTRACT "Notifications". */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { wireInteger, wireList } from './wire.js'

/** What a notification can be: unread, read, or put away. */
export const NOTIFICATION_STATUSES = ['new', 'seen', 'archived'] as const
/** Whether a notification is unread, read, or put away. */
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number]

/** How urgent a notification can be, most urgent first. */
export const NOTIFICATION_PRIORITIES = ['Critical', 'Warning', 'Info'] as const
/** How urgent a notification is. */
export type NotificationPriority = (typeof NOTIFICATION_PRIORITIES)[number]

/** SPEC §9. */
export const NOTIFICATION_PAGE_SIZE = 10
/** Notifications that one call gives, or changes. */
export const NOTIFICATIONS_AT_MOST = 10_000
const LARGEST_PAGE = 100
/** `NOTIFICATIONS_AT_MOST` pairs of an id and a status, as JSON. */
const LARGEST_BODY = 2 * 1024 * 1024

/** Where a notification leads. In `url`, `[ref]` and `[slug]` are replaced by the project and the organization. */
export interface NotificationAction {
  label: string
  url?: string
  action_type?: string
}

/** One entry of an inbox. SPEC §3. */
export interface Notification {
  id: string
  /** What happened, as a stable word: `project.created`. */
  name: string
  status: NotificationStatus
  priority: NotificationPriority
  inserted_at: string
  data: {
    title: string
    /** Markdown. */
    message: string
    actions: NotificationAction[]
    project_ref?: string
    org_slug?: string
  }
}

/** What the bell shows. */
export interface NotificationsSummary {
  unread_count: number
  has_warning: boolean
  has_critical: boolean
}

const PATH = '/platform/notifications'

function listOf<const Words extends readonly string[]>(words: Words) {
  return v.pipe(wireList(), v.array(v.picklist(words, `must be among ${words.join(', ')}`)))
}

/** Newest first. Another page follows while a page is full. */
export const listNotifications = endpoint({
  method: 'GET',
  path: PATH,
  version: 2,
  access: 'profile',
  query: v.object({
    offset: v.optional(wireInteger(0, 1_000_000_000), 0),
    limit: v.optional(wireInteger(1, LARGEST_PAGE), NOTIFICATION_PAGE_SIZE),
    status: v.optional(listOf(NOTIFICATION_STATUSES), ['new', 'seen']),
    priority: v.optional(listOf(NOTIFICATION_PRIORITIES)),
    org_slug: v.optional(wireList()),
    project_ref: v.optional(wireList()),
  }),
  response: gives<Notification[]>(),
})

/** Counts what is unread. The marks are of unread notifications too. */
export const getNotificationsSummary = endpoint({
  method: 'GET',
  path: `${PATH}/summary`,
  access: 'profile',
  response: gives<NotificationsSummary>(),
})

const update = {
  path: PATH,
  version: 2,
  access: 'profile',
  audit: 'never, because it changes only what the caller has read',
  maxBody: LARGEST_BODY,
  // Each pair is an element with two keys.
  maxMembers: 3 * NOTIFICATIONS_AT_MOST + 10,
  body: v.pipe(
    v.array(v.object({ id: v.pipe(v.string(), v.uuid()), status: v.picklist(NOTIFICATION_STATUSES) })),
    v.maxLength(NOTIFICATIONS_AT_MOST, `at most ${NOTIFICATIONS_AT_MOST} notifications at once`),
  ),
  response: gives<object>(),
} as const

/** Gives notifications another status. Those that are not the caller's, or that are gone, are left out. */
export const updateNotifications = endpoint({ method: 'PATCH', ...update })
/** The same. SPEC §7. */
export const putNotifications = endpoint({ method: 'PUT', ...update })

const archiveAll = {
  path: `${PATH}/archive-all`,
  version: 2,
  access: 'profile',
  audit: 'never, because it changes only what the caller has read',
  response: gives<object>(),
} as const

/** Archives the whole inbox; what arrives meanwhile stays in it. */
export const archiveAllNotifications = endpoint({ method: 'POST', ...archiveAll })
/** The same. SPEC §7. */
export const putArchiveAllNotifications = endpoint({ method: 'PUT', ...archiveAll })
/** The same. SPEC §7. */
export const patchArchiveAllNotifications = endpoint({ method: 'PATCH', ...archiveAll })
