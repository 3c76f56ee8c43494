/** Every organization one belongs to, with how many projects it has. */
import type { Organization, Profile, ProjectSummary } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { profileQuery } from '../../data/account.js'
import { organizationsQuery } from '../../data/organizations.js'
import { projectsQuery } from '../../data/projects.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type ListSorting, type SortValues } from '../../kernel/sorting.js'
import { organizationLinks } from '../../rules/organization/organization-links.js'
import { partnerNotice } from '../../rules/help/partner-notice.js'
import { ENABLED, type ControlState } from '../../sessions/account/rights.js'
import { organizationText } from '../../text/organization.js'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'

const text = organizationText.organizations

/** One organization as its row shows it. */
export interface OrganizationRow {
  slug: string
  name: string
  plan: string
  /** Null while it is not known, or not for who is here. */
  projects: number | null
  href: string
  /** The organization is closed to who has no second factor; `href` leads to where one gets it. */
  locked?: { label: string; hint: string; href: string; linkLabel: string }
  /** A partner manages it. */
  partner?: string
}

/** `/organizations`: those that the caller belongs to. */
export interface OrganizationsScreen extends Disposable {
  readonly title: string
  readonly $rows: ReadableAtom<Remote<OrganizationRow[]>>
  readonly $search: ReadableAtom<string>
  /** How many there are, as a sentence; empty until it is known. */
  readonly $count: ReadableAtom<string>
  readonly sorting: ListSorting
  readonly $create: ReadableAtom<ControlState>
  readonly createHref: string
  search(words: string): void
}

const VALUES: SortValues<OrganizationRow> = {
  name: ({ name }) => name,
  plan: ({ plan }) => plan,
  projects: ({ projects }) => projects,
}

export function createOrganizations(
  context: Needs<'client' | 'queries' | 'router'>,
  { title }: { title: string },
): OrganizationsScreen {
  const { client, queries, router } = context
  const $organizations = queries.store(organizationsQuery(client))
  const $profile = queries.store(profileQuery(client))
  const $search = atom('')
  const $projects = queries.store(projectsQuery(client))
  const rowOf = (
    organization: Organization,
    profile: Profile | undefined,
    projects: Remote<ProjectSummary[]>,
  ): OrganizationRow => {
    const { slug, name, plan } = organization
    const notice = partnerNotice(organization)
    return {
      slug,
      name,
      plan: text.plan(plan.name),
      projects:
        projects.status === 'ready'
          ? projects.data.filter(({ organization_slug }) => organization_slug === slug).length
          : null,
      href: router.href('organizationProjects', { slug }),
      ...(notice ? { partner: shellText.partner.title(shellText.partner.names[notice.partner]) } : {}),
      ...(organizationLinks(organization, profile).disabled
        ? {
            locked: {
              label: text.locked,
              hint: shellText.lockedHint,
              href: '/account/security',
              linkLabel: text.setUpMfa,
            },
          }
        : {}),
    }
  }
  const $found = computed(
    [$organizations, $profile, $projects, $search],
    (remote, profile, projects, search): Remote<OrganizationRow[]> => {
      if (remote.status !== 'ready') return remote
      const words = search.trim().toLowerCase()
      const known = profile.status === 'ready' ? profile.data : undefined
      const rows = remote.data
        .filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(words))
        .map((organization) => rowOf(organization, known, projects))
      return { ...remote, data: rows }
    },
  )
  const { $rows, sorting } = createSortedList($found, VALUES, {
    start: { key: 'name', descending: false },
    largestFirst: ['projects'],
  })
  return {
    title,
    $search,
    $rows,
    $count: computed([$organizations, $rows], (all, shown) =>
      all.status === 'ready' && shown.status === 'ready'
        ? text.count(shown.data.length, all.data.length)
        : '',
    ),
    sorting,
    $create: computed($profile, (profile): ControlState => {
      if (profile.status === 'loading') return { disabled: true }
      const mayNot = profile.status === 'ready' && !profile.data.can_create_organizations
      return mayNot ? { disabled: true, hint: text.mayNotCreate } : ENABLED
    }),
    createHref: router.href('newOrganization'),
    search: (words) => $search.set(words),
    dispose() {},
  }
}
