/** Where a page of snippets ended: by value and id, so that rows which come and go move no other one. */
import type { SnippetFilter } from './snippet-filter.js'

interface Place {
  /** Of the column it is sorted by. */
  value: string
  id: string
}

type Order = Pick<SnippetFilter, 'sortBy' | 'sortOrder'>

export function cursorAfter({ sortBy, sortOrder }: Order, { value, id }: Place): string {
  return Buffer.from(JSON.stringify([sortBy, sortOrder, value, id])).toString('base64url')
}

/** Undefined when it is none, or one of another order. */
export function readCursor({
  cursor,
  sortBy,
  sortOrder,
}: Order & { cursor?: string | undefined }): Place | undefined {
  const parts = partsOf(Buffer.from(cursor ?? '', 'base64url').toString())
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined
  const [by, order, value = '', id = ''] = parts
  const isPlace = UUID.test(id) && (sortBy === 'name' || !Number.isNaN(Date.parse(value)))
  return by === sortBy && order === sortOrder && isPlace ? { value, id } : undefined
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function partsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody else's text: no cursor.
    return undefined
  }
}
