/**
 * The tabs and the recent items of each project, kept on this device for each person. The active tab is not part of
 * them: each window has it in its address.
 * @spec §3, §4
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { persisted } from '../../kernel/persisted.js'
import type { Router } from '../../kernel/router.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import {
  afterItemDeleted,
  afterItemRenamed,
  afterVisit,
  recentItemsIn,
  UNTITLED,
  type RecentItems,
} from '../../rules/shell/recent-items.js'
import {
  afterTabClosed,
  afterTabKept,
  afterTabLooked,
  afterTabMoved,
  afterTabOpened,
  afterTabRenamed,
  afterSchemaChanged,
  afterTabsClosed,
  editorKindOf,
  isPermanent,
  tabIdOf,
  tabsBeside,
  tabsIn,
  whereAfterClosing,
  type EditorKind,
  type Tab,
  type Tabs,
  type TabMetadata,
  type TabType,
} from '../../rules/shell/tabs.js'
import { createSheets } from './sheets.js'

/** What is opened: a query by its id, an entity by its oid. */
export interface Opened {
  type: TabType
  id: string
  /** Default: the known label, else 'Untitled'. */
  label?: string
  /** Stays open when another one is opened; default: a preview. */
  permanent?: boolean
  metadata?: TabMetadata
}

export interface ProjectTabs {
  readonly ref: string
  readonly $tabs: ReadableAtom<Tabs>
  /** Id of the tab that this window shows; null: none. */
  readonly $active: ReadableAtom<string | null>
  readonly $recent: ReadableAtom<RecentItems>
  /** Its page was opened: becomes the active tab. */
  visit(opened: Opened): void
  /** It was edited, or the user keeps it: it is no longer a preview. */
  keep(id: string): void
  /** What its page shows and where it is scrolled to: the tab leads there again. It stays a preview. */
  look(id: string, metadata: TabMetadata): void
  /** Moves a tab and thereby keeps it. @param to its new index */
  move(id: string, to: number): void
  /** Closing the active tab leads to its neighbour, or to the home of its kind. */
  close(id: string): void
  closeAll(kind: EditorKind): void
  /** Closes the tabs beside a tab; if one of them was active, the tab becomes active. */
  closeBeside(id: string, which: 'others' | 'to-the-right'): void
  /** Whether a tab that was closed in this window can be reopened. */
  readonly $canReopen: ReadableAtom<boolean>
  /** Reopens the tab that was closed last, on pages with tabs. */
  reopen(): void
  rename(id: string, label: string): void
  /** Its content was deleted here: its tab closes as if by hand. Returns whether it was open. */
  remove(type: TabType, id: string): boolean
  /** Its content was deleted for good. */
  forget(type: TabType, id: string): void
  /** As `forget`, for a table, view or other relation, of which only its number is known. */
  forgetTable(tableId: string): void
  hrefOf(item: Pick<Tab, 'type' | 'metadata'>): string
  /** The schema that the shown tab's address names; default `public`. */
  readonly $schema: ReadableAtom<string>
  /** The address by which a query has its tab: `/sql/1` and `/sql/{its id}` are one. */
  addressOf(id: string): string
  /** Address of the query or table that was shown last, while its tab is open. */
  lastShown(kind: EditorKind): string | null
}

export interface ProjectTabsByRef extends Disposable {
  of(ref: string): ProjectTabs
  /**
   * Reports each tab that is gone, because it was closed, in this window or another, or replaced, as soon as this window has left
   * its page. Returns how to stop listening.
   */
  onClosed(listener: (ref: string, tab: Tab) => void): () => void
}

type TabRoute = 'sql' | 'sqlEditor' | 'tableEditor' | 'tableEditorTable'

export interface TabsDeps {
  host: Pick<Host, 'storage' | 'clock'>
  router: Pick<Router<TabRoute>, 'href' | 'open'> & Pick<Router<string>, '$route'>
  /** The id of the signed-in profile. Undefined without accounts, and while the sign-in is not known yet. */
  readonly $owner: ReadableAtom<string | undefined>
}

interface Stored {
  tabs: Tabs
  recent: RecentItems
  /** Id of the tab of each kind that was shown last. */
  last: Partial<Record<EditorKind, string>>
}

/** The number of closed tabs that can be reopened. */
const CLOSED_MAX = 20
/** SPEC §2. */
const DEFAULT_SCHEMA = 'public'
const NONE: Stored = { tabs: [], recent: [], last: {} }

