/** The end of a page of snippets, by value and id, so that inserted and deleted rows don't shift the next page. */
import type { SnippetFilter } from './snippet-filter.js'

interface CursorPosition {
  /** The value of the sort column. */
  value: string
  id: string
}

type Order = Pick<SnippetFilter, 'sortBy' | 'sortOrder'>

export function cursorAfter({ sortBy, sortOrder }: Order, { value, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([sortBy, sortOrder, value, id])).toString('base64url')
}

/** Undefined when the text is not a cursor, or a cursor of another order. */
export function readCursor({
  cursor,
  sortBy,
  sortOrder,
}: Order & { cursor?: string | undefined }): CursorPosition | undefined {
  const parts = partsOf(Buffer.from(cursor ?? '', 'base64url').toString())
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined
  const [by, order, value = '', id = ''] = parts
  const isPosition = UUID.test(id) && (sortBy === 'name' || !Number.isNaN(Date.parse(value)))
  return by === sortBy && order === sortOrder && isPosition ? { value, id } : undefined
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function partsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not a text that we made.
    return undefined
  }
}
