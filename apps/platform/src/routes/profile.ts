/** The caller's own account. CONTRACT profile. */
import { randomUUID } from 'node:crypto'
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  createAccessToken,
  deleteAccessToken,
  endSession,
  enrollFactor,
  getPermissions,
  getProfile,
  listAccessTokens,
  listFactors,
  listOwnAudit,
  listSessions,
  removeFactor,
  renewRecoveryCodes,
  updateProfile,
  verifyFactor,
  type Profile,
} from '@basedeck/platform-client/contract'
import type { EmailChanges } from '../accounts/email-change.js'
import { mailSubjectsOf, subjectsOf, type Attempts } from '../accounts/attempts.js'
import { hashPassword, isPassword } from '../accounts/password-hash.js'
import type { SecondFactors } from '../accounts/second-factor.js'
import { allPermissions, type Caller, type Origin } from '../access/caller.js'
import { newSecretToken } from '../secrets/secret-token.js'
import { findProject } from '../control/resources.js'
import { mayMakeOrganizations } from '../control/installation-settings.js'
import { deleteAccessTokenRow, insertAccessToken, listAccessTokenRows } from '../control/access-tokens.js'
import { auditStatement, auditPage } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { endCredentials } from '../control/credentials.js'
import { emailChangeOf } from '../control/email-changes.js'
import { profileById, setPassword } from '../control/profiles.js'
import { countRecoveryCodes, listFactorRows } from '../control/second-factors.js'
import { deleteSession, listSessionRows } from '../control/sessions.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Notify } from '../notifications/notice.js'
import { tellFactorsRemoved } from '../notifications/tell-factors-removed.js'
import type { Mount } from './mount.js'
import { requestText } from '../text/errors.js'

export interface ProfileRouteDeps {
  control: ControlDatabase
  attempts: Attempts
  factors: SecondFactors
  /** Whether people make organizations here. */
  isPlatform: boolean
  auditRetentionDays: number
  notify: Notify
  emailChanges: EmailChanges
  /** Whether the platform sends mail. */
  isMailing: boolean
  now(): Date
}

const TOKEN_PREFIX = 'bdp_'
const SHOWN_CHARACTERS = 10
const DAY_MS = 24 * 60 * 60 * 1000

