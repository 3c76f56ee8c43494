/**
 * The inbox behind the bell: two tabs, filters, a list that grows. What was in view is queued once each, and marked as read
 * by one call when the inbox closes.
 */
import {
  toPlatformError,
  type Notification,
  type NotificationsSummary,
  type NotificationStatus,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  archivingAll,
  NOTIFICATION_LISTS,
  notificationsQuery,
  notificationsUpdate,
} from '../../data/notifications.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import {
  afterShown,
  canArchiveAll,
  emptyInbox,
  filterCount,
  filtersInTab,
  INBOX_TABS,
  NO_FILTERS,
  queriedStatuses,
  readingOf,
  toggledFilter,
  type InboxFilters,
  type InboxTab,
} from '../../rules/help/notifications.js'
import { isCountWide } from '../../rules/help/notification-badge.js'
import { emptyInboxText, notificationText as text } from '../../text/notifications.js'
import type { Needs } from '../context.js'
import { createInboxFilters, type FilterGroup } from './inbox-filters.js'
import { inboxRow, type InboxRow } from './inbox-row.js'
import { ready } from './menu-state.js'

/** What the list of a tab shows. */
export type InboxList =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry(): void }
  | { status: 'empty'; title: string; hint: string }
  | {
      status: 'ready'
      rows: InboxRow[]
      hasMore: boolean
      loadingMore: boolean
      /** The next page could not be had. */
      problem?: string
    }

/** A tab with the number of what is unread, where there is something. */
export interface InboxTabView {
  key: InboxTab
  label: string
  /** Of what is unread. */
  count?: { text: string; name: string; isWide: boolean }
}

/** The open inbox. `dispose` marks what was in view as read. */
export interface Inbox extends Disposable {
  readonly $tab: ReadableAtom<InboxTab>
  readonly $tabs: ReadableAtom<InboxTabView[]>
  readonly $list: ReadableAtom<InboxList>
  readonly $canArchiveAll: ReadableAtom<boolean>
  readonly $isArchivingAll: ReadableAtom<boolean>
  readonly $filter: ReadableAtom<{ count: number; label: string }>
  /** While it has listeners, organizations and projects are fetched. */
  readonly $filterGroups: ReadableAtom<FilterGroup[]>
  openTab(tab: InboxTab): void
  toggleFilter(group: FilterGroup['key'], value: string): void
  clearFilters(): void
  /** The row came into view. */
  shown(id: string): void
  setStatus(id: string, status: NotificationStatus): Promise<void>
  archiveAll(): Promise<void>
  loadMore(): void
}

export type InboxNeeds = Needs<'host' | 'client' | 'queries' | 'account'>

/** What outlives the popover: the filters of its person, and what could not be marked as read. */
interface Kept {
  owner: string | undefined
  filters: InboxFilters
  queue: readonly string[]
}

export function createInboxes(
  context: InboxNeeds,
  $summary: ReadableAtom<Remote<NotificationsSummary> | null>,
): () => Inbox {
  const ownerNow = () => context.account.$person.get()?.id
  let kept: Kept = { owner: ownerNow(), filters: NO_FILTERS, queue: [] }
  return () => {
    if (kept.owner !== ownerNow()) kept = { owner: ownerNow(), filters: NO_FILTERS, queue: [] }
    return createInbox(context, $summary, kept)
  }
}

