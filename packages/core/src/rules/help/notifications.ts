/**
 * The inbox: what its tabs and filters ask for, what is marked as read, what a row offers, and why a list is empty.
 * @rule notifications.inbox  @spec §2, §4
 */
import type { NotificationPriority, NotificationStatus } from '@basedeck/platform-client'

/** The tabs of the inbox, in their order. */
export const INBOX_TABS = ['inbox', 'archived'] as const
/** A tab of the inbox. */
export type InboxTab = (typeof INBOX_TABS)[number]

/** The priorities that can be filtered by. `Info` arrives, and can't be chosen. */
export const FILTERED_PRIORITIES = ['Warning', 'Critical'] as const satisfies readonly NotificationPriority[]

/** What the list is narrowed by; an empty list narrows nothing. */
export interface InboxFilters {
  statuses: readonly 'unread'[]
  priorities: readonly (typeof FILTERED_PRIORITIES)[number][]
  /** Slugs of organizations. */
  organizations: readonly string[]
  /** Refs of projects. */
  projects: readonly string[]
}

/** Everything is listed. */
export const NO_FILTERS: InboxFilters = { statuses: [], priorities: [], organizations: [], projects: [] }

/** The sum over the four lists, unread included. */
export function filterCount(filters: InboxFilters): number {
  const { statuses, priorities, organizations, projects } = filters
  return statuses.length + priorities.length + organizations.length + projects.length
}

/** The filters with one more value, or without it. */
export function toggledFilter<Name extends keyof InboxFilters>(
  filters: InboxFilters,
  name: Name,
  value: InboxFilters[Name][number],
): InboxFilters {
  const chosen: readonly string[] = filters[name]
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
  return { ...filters, [name]: next }
}

/** Nothing in the archive is unread. */
export function filtersInTab(filters: InboxFilters, tab: InboxTab): InboxFilters {
  return tab === 'archived' && filters.statuses.length > 0 ? { ...filters, statuses: [] } : filters
}

/** The statuses that a tab asks the platform for. */
export function queriedStatuses(tab: InboxTab, filters: InboxFilters): NotificationStatus[] {
  if (tab === 'archived') return ['archived']
  return filters.statuses.includes('unread') ? ['new'] : ['new', 'seen']
}

/** Ids that wait to be marked as read: each once, and only those that are unread. The same list: nothing was added. */
export function afterShown(
  queue: readonly string[],
  { id, status }: { id: string; status: NotificationStatus },
): readonly string[] {
  return status !== 'new' || queue.includes(id) ? queue : [...queue, id]
}

/** What is sent when the popover closes; null: nothing. */
export function readingOf(queue: readonly string[]): { id: string; status: 'seen' }[] | null {
  return queue.length === 0 ? null : queue.map((id) => ({ id, status: 'seen' }))
}

/** The other statuses that a row offers. An archived one goes back to the ones that were read. */
export function offeredStatuses(status: NotificationStatus): NotificationStatus[] {
  if (status === 'archived') return ['seen']
  return [status === 'new' ? 'seen' : 'new', 'archived']
}

/** Why a tab shows nothing; `filters`: how many are applied. */
export type EmptyInbox =
  | { reason: 'caught-up' }
  | { reason: 'archive-empty' }
  | { reason: 'filtered' | 'archive-filtered'; filters: number }

/** Why a tab without rows is empty. */
export function emptyInbox(tab: InboxTab, filters: InboxFilters): EmptyInbox {
  const count = filterCount(filters)
  if (tab === 'archived')
    return count > 0 ? { reason: 'archive-filtered', filters: count } : { reason: 'archive-empty' }
  return count > 0 ? { reason: 'filtered', filters: count } : { reason: 'caught-up' }
}

/** Only on the Inbox tab, and only when there is something. */
export function canArchiveAll(tab: InboxTab, shown: number): boolean {
  return tab === 'inbox' && shown > 0
}
