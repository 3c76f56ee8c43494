/** Organizations. CONTRACT organizations. */
import {
  createOrganization,
  deleteOrganization,
  getMarketplaceRedirect,
  getOrganization,
  getPartnerRedirect,
  listAudit,
  listOrganizationProjects,
  listOrganizations,
  PROJECT_PAGE_SIZE,
  updateOrganization,
  type Organization,
  type OrganizationProject,
} from '@basedeck/platform-client/contract'
import { slugOf } from '@basedeck/core/rules'
import type { Caller } from '../access/caller.js'
import { mayMakeOrganizations } from '../control/installation-settings.js'
import { OWNER } from '../access/roles.js'
import { auditStatement, auditPage } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import {
  deleteOrganizationRow,
  insertOrganization,
  organizationById,
  organizationsByIds,
  partnerPage,
  randomWord,
  updateOrganizationRow,
  type StoredOrganization,
} from '../control/organizations.js'
import { pageOfProjects, type ProjectRow } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'

export interface OrganizationRouteDeps {
  control: ControlDatabase
  auditRetentionDays: number
}

/** A slug that is taken gets some letters at its end. */
const SLUG_ATTEMPTS = 5
const SLUG_SUFFIX_LETTERS = 5

export function organizationRoutes(mount: Mount, deps: OrganizationRouteDeps): void {
  const { control } = deps

  async function require(id: number, caller: Caller): Promise<Organization> {
    const stored = await organizationById(control, id)
    if (!stored) throw new DomainError('organization_not_found')
    return show(stored, caller)
  }

  mount.on(listOrganizations, async ({ caller }) => {
    const stored = await organizationsByIds(
      control,
      caller.memberships.map(({ organizationId }) => organizationId),
    )
    return stored.map((organization) => show(organization, caller))
  })

  mount.on(
    createOrganization,
    async ({ caller, body, origin }) => {
      if (!(await mayMakeOrganizations(control, caller))) throw new DomainError('organizations_closed')
      const base = body.slug || slugOf(body.name)
      // A chosen slug is used as it is or refused.
      const attempts = body.slug ? 1 : SLUG_ATTEMPTS
      for (let attempt = 0; attempt < attempts; attempt++) {
        const suffix = attempt === 0 ? '' : `-${randomWord(SLUG_SUFFIX_LETTERS)}`
        const slug = base === undefined ? randomWord() : base + suffix
        const written = await control.write([
          ...insertOrganization({ slug, name: body.name }, { profileId: caller.id, roleId: OWNER }),
          {
            sql: `insert into control.audit_log
                (actor_id, actor_name, actor_email, organization_id, action, target, ip, request_id)
              select $1, $2, $3, id, 'organization.create', name, $4, $5 from control.organizations where slug = $6`,
            parameters: [caller.id, caller.name, caller.email, origin.ip, origin.requestId, slug],
            expect: 1,
          },
        ])
        if (!written.ok) continue
        const [created] = await control.select<{ id: number }>(
          'select id from control.organizations where slug = $1',
          [slug],
        )
        if (created) return { ...(await require(created.id, caller)), is_owner: true }
      }
      throw new DomainError(body.slug ? 'slug_taken' : 'name_taken')
    },
    201,
  )

  mount.on(getOrganization, ({ caller, organization }) => require(organization.id, caller))

  mount.on(updateOrganization, async ({ caller, organization, body, origin }) => {
    const { name, billing_email, organization_requires_mfa } = body
    // The owner who turns it on must not be locked out.
    if (organization_requires_mfa === true && !caller.isMfaEnabled && caller.via !== 'local')
      throw new DomainError('mfa_required', 'Set up two-factor authentication for yourself first')
    const written = await control.write([
      updateOrganizationRow(organization.id, {
        name,
        billingEmail: billing_email,
        requiresMfa: organization_requires_mfa,
        expectedUpdatedAt: body.expected_updated_at,
      }),
      auditStatement(caller, origin, {
        action: 'organization.update',
        target: organization.name,
        organizationId: organization.id,
        detail: {
          ...(name === undefined ? {} : { name }),
          ...(billing_email === undefined ? {} : { billing_email }),
          ...(organization_requires_mfa === undefined ? {} : { organization_requires_mfa }),
        },
      }),
    ])
    const stored = await require(organization.id, caller)
    if (!written.ok) throw new DomainError('stale', undefined, { more: { stored } })
    return stored
  })

  mount.on(deleteOrganization, async ({ caller, organization, body, origin }) => {
    if (body.name !== organization.name) throw new DomainError('name_mismatch')
    const written = await control.write([
      deleteOrganizationRow(organization.id),
      auditStatement(caller, origin, {
        action: 'organization.delete',
        target: organization.name,
        organizationId: organization.id,
      }),
    ])
    if (!written.ok) throw new DomainError('organization_not_empty')
    return { slug: organization.slug }
  })

  mount.on(listOrganizationProjects, async ({ organization, query }) => {
    const limit = query.limit ?? PROJECT_PAGE_SIZE
    const offset = query.offset ?? 0
    const { rows, count } = await pageOfProjects(control, {
      organizationId: organization.id,
      limit,
      offset,
      sort: query.sort ?? 'name_asc',
      search: query.search,
      statuses: query.statuses,
    })
    return { projects: rows.map(listed), pagination: { count, limit, offset } }
  })

  mount.on(listAudit, async ({ organization, query }) => ({
    ...(await auditPage(control, { organizationId: organization.id }, query)),
    retention_days: deps.auditRetentionDays,
  }))

  mount.on(getPartnerRedirect, async ({ caller, params }) => {
    const page = await partnerPage(control, { partnerId: params['installation_id'] ?? '' })
    const isMember = caller.memberships.some(({ organizationId }) => organizationId === page?.organizationId)
    return redirectOf(isMember ? page : undefined, 'vercel-marketplace')
  })

  mount.on(getMarketplaceRedirect, async ({ organization }) =>
    redirectOf(await partnerPage(control, { organizationId: organization.id }), 'cloud-marketplace'),
  )
}

function redirectOf(
  page: Awaited<ReturnType<typeof partnerPage>>,
  managedBy: Organization['managed_by'],
): { url: string } {
  if (!page?.url || page.managedBy !== managedBy) throw new DomainError('no_partner')
  return { url: page.url }
}

function show(stored: StoredOrganization, caller: Caller): Organization {
  const membership = caller.memberships.find(({ organizationId }) => organizationId === stored.id)
  return { ...stored, is_owner: membership?.roleId === OWNER }
}

function listed(row: ProjectRow): OrganizationProject {
  return {
    ref: row.ref,
    name: row.name,
    region: row.region,
    status: row.status,
    is_branch: row.parent_ref !== null,
    inserted_at: row.created_at,
    databases: [
      {
        identifier: row.ref,
        type: 'PRIMARY',
        region: row.region,
        status: row.status,
        cloud_provider: row.cloud_provider,
      },
    ],
  }
}
