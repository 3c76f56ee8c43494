/** The caller's account on the fake platform: name, password, authenticator apps, sessions, access tokens. */
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
  listSessions,
  removeFactor,
  renewRecoveryCodes,
  updateProfile,
  verifyFactor,
} from '../contract/index.js'
import { guarded, personOf, type FakeAccounts, type FakePerson } from './fake-people.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { tick, type FakeWorld } from './fake-world.js'

export function profileRoutes(accounts: FakeAccounts, world: FakeWorld): FakeRoute[] {
  /** The caller's account; the local profile has none. */
  const person = (): FakePerson => {
    if (accounts.current && accounts.required) return accounts.current
    throw new FakeRefusal(409, 'accounts_off', 'Accounts are off: this platform answers only its own machine')
  }
  const proven = (password: string): FakePerson => {
    const found = person()
    if (found.password !== password) throw new FakeRefusal(400, 'wrong_password', 'The password is wrong')
    return found
  }
  const factorOf = ({ factors }: FakePerson, id: string | undefined) => {
    const found = factors.find((factor) => factor.id === id)
    if (!found) throw new FakeRefusal(404, 'not_found', 'Not found')
    return found
  }

  return [
    fakeRoute(getProfile, () => accounts.profile),
    fakeRoute(getPermissions, () => accounts.permissions),
    fakeRoute(updateProfile, ({ body }) => Object.assign(accounts.profile, body)),
    fakeRoute(changePassword, ({ body }) => {
      const { current_password, password } = body
      const found = proven(current_password)
      found.password = password
      accounts.endAll(found, (session) => session.is_current)
      return found.profile
    }),
    fakeRoute(changeEmail, ({ body: { email, password } }) => {
      const found = proven(password)
      if (personOf(accounts, email))
        throw new FakeRefusal(409, 'email_taken', 'Another account has this address')
      if (!accounts.mail) {
        found.isUnproved = true
        return Object.assign(found.profile, { primary_email: email, username: email })
      }
      const confirmed: ('old' | 'new')[] = found.isUnproved ? ['old'] : []
      for (const mailbox of ['old', 'new'] as const)
        if (!confirmed.includes(mailbox))
          accounts.emailTokens.set(`email-${mailbox}`, { person: found, mailbox })
      return Object.assign(found.profile, { email_change: { email, confirmed } })
    }),
    fakeRoute(cancelEmailChange, () => {
      const { profile } = person()
      accounts.emailTokens.clear()
      delete profile.email_change
      return profile
    }),
    fakeRoute(listSessions, () => person().sessions),
    fakeRoute(endSession, ({ params }) => {
      const found = person().sessions.find(({ id }) => id === params['id'])
      if (!found) throw new FakeRefusal(404, 'not_found', 'Not found')
      accounts.end(person(), (session) => session === found)
      return { id: found.id }
    }),
    fakeRoute(listFactors, () => {
      const { factors, recoveryCodes } = person()
      return {
        factors: factors.map(({ id, name, verified, inserted_at }) => ({ id, name, verified, inserted_at })),
        recovery_codes_left: recoveryCodes.length,
      }
    }),
    fakeRoute(enrollFactor, ({ body }) => {
      const { name, password } = body
      const found = proven(password)
      const factor = {
        id: newId(),
        name,
        verified: false,
        inserted_at: tick(world),
        secret: `JBSWY3DPEHPK3PXP${world.now}`,
      }
      found.factors = [...found.factors.filter(({ verified }) => verified), factor]
      const account = encodeURIComponent(found.profile.primary_email ?? '')
      return { ...factor, uri: `otpauth://totp/Basedeck:${account}?secret=${factor.secret}&issuer=Basedeck` }
    }),
    fakeRoute(verifyFactor, ({ params, body }) => {
      const { code } = body
      const found = person()
      const factor = factorOf(found, params['id'])
      guarded(accounts, `second factor of ${found.profile.id}`, () => {
        if (!accounts.take(factor, code))
          throw new FakeRefusal(401, 'wrong_code', 'The code is wrong or was already used')
      })
      const isFirst = !found.profile.is_mfa_enabled
      factor.verified = true
      found.profile.is_mfa_enabled = true
      if (!isFirst) return { recovery_codes: [] }
      accounts.end(found, (session) => !session.is_current)
      return { recovery_codes: renew(found, world) }
    }),
    fakeRoute(removeFactor, ({ params, body }) => {
      const found = proven(body.password)
      const factor = factorOf(found, params['id'])
      found.factors = found.factors.filter((other) => other !== factor)
      found.profile.is_mfa_enabled = found.factors.some(({ verified }) => verified)
      if (!found.profile.is_mfa_enabled) found.recoveryCodes = []
      return { id: factor.id }
    }),
    fakeRoute(renewRecoveryCodes, ({ body }) => {
      const found = proven(body.password)
      if (!found.profile.is_mfa_enabled)
        throw new FakeRefusal(404, 'not_found', 'Set up an authenticator app first')
      return { recovery_codes: renew(found, world) }
    }),
    fakeRoute(listAccessTokens, () => person().tokens.map(({ token: _token, ...shown }) => shown)),
    fakeRoute(createAccessToken, ({ body }) => {
      const { name, expires_in_days, access, organization_slug, project_ref } = body
      const inserted_at = tick(world)
      const token = {
        id: newId(),
        name,
        access,
        organization_slug: organization_slug ?? null,
        project_ref: project_ref ?? null,
        prefix: `bd_pat_${world.now}`.slice(0, 12),
        inserted_at,
        last_used_at: null,
        expires_at:
          expires_in_days === null ? null : new Date(world.now + expires_in_days * 86_400_000).toISOString(),
        token: `bd_pat_${world.now}`,
      }
      person().tokens.unshift(token)
      return token
    }),
    fakeRoute(deleteAccessToken, ({ params }) => {
      const found = person()
      if (!found.tokens.some(({ id }) => id === params['id']))
        throw new FakeRefusal(404, 'not_found', 'Not found')
      found.tokens = found.tokens.filter(({ id }) => id !== params['id'])
      return { id: params['id'] ?? '' }
    }),
  ]
}

const CODES = 10

function renew(person: FakePerson, world: FakeWorld): string[] {
  tick(world)
  person.recoveryCodes = Array.from({ length: CODES }, (_, index) => `code-${world.now % 10_000}-${index}`)
  return [...person.recoveryCodes]
}
