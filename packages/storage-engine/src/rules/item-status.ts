/**
 * Whether an item of a folder is there, still arriving, or broken: a file gets its metadata when its bytes are complete.
 * @rule storage.item-status  @spec §4, §9
 */

/** Milliseconds that a file may be without metadata. */
export const LOADING_WINDOW_MS = 900_000

/** What decides over the status. */
export interface StoredItem {
  /** Null: a folder. */
  id: string | null
  metadata: object | null
  /** ISO time; null counts as now. */
  createdAt: string | null
}

/** The status of an item. */
export type ItemStatus = 'ready' | 'loading' | 'corrupted'

/**
 * Whether an item is there, still arriving, or broken.
 * @param nowMs milliseconds since 1970
 */
export function itemStatus({ id, metadata, createdAt }: StoredItem, nowMs: number): ItemStatus {
  if (id === null || metadata !== null) return 'ready'
  const created = createdAt === null ? nowMs : Date.parse(createdAt)
  return nowMs - created >= LOADING_WINDOW_MS ? 'corrupted' : 'loading'
}
