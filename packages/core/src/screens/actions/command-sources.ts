/** What the command menu finds beside the actions: pages, organizations, and – asked by name – projects and tables. */
import { computed, type ReadableAtom } from 'nanostores'
import { cataloguePagesQuery, type CatalogueEntry, type CataloguePage } from '../../data/catalogue.js'
import { foundProjectsQuery, type FoundProject } from '../../data/command-search.js'
import { organizationsQuery } from '../../data/organizations.js'
import { projectQuery } from '../../data/projects.js'
import type { Remote } from '../../kernel/query-store.js'
import { organizationLinks } from '../../rules/organization/organization-links.js'
import { tables } from '../../sql/catalogue/relations.js'
import { commandText } from '../../text/command-menu.js'
import type { Needs } from '../context.js'
import { tableHref } from '../parts/table-href.js'
import { createPages, type PageLink } from '../shell/page-links.js'
import { foundSnippets } from './found-snippets.js'
import { DEFAULT_PROJECT, isHosted } from '../shell/current-page.js'

export type LinkKind = 'page' | 'organization' | 'project' | 'table' | 'query'

export interface CommandLink {
  key: string
  kind: LinkKind
  label: string
  href: string
  detail?: string
}

export interface CommandSources {
  readonly $links: ReadableAtom<CommandLink[]>
  readonly $isSearching: ReadableAtom<boolean>
  /** Why the projects could not be searched; null: they could. */
  readonly $failure: ReadableAtom<string | null>
}

/** Organizations that are searched at once. */
const ORGANIZATIONS_MAX = 8

/** @param $words what the platform and the database are asked for: typed, and left alone for a moment */
export function createCommandSources(
  context: Needs<'client' | 'queries' | 'router' | 'account' | '$runtime' | 'previews'>,
  $words: ReadableAtom<string>,
): CommandSources {
  const { account, client, queries, router, $runtime } = context
  const $organizations = queries.follow(
    computed($runtime, (runtime) => (isHosted(runtime) ? organizationsQuery(client) : null)),
  )
  const $slugs = computed([$organizations, account.$profile], (organizations, profile) =>
    organizations?.status === 'ready' && profile.status === 'ready'
      ? organizations.data
          // One that is closed to the caller would only refuse.
          .filter((organization) => !organizationLinks(organization, profile.data).disabled)
          .slice(0, ORGANIZATIONS_MAX)
          .map(({ slug }) => slug)
      : [],
  )
  const $projects = queries.follow(
    computed([$slugs, $words], (slugs, words) =>
      slugs.length === 0 ? null : foundProjectsQuery(client, slugs, words),
    ),
  )
  const $tables = foundTables(context, $words)
  const $snippets = foundSnippets(context, $words)
  const link = (kind: LinkKind, href: string, label: string, detail?: string): CommandLink => ({
    key: `${kind} ${href}`,
    kind,
    label,
    href,
    ...(detail === undefined ? {} : { detail }),
  })
  return {
    $links: computed(
      [createPages(context), $organizations, $projects, $tables, $snippets],
      (pages, organizations, projects, found, snippets) => [
        ...sidebarFirst(pages).map(({ href, label, area }) => link('page', href, label, area)),
        ...(organizations?.status === 'ready' ? organizations.data : []).map(({ slug, name }) =>
          link('organization', router.href('organizationProjects', { slug }), name),
        ),
        ...readyOr(projects, []).map(({ ref, name, organizationSlug }: FoundProject) =>
          link('project', router.href('projectHome', { ref }), name, organizationSlug),
        ),
        ...found.map(({ href, name, schema }) => link('table', href, name, commandText.tableOf(schema))),
        ...snippets.map(({ href, name, isShared }) =>
          link('query', href, name, isShared ? commandText.sharedQuery : commandText.query),
        ),
      ],
    ),
    $isSearching: computed($projects, (projects) => projects?.status === 'loading'),
    $failure: computed($projects, (projects) =>
      projects?.status === 'failed' ? commandText.failed(projects.error.message) : null,
    ),
  }
}

function sidebarFirst(pages: readonly PageLink[]): PageLink[] {
  return [
    ...pages.filter(({ area }) => area === undefined),
    ...pages.filter(({ area }) => area !== undefined),
  ]
}

interface FoundTable {
  href: string
  name: string
  schema: string
}

/** Tables of the open project whose names fit; none before something is typed, and none of a database that is not up. */
function foundTables(
  { client, queries, router, $runtime }: Needs<'client' | 'queries' | 'router' | '$runtime'>,
  $words: ReadableAtom<string>,
): ReadableAtom<FoundTable[]> {
  const $ref = computed([router.$route, $runtime], ({ match }, runtime) => {
    const ref = match?.params['ref']
    return ref ?? (runtime.status === 'ready' && !isHosted(runtime) ? DEFAULT_PROJECT : null)
  })
  const $project = queries.follow(computed($ref, (ref) => (ref === null ? null : projectQuery(client, ref))))
  const $query = computed([$ref, $project, $words], (ref, project, words) => {
    const search = words.trim()
    const isUp = project?.status === 'ready' && project.data.status === 'ACTIVE_HEALTHY'
    if (ref === null || !isUp || search === '') return null
    const { key, fetch, first } = cataloguePagesQuery(client, ref, 'tables', { search })
    return {
      key: [...key, 'found'],
      fetch: async (signal: AbortSignal) => ({ ref, page: await fetch(first, signal) }),
      staleMs: 10_000,
    }
  })
  const $found = queries.follow<{ ref: string; page: CataloguePage }>($query)
  return computed($found, (found) => {
    if (found?.status !== 'ready') return []
    const { ref, page } = found.data
    return page.entries.map((entry) => {
      const schema = valueOf(entry, 'schema')
      const href = tableHref(router, ref, { id: valueOf(entry, 'id'), schema })
      return { href, name: valueOf(entry, 'name'), schema }
    })
  })
}

function valueOf({ values }: CatalogueEntry, column: string): string {
  return values[tables.columns.findIndex(({ key }) => key === column)] ?? ''
}

function readyOr<Data>(remote: Remote<Data> | null, otherwise: Data): Data {
  return remote?.status === 'ready' ? remote.data : otherwise
}
