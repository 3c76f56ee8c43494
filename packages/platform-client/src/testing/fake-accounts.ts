/** Getting in on the fake platform: set-up, sign-in, second factor, sign-out, a forgotten password, an invitation. */
import type * as v from 'valibot'
import {
  acceptBody,
  acceptInvitation,
  confirmEmail,
  forgotPassword,
  getInvitation,
  getSignInState,
  resetPassword,
  setUp,
  signIn,
  signOut,
  verifySecondFactor,
  type InvitationOffer,
  type Organization,
  type SignInState,
} from '../contract/index.js'
import { guarded, personOf, type FakeAccounts, type FakePerson } from './fake-people.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { tick, type FakeInvitation, type FakeWorld } from './fake-world.js'

/** @param makeOrganization what the first account begins with */
export function accountRoutes(
  accounts: FakeAccounts,
  world: FakeWorld,
  makeOrganization: (name: string) => Organization,
): FakeRoute[] {
  return [
    fakeRoute(getSignInState, () => accounts.state),
    fakeRoute(setUp, ({ body }) => {
      const { setup_code, email, password, first_name, organization_name } = body
      if (accounts.state.status !== 'setup-needed')
        throw new FakeRefusal(409, 'already_set_up', 'The first account already exists; sign in')
      guarded(accounts, 'set-up', () => {
        if (setup_code.trim() !== accounts.setupCode)
          throw new FakeRefusal(
            403,
            'wrong_setup_code',
            'The setup code is wrong; Basedeck prints it when it starts',
          )
      })
      const first = accounts.addPerson({ email, password, name: first_name })
      first.profile.is_administrator = true
      const state = accounts.begin(first)
      makeOrganization(organization_name)
      return state
    }),
    fakeRoute(signIn, ({ body }) => {
      const { email, password } = body
      const person = personOf(accounts, email)
      guarded(accounts, email.toLowerCase(), () => {
        if (person?.password !== password)
          throw new FakeRefusal(401, 'wrong_credentials', 'The email or password is wrong')
      })
      if (person?.isDisabled)
        throw new FakeRefusal(
          403,
          'account_disabled',
          'This account is disabled; ask an administrator of this installation',
        )
      if (!person?.profile.is_mfa_enabled) return accounts.begin(person as FakePerson)
      accounts.waiting = person
      return accounts.state
    }),
    fakeRoute(verifySecondFactor, ({ body }) => {
      const proof = body
      const { waiting } = accounts
      if (!waiting) throw new FakeRefusal(401, 'signed_out', 'Sign in to continue')
      guarded(accounts, `second factor of ${waiting.profile.id}`, () => {
        if (!isProof(accounts, waiting, proof))
          throw new FakeRefusal(401, 'wrong_code', 'The code is wrong or was already used')
      })
      return accounts.begin(waiting)
    }),
    fakeRoute(signOut, ({ body }) => {
      const { scope = 'here' } = body
      accounts.waiting = undefined
      const { current } = accounts
      if (current && accounts.required) {
        if (scope === 'everywhere') accounts.endAll(current)
        else accounts.end(current, (session) => session.is_current === (scope === 'here'))
      }
      return accounts.state
    }),
    fakeRoute(forgotPassword, ({ body }) => {
      const { email } = body
      if (!accounts.mail)
        throw new FakeRefusal(
          501,
          'no_mail',
          'This platform can’t send mail; ask its operator to run “basedeck user reset”',
        )
      const person = personOf(accounts, email)
      if (person) accounts.resets.set(`reset-${accounts.resets.size + 1}`, person)
      return { sent: true as const }
    }),
    fakeRoute(resetPassword, ({ body }) => {
      const { token, password } = body
      const person = accounts.resets.get(token)
      if (!person) throw new FakeRefusal(410, 'link_used', 'This link has expired or was already used')
      accounts.resets.delete(token)
      person.password = password
      accounts.endAll(person)
      return accounts.state
    }),
    fakeRoute(confirmEmail, ({ body: { token } }) => {
      const found = accounts.emailTokens.get(token)
      const change = found?.person.profile.email_change
      if (!found || !change)
        throw new FakeRefusal(410, 'link_used', 'This link has expired or was already used')
      accounts.emailTokens.delete(token)
      change.confirmed.push(found.mailbox)
      if (change.confirmed.length < 2) return { status: 'waiting' as const, email: change.email }
      const { profile } = found.person
      Object.assign(profile, { primary_email: change.email, username: change.email })
      delete profile.email_change
      delete found.person.isUnproved
      return { status: 'changed' as const, email: change.email }
    }),
    fakeRoute(getInvitation, ({ params }) => offerOf(accounts, world, invitationOf(world, params['token']))),
    fakeRoute(acceptInvitation, ({ params, body }) =>
      accept(accounts, world, invitationOf(world, params['token']), body),
    ),
  ]
}

