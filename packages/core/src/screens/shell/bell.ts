/** The bell: what its badge shows, and the inbox that it opens. The inbox comes when it is first opened. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { notificationsSummaryQuery } from '../../data/notifications-summary.js'
import { createOnDemand } from '../../kernel/on-demand.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { bellBadge, type BellBadge } from '../../rules/help/notification-badge.js'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'
import type { Inbox, InboxNeeds } from './inbox.js'
import { ready } from './menu-state.js'

/** The bell of the header. `dispose` closes its inbox. */
export interface Bell extends Disposable {
  readonly $badge: ReadableAtom<BellBadge | null>
  /** Its name, with the number of what is unread. */
  readonly $label: ReadableAtom<string>
  readonly $isOpen: ReadableAtom<boolean>
  /** Null: closed, or its file is not there yet. */
  readonly $inbox: ReadableAtom<Inbox | null>
  open(): void
  /** What was seen is marked as read. */
  close(): void
}

export function createBell(context: InboxNeeds & Needs<'router'>): Bell {
  const { host, client, queries, account, router } = context
  const scope = createScope()
  const $summary = queries.follow(
    computed(account.$isIn, (isIn) => (isIn ? notificationsSummaryQuery(client) : null)),
  )
  const $isWanted = atom<true | null>(null)
  const { $part, dispose } = createOnDemand(host.clock, $isWanted, async () => {
    const { createInboxes } = await import('./inbox.js')
    return createInboxes(context, $summary)
  })
  scope.add(dispose)
  const close = () => $isWanted.set(null)
  scope.add(router.$route.listen(close))
  scope.add(account.$isIn.listen((isIn) => void (isIn || close())))
  return {
    $badge: computed($summary, (summary) => {
      const known = ready(summary)
      return known ? bellBadge(known) : null
    }),
    $label: computed($summary, (summary) => shellText.bell(ready(summary)?.unread_count ?? 0)),
    $isOpen: computed($isWanted, (isWanted) => isWanted === true),
    $inbox: $part,
    open: () => $isWanted.set(true),
    close,
    dispose: scope.dispose,
  }
}
