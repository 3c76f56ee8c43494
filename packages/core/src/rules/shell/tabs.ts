/**
 * The open tabs of a project, queries and tables together. One of them at most is a preview, which the next preview
 * replaces; closing the active tab leads to its neighbour of the same kind.
 * @rule tabs  @spec §3, §4
 */
import { ENTITY_TYPES } from '../../sql/entity-types.js'

/** The type of a tab: a query, or an entity by the code of its type. */
export const TAB_TYPES = ['sql', ...ENTITY_TYPES] as const
/** The type of a tab. */
export type TabType = (typeof TAB_TYPES)[number]

/** The editor that a tab belongs to. */
export type EditorKind = 'sql' | 'table'

/** The data to open a tab again, and its scroll position. */
export interface TabMetadata {
  sqlId?: string
  tableId?: string
  schema?: string
  /** What orders and filters the rows of a table, as its address says it: `sort=id:desc&filter=name:eq:Ann`. */
  view?: string
  /** The row before the first one of the shown page, and how many a page has. */
  offset?: number
  limit?: number
  /** Pixels. */
  scrollTop?: number
}

/** An open tab. */
export interface Tab {
  /** `{type}-{id}`. */
  id: string
  type: TabType
  label: string
  /** Permanent only when this is exactly false. */
  isPreview?: boolean
  metadata: TabMetadata
  /** The number of the opening: dragging a tab does not change it. */
  opened?: number
}

/** In opening order, or in the dragged order. */
export type Tabs = readonly Tab[]

/** The id of a tab, from its type and the id of its content. */
export function tabIdOf(type: TabType, id: string): string {
  return `${type}-${id}`
}

/** Whether a tab belongs to the SQL editor or the table editor. */
export function editorKindOf({ type }: Pick<Tab, 'type'>): EditorKind {
  return type === 'sql' ? 'sql' : 'table'
}

/** Whether a tab stays when another preview opens. */
export function isPermanent({ isPreview }: Tab): boolean {
  return isPreview === false
}

/** An open one stays as it is; a preview replaces the previous preview, at the end. */
export function afterTabOpened(tabs: Tabs, tab: Tab): Tabs {
  if (tabs.some(({ id }) => id === tab.id)) return tabs
  const opened = 1 + Math.max(0, ...tabs.map(openedAt))
  return [...(isPermanent(tab) ? tabs : tabs.filter(isPermanent)), { ...tab, opened }]
}

/** It was edited, dragged, or kept by the user. */
export function afterTabKept(tabs: Tabs, id: string): Tabs {
  return changed(tabs, id, (tab) => (isPermanent(tab) ? tab : { ...tab, isPreview: false }))
}

/** The tabs with the new label of one. */
export function afterTabRenamed(tabs: Tabs, id: string, label: string): Tabs {
  return changed(tabs, id, (tab) => (tab.label === label ? tab : { ...tab, label }))
}

/** The tabs with more known of one: what it shows and where it is scrolled to. The rest of its metadata stays. */
export function afterTabLooked(tabs: Tabs, id: string, metadata: TabMetadata): Tabs {
  const isKnown = (tab: Tab) =>
    Object.entries(metadata).every(([name, value]) => tab.metadata[name as keyof TabMetadata] === value)
  return changed(tabs, id, (tab) =>
    isKnown(tab) ? tab : { ...tab, metadata: { ...tab.metadata, ...metadata } },
  )
}

/**
 * Tabs or recent items, one of which is a table that was moved to another schema. The same list when it is there already.
 */
export function afterSchemaChanged<Item extends { id: string; metadata: TabMetadata }>(
  items: readonly Item[],
  id: string,
  schema: string,
): readonly Item[] {
  const item = items.find((other) => other.id === id)
  if (!item || item.metadata.schema === schema) return items
  const moved = { ...item, metadata: { ...item.metadata, schema } }
  return items.map((other) => (other === item ? moved : other))
}

/**
 * The tabs with one moved to another index, from 0. Moving a preview keeps it.
 * @param to its new position; values beyond the ends count as the end
 */
export function afterTabMoved(tabs: Tabs, id: string, to: number): Tabs {
  const tab = tabs.find((other) => other.id === id)
  if (!tab) return tabs
  const others = tabs.filter((other) => other !== tab)
  const at = Math.max(0, Math.min(to, others.length))
  return afterTabKept([...others.slice(0, at), tab, ...others.slice(at)], id)
}

/** The tabs without one. */
export function afterTabClosed(tabs: Tabs, id: string): Tabs {
  return tabs.filter((tab) => tab.id !== id)
}

/** All tabs of an editor's kind. */
export function afterTabsClosed(tabs: Tabs, kind: EditorKind): Tabs {
  return tabs.filter((tab) => editorKindOf(tab) !== kind)
}

/** All but one, or those to its right, in their order. */
export function tabsBeside(tabs: Tabs, id: string, which: 'others' | 'to-the-right'): Tabs {
  const at = tabs.findIndex((tab) => tab.id === id)
  return tabs.filter((_, index) => (which === 'others' ? index !== at : index > at))
}

/**
 * Where closing a tab leads: nowhere, to the tab of the same kind that was opened next, or, when it was the last of its kind,
 * to the kind's home.
 */
export type AfterClosing = { type: 'stay' } | { type: 'tab'; tab: Tab } | { type: 'home'; kind: EditorKind }

/**
 * The address after a tab is closed.
 * @param active the id of the tab that is shown; null: none
 */
export function whereAfterClosing(tabs: Tabs, id: string, active: string | null): AfterClosing {
  const closed = tabs.find((tab) => tab.id === id)
  if (!closed || id !== active) return { type: 'stay' }
  const kind = editorKindOf(closed)
  const alike = tabs
    .filter((tab) => editorKindOf(tab) === kind)
    .toSorted((one, other) => openedAt(one) - openedAt(other))
  const at = alike.indexOf(closed)
  const neighbour = alike[at + 1] ?? alike[at - 1]
  return neighbour ? { type: 'tab', tab: neighbour } : { type: 'home', kind }
}

/** Tabs stored by an older version have no number; they keep their order. */
function openedAt({ opened = 0 }: Tab): number {
  return opened
}

/** Anything that another version or hand wrote is ignored. */
export function tabsIn(stored: unknown): Tabs | undefined {
  return Array.isArray(stored) && stored.every(isTab) ? stored : undefined
}

function changed(tabs: Tabs, id: string, change: (tab: Tab) => Tab): Tabs {
  const at = tabs.findIndex((tab) => tab.id === id)
  const tab = tabs[at]
  const next = tab && change(tab)
  return next === tab ? tabs : tabs.map((other) => (other === tab && next ? next : other))
}

function isTab(value: unknown): value is Tab {
  // Of null it is an empty object.
  const { id, type, label, metadata, opened } = Object(value) as Record<string, unknown>
  return (
    typeof id === 'string' &&
    TAB_TYPES.some((one) => one === type) &&
    typeof label === 'string' &&
    typeof metadata === 'object' &&
    metadata !== null &&
    (opened === undefined || typeof opened === 'number')
  )
}
