/** Sign-in and sign-out: passwords, second factors, sessions. Each change is written to the audit log. */
import { slugOf } from '@basedeck/core/rules'
import { randomUUID } from 'node:crypto'
import type { SignInState } from '@basedeck/platform-client/contract'
import type { Origin } from '../access/caller.js'
import { OWNER } from '../access/roles.js'
import { hashOf, newSecretToken } from '../secrets/secret-token.js'
import { auditStatement, type Actor } from '../control/audit.js'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { endCredentials } from '../control/credentials.js'
import { writeInstallationSetting } from '../control/installation-settings.js'
import { insertOrganization, randomWord } from '../control/organizations.js'
import {
  hasAccounts,
  insertProfile,
  profileByEmail,
  profileById,
  type ProfileRow,
} from '../control/profiles.js'
import { listFactorRows, takeRecoveryCode, takeStep } from '../control/second-factors.js'
import { deleteSession, deleteSessions, insertSession, newSession } from '../control/sessions.js'
import { DomainError } from '../kernel/domain-error.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { subjectsOf, type Attempts } from './attempts.js'
import { factorPurpose } from './second-factor.js'
import { signedInAs } from './signed-in.js'
import { hashPassword, isPassword } from './password-hash.js'
import { recoveryCodeHash } from './recovery-codes.js'
import { stepOfCode } from './totp.js'

export interface AccountsDeps {
  control: ControlDatabase
  attempts: Attempts
  box: SecretBox
  /** Printed at the terminal until the first account is made. */
  setupCode(): string
  /** The existing organization of a self-hosted platform; undefined: the first account creates one. */
  ownOrganization: string | undefined
  /** The server listens beyond loopback, so only administrators may create organizations at first. */
  isReachedByOthers: boolean
  now(): Date
}

/** A new session. Its token goes into the cookie. */
export interface SignedIn {
  token: string
  expiresAt: Date
  state: SignInState
}

/** The first account. */
export interface SetupRequest {
  setup_code: string
  email: string
  password: string
  first_name: string
  organization_name: string
}

export interface Accounts {
  setupNeeded(): Promise<boolean>
  setUp(request: SetupRequest, origin: Origin): Promise<SignedIn>
  signIn(email: string, password: string, origin: Origin): Promise<SignedIn>
  /** Replaces the waiting session by a new one, so that a token stolen before the second factor is useless after it. */
  secondFactor(
    waiting: { profileId: string; sessionId: string },
    proof: { code: string } | { recovery_code: string },
    origin: Origin,
  ): Promise<SignedIn>
  signOut(
    who: Actor,
    sessionId: string,
    scope: 'here' | 'others' | 'everywhere',
    origin: Origin,
  ): Promise<void>
  /** Begins a session for a person who has just authenticated. `before` happens in the same transaction. */
  begin(
    profile: Actor,
    options: { awaitsSecondFactor: boolean; origin: Origin; before: ControlStatement[] },
  ): Promise<SignedIn>
}

