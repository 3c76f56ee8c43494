/** The organizations of the fake platform and the record of what happened in them. */
import * as v from 'valibot'
import {
  createOrganization,
  deleteOrganization,
  getMarketplaceRedirect,
  getOrganization,
  getPartnerRedirect,
  listAudit,
  listOwnAudit,
  listOrganizations,
  auditQuery,
  updateOrganization,
  type AuditChoices,
  type AuditPage,
  type Organization,
} from '../contract/index.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import {
  checkName,
  checkStale,
  entryOf,
  organizationOf,
  record,
  tick,
  type FakeAuditEntry,
  type FakeWorld,
} from './fake-world.js'

const RETENTION_DAYS = 90

export function organizationRoutes(world: FakeWorld): FakeRoute[] {
  return [
    fakeRoute(listOrganizations, () => world.organizations),
    fakeRoute(createOrganization, ({ body }) => {
      const { name, slug } = body
      if (slug && world.organizations.some((other) => other.slug === slug))
        throw new FakeRefusal(409, 'slug_taken', 'Another organization already has this address')
      return makeOrganization(world, name, slug)
    }),
    fakeRoute(getOrganization, ({ params }) => organizationOf(world, params['slug'])),
    fakeRoute(updateOrganization, ({ params, body }) => {
      const organization = organizationOf(world, params['slug'])
      const { expected_updated_at, billing_email, ...changes } = body
      checkStale(organization, expected_updated_at)
      Object.assign(organization, changes, { updated_at: tick(world) })
      if (billing_email === null) delete organization.billing_email
      else if (billing_email !== undefined) organization.billing_email = billing_email
      record(world, {
        slug: organization.slug,
        action: 'organization.update',
        target: organization.name,
        detail: { ...changes, ...(billing_email === undefined ? {} : { billing_email }) },
      })
      return organization
    }),
    fakeRoute(deleteOrganization, ({ params, body }) => {
      const organization = organizationOf(world, params['slug'])
      checkName(organization, body.name)
      if (world.projects.some(({ project }) => project.organization_slug === organization.slug))
        throw new FakeRefusal(
          409,
          'organization_not_empty',
          'The organization still has projects; delete or transfer them first',
        )
      world.organizations = world.organizations.filter((other) => other !== organization)
      return { slug: organization.slug }
    }),
    fakeRoute(listAudit, ({ params, query }) => {
      const { slug } = organizationOf(world, params['slug'])
      return auditPage(
        world.audit.filter((line) => line.slug === slug),
        query,
      )
    }),
    fakeRoute(listOwnAudit, ({ query }) => {
      const { id } = world.caller.profile
      return auditPage(
        world.audit.filter(({ actor }) => actor?.id === id),
        query,
      )
    }),
    fakeRoute(getPartnerRedirect, ({ params }) => {
      const id = params['installation_id']
      if (!world.organizations.some((organization) => organization.partner_id === id)) throw noPartner()
      return { url: `https://partner.example/installations/${id}` }
    }),
    fakeRoute(getMarketplaceRedirect, ({ params }) => {
      const { slug, managed_by } = organizationOf(world, params['slug'])
      if (managed_by !== 'cloud-marketplace') throw noPartner()
      return { url: `https://marketplace.example/${slug}` }
    }),
  ]
}

/** Newest first. */
export function auditPage(
  lines: readonly FakeAuditEntry[],
  {
    limit = 50,
    cursor,
    search = '',
    project_ref,
    actor,
    token,
    action,
    day,
    with_choices,
  }: v.InferOutput<typeof auditQuery>,
): AuditPage {
  const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor)
  const words = search.toLowerCase()
  const found = lines
    .filter(({ id }) => id < before)
    .filter(
      (line) =>
        (project_ref === undefined || line.project_ref === project_ref) &&
        (actor === undefined || (line.actor?.id ?? 'platform') === actor) &&
        (token === undefined || line.token?.id === token) &&
        (action === undefined || line.action === action) &&
        (day === undefined || line.occurred_at.startsWith(day)),
    )
    .filter((line) =>
      [line.action, line.target, line.actor?.name, line.actor?.email].some((text) =>
        text?.toLowerCase().includes(words),
      ),
    )
    .sort((a, b) => b.id - a.id)
  const entries = found.slice(0, limit).map(entryOf)
  const last = entries.at(-1)
  return {
    entries,
    ...(found.length > limit && last ? { cursor: String(last.id) } : {}),
    retention_days: RETENTION_DAYS,
    ...(with_choices === 'true' ? { choices: choicesOf(lines) } : {}),
  }
}

function choicesOf(lines: readonly FakeAuditEntry[]): AuditChoices {
  const named = (all: (readonly [id: string, name: string] | undefined)[]) =>
    [...new Map(all.filter((one) => one !== undefined))].map(([id, name]) => ({ id, name }))
  const words = (all: (string | undefined)[]) =>
    [...new Set(all.filter((word) => word !== undefined))].toSorted()
  return {
    actors: named(lines.map(({ actor }) => [actor?.id ?? 'platform', actor?.name ?? ''] as const)),
    tokens: named(lines.map(({ token }) => token && ([token.id, token.name] as const))),
    actions: words(lines.map(({ action }) => action)),
    projects: words(lines.map(({ project_ref }) => project_ref)),
  }
}

/** A new organization of the caller. */
export function makeOrganization(world: FakeWorld, name: string, slug?: string): Organization {
  const id = 1 + Math.max(0, ...world.organizations.map((organization) => organization.id))
  const organization: Organization = {
    id,
    slug: slug || `organization-${id}`,
    name,
    plan: { id: 'free', name: 'Free' },
    organization_requires_mfa: false,
    managed_by: null,
    is_owner: true,
    opt_in_tags: [],
    usage_billing_enabled: false,
    updated_at: tick(world),
  }
  world.organizations = [...world.organizations, organization]
  const { profile, permissions } = world.caller
  world.members[organization.slug] = [
    {
      profile_id: profile.id,
      first_name: profile.first_name,
      primary_email: profile.primary_email,
      role_id: 'owner',
      is_mfa_enabled: profile.is_mfa_enabled,
      joined_at: organization.updated_at,
      is_you: true,
    },
  ]
  permissions.push({ actions: ['%'], resources: ['%'], organization_slug: organization.slug })
  record(world, { slug: organization.slug, action: 'organization.create', target: name })
  return organization
}

function noPartner(): FakeRefusal {
  return new FakeRefusal(404, 'no_partner', 'No partner manages this organization')
}
