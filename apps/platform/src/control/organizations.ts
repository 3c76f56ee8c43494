/** Organizations as rows, and as the platform shows them. */
import { randomInt } from 'node:crypto'
import type { ManagedBy, Organization, PlanId } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement, Parameter } from './control-database.js'
import { REQUIRES_MFA_EVERYWHERE } from './installation-settings.js'

interface OrganizationRow {
  id: number
  slug: string
  name: string
  plan: PlanId
  requires_mfa: boolean
  managed_by: ManagedBy
  partner_id: string | null
  billing_email: string | null
  opt_in_tags: string[]
  restriction_status: string | null
  usage_billing_enabled: boolean
  updated_at: string
}

const COLUMNS = `o.id, o.slug, o.name, o.plan, o.requires_mfa or ${REQUIRES_MFA_EVERYWHERE} as requires_mfa, o.managed_by, o.partner_id,
  o.billing_email, o.opt_in_tags, o.restriction_status, o.usage_billing_enabled, o.updated_at`

export const PLAN_NAMES: Readonly<Record<PlanId, string>> = {
  free: 'Free',
  pro: 'Pro',
  team: 'Team',
  enterprise: 'Enterprise',
}

/** The route adds whether the caller is an owner. */
export type StoredOrganization = Omit<Organization, 'is_owner'>

export async function organizationsByIds(
  control: ControlDatabase,
  ids: readonly number[],
): Promise<StoredOrganization[]> {
  const rows = await control.select<OrganizationRow>(
    `select ${COLUMNS} from control.organizations o
     where o.id = any(string_to_array($1, ',')::int[]) order by lower(o.name), o.id`,
    [ids.join(',')],
  )
  return rows.map(organizationOf)
}

export async function organizationById(
  control: ControlDatabase,
  id: number,
): Promise<StoredOrganization | undefined> {
  return (await organizationsByIds(control, [id]))[0]
}

/** Where the partner's own page of an organization is: found by the organization, or by the installation there. */
export async function partnerPage(
  control: ControlDatabase,
  by: { organizationId: number } | { partnerId: string },
): Promise<{ organizationId: number; managedBy: ManagedBy; url: string | null } | undefined> {
  const [column, value] = 'partnerId' in by ? ['partner_id', by.partnerId] : ['id', by.organizationId]
  const [row] = await control.select<{ id: number; managed_by: ManagedBy; partner_url: string | null }>(
    `select id, managed_by, partner_url from control.organizations where ${column} = $1`,
    [value],
  )
  return row && { organizationId: row.id, managedBy: row.managed_by, url: row.partner_url }
}

export interface NewOrganization {
  slug: string
  name: string
  plan?: PlanId
  managedBy?: Exclude<ManagedBy, null>
  partnerId?: string
  partnerUrl?: string
  usageBilling?: boolean
}

/** The organization and its first member. */
export function insertOrganization(
  organization: NewOrganization,
  member: { profileId: string; roleId: string },
): ControlStatement[] {
  return [
    {
      sql: `insert into control.organizations
          (slug, name, plan, managed_by, partner_id, partner_url, usage_billing_enabled)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      parameters: [
        organization.slug,
        organization.name,
        organization.plan ?? 'free',
        organization.managedBy,
        organization.partnerId,
        organization.partnerUrl,
        organization.usageBilling ?? false,
      ],
    },
    {
      sql: `insert into control.members (organization_id, profile_id, role)
        select id, $2::uuid, $3 from control.organizations where slug = $1`,
      parameters: [organization.slug, member.profileId, member.roleId],
      expect: 1,
    },
  ]
}

export interface OrganizationChanges {
  name?: string | undefined
  billingEmail?: string | null | undefined
  requiresMfa?: boolean | undefined
  /** The timestamp as it was read; touches no row when the row was changed meanwhile. */
  expectedUpdatedAt?: string | undefined
}

export function updateOrganizationRow(id: number, changes: OrganizationChanges): ControlStatement {
  const parameters: Parameter[] = [id]
  const bind = (value: Parameter) => `$${parameters.push(value)}`
  const sets = [
    // Always later than the stored one, even on a coarse clock.
    "updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')",
    ...(changes.name === undefined ? [] : [`name = ${bind(changes.name)}`]),
    ...(changes.billingEmail === undefined ? [] : [`billing_email = ${bind(changes.billingEmail)}`]),
    ...(changes.requiresMfa === undefined ? [] : [`requires_mfa = ${bind(changes.requiresMfa)}`]),
  ]
  const expected =
    changes.expectedUpdatedAt === undefined
      ? ''
      : ` and updated_at = ${bind(changes.expectedUpdatedAt)}::timestamptz`
  return {
    sql: `update control.organizations set ${sets.join(', ')} where id = $1${expected}`,
    parameters,
    expect: 1,
  }
}

/** Touches no row while there are projects. */
export function deleteOrganizationRow(id: number): ControlStatement {
  return {
    sql: `delete from control.organizations o where id = $1
      and not exists (select from control.projects p where p.organization_id = o.id)`,
    parameters: [id],
    expect: 1,
  }
}

const SLUG_LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const RANDOM_LETTERS = 20

/** Twenty random letters: the ref of a project, or a slug for a name without usable letters. */
export function randomWord(letters = RANDOM_LETTERS): string {
  return Array.from({ length: letters }, () => SLUG_LETTERS[randomInt(SLUG_LETTERS.length)]).join('')
}

function organizationOf(row: OrganizationRow): StoredOrganization {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    plan: { id: row.plan, name: PLAN_NAMES[row.plan] },
    organization_requires_mfa: row.requires_mfa,
    managed_by: row.managed_by,
    ...(row.partner_id === null ? {} : { partner_id: row.partner_id }),
    ...(row.billing_email === null ? {} : { billing_email: row.billing_email }),
    opt_in_tags: row.opt_in_tags,
    ...(row.restriction_status === null ? {} : { restriction_status: row.restriction_status }),
    usage_billing_enabled: row.usage_billing_enabled,
    updated_at: row.updated_at,
  }
}