export function createTabs(deps: TabsDeps): ProjectTabsByRef {
  const scope = createScope()
  const open = new Map<string, ProjectTabs>()
  const closedListeners = new Set<(ref: string, tab: Tab) => void>()
  const of = (ref: string): ProjectTabs => {
    const who = deps.$owner.get()
    const key = `basedeck:tabs:${who === undefined ? '' : `@${who}/`}${ref}`
    let tabs = open.get(key)
    if (!tabs) {
      open.set(key, (tabs = createProjectTabs(deps, ref, key, scope.add)))
      scope.add(followClosed(deps.router, tabs, (tab) => closedListeners.forEach((tell) => tell(ref, tab))))
    }
    return tabs
  }
  scope.add(
    // The route changes before the owner is known, so both are observed.
    computed([deps.router.$route, deps.$owner], (route) => ({ ...route })).subscribe(
      ({ match, location }) => {
        const { ref, id } = match?.params ?? {}
        if (match?.name === 'sqlEditor' && ref !== undefined && id !== undefined)
          of(ref).visit({
            type: 'sql',
            id: of(ref).addressOf(id),
            metadata: { sqlId: of(ref).addressOf(id), ...schemaIn(location.search) },
          })
      },
    ),
  )
  return {
    of,
    onClosed(listener) {
      closedListeners.add(listener)
      return () => closedListeners.delete(listener)
    },
    dispose: scope.dispose,
  }
}

/** A tab that was closed elsewhere may still be shown here: it is reported when its page is left. */
function followClosed(
  { $route }: TabsDeps['router'],
  { ref, $tabs, addressOf }: ProjectTabs,
  tell: (tab: Tab) => void,
): () => void {
  const gone = new Map<string, Tab>()
  const settle = () => {
    const { match } = $route.get()
    const { ref: shownRef, id } = match?.params ?? {}
    const shown = shownRef === ref && id !== undefined ? addressOf(id) : undefined
    for (const tab of gone.values()) {
      if (shown !== undefined && shown === (tab.metadata.sqlId ?? tab.metadata.tableId)) continue
      gone.delete(tab.id)
      tell(tab)
    }
  }
  const stops = [
    $tabs.listen((tabs, before = []) => {
      for (const tab of before) gone.set(tab.id, tab)
      for (const { id } of tabs) gone.delete(id)
      settle()
    }),
    $route.listen(settle),
  ]
  return () => stops.forEach((stop) => stop())
}