export function profileRoutes(
  mount: Mount,
  {
    control,
    attempts,
    factors,
    isPlatform,
    auditRetentionDays,
    notify,
    emailChanges,
    isMailing,
    now,
  }: ProfileRouteDeps,
): void {
  const show = async (caller: Caller): Promise<Profile> => {
    const isNarrow = caller.scope?.isNarrow === true
    const email = isNarrow ? null : caller.email
    const change = caller.via === 'session' ? await emailChangeOf(control, caller.id) : undefined
    return {
      id: caller.id,
      username: email ?? (isNarrow ? caller.name : 'local'),
      first_name: caller.name,
      primary_email: email,
      is_mfa_enabled: caller.isMfaEnabled,
      can_create_organizations: !isNarrow && isPlatform && (await mayMakeOrganizations(control, caller)),
      is_administrator: !isNarrow && caller.isAdministrator,
      inserted_at: caller.createdAt,
      ...(change ? { email_change: change } : {}),
    }
  }

  /** An open session alone is not enough to change credentials. */
  async function requirePassword(caller: Caller, password: string, origin: Origin): Promise<void> {
    requireSession(caller)
    const subjects = subjectsOf(`password of ${caller.id}`, origin.ip)
    await attempts.begin(subjects)
    const row = await profileById(control, caller.id)
    if (!(await isPassword(password, row?.password_hash))) throw new DomainError('wrong_password')
    await attempts.succeeded(subjects)
  }

  /** Where a token is made for. @throws DomainError for what its owner does not belong to */
  async function resourceOf(
    caller: Caller,
    {
      organization_slug: slug,
      project_ref: ref,
    }: { organization_slug?: string | undefined; project_ref?: string | undefined },
  ) {
    const project = ref === undefined ? undefined : await findProject(control, ref)
    const wanted = slug ?? project?.organization.slug
    const organization = caller.memberships.find((one) => one.slug === wanted)
    if (slug !== undefined && !organization)
      throw new DomainError('invalid_body', requestText.foreignOrganization)
    if (ref !== undefined && (!project || project.organization.slug !== organization?.slug))
      throw new DomainError('unknown_project')
    return { organization, project }
  }

  mount.on(getProfile, ({ caller }) => show(caller))
  mount.on(getPermissions, ({ caller }) => allPermissions(caller))

  mount.on(updateProfile, async ({ caller, body, origin }) => {
    await control.write([
      {
        sql: 'update control.profiles set first_name = $2 where id = $1',
        parameters: [caller.id, body.first_name],
        expect: 1,
      },
      auditStatement(caller, origin, { action: 'account.rename', target: body.first_name }),
    ])
    return show({ ...caller, name: body.first_name })
  })

  mount.on(changePassword, async ({ caller, body, origin }) => {
    await requirePassword(caller, body.current_password, origin)
    await control.write([
      setPassword(caller.id, await hashPassword(body.password)),
      ...endCredentials(caller.id, caller.credentialId),
      auditStatement(caller, origin, { action: 'account.password_change', target: caller.email ?? '' }),
    ])
    return show(caller)
  })

  mount.on(changeEmail, async ({ caller, body, origin }) => {
    await requirePassword(caller, body.password, origin)
    if (isMailing) await attempts.begin(mailSubjectsOf(caller.id, body.email))
    await emailChanges.begin(caller, body.email, origin)
    return show(isMailing ? caller : { ...caller, email: body.email })
  })

  mount.on(cancelEmailChange, async ({ caller, origin }) => {
    requireSession(caller)
    await emailChanges.cancel(caller, origin)
    return show(caller)
  })

  mount.on(listSessions, async ({ caller }) => {
    const rows = await listSessionRows(control, caller.id)
    return rows.map((row) => ({ ...row, is_current: row.id === caller.credentialId }))
  })

  mount.on(endSession, async ({ caller, params, origin }) => {
    const id = params['id'] ?? ''
    const written = await control.write([
      deleteSession(id, caller.id),
      auditStatement(caller, origin, { action: 'account.session_end', target: caller.email ?? '' }),
    ])
    if (!written.ok) throw new DomainError('not_found')
    return { id }
  })

  mount.on(listOwnAudit, async ({ caller, query }) => ({
    ...(await auditPage(control, { actorId: caller.id }, query)),
    retention_days: auditRetentionDays,
  }))

  mount.on(listFactors, async ({ caller }) => {
    const rows = await listFactorRows(control, caller.id)
    return {
      factors: rows.map(({ id, name, verified, inserted_at }) => ({ id, name, verified, inserted_at })),
      recovery_codes_left: await countRecoveryCodes(control, caller.id),
    }
  })

  mount.on(enrollFactor, async ({ caller, body, origin }) => {
    await requirePassword(caller, body.password, origin)
    return factors.enroll(caller, body.name, origin)
  })

  mount.on(verifyFactor, async ({ caller, params, body, origin }) => {
    requireSession(caller)
    return { recovery_codes: await factors.verify(caller, params['id'] ?? '', body.code, origin) }
  })

  mount.on(removeFactor, async ({ caller, params, body, origin }) => {
    await requirePassword(caller, body.password, origin)
    const id = params['id'] ?? ''
    const { wasVerified, isLast } = await factors.remove(caller, id, origin)
    if (wasVerified) await tellFactorsRemoved({ control, notify }, { member: caller, by: caller, isLast })
    return { id }
  })

  mount.on(renewRecoveryCodes, async ({ caller, body, origin }) => {
    await requirePassword(caller, body.password, origin)
    return { recovery_codes: await factors.renewCodes(caller, origin) }
  })

  mount.on(listAccessTokens, ({ caller }) => listAccessTokenRows(control, caller.id))

  mount.on(
    createAccessToken,
    async ({ caller, body, origin }) => {
      requireSession(caller)
      const id = randomUUID()
      const { token, hash } = newSecretToken(TOKEN_PREFIX)
      const prefix = token.slice(0, SHOWN_CHARACTERS)
      const days = body.expires_in_days
      const expiresAt = days === null ? undefined : new Date(now().getTime() + days * DAY_MS)
      const { organization, project } = await resourceOf(caller, body)
      await control.write([
        insertAccessToken({
          id,
          profileId: caller.id,
          name: body.name,
          hash,
          prefix,
          expiresAt,
          access: body.access,
          organizationId: organization?.organizationId,
          projectId: project?.id,
        }),
        auditStatement(caller, origin, {
          action: 'access_token.create',
          target: body.name,
          detail: { prefix, access: body.access },
        }),
      ])
      return {
        id,
        name: body.name,
        access: body.access,
        organization_slug: organization?.slug ?? null,
        project_ref: project?.ref ?? null,
        prefix,
        token,
        inserted_at: now().toISOString(),
        last_used_at: null,
        expires_at: expiresAt?.toISOString() ?? null,
      }
    },
    201,
  )

  mount.on(deleteAccessToken, async ({ caller, params, origin }) => {
    const id = params['id'] ?? ''
    const known = (await listAccessTokenRows(control, caller.id)).find((token) => token.id === id)
    const written = await control.write([
      deleteAccessTokenRow(id, caller.id),
      auditStatement(caller, origin, { action: 'access_token.delete', target: known?.name ?? '' }),
    ])
    if (!written.ok) throw new DomainError('not_found')
    return { id }
  })
}

/** A leaked token must not be able to make itself permanent. */
function requireSession(caller: Caller): void {
  if (caller.via === 'local') throw new DomainError('accounts_off')
  if (caller.via === 'token') throw new DomainError('session_needed')
}
