/** Who belongs to an organization, and who is invited. */
import { managedBy, managersOf, OWNER } from '../access/roles.js'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface MemberRow {
  profile_id: string
  first_name: string
  primary_email: string | null
  role_id: string
  is_mfa_enabled: boolean
  joined_at: string
}

export function listMemberRows(control: ControlDatabase, organizationId: number): Promise<MemberRow[]> {
  return control.select<MemberRow>(
    `select p.id as profile_id, p.first_name, p.email as primary_email, m.role as role_id, m.joined_at,
       exists (select from control.totp_factors f where f.profile_id = p.id and f.verified_at is not null)
         as is_mfa_enabled
     from control.members m join control.profiles p on p.id = m.profile_id
     where m.organization_id = $1 order by m.joined_at, lower(p.first_name)`,
    [organizationId],
  )
}

/**
 * Serializes changes of an organization's members, so that two owners who step down at once can't leave it without
 * one.
 */
function lockOrganization(organizationId: number): ControlStatement {
  return {
    sql: 'select to_json(o.id) from control.organizations o where o.id = $1 for update',
    parameters: [organizationId],
    expect: 1,
  }
}

/** Touches no row unless another owner remains. */
function requireOtherOwner(organizationId: number, profileId: string): ControlStatement {
  return {
    sql: `select to_json(1) where exists (select from control.members
        where organization_id = $1 and profile_id <> $2 and role = '${OWNER}')
      or not exists (select from control.members
        where organization_id = $1 and profile_id = $2 and role = '${OWNER}')`,
    parameters: [organizationId, profileId],
    expect: 1,
  }
}

/** The index of `requireOtherOwner` in the statements below. */
export const OWNER_CHECK = 1

/** @param from the role as it was read, so that a role changed meanwhile is not overwritten */
export function changeRole(
  organizationId: number,
  profileId: string,
  from: string,
  to: string,
): ControlStatement[] {
  return [
    lockOrganization(organizationId),
    to === OWNER ? lockOrganization(organizationId) : requireOtherOwner(organizationId, profileId),
    {
      sql: 'update control.members set role = $4 where organization_id = $1 and profile_id = $2 and role = $3',
      parameters: [organizationId, profileId, from, to],
      expect: 1,
    },
    endInvitationsOf(organizationId, profileId, managedBy(to)),
  ]
}

export function removeMemberRow(organizationId: number, profileId: string, role: string): ControlStatement[] {
  return [
    lockOrganization(organizationId),
    requireOtherOwner(organizationId, profileId),
    {
      sql: 'delete from control.members where organization_id = $1 and profile_id = $2 and role = $3',
      parameters: [organizationId, profileId, role],
      expect: 1,
    },
    endInvitationsOf(organizationId, profileId, []),
  ]
}

/** Deletes the invitations that the member may no longer offer. */
function endInvitationsOf(
  organizationId: number,
  profileId: string,
  mayGive: readonly string[],
): ControlStatement {
  return {
    sql: `delete from control.invitations
      where organization_id = $1 and invited_by = $2 and role <> all (string_to_array($3, ' '))`,
    parameters: [organizationId, profileId, mayGive.join(' ')],
  }
}

export interface InvitationRow {
  id: string
  organization_id: number
  organization_slug: string
  organization_name: string
  email: string
  role_id: string
  invited_by: string
  /** The current role of the inviter; null when no longer a member. */
  inviter_role: string | null
  inserted_at: string
  expires_at: string
  is_expired: boolean
  /** Whether its link was sent only by mail. */
  is_mailed: boolean
}

const INVITATION_COLUMNS = `i.id, i.organization_id, o.slug as organization_slug, o.name as organization_name,
  i.email, i.role as role_id, coalesce(p.first_name, '') as invited_by, m.role as inviter_role, i.created_at as inserted_at, i.expires_at,
  i.expires_at <= now() as is_expired, i.mailed as is_mailed`
const INVITATION_TABLES = `control.invitations i join control.organizations o on o.id = i.organization_id
  left join control.profiles p on p.id = i.invited_by
  left join control.members m on m.organization_id = i.organization_id and m.profile_id = i.invited_by`

export function listInvitationRows(
  control: ControlDatabase,
  organizationId: number,
): Promise<InvitationRow[]> {
  return control.select<InvitationRow>(
    `select ${INVITATION_COLUMNS} from ${INVITATION_TABLES} where i.organization_id = $1 order by i.created_at desc`,
    [organizationId],
  )
}

export async function invitationByToken(
  control: ControlDatabase,
  tokenHash: string,
): Promise<InvitationRow | undefined> {
  const [row] = await control.select<InvitationRow>(
    `select ${INVITATION_COLUMNS} from ${INVITATION_TABLES} where i.token_hash = $1`,
    [tokenHash],
  )
  return row
}

const INVITATION_DAYS = 7

/**
 * An address has at most one invitation: a second one replaces it and invalidates the first link.
 * @param invitation `mayReplace` are the roles that the inviter may take back; an invitation to another one stays,
 * and this one is `taken`
 */
export function insertInvitation(invitation: {
  id: string
  organizationId: number
  email: string
  roleId: string
  tokenHash: string
  invitedBy: string
  isMailed: boolean
  mayReplace: readonly string[]
}): ControlStatement[] {
  return [
    {
      sql: `delete from control.invitations where organization_id = $1 and lower(email) = lower($2)
        and role = any (string_to_array($3, ' '))`,
      parameters: [invitation.organizationId, invitation.email, invitation.mayReplace.join(' ')],
    },
    {
      sql: `insert into control.invitations (id, organization_id, email, role, token_hash, invited_by, mailed, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, now() + interval '${INVITATION_DAYS} days')`,
      parameters: [
        invitation.id,
        invitation.organizationId,
        invitation.email,
        invitation.roleId,
        invitation.tokenHash,
        invitation.invitedBy,
        invitation.isMailed,
      ],
    },
  ]
}

export function deleteInvitationRow(id: string, organizationId: number): ControlStatement {
  return {
    sql: 'delete from control.invitations where id = $1 and organization_id = $2',
    parameters: [id, organizationId],
    expect: 1,
  }
}

/**
 * Accepts the invitation: deletes it and adds the member. Touches no row when it has expired or the inviter lost the
 * right to offer it.
 */
export function acceptInvitationRow(invitation: InvitationRow, profileId: string): ControlStatement[] {
  return [
    {
      sql: `delete from control.invitations i where i.id = $1 and i.expires_at > now()
        and exists (select from control.members m where m.organization_id = i.organization_id
          and m.profile_id = i.invited_by and m.role = any (string_to_array($2, ' ')))`,
      parameters: [invitation.id, managersOf(invitation.role_id).join(' ')],
      expect: 1,
    },
    {
      sql: `insert into control.members (organization_id, profile_id, role) values ($1, $2, $3)
        on conflict (organization_id, profile_id) do nothing`,
      parameters: [invitation.organization_id, profileId, invitation.role_id],
    },
  ]
}

/** Where somebody is a member. */
export function organizationsOfMember(
  control: Pick<ControlDatabase, 'select'>,
  profileId: string,
): Promise<{ id: number; name: string }[]> {
  return control.select<{ id: number; name: string }>(
    `select o.id, o.name from control.organizations o
       join control.members m on m.organization_id = o.id and m.profile_id = $1 order by o.id`,
    [profileId],
  )
}