export function createAccounts({
  control,
  attempts,
  box,
  setupCode,
  ownOrganization,
  isReachedByOthers,
  now,
}: AccountsDeps): Accounts {
  async function begin(
    profile: Actor,
    { awaitsSecondFactor, origin, before }: Parameters<Accounts['begin']>[1],
  ): Promise<SignedIn> {
    const { token, hash } = newSecretToken()
    const session = newSession(profile.id, hash, awaitsSecondFactor, now())
    const written = await control.write([...before, ...insertSession(session, origin)])
    if (!written.ok) throw new DomainError(written.reason === 'taken' ? 'email_taken' : 'wrong_code')
    return {
      token,
      expiresAt: session.expiresAt,
      state: awaitsSecondFactor
        ? { status: 'second-factor-needed', email: profile.email ?? '' }
        : signedInAs(profile),
    }
  }

  const setupNeeded = async () => !(await hasAccounts(control))

  return {
    setupNeeded,
    begin,
    async setUp(request, origin) {
      if (!(await setupNeeded())) throw new DomainError('already_set_up')
      // The code is too long to guess, so attempts need no delay, and a stranger can't delay the owner.
      if (hashOf(request.setup_code.trim()) !== hashOf(setupCode())) throw new DomainError('wrong_setup_code')
      const profile = { id: randomUUID(), name: request.first_name, email: request.email }
      const passwordHash = await hashPassword(request.password)
      const slug = ownOrganization ?? slugOf(request.organization_name) ?? randomWord()
      const organization =
        ownOrganization === undefined
          ? insertOrganization(
              { slug, name: request.organization_name },
              { profileId: profile.id, roleId: OWNER },
            )
          : [joinAsOwner(slug, profile.id, request.organization_name)]
      return begin(profile, {
        awaitsSecondFactor: false,
        origin,
        before: [
          // If two first accounts are made at once, the lock makes the second one fail.
          { sql: 'lock table control.profiles in exclusive mode' },
          {
            sql: 'select 1 where not exists (select from control.profiles where not is_local)',
            expect: 1,
          },
          insertProfile({
            id: profile.id,
            email: profile.email,
            firstName: profile.name,
            passwordHash,
            // Only the operator has the setup code.
            isEmailProved: true,
            isAdministrator: true,
          }),
          ...organization,
          writeInstallationSetting('anyone_creates_organizations', !isReachedByOthers),
          auditStatement(profile, origin, { action: 'account.set_up', target: profile.email }),
        ],
      })
    },

    async signIn(email, password, origin) {
      const subjects = subjectsOf(email, origin.ip)
      await attempts.begin(subjects)
      const row = await profileByEmail(control, email)
      if (!(await isPassword(password, row?.password_hash)) || !row) {
        // Written for unknown addresses too, so that the response time does not reveal which addresses exist.
        await control.write([
          auditStatement(null, origin, { action: 'account.sign_in_failed', target: email }),
        ])
        throw new DomainError('wrong_credentials')
      }
      await attempts.succeeded(subjects)
      // Told only after the right password.
      if (row.is_disabled) throw new DomainError('account_disabled')
      const awaitsSecondFactor = (await listFactorRows(control, row.id)).some(({ verified }) => verified)
      return begin(actorOf(row), {
        awaitsSecondFactor,
        origin,
        before: awaitsSecondFactor
          ? []
          : [auditStatement(actorOf(row), origin, { action: 'account.sign_in', target: row.email ?? '' })],
      })
    },

    async secondFactor({ profileId, sessionId }, proof, origin) {
      const subjects = subjectsOf(`second factor of ${profileId}`, origin.ip)
      await attempts.begin(subjects)
      const profile = await actorById(profileId)
      const taken =
        'code' in proof
          ? await takeCode(profileId, proof.code)
          : takeRecoveryCode(profileId, recoveryCodeHash(profileId, proof.recovery_code))
      if (!taken) throw new DomainError('wrong_code')
      const signedIn = await begin(profile, {
        awaitsSecondFactor: false,
        origin,
        before: [
          taken,
          deleteSession(sessionId, profileId),
          auditStatement(profile, origin, {
            action: 'account.sign_in',
            target: profile.email ?? '',
            detail: { second_factor: 'code' in proof ? 'authenticator' : 'recovery code' },
          }),
        ],
      })
      await attempts.succeeded(subjects)
      return signedIn
    },

    async signOut(who, sessionId, scope, origin) {
      const deletions = {
        here: [deleteSession(sessionId, who.id)],
        others: [deleteSessions(who.id, sessionId)],
        everywhere: endCredentials(who.id),
      }[scope]
      await control.write([
        ...deletions,
        auditStatement(who, origin, {
          action: 'account.sign_out',
          target: who.email ?? '',
          detail: { scope },
        }),
      ])
    },
  }

  async function actorById(id: string): Promise<Actor> {
    const row = await profileById(control, id)
    if (!row) throw new DomainError('signed_out')
    return actorOf(row)
  }

  /** The statement that marks the code as used; undefined when it matches no app of the profile. */
  async function takeCode(profileId: string, code: string): Promise<ControlStatement | undefined> {
    for (const factor of await listFactorRows(control, profileId)) {
      if (!factor.verified) continue
      const secret = box.open(factor.secret, factorPurpose(factor.id))
      const step = stepOfCode(secret, code, factor.last_step, now().getTime())
      if (step !== undefined) return takeStep(factor.id, step)
    }
    return undefined
  }
}

function joinAsOwner(slug: string, profileId: string, name: string): ControlStatement {
  return {
    sql: `with named as (
        update control.organizations set name = $3, updated_at = clock_timestamp() where slug = $1 returning id
      )
      insert into control.members (organization_id, profile_id, role) select id, $2::uuid, '${OWNER}' from named`,
    parameters: [slug, profileId, name],
    expect: 1,
  }
}

export function actorOf(row: ProfileRow): Actor {
  return { id: row.id, name: row.first_name, email: row.email }
}
