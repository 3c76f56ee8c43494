/** What a list of the catalogue looks for, as its address says it. What an address can't mean is left out. */
import { sortIn, sortText, type ListSort } from '../../rules/shell/list-sort.js'

export interface Looked {
  /** Null: the address names none. */
  schema: string | null
  search: string
  kinds: readonly string[]
  /** Null: the list's own order. */
  sort: ListSort | null
}

/** @param known the kinds by which the list may be narrowed */
export function lookedFrom(search: string, columns: readonly string[], known: readonly string[]): Looked {
  const query = new URLSearchParams(search)
  const kinds = (query.get('type') ?? '').split(',').filter((kind) => known.includes(kind))
  return {
    schema: query.get('schema') || null,
    search: query.get('search') ?? '',
    kinds,
    sort: sortIn(query.get('sort'), columns),
  }
}

export function searchOf({ schema, search, kinds, sort }: Looked): string {
  const query = new URLSearchParams()
  if (schema !== null) query.set('schema', schema)
  if (search.trim() !== '') query.set('search', search.trim())
  if (kinds.length > 0) query.set('type', kinds.join(','))
  if (sort) query.set('sort', sortText(sort))
  return query.size === 0 ? '' : `?${query}`
}
