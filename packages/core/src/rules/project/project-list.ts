/**
 * The list of an organization's projects: what a page asks for, whether another one follows, why nothing is in it.
 * @rule projects.list  @spec §7, §9
 */
import { PROJECT_PAGE_SIZE, type ProjectSort } from '@basedeck/platform-client/contract'

export { PROJECT_PAGE_SIZE }

/** Milliseconds that the search waits for the next key. SPEC §9. */
export const PROJECT_SEARCH_DEBOUNCE_MS = 500
/** How a list of projects is sorted at first. */
export const DEFAULT_PROJECT_SORT: ProjectSort = 'name_asc'

/** The filter of a list of projects. */
export interface ProjectFilter {
  /** As typed; blanks around it don't count. */
  search: string
  statuses: readonly string[]
  sort: ProjectSort
}

/** The request for one page of projects. Empty filters are left out. */
export interface ProjectPageRequest {
  limit: number
  offset: number
  sort: ProjectSort
  search?: string
  statuses?: string[]
}

/** The request of a page; an empty search and an empty choice of statuses are left out. */
export function projectPageRequest(
  { search, statuses, sort }: ProjectFilter,
  page: number,
): ProjectPageRequest {
  const words = search.trim()
  return {
    limit: PROJECT_PAGE_SIZE,
    offset: page * PROJECT_PAGE_SIZE,
    sort,
    ...(words === '' ? {} : { search: words }),
    ...(statuses.length === 0 ? {} : { statuses: [...statuses] }),
  }
}

/** A next page exists while fewer are loaded than the total. */
export function hasNextPage(loaded: number, total: number): boolean {
  return loaded < total
}

/** Why a list without an entry is empty; null when it has one. */
export function emptyListReason(
  found: number,
  { search, statuses }: Pick<ProjectFilter, 'search' | 'statuses'>,
): 'no-match' | 'no-projects' | null {
  if (found > 0) return null
  return search.trim() !== '' || statuses.length > 0 ? 'no-match' : 'no-projects'
}