function createProjectTabs(
  { host, router, $owner }: TabsDeps,
  ref: string,
  key: string,
  onDispose: (end: () => void) => void,
): ProjectTabs {
  const { $value: $stored, dispose } = persisted<Stored>(host.storage, {
    key,
    fallback: NONE,
    decode: (text) => storedIn(JSON.parse(text)),
    encode: JSON.stringify,
  })
  onDispose(dispose)
  const sheets = createSheets(host.storage, () => $owner.get())
  const addressOf = (id: string) => sheets.addressOf(ref, id)
  const $tabs = computed($stored, ({ tabs }) => tabs)
  const $active = computed([$tabs, router.$route], (tabs, { match }) => {
    if (match?.params['ref'] !== ref) return null
    const { id = '' } = match.params
    if (match.name === 'sqlEditor')
      return tabs.find(({ metadata }) => metadata.sqlId === addressOf(id))?.id ?? null
    if (match.name === 'tableEditorTable')
      return tabs.find(({ metadata }) => metadata.tableId === id)?.id ?? null
    return null
  })
  const change = (changes: Partial<Stored>) => {
    const before = $stored.get()
    const next = { ...before, ...changes }
    if (next.tabs !== before.tabs || next.recent !== before.recent || next.last !== before.last)
      $stored.set(next)
  }
  const $closed = atom<Tabs>([])
  const remember = (closed: Tabs) => {
    const ids = new Set(closed.map(({ id }) => id))
    $closed.set([...$closed.get().filter(({ id }) => !ids.has(id)), ...closed].slice(-CLOSED_MAX))
  }
  const visited = ({ id, type, label, metadata }: Tab) =>
    afterVisit($stored.get().recent, { id, type, label, metadata }, host.clock.now())
  const kept = (id: string, tabs: Tabs) => {
    const before = $tabs.get().find((tab) => tab.id === id)
    change({ tabs, ...(before && !isPermanent(before) ? { recent: visited(before) } : {}) })
  }
  const hrefOf: ProjectTabs['hrefOf'] = ({ type, metadata: { sqlId = '', tableId = '', schema, view } }) => {
    const parts = [schema === undefined ? '' : `${new URLSearchParams({ schema })}`, view ?? '']
    const query = parts.filter((part) => part !== '').join('&')
    const path =
      type === 'sql'
        ? router.href('sqlEditor', { ref, id: sqlId })
        : router.href('tableEditorTable', { ref, id: tableId })
    return query === '' ? path : `${path}?${query}`
  }
  const goHome = (kind: EditorKind) => {
    change({ last: { ...$stored.get().last, [kind]: undefined } })
    router.open(router.href(kind === 'sql' ? 'sql' : 'tableEditor', { ref }))
  }

  const self: ProjectTabs = {
    ref,
    $tabs,
    $active,
    $recent: computed($stored, ({ recent }) => recent),
    visit({ type, id, label, permanent = false, metadata = {} }) {
      const { tabs, recent, last } = $stored.get()
      const tabId = tabIdOf(type, id)
      const known = (tabs.find((tab) => tab.id === tabId) ?? recent.find((item) => item.id === tabId))?.label
      const opened: Tab = {
        id: tabId,
        type,
        label: label ?? known ?? UNTITLED,
        isPreview: !permanent,
        metadata,
      }
      const renamed = afterTabRenamed(afterTabOpened(tabs, opened), tabId, opened.label)
      const shown = renamed.find((tab) => tab.id === tabId)
      const kind = editorKindOf(opened)
      // A query's schema is the one that it was opened with; a table's is where the table is.
      const inItsSchema = <Item extends { id: string; metadata: TabMetadata }>(items: readonly Item[]) =>
        metadata.tableId === undefined || metadata.schema === undefined
          ? items
          : afterSchemaChanged(items, tabId, metadata.schema)
      const items = permanent || (shown && isPermanent(shown)) ? visited(opened) : recent
      change({
        tabs: inItsSchema(renamed),
        recent: inItsSchema(afterItemRenamed(items, tabId, opened.label)),
        ...(last[kind] === tabId ? {} : { last: { ...last, [kind]: tabId } }),
      })
    },
    keep: (id) => kept(id, afterTabKept($tabs.get(), id)),
    look: (id, metadata) => change({ tabs: afterTabLooked($tabs.get(), id, metadata) }),
    move: (id, to) => kept(id, afterTabMoved($tabs.get(), id, to)),
    close(id) {
      const tabs = $tabs.get()
      remember(tabs.filter((tab) => tab.id === id))
      const where = whereAfterClosing(tabs, id, $active.get())
      change({ tabs: afterTabClosed(tabs, id) })
      if (where.type === 'tab') router.open(hrefOf(where.tab))
      if (where.type === 'home') goHome(where.kind)
    },
    closeAll(kind) {
      remember($tabs.get().filter((tab) => editorKindOf(tab) === kind))
      change({ tabs: afterTabsClosed($tabs.get(), kind) })
      goHome(kind)
    },
    closeBeside(id, which) {
      const tabs = $tabs.get()
      const gone = tabsBeside(tabs, id, which)
      const active = $active.get()
      const left = tabs.find((tab) => tab.id === id)
      remember(gone)
      change({ tabs: tabs.filter((tab) => !gone.includes(tab)) })
      if (left && gone.some((tab) => tab.id === active)) router.open(hrefOf(left))
    },
    $canReopen: computed($closed, (closed) => closed.length > 0),
    reopen() {
      const last = $closed.get().at(-1)
      if (!last) return
      $closed.set($closed.get().slice(0, -1))
      const opened = afterTabOpened($tabs.get(), { ...last, isPreview: false })
      change({ tabs: afterTabKept(opened, last.id) })
      router.open(hrefOf(last))
    },
    rename(id, label) {
      const { tabs, recent } = $stored.get()
      change({ tabs: afterTabRenamed(tabs, id, label), recent: afterItemRenamed(recent, id, label) })
    },
    remove(type, id) {
      const tab = $tabs.get().find((one) => one.id === tabIdOf(type, id))
      if (tab) self.close(tab.id)
      self.forget(type, id)
      return tab !== undefined
    },
    forget(type, id) {
      const { tabs, recent } = $stored.get()
      const tabId = tabIdOf(type, id)
      $closed.set($closed.get().filter(({ id: closed }) => closed !== tabId))
      change({ tabs: afterTabClosed(tabs, tabId), recent: afterItemDeleted(recent, tabId) })
    },
    forgetTable(tableId) {
      const { tabs, recent } = $stored.get()
      const gone = [...tabs, ...recent].find(({ metadata }) => metadata.tableId === tableId)
      if (gone) self.forget(gone.type, tableId)
    },
    hrefOf,
    addressOf,
    $schema: computed(
      [$tabs, $active],
      (tabs, active) => tabs.find(({ id }) => id === active)?.metadata.schema ?? DEFAULT_SCHEMA,
    ),
    lastShown(kind) {
      const { tabs, last } = $stored.get()
      const tab = tabs.find(({ id }) => id === last[kind])
      return tab ? hrefOf(tab) : null
    },
  }
  return self
}

/** The schema that an address names. SPEC §2. */
function schemaIn(search: string): { schema?: string } {
  const schema = new URLSearchParams(search).get('schema') ?? ''
  return schema === '' || schema === DEFAULT_SCHEMA ? {} : { schema }
}

/** Anything that can't be read is ignored. */
function storedIn(stored: unknown): Stored | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { tabs, recent, last } = stored as Record<string, unknown>
  return {
    tabs: tabsIn(tabs) ?? [],
    recent: recentItemsIn(recent) ?? [],
    last: typeof last === 'object' && last !== null ? last : {},
  }
}
