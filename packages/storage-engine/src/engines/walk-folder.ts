/** All files below a folder, however deep, page by page. */
import { joinedPath } from '../rules/object-paths.js'
import { listedPage, PLACEHOLDER, WALK_PAGE } from '../rules/object-listing.js'

/** An item of a page as the platform lists it. */
export interface WalkedItem {
  /** Null: a folder. */
  id: string | null
  name: string
}

/** Lists one page of a folder. */
export type ListPage<Item extends WalkedItem> = (
  folder: string,
  page: { limit: number; offset: number },
) => Promise<readonly Item[]>

/** A file below the folder. */
export interface WalkedFile<Item> {
  /** Its whole path in the bucket. */
  path: string
  item: Item
}

/** Options of a walk. */
export interface WalkOptions {
  signal?: AbortSignal
  /** Also the files that keep empty folders. Default: they are left out. */
  withPlaceholders?: boolean
}

/**
 * Yields every file below `folder`, folder after folder.
 * @throws what `list` throws, and the signal's reason
 */
export async function* walkFolder<Item extends WalkedItem>(
  list: ListPage<Item>,
  folder: string,
  { signal, withPlaceholders = false }: WalkOptions = {},
): AsyncGenerator<WalkedFile<Item>, void> {
  const waiting = [folder]
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (let offset = 0, hasMore = true; hasMore; offset += WALK_PAGE) {
      signal?.throwIfAborted()
      const raw = await list(current, { limit: WALK_PAGE, offset })
      hasMore = listedPage(raw, WALK_PAGE).hasMore
      for (const item of raw) {
        const path = joinedPath(current, item.name)
        if (item.id === null) waiting.push(path)
        else if (withPlaceholders || item.name !== PLACEHOLDER) yield { path, item }
      }
    }
  }
}
