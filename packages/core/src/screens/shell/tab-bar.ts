/** The tabs above the editors: what is open in the project, and what was opened before. SPEC §4. */
import { computed, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { RecentItem } from '../../rules/recent-items.js'
import { editorKindOf, isPermanent, type Tab, type TabType } from '../../rules/tabs.js'
import { sqlWorkOf } from '../../sessions/sql-work.js'
import type { ProjectTabs } from '../../sessions/tabs.js'
import { tabsText } from '../../text/tabs.js'
import type { Needs } from '../context.js'

/** One tab as the bar shows it. */
export interface TabEntry {
  id: string
  label: string
  type: TabType
  /** Said beside the label: what kind of thing it is. */
  kind: string
  href: string
  isActive: boolean
  isPreview: boolean
  isLast: boolean
  closeLabel: string
  closeAllLabel: string
}

export interface RecentEntry {
  id: string
  label: string
  type: TabType
  kind: string
  href: string
}

/** The tabs of the open project. */
export interface TabBar extends Disposable {
  readonly $tabs: ReadableAtom<TabEntry[]>
  /** The newest visit first. */
  readonly $recent: ReadableAtom<RecentEntry[]>
  /** Keeps a preview. */
  keep(id: string): void
  close(id: string): void
  /** All that belong to the same editor. */
  closeAll(id: string): void
  closeBeside(id: string, which: 'others' | 'to-the-right'): void
  readonly $canReopen: ReadableAtom<boolean>
  /** Opens the one that was closed last again. */
  reopen(): void
  /** Moves a tab by so many places. */
  shift(id: string, by: number): void
  /** Moves a tab to where another one stands. */
  moveTo(id: string, other: string): void
  newQuery(): void
}

export function createTabBar(context: Needs<'router' | 'lazy'>, open: ProjectTabs): TabBar {
  const {
    ref,
    $tabs,
    $active,
    $recent,
    hrefOf,
    keep,
    close,
    closeAll,
    closeBeside,
    reopen,
    $canReopen,
    move,
  } = open
  const indexOf = (id: string) => $tabs.get().findIndex((tab) => tab.id === id)
  return {
    $tabs: computed([$tabs, $active], (all, active) =>
      all.map((tab, index) => ({ ...entryOf(tab, active, hrefOf(tab)), isLast: index === all.length - 1 })),
    ),
    $recent: computed($recent, (items) =>
      items
        .toSorted((one, other) => other.timestamp - one.timestamp)
        .map((item) => recentOf(item, hrefOf(item))),
    ),
    keep,
    close,
    closeBeside,
    $canReopen,
    reopen,
    closeAll(id) {
      const tab = $tabs.get()[indexOf(id)]
      if (tab) closeAll(editorKindOf(tab))
    },
    shift: (id, by) => move(id, Math.max(0, indexOf(id) + by)),
    moveTo: (id, other) => move(id, indexOf(other)),
    newQuery: () =>
      context.router.open(
        context.router.href('sqlEditor', { ref, id: sqlWorkOf(context).snippets.of(ref).create() }),
      ),
    dispose() {},
  }
}

function entryOf(tab: Tab, active: string | null, href: string): Omit<TabEntry, 'isLast'> {
  const { id, label, type } = tab
  return {
    id,
    label,
    type,
    kind: tabsText.kinds[type],
    href,
    isActive: id === active,
    isPreview: !isPermanent(tab),
    closeLabel: tabsText.close(label),
    closeAllLabel: tabsText.closeAll[editorKindOf(tab)],
  }
}

function recentOf({ id, label, type }: RecentItem, href: string): RecentEntry {
  return { id, label, type, kind: tabsText.kinds[type], href }
}
