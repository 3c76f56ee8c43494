/** Members and invitations. CONTRACT members. */
import { randomUUID } from 'node:crypto'
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  getInvitation,
  leaveOrganization,
  listInvitations,
  listMembers,
  listRoles,
  removeMember,
  updateMember,
  type Invitation,
  type Member,
} from '@basedeck/platform-client/contract'
import type { Accounts } from '../accounts/accounts.js'
import { invitationSubjectsOf, type Attempts } from '../accounts/attempts.js'
import { hashPassword } from '../accounts/password-hash.js'
import { signedInAs } from '../accounts/signed-in.js'
import type { Authenticate } from './authenticate.js'
import type { Caller, Origin } from '../access/caller.js'
import { isRole, managedBy, mayManage, roleName, ROLES } from '../access/roles.js'
import { hashOf, newSecretToken } from '../secrets/secret-token.js'
import type { SessionCookie } from '../access/session-cookie.js'
import { auditStatement, type Actor } from '../control/audit.js'
import type { ControlDatabase, ControlStatement, Written } from '../control/control-database.js'
import {
  acceptInvitationRow,
  changeRole,
  deleteInvitationRow,
  insertInvitation,
  invitationByToken,
  listInvitationRows,
  listMemberRows,
  OWNER_CHECK,
  removeMemberRow,
  type InvitationRow,
  type MemberRow,
} from '../control/members.js'
import { proveAddress } from '../control/credentials.js'
import type { OrganizationResource } from '../control/resources.js'
import { insertProfile, profileByEmail, profileById } from '../control/profiles.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Notify } from '../notifications/notice.js'
import { memberJoined, roleChanged } from '../notifications/notices.js'
import { memberLeft } from '../notifications/team-notices.js'
import type { Mount } from './mount.js'
import type { Mailer } from '../mail/mailer.js'
import { invitationMail } from '../mail/mails.js'
import { enter } from './accounts.js'
import { accountText } from '../text/accounts.js'
import { requestText } from '../text/errors.js'

export interface MemberRouteDeps {
  control: ControlDatabase
  accounts: Accounts
  attempts: Attempts
  accountsOn: boolean
  authenticate: Authenticate
  cookie: SessionCookie
  mailer: Mailer
  notify: Notify
  publicUrl(): string
}

