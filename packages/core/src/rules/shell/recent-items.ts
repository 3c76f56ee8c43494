/**
 * What was opened last in a project, the newest first.
 * @rule recent-items  @spec §3, §4, §9
 */
import { TAB_TYPES, type TabMetadata, type TabType } from './tabs.js'

/** Something that was opened in a project. */
export interface RecentItem {
  /** As its tab's: `{type}-{id}`. */
  id: string
  type: TabType
  label: string
  /** Milliseconds since 1970. */
  timestamp: number
  metadata: TabMetadata
}

/** Of the tables; queries are not counted. SPEC §9. */
export const RECENT_TABLES_MAX = 8
/** SPEC §3. */
export const UNTITLED = 'Untitled'

/** What was opened last in a project, newest first. */
export type RecentItems = readonly RecentItem[]

/** A known item keeps its index and gets the time; a new one goes to the front. */
export function afterVisit(
  items: RecentItems,
  visited: Omit<RecentItem, 'timestamp'>,
  now: number,
): RecentItems {
  if (items.some(({ id }) => id === visited.id))
    return items.map((item) => (item.id === visited.id ? { ...item, timestamp: now } : item))
  return withinLimit([{ ...visited, label: visited.label || UNTITLED, timestamp: now }, ...items])
}

/** The list with an item's new label. The same list when nothing changes. */
export function afterItemRenamed(items: RecentItems, id: string, label: string): RecentItems {
  const item = items.find((one) => one.id === id)
  if (!item || item.label === label) return items
  return items.map((one) => (one === item ? { ...one, label } : one))
}

/** The list without an item. The same list when it isn't there. */
export function afterItemDeleted(items: RecentItems, id: string): RecentItems {
  return items.some((item) => item.id === id) ? items.filter((item) => item.id !== id) : items
}

/** Anything that another version or hand wrote is ignored. */
export function recentItemsIn(stored: unknown): RecentItems | undefined {
  return Array.isArray(stored) && stored.every(isRecentItem) ? withinLimit(stored) : undefined
}

function withinLimit(items: RecentItems): RecentItems {
  let tables = 0
  return items.filter(({ type }) => type === 'sql' || ++tables <= RECENT_TABLES_MAX)
}

function isRecentItem(value: unknown): value is RecentItem {
  // Of null it is an empty object.
  const { id, type, label, timestamp, metadata } = Object(value) as Record<string, unknown>
  return (
    typeof id === 'string' &&
    TAB_TYPES.some((one) => one === type) &&
    typeof label === 'string' &&
    typeof timestamp === 'number' &&
    typeof metadata === 'object' &&
    metadata !== null
  )
}