function isProof(
  accounts: FakeAccounts,
  person: FakePerson,
  proof: { code: string } | { recovery_code: string },
): boolean {
  if ('code' in proof)
    return person.factors.some((factor) => factor.verified && accounts.take(factor, proof.code))
  const left = person.recoveryCodes.filter((code) => code !== proof.recovery_code.toLowerCase())
  const isOne = left.length < person.recoveryCodes.length
  person.recoveryCodes = left
  return isOne
}

function invitationOf(world: FakeWorld, token: string | undefined): FakeInvitation {
  const found = world.invitations.find((invitation) => invitation.token === token)
  if (found) return found
  throw new FakeRefusal(404, 'invitation_not_found', 'This invitation is no longer valid; ask for a new one')
}

const ROLE_NAMES: Record<string, string> = {
  owner: 'Owner',
  administrator: 'Administrator',
  developer: 'Developer',
  read_only: 'Read-only',
}

function offerOf(accounts: FakeAccounts, world: FakeWorld, invitation: FakeInvitation): InvitationOffer {
  return {
    organization_name: world.organizations.find(({ slug }) => slug === invitation.slug)?.name ?? '',
    email: invitation.email,
    role_name: ROLE_NAMES[invitation.role_id] ?? invitation.role_id,
    is_expired: Date.parse(invitation.expires_at) <= world.now,
    has_account: personOf(accounts, invitation.email) !== undefined,
  }
}

function accept(
  accounts: FakeAccounts,
  world: FakeWorld,
  invitation: FakeInvitation,
  body: v.InferOutput<typeof acceptBody>,
): { slug: string; state: SignInState } {
  const { first_name, password } = body
  if (offerOf(accounts, world, invitation).is_expired)
    throw new FakeRefusal(410, 'link_used', 'This link has expired or was already used')
  const person = accounts.current ?? newcomer(accounts, invitation, first_name, password)
  const { profile } = person
  if (profile.primary_email?.toLowerCase() !== invitation.email.toLowerCase())
    throw new FakeRefusal(
      403,
      'other_email',
      'This invitation is for another email address; sign in with that one',
    )
  const { slug, role_id } = invitation
  person.permissions.push({ actions: ['read'], resources: ['%'], organization_slug: slug })
  world.members[slug] = [
    ...(world.members[slug] ?? []).filter(({ profile_id }) => profile_id !== profile.id),
    {
      profile_id: profile.id,
      first_name: profile.first_name,
      primary_email: profile.primary_email,
      role_id,
      is_mfa_enabled: profile.is_mfa_enabled,
      joined_at: tick(world),
      is_you: true,
    },
  ]
  world.invitations = world.invitations.filter((other) => other !== invitation)
  return { slug, state: accounts.state }
}

/** Someone without an account: it is made, and signed in. */
function newcomer(
  accounts: FakeAccounts,
  { email }: FakeInvitation,
  name: string | undefined,
  password: string | undefined,
): FakePerson {
  if (personOf(accounts, email))
    throw new FakeRefusal(
      409,
      'account_exists',
      'This email address already has an account; sign in with it to accept',
    )
  if (name === undefined || password === undefined)
    throw new FakeRefusal(400, 'invalid_body', 'first_name: Your name must not be empty')
  const person = accounts.addPerson({ email, password, name })
  accounts.begin(person)
  return person
}