function createInbox(
  { host, client, queries }: InboxNeeds,
  $summary: ReadableAtom<Remote<NotificationsSummary> | null>,
  kept: Kept,
): Inbox {
  const scope = createScope()
  const $tab = atom<InboxTab>('inbox')
  const $chosen = atom(kept.filters)
  const $filters = computed([$chosen, $tab], filtersInTab)
  const list = queries.paged(
    computed([$tab, $filters], (tab, filters) => notificationsQuery(client, tab, filters)),
  )
  const update = notificationsUpdate(client)
  const archiving = createMutation(queries, archivingAll(client))
  const choices = createInboxFilters({ client, queries })

  const $rows = computed([list.$list, $tab, $filters], (remote, tab, filters) => {
    if (remote.status !== 'ready') return []
    // A row that has just been given another status leaves before the next answer.
    const statuses = queriedStatuses(tab, filters)
    return remote.items.filter(({ status }) => statuses.includes(status)).map(inboxRow)
  })

  const choose = (filters: InboxFilters) => {
    kept.filters = filters
    $chosen.set(filters)
  }
  const fail = (thrown: unknown, sentence: (message: string) => string) => {
    const error = toPlatformError(thrown)
    if (error.kind !== 'aborted') host.notifier.notify({ kind: 'error', message: sentence(error.message) })
  }
  const showStatus = (id: string, status: NotificationStatus) =>
    queries.changePages<Notification[]>(NOTIFICATION_LISTS, (page) =>
      page.some((one) => one.id === id && one.status !== status)
        ? page.map((one) => (one.id === id ? { ...one, status } : one))
        : page,
    )

  async function markRead(): Promise<void> {
    const { queue } = kept
    const body = readingOf(queue)
    if (body === null) return
    kept.queue = []
    try {
      await mutate(queries, update, body)
    } catch (error) {
      // Sent again when the inbox closes the next time.
      kept.queue = [...new Set([...queue, ...kept.queue])]
      fail(error, text.updateFailed)
    }
  }
  scope.add(() => {
    void markRead()
    // The next opening begins with the first page.
    queries.forget(NOTIFICATION_LISTS)
  })

  return {
    $tab,
    $tabs: computed($summary, (summary) => {
      const unread = ready(summary)?.unread_count ?? 0
      return INBOX_TABS.map((key) => ({
        key,
        label: text.tabs[key],
        ...(key === 'inbox' && unread > 0
          ? { count: { text: String(unread), name: text.unreadCount(unread), isWide: isCountWide(unread) } }
          : {}),
      }))
    }),
    $list: computed([list.$list, $rows, $tab, $filters], (remote, rows, tab, filters): InboxList => {
      if (remote.status === 'loading') return remote
      if (remote.status === 'failed')
        return { status: 'failed', title: text.failed, detail: remote.error.message, retry: remote.retry }
      if (remote.outdated) return { status: 'loading' }
      const { hasMore, loadingMore, refreshing, staleError } = remote
      if (rows.length === 0 && !hasMore && !refreshing) {
        const { title, hint } = emptyInboxText(emptyInbox(tab, filters))
        return { status: 'empty', title, hint }
      }
      return {
        status: 'ready',
        rows,
        hasMore,
        loadingMore,
        ...(staleError ? { problem: text.failedMore(staleError.message) } : {}),
      }
    }),
    $canArchiveAll: computed([$tab, $rows], (tab, rows) => canArchiveAll(tab, rows.length)),
    $isArchivingAll: computed(archiving.$state, ({ status }) => status === 'running'),
    $filter: computed($filters, (filters) => {
      const count = filterCount(filters)
      return { count, label: count === 0 ? text.filter.label : text.filter.labelWith(count) }
    }),
    $filterGroups: computed([choices.$choices, $filters, $tab], choices.groups),
    openTab(tab) {
      choose(filtersInTab($chosen.get(), tab))
      $tab.set(tab)
    },
    toggleFilter: (group, value) => choose(toggledFilter($chosen.get(), group, value as never)),
    clearFilters: () => choose(NO_FILTERS),
    shown(id) {
      const row = $rows.get().find((one) => one.id === id)
      if (row) kept.queue = afterShown(kept.queue, row)
    },
    async setStatus(id, status) {
      // What one decides by hand is not marked as read later on.
      kept.queue = kept.queue.filter((queued) => queued !== id)
      const before = $rows.get().find((one) => one.id === id)?.status
      showStatus(id, status)
      try {
        await mutate(queries, update, [{ id, status }])
      } catch (error) {
        if (before !== undefined) showStatus(id, before)
        fail(error, text.updateFailed)
      }
    },
    async archiveAll() {
      const outcome = await archiving.run()
      if (outcome.type === 'failed') return fail(outcome.error, text.archiveAllFailed)
      kept.queue = []
      host.notifier.notify({ kind: 'success', message: text.archivedAll })
    },
    loadMore: list.loadMore,
    dispose: scope.dispose,
  }
}
