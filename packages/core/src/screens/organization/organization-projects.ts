/** The projects of an organization: searched, filtered, sorted, page by page. The search is in the address. */
import {
  PROJECT_SORTS,
  type OrganizationProject,
  type ProjectPage,
  type ProjectSort,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { organizationProjectsQuery, organizationQuery } from '../../data/organizations.js'
import type { Paged } from '../../kernel/paged.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ListSorting } from '../../kernel/sorting.js'
import { nextSort, type ListSort } from '../../rules/shell/list-sort.js'
import {
  DEFAULT_PROJECT_SORT,
  emptyListReason,
  PROJECT_SEARCH_DEBOUNCE_MS,
  type ProjectFilter,
} from '../../rules/project/project-list.js'
import { statusTone, type StatusTone } from '../../rules/project/project-status.js'
import { regionName } from '../../rules/project/regions.js'
import { controlState, type ControlState } from '../../sessions/account/rights.js'
import { errorText } from '../../text/errors.js'
import { organizationText } from '../../text/organization.js'
import { projectText } from '../../text/project.js'
import type { Needs, ScreenContext } from '../context.js'
import { isHosted } from '../shell/current-page.js'

const text = organizationText.projects

/** One project as its row shows it. `insertedAt` is ISO 8601. */
export interface ProjectRow {
  ref: string
  name: string
  href: string
  badge: { label: string; tone: StatusTone }
  region: string
  insertedAt: string
}

/** What the list of projects shows. */
export type ProjectRows =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | { status: 'empty'; title: string; body: string; step: 'create' | 'clear' }
  | {
      status: 'ready'
      rows: ProjectRow[]
      count: string
      hasMore: boolean
      loadingMore: boolean
      /** Another search is under way. */
      outdated: boolean
      /** The next page, or the newest state, could not be had. */
      problem?: string
    }

/** `/org/{slug}`: the projects of an organization. Search, filter and order are in the address. */
export interface OrganizationProjectsScreen extends Disposable {
  readonly title: string
  /** The name of the organization. */
  readonly $thing: ReadableAtom<string | null>
  readonly $rows: ReadableAtom<ProjectRows>
  /** As typed; it is looked for after a pause. */
  readonly $search: ReadableAtom<string>
  readonly $statuses: ReadableAtom<readonly string[]>
  readonly sorting: ListSorting
  readonly statuses: { value: string; label: string }[]
  /** Where there is one project only, none can be made. */
  readonly $offersCreate: ReadableAtom<boolean>
  readonly $create: ReadableAtom<ControlState>
  readonly createHref: string
  search(words: string): void
  filter(statuses: readonly string[]): void
  /** Looks for everything again. */
  clear(): void
  loadMore(): void
}

/** The statuses that a project stays in for a while; others pass by themselves. */
const FILTERS = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE', 'COMING_UP', 'INIT_FAILED']

export function createOrganizationProjects(
  context: Needs<'host' | 'client' | 'queries' | 'router' | '$runtime'>,
  { slug, title }: { slug: string; title: string },
): OrganizationProjectsScreen {
  const { client, queries, router, host } = context
  const scope = createScope()
  const start = filterOf(router.$route.get().location.search)
  const $search = atom(start.search)
  const $filter = atom<ProjectFilter>(start)
  const list = queries.paged(computed($filter, (filter) => organizationProjectsQuery(client, slug, filter)))

  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  const lookFor = (changes: Partial<ProjectFilter>) => {
    stopWaiting()
    $filter.set({ ...$filter.get(), search: $search.get(), ...changes })
    const { pathname } = router.$route.get().location
    router.open(pathname + searchOf($filter.get()), { replace: true })
  }

  return {
    title,
    $thing: computed(queries.store(organizationQuery(client, slug)), (organization) =>
      organization.status === 'ready' ? organization.data.name : null,
    ),
    $search,
    $statuses: computed($filter, ({ statuses }) => statuses),
    sorting: {
      $value: computed($filter, ({ sort }) => listSortOf(sort)),
      by(key) {
        const next = nextSort(listSortOf($filter.get().sort), key, { largestFirst: key === 'created' })
        const sort = PROJECT_SORTS.find((one) => one === `${key}_${next.descending ? 'desc' : 'asc'}`)
        if (sort) lookFor({ sort })
      },
    },
    statuses: FILTERS.map((value) => ({ value, label: projectText.statuses[value] ?? value })),
    $rows: computed([list.$list, $filter], (remote, filter) => rowsOf(remote, filter, router.href)),
    $offersCreate: computed(context.$runtime, isHosted),
    $create: controlState(
      context,
      { action: 'create', resource: 'projects', organizationSlug: slug },
      text.mayNotCreate,
    ),
    createHref: router.href('newProject', { slug }),
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(PROJECT_SEARCH_DEBOUNCE_MS, () => lookFor({}))
    },
    filter: (statuses) => lookFor({ statuses }),
    clear() {
      $search.set('')
      lookFor({ search: '', statuses: [] })
    },
    loadMore: list.loadMore,
    dispose: scope.dispose,
  }
}

function rowsOf(
  remote: Paged<ProjectPage, OrganizationProject>,
  filter: ProjectFilter,
  href: ScreenContext['router']['href'],
): ProjectRows {
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed')
    return { status: 'failed', title: text.failed, detail: remote.error.message, retry: remote.retry }
  const { items, page, hasMore, loadingMore, outdated, staleError } = remote
  const empty = outdated ? null : emptyListReason(items.length, filter)
  if (empty === 'no-match')
    return { status: 'empty', title: text.noMatch, body: text.noMatchBody, step: 'clear' }
  if (empty) return { status: 'empty', title: text.none, body: text.noneBody, step: 'create' }
  return {
    status: 'ready',
    rows: items.map((project) => rowOf(project, href)),
    count: text.count(items.length, page.pagination.count),
    hasMore,
    loadingMore,
    outdated,
    ...(staleError ? { problem: errorText.sentence(text.failedMore, staleError.message) } : {}),
  }
}

function rowOf(project: OrganizationProject, href: ScreenContext['router']['href']): ProjectRow {
  const { ref, name, status, region, inserted_at } = project
  return {
    ref,
    name,
    href: href('projectHome', { ref }),
    badge: { label: projectText.statuses[status] ?? status, tone: statusTone(status) },
    region: projectText.region(regionName(region)),
    insertedAt: inserted_at,
  }
}

function listSortOf(sort: ProjectSort): ListSort {
  const [key = '', direction] = sort.split('_')
  return { key, descending: direction === 'desc' }
}

/** What the address asks for; what it can't mean is left out. */
function filterOf(search: string): ProjectFilter {
  const query = new URLSearchParams(search)
  const sort = PROJECT_SORTS.find((order) => order === query.get('sort')) ?? DEFAULT_PROJECT_SORT
  const statuses = (query.get('status') ?? '').split(',').filter((status) => FILTERS.includes(status))
  return { search: query.get('search') ?? '', statuses, sort }
}

function searchOf({ search, statuses, sort }: ProjectFilter): string {
  const query = new URLSearchParams()
  if (search.trim() !== '') query.set('search', search.trim())
  if (statuses.length > 0) query.set('status', statuses.join(','))
  if (sort !== DEFAULT_PROJECT_SORT) query.set('sort', sort)
  return query.size === 0 ? '' : `?${query}`
}
