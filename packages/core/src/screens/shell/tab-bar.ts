/** The tabs above the editors: what is open in the project, and what was opened before. SPEC §4. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { RecentItem } from '../../rules/shell/recent-items.js'
import { hasNoEdits } from '../../rules/table-editor/staged-edits.js'
import { editorKindOf, isPermanent, type Tab, type TabType } from '../../rules/shell/tabs.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { tableEditsOf } from '../../sessions/table-editor/table-edits.js'
import type { ProjectTabs } from '../../sessions/shell/tabs.js'
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
  /** Rows of the table have changes that are not saved. */
  hasEdits: boolean
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
  /** Moves a tab by so many positions. */
  shift(id: string, by: number): void
  /** Moves a tab to where another one stands. */
  moveTo(id: string, other: string): void
  newQuery(): void
}

const NONE: ReadonlySet<string> = new Set()

export function createTabBar(context: Needs<'router' | 'lazy' | 'account'>, open: ProjectTabs): TabBar {
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
  const scope = createScope()
  const $edited = atom<ReadonlySet<string>>(NONE)
  let stopFollowing = () => {}
  scope.add(() => stopFollowing())
  /** As whichever role they were made. */
  const hasEdits = (tableId: string) => {
    const { $edits, $ofOthers } = tableEditsOf(context).of(ref, tableId, null)
    return computed([$edits, $ofOthers], (own, others) => !hasNoEdits(own) || others.length > 0)
  }
  // The edits of another person are others.
  scope.add(
    computed([$tabs, context.account.$person], (all) => all).subscribe((all) => {
      stopFollowing()
      const tables = all.flatMap(({ id, metadata: { tableId } }) =>
        tableId === undefined ? [] : [{ id, $has: hasEdits(tableId) }],
      )
      const $marked = computed(
        tables.map(({ $has }) => $has),
        (...has) => new Set(tables.filter((_, at) => has[at]).map(({ id }) => id)),
      )
      stopFollowing = $marked.subscribe((marked) => $edited.set(marked))
    }),
  )
  const indexOf = (id: string) => $tabs.get().findIndex((tab) => tab.id === id)
  return {
    $tabs: computed([$tabs, $active, $edited], (all, active, edited) =>
      all.map((tab, index) => ({
        ...entryOf(tab, active, hrefOf(tab)),
        hasEdits: edited.has(tab.id),
        isLast: index === all.length - 1,
      })),
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
    dispose: scope.dispose,
  }
}

function entryOf(tab: Tab, active: string | null, href: string): Omit<TabEntry, 'isLast' | 'hasEdits'> {
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
