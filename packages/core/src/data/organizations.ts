/** Server data of organizations: their fields, projects and audit log. */
import {
  createOrganization,
  deleteOrganization,
  getMarketplaceRedirect,
  getOrganization,
  getPartnerRedirect,
  listAudit,
  listOrganizationProjects,
  listOrganizations,
  updateOrganization,
  type ArgumentsOf,
  type AuditEntry,
  type AuditPage,
  type Client,
  type Organization,
  type OrganizationProject,
  type ProjectPage,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { PagedQuery } from '../kernel/paged.js'
import { auditParameters, type AuditFilter } from '../rules/organization/audit-filter.js'
import { AUDIT_PAGES, ONLY_CHOICES } from './audit.js'
import type { QueryData } from '../kernel/query-store.js'
import type { PartnerNotice } from '../rules/help/partner-notice.js'
import { hasNextPage, projectPageRequest, type ProjectFilter } from '../rules/project/project-list.js'
import { isChanging } from '../rules/project/project-status.js'

const STALE_MS = 5000
/**
 * How often a list is polled while the status of a project in it is changing and live updates are off:
 * all of its pages are fetched.
 */
const CHANGING_MS = 10_000
/** A link to a partner's site is requested again after this long. */
const REDIRECT_STALE_MS = 300_000

/** The keys of each organization's data, which all begin with `organizationKey`. */
const LIST_KEY = ['organizations']
export const organizationKey = (slug: string) => ['organization', slug]
export const organizationProjectsKey = (slug: string) => [...organizationKey(slug), 'projects']

export function organizationsQuery(client: Client): QueryData<Organization[]> {
  return {
    key: LIST_KEY,
    fetch: (signal) => client.call(listOrganizations, {}, { signal }),
    staleMs: STALE_MS,
  }
}

export function organizationQuery(client: Client, slug: string): QueryData<Organization> {
  return {
    key: [...organizationKey(slug), 'itself'],
    fetch: (signal) => client.call(getOrganization, { params: { slug } }, { signal }),
    staleMs: STALE_MS,
  }
}

export function organizationProjectsQuery(
  client: Client,
  slug: string,
  filter: ProjectFilter,
): PagedQuery<ProjectPage, OrganizationProject, number> {
  return {
    key: [...organizationProjectsKey(slug), projectPageRequest(filter, 0)],
    first: 0,
    fetch: (page, signal) =>
      client.call(
        listOrganizationProjects,
        { params: { slug }, query: projectPageRequest(filter, page) },
        { signal },
      ),
    items: (page) => page.projects,
    next: (pages) => {
      const last = pages.at(-1)
      const loaded = pages.reduce((sum, page) => sum + page.projects.length, 0)
      // An empty page is the end, whatever the count is: it may have shrunk meanwhile.
      if (!last || last.projects.length === 0) return undefined
      return hasNextPage(loaded, last.pagination.count) ? pages.length : undefined
    },
    id: (project) => project.ref,
    staleMs: STALE_MS,
    isTold: true,
    refetchMs: (projects) => projects.some(({ status }) => isChanging(status)) && CHANGING_MS,
  }
}

export function auditEntriesQuery(
  client: Client,
  slug: string,
  search: string,
  filter: AuditFilter,
): PagedQuery<AuditPage, AuditEntry, string> {
  const query = { search: search.trim(), ...auditParameters(filter) }
  return {
    key: [...auditKey(slug), query],
    first: '',
    fetch: (cursor, signal) =>
      client.call(listAudit, { params: { slug }, query: { cursor, ...query } }, { signal }),
    ...AUDIT_PAGES,
  }
}

/** What the log can be narrowed to. */
export function auditChoicesQuery(client: Client, slug: string): QueryData<AuditPage> {
  return {
    key: [...auditKey(slug), 'choices'],
    fetch: (signal) => client.call(listAudit, { params: { slug }, query: ONLY_CHOICES }, { signal }),
  }
}

const auditKey = (slug: string) => [...organizationKey(slug), 'audit']

/** The address of the partner's site. */
export function partnerRedirectQuery(
  client: Client,
  redirect: NonNullable<PartnerNotice['redirect']>,
): QueryData<{ url: string }> {
  return {
    key: ['partner-redirect', redirect],
    fetch: (signal) =>
      redirect.type === 'installation'
        ? client.call(
            getPartnerRedirect,
            { params: { installation_id: redirect.installationId } },
            { signal },
          )
        : client.call(getMarketplaceRedirect, { params: { slug: redirect.slug } }, { signal }),
    staleMs: REDIRECT_STALE_MS,
  }
}

export function organizationCreation(
  client: Client,
): MutationData<ArgumentsOf<typeof createOrganization>['body'], Organization> {
  return {
    call: (body) => client.call(createOrganization, { body }),
    store: (queries, organization) => queries.set(organizationQuery(client, organization.slug), organization),
    refreshes: () => [LIST_KEY],
  }
}

export function organizationUpdate(
  client: Client,
  slug: string,
): MutationData<ArgumentsOf<typeof updateOrganization>['body'], Organization> {
  return {
    call: (body) => client.call(updateOrganization, { params: { slug }, body }),
    store: (queries, organization) => queries.set(organizationQuery(client, slug), organization),
    refreshes: () => [LIST_KEY, [...organizationKey(slug), 'audit']],
  }
}

export function organizationDeletion(
  client: Client,
  slug: string,
): MutationData<{ name: string }, { slug: string }> {
  return {
    call: (body) => client.call(deleteOrganization, { params: { slug }, body }),
    refreshes: () => [LIST_KEY],
  }
}
