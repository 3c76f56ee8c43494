/**
 * How folders are listed: page by page, without the placeholder that keeps an empty folder.
 * @rule storage.object-listing  @spec §9
 */

/** Items of a page of a list. */
export const LIST_PAGE = 200
/** Items of a page when all of a folder is walked. */
export const WALK_PAGE = 10_000
/** The file that keeps an empty folder. */
export const PLACEHOLDER = '.emptyFolderPlaceholder'

/** A page of a list as it is shown. */
export interface ListedPage<Item> {
  items: Item[]
  /** A full page means that another may follow. */
  hasMore: boolean
}

/**
 * A page as it is shown.
 * @param raw the items as they were sent, the placeholder among them
 */
export function listedPage<Item extends { name: string }>(
  raw: readonly Item[],
  limit: number = LIST_PAGE,
): ListedPage<Item> {
  return { items: raw.filter(({ name }) => name !== PLACEHOLDER), hasMore: raw.length === limit }
}

/** Where the next page begins: after the items of the column. */
export function nextOffset(column: readonly unknown[]): number {
  return column.length
}