export function memberRoutes(mount: Mount, deps: MemberRouteDeps): void {
  const { control, mailer, notify } = deps

  async function requireMember(organization: OrganizationResource, profileId: string): Promise<MemberRow> {
    const row = (await listMemberRows(control, organization.id)).find((one) => one.profile_id === profileId)
    if (!row) throw new DomainError('not_found', accountText.notMember)
    return row
  }

  /** A member can only give and take roles up to their own. */
  function requireManages(caller: Caller, organization: OrganizationResource, ...roleIds: string[]): void {
    const own = roleIn(caller, organization)
    if (!roleIds.every((roleId) => mayManage(own, roleId))) throw new DomainError('forbidden')
  }

  async function remove(
    member: MemberRow,
    caller: Caller,
    organization: OrganizationResource,
    origin: Origin,
  ) {
    requireWritten(
      await control.write([
        ...removeMemberRow(organization.id, member.profile_id, member.role_id),
        auditStatement(caller, origin, {
          action: member.profile_id === caller.id ? 'member.leave' : 'member.remove',
          target: member.primary_email ?? member.first_name,
          organizationId: organization.id,
          detail: { role: roleName(member.role_id) },
        }),
      ]),
    )
    await notify(memberLeft(organization, { id: member.profile_id, name: member.first_name }, caller))
  }

  mount.on(listRoles, ({ caller, organization }) => {
    const own = roleIn(caller, organization)
    return ROLES.map((role) => ({ ...role, is_manageable: mayManage(own, role.id) }))
  })
  mount.on(listMembers, async ({ caller, organization }) =>
    (await listMemberRows(control, organization.id)).map((row) => shown(row, caller)),
  )

  mount.on(updateMember, async ({ caller, organization, params, body, origin }) => {
    requireRole(body.role_id)
    const member = await requireMember(organization, params['profile_id'] ?? '')
    requireManages(caller, organization, member.role_id, body.role_id)
    requireWritten(
      await control.write([
        ...changeRole(organization.id, member.profile_id, member.role_id, body.role_id),
        auditStatement(caller, origin, {
          action: 'member.role_change',
          target: member.primary_email ?? member.first_name,
          organizationId: organization.id,
          detail: { from: roleName(member.role_id), to: roleName(body.role_id) },
        }),
      ]),
    )
    if (member.profile_id !== caller.id)
      await notify(
        roleChanged(organization, {
          id: member.profile_id,
          from: roleName(member.role_id),
          to: roleName(body.role_id),
        }),
      )
    return shown({ ...member, role_id: body.role_id }, caller)
  })

  mount.on(removeMember, async ({ caller, organization, params, origin }) => {
    const member = await requireMember(organization, params['profile_id'] ?? '')
    requireManages(caller, organization, member.role_id)
    await remove(member, caller, organization, origin)
    return { profile_id: member.profile_id }
  })

  mount.on(leaveOrganization, async ({ caller, organization, origin }) => {
    if (caller.via === 'token') throw new DomainError('session_needed')
    await remove(await requireMember(organization, caller.id), caller, organization, origin)
    return { slug: organization.slug }
  })

  mount.on(listInvitations, async ({ organization }) =>
    (await listInvitationRows(control, organization.id)).map(shownInvitation),
  )

  mount.on(
    createInvitation,
    async ({ caller, organization, body, origin }) => {
      if (!deps.accountsOn) throw new DomainError('accounts_off')
      requireRole(body.role_id)
      requireManages(caller, organization, body.role_id)
      const members = await listMemberRows(control, organization.id)
      if (members.some((member) => member.primary_email?.toLowerCase() === body.email.toLowerCase()))
        throw new DomainError('already_member')
      if (mailer.isConfigured)
        await deps.attempts.begin(invitationSubjectsOf(caller.id, body.email), 'too_many_invitations')
      const id = randomUUID()
      const { token, hash } = newSecretToken()
      const written = await control.write([
        ...insertInvitation({
          id,
          organizationId: organization.id,
          email: body.email,
          roleId: body.role_id,
          tokenHash: hash,
          invitedBy: caller.id,
          isMailed: mailer.isConfigured,
          mayReplace: managedBy(roleIn(caller, organization)),
        }),
        auditStatement(caller, origin, {
          action: 'member.invite',
          target: body.email,
          organizationId: organization.id,
          detail: { role: roleName(body.role_id) },
        }),
      ])
      // A member with a higher role has already invited this address.
      if (!written.ok) throw new DomainError('forbidden', accountText.invitedAbove)
      const link = `${deps.publicUrl()}/invitation/${token}`
      const mailed = await mailer.send(invitationMail(body.email, organization.name, caller.name, link))
      const row = (await listInvitationRows(control, organization.id)).find((one) => one.id === id)
      if (!row) throw new DomainError('invitation_not_found')
      // Where it is mailed, the mailbox alone has it: using it proves the address.
      return { ...shownInvitation(row), link: mailer.isConfigured ? null : link, mailed }
    },
    201,
  )

  mount.on(deleteInvitation, async ({ caller, organization, params, origin }) => {
    const id = params['id'] ?? ''
    const row = (await listInvitationRows(control, organization.id)).find((one) => one.id === id)
    if (!row) throw new DomainError('invitation_not_found')
    requireManages(caller, organization, row.role_id)
    const written = await control.write([
      deleteInvitationRow(id, organization.id),
      auditStatement(caller, origin, {
        action: 'member.invitation_revoke',
        target: row.email,
        organizationId: organization.id,
      }),
    ])
    if (!written.ok) throw new DomainError('invitation_not_found')
    return { id }
  })

  mount.on(getInvitation, async ({ params }) => {
    const row = await requireInvitation(params['token'] ?? '')
    return {
      organization_name: row.organization_name,
      email: row.email,
      role_name: roleName(row.role_id),
      is_expired: row.is_expired,
      has_account: (await profileByEmail(control, row.email)) !== undefined,
    }
  })

  mount.on(acceptInvitation, async ({ c, params, body, origin }) => {
    if (!deps.accountsOn) throw new DomainError('accounts_off')
    const row = await requireInvitation(params['token'] ?? '')
    if (row.is_expired) throw new DomainError('link_used')
    const found = await deps.authenticate(c)
    const accept = (who: Actor) => [
      ...acceptInvitationRow(row, who.id),
      auditStatement(who, origin, {
        action: 'member.join',
        target: row.email,
        organizationId: row.organization_id,
        detail: { role: roleName(row.role_id) },
      }),
    ]
    if (found?.status === 'signed-in') {
      const { caller } = found
      if (caller.email?.toLowerCase() !== row.email.toLowerCase()) throw new DomainError('other_email')
      const proof = await proofOf(caller, row)
      if (!(await control.write([...proof, ...accept(caller)])).ok) throw new DomainError('link_used')
      await tellJoined(caller, row)
      return { slug: row.organization_slug, state: signedInAs(caller) }
    }
    if (await profileByEmail(control, row.email)) throw new DomainError('account_exists')
    if (body.first_name === undefined || body.password === undefined) throw new DomainError('signed_out')
    const who = { id: randomUUID(), name: body.first_name, email: row.email }
    const passwordHash = await hashPassword(body.password)
    const signedIn = await deps.accounts.begin(who, {
      awaitsSecondFactor: false,
      origin,
      before: [
        insertProfile({
          id: who.id,
          email: who.email,
          firstName: who.name,
          passwordHash,
          isEmailProved: row.is_mailed,
          madeIn: row.organization_id,
        }),
        ...accept(who),
      ],
    })
    await tellJoined(who, row)
    return { slug: row.organization_slug, state: enter(c, deps.cookie, signedIn) }
  })

  function tellJoined({ id, name }: Actor, invitation: InvitationRow): Promise<void> {
    const { organization_id, organization_name, role_id } = invitation
    return notify(
      memberJoined({ id: organization_id, name: organization_name }, { id, name, role: roleName(role_id) }),
    )
  }

  /**
   * What an account that joins another organization has to prove: that its address is its holder's. A stranger may have made
   * it by a link that was handed over, and would come along.
   */
  async function proofOf(caller: Caller, invitation: InvitationRow): Promise<ControlStatement[]> {
    const profile = await profileById(control, caller.id)
    if (!profile || profile.is_email_proved) return []
    if (invitation.is_mailed) return proveAddress(caller.id, caller.credentialId)
    if (profile.made_in === invitation.organization_id) return []
    throw new DomainError('address_unproved')
  }

  async function requireInvitation(token: string): Promise<InvitationRow> {
    const row = /^[\w-]{10,100}$/.test(token) ? await invitationByToken(control, hashOf(token)) : undefined
    if (!row || !mayManage(row.inviter_role ?? '', row.role_id)) throw new DomainError('invitation_not_found')
    return row
  }
}

function roleIn(caller: Caller, organization: OrganizationResource): string {
  return caller.memberships.find(({ organizationId }) => organizationId === organization.id)?.roleId ?? ''
}

function requireRole(id: string): void {
  if (!isRole(id)) throw new DomainError('invalid_body', requestText.unknownRole)
}

function requireWritten(written: Written): void {
  if (written.ok) return
  const isLastOwner = written.reason === 'mismatch' && written.statement === OWNER_CHECK
  throw new DomainError(isLastOwner ? 'last_owner' : 'stale')
}

function shown(row: MemberRow, caller: Caller): Member {
  return { ...row, is_you: row.profile_id === caller.id }
}

function shownInvitation(row: InvitationRow): Invitation {
  const { id, email, role_id, invited_by, inserted_at, expires_at, is_expired } = row
  return { id, email, role_id, invited_by, inserted_at, expires_at, is_expired }
}
