/** The contract of platforms with accounts: one sequence of tests for the fake and the real server. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  acceptInvitation,
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmEmail,
  createAccessToken,
  createInvitation,
  deleteAccessToken,
  endSession,
  enrollFactor,
  forgotPassword,
  getInvitation,
  getPermissions,
  getProfile,
  getSignInState,
  listAccessTokens,
  listFactors,
  listOrganizations,
  listSessions,
  removeFactor,
  renewRecoveryCodes,
  resetPassword,
  setUp,
  signIn,
  signOut,
  updateProfile,
  verifyFactor,
  verifySecondFactor,
} from '../contract/index.js'
import { promiseHeldTokens } from './organization-apps-contract.js'
import { refusal } from './refusal.js'

/** What the suite needs of a platform with accounts: a browser without an account, mail, and time. */
export interface AccountsBench {
  /** A browser on a fresh platform that can send mail. */
  client: Client
  setupCode: string
  /** What an authenticator app shows now. */
  code(secret: string): string
  /** Thirty seconds pass. */
  nextCode(): void
  /** The token of the invitation that was mailed last. */
  mailedInvitation(): string
}

const OWNER = { email: 'Owner@example.com', password: 'correct horse battery' }
const NOBODY = '00000000-0000-4000-8000-00000000ffff'

/**
 * Registers the tests of accounts: set-up, sign-in, second factor, forgotten password. They are a sequence: each
 * continues where the one before ended.
 * @param connect gives the same fresh platform in each test
 */
export function describeAccountsContract(name: string, connect: () => AccountsBench): void {
  describe(`${name} keeps the contract of accounts`, () => {
    const call: Client['call'] = (...args) => connect().client.call(...args)
    const enter = (password = OWNER.password) => call(signIn, { body: { ...OWNER, password } })
    const leave = () => call(signOut, { body: {} })

    test('no one can sign in before the first account is made with the operator’s code', async () => {
      expect(await call(getSignInState, {})).toEqual({ status: 'setup-needed' })
      expect(await refusal(call(getProfile, {}))).toEqual([401, 'signed_out'])
      const body = { ...OWNER, first_name: 'Olga', organization_name: 'Acme', setup_code: 'guessed' }
      expect(await refusal(call(setUp, { body }))).toEqual([403, 'wrong_setup_code'])
      const right = { ...body, setup_code: connect().setupCode }
      expect(await call(setUp, { body: right })).toMatchObject({ status: 'signed-in' })
      expect(await call(getSignInState, {})).toMatchObject({ status: 'signed-in' })
      expect(await refusal(call(setUp, { body: right }))).toEqual([409, 'already_set_up'])
    })

    test('the profile contains the caller’s name and permissions, and can be renamed', async () => {
      expect(await call(getProfile, {})).toMatchObject({
        first_name: 'Olga',
        primary_email: OWNER.email,
        is_mfa_enabled: false,
      })
      const organizations = await call(listOrganizations, {})
      const acme = organizations.find((organization) => organization.name === 'Acme')
      const slugs = (await call(getPermissions, {})).map(({ organization_slug }) => organization_slug)
      expect(slugs).toContain(acme?.slug)
      expect(await call(updateProfile, { body: { first_name: ' Olga O. ' } })).toMatchObject({
        first_name: 'Olga O.',
      })
      expect(await refusal(call(updateProfile, { body: { first_name: ' ' } }))).toEqual([400, 'invalid_body'])
    })

    test('one signs out, and in again; a wrong password and an unknown address are answered the same', async () => {
      expect(await leave()).toEqual({ status: 'signed-out' })
      expect(await refusal(call(getProfile, {}))).toEqual([401, 'signed_out'])
      expect(await refusal(enter('wrong'))).toEqual([401, 'wrong_credentials'])
      const unknown = { email: 'nobody@example.com', password: OWNER.password }
      expect(await refusal(call(signIn, { body: unknown }))).toEqual([401, 'wrong_credentials'])
      const shouted = { ...OWNER, email: ' OWNER@EXAMPLE.COM ' }
      expect(await call(signIn, { body: shouted })).toMatchObject({ status: 'signed-in' })
    })

    test('an authenticator app counts once it has shown a code, and each code works once', async () => {
      const bench = connect()
      const wrong = { name: 'Phone', password: 'wrong' }
      expect(await refusal(call(enrollFactor, { body: wrong }))).toEqual([400, 'wrong_password'])
      const factor = await call(enrollFactor, { body: { ...wrong, password: OWNER.password } })
      expect(factor.uri).toMatch(/^otpauth:\/\/totp\//)
      expect(await call(getProfile, {})).toMatchObject({ is_mfa_enabled: false })
      const params = { id: factor.id }
      const first = bench.code(factor.secret)
      const other = String((Number(first) + 1) % 1_000_000).padStart(6, '0')
      expect(await refusal(call(verifyFactor, { params, body: { code: other } }))).toEqual([
        401,
        'wrong_code',
      ])
      const { recovery_codes } = await call(verifyFactor, { params, body: { code: first } })
      expect(new Set(recovery_codes).size).toBe(10)
      expect(await call(getProfile, {})).toMatchObject({ is_mfa_enabled: true })
      expect(await call(listFactors, {})).toMatchObject({
        factors: [{ id: factor.id, name: 'Phone', verified: true }],
        recovery_codes_left: 10,
      })

      await leave()
      const waiting = { status: 'second-factor-needed', email: OWNER.email }
      expect(await enter()).toEqual(waiting)
      expect(await call(getSignInState, {})).toEqual(waiting)
      expect(await refusal(call(getProfile, {}))).toEqual([401, 'second_factor_needed'])
      expect(await refusal(call(verifySecondFactor, { body: { code: first } }))).toEqual([401, 'wrong_code'])
      bench.nextCode()
      const second = { code: bench.code(factor.secret) }
      expect(await call(verifySecondFactor, { body: second })).toMatchObject({ status: 'signed-in' })

      await leave()
      await enter()
      const recovery = { recovery_code: recovery_codes[0]?.toUpperCase() ?? '' }
      expect(await call(verifySecondFactor, { body: recovery })).toMatchObject({ status: 'signed-in' })
      await leave()
      await enter()
      expect(await refusal(call(verifySecondFactor, { body: recovery }))).toEqual([401, 'wrong_code'])
      bench.nextCode()
      await call(verifySecondFactor, { body: { code: bench.code(factor.secret) } })

      const password = OWNER.password
      const renewed = await call(renewRecoveryCodes, { body: { password } })
      expect(renewed.recovery_codes).toHaveLength(10)
      expect(recovery_codes).not.toContain(renewed.recovery_codes[0])
      expect(await refusal(call(removeFactor, { params, body: { password: 'wrong' } }))).toEqual([
        400,
        'wrong_password',
      ])
      expect(await call(removeFactor, { params, body: { password } })).toEqual({ id: factor.id })
      expect(await call(listFactors, {})).toEqual({ factors: [], recovery_codes_left: 0 })
      expect(await call(getProfile, {})).toMatchObject({ is_mfa_enabled: false })
    })

    test('an access token is shown once, and deleted once', async () => {
      const { token, ...made } = await call(createAccessToken, { body: { name: 'CI', expires_in_days: 7 } })
      expect(token.startsWith(made.prefix)).toBe(true)
      expect(Date.parse(made.expires_at ?? '') - Date.parse(made.inserted_at)).toBeCloseTo(7 * 86_400_000, -5)
      const tokens = await call(listAccessTokens, {})
      expect(tokens).toMatchObject([{ id: made.id, name: 'CI', last_used_at: null }])
      expect(tokens[0]).not.toHaveProperty('token')
      const params = { id: made.id }
      expect(await call(deleteAccessToken, { params })).toEqual(params)
      expect(await refusal(call(deleteAccessToken, { params }))).toEqual([404, 'not_found'])
      const usual = await call(createAccessToken, { body: { name: 'Usual' } })
      expect(usual).toMatchObject({ access: 'write', organization_slug: null, project_ref: null })
      expect(Date.parse(usual.expires_at ?? '') - Date.parse(usual.inserted_at)).toBeCloseTo(
        90 * 86_400_000,
        -5,
      )
      const endless = await call(createAccessToken, {
        body: { name: 'For ever', expires_in_days: null, access: 'read' },
      })
      expect(endless).toMatchObject({ expires_at: null, access: 'read' })
      for (const { id } of [usual, endless]) await call(deleteAccessToken, { params: { id } })
    })

    promiseHeldTokens(call)

    test('sessions are listed with the current one, and an unknown one can’t be ended', async () => {
      const sessions = await call(listSessions, {})
      expect(sessions.filter((session) => session.is_current)).toHaveLength(1)
      expect(await refusal(call(endSession, { params: { id: NOBODY } }))).toEqual([404, 'not_found'])
    })

    test('changing the password needs the old one, and ends earlier credentials', async () => {
      const next = 'another good password'
      await call(createAccessToken, { body: { name: 'Made before' } })
      const pending = { name: 'Pending', password: OWNER.password }
      await call(enrollFactor, { body: pending })
      const body = { current_password: 'wrong', password: next }
      expect(await refusal(call(changePassword, { body }))).toEqual([400, 'wrong_password'])
      await call(changePassword, { body: { ...body, current_password: OWNER.password } })
      expect(await call(listSessions, {})).toMatchObject([{ is_current: true }])
      expect(await call(listAccessTokens, {})).toEqual([])
      expect(await call(listFactors, {})).toMatchObject({ factors: [] })
      await leave()
      expect(await refusal(enter())).toEqual([401, 'wrong_credentials'])
      expect(await enter(next)).toMatchObject({ status: 'signed-in' })
      await call(changePassword, { body: { current_password: next, password: OWNER.password } })
    })

    test('requesting a password link does not reveal who has an account', async () => {
      const sent = { sent: true }
      expect(await call(forgotPassword, { body: { email: 'nobody@example.com' } })).toEqual(sent)
      expect(await call(forgotPassword, { body: { email: OWNER.email } })).toEqual(sent)
      const guess = { token: 'guessed', password: 'a good long password' }
      expect(await refusal(call(resetPassword, { body: guess }))).toEqual([410, 'link_used'])
    })

    test('another address waits for its mailboxes, can be taken back, and asks for the password', async () => {
      const email = 'other@example.com'
      const ask = (body: { email: string; password: string }) => call(changeEmail, { body })
      expect(await refusal(ask({ email, password: 'wrong' }))).toEqual([400, 'wrong_password'])
      const asked = await ask({ email, password: OWNER.password })
      expect(asked).toMatchObject({ primary_email: OWNER.email, email_change: { email } })
      expect(await call(getProfile, {})).toMatchObject({ email_change: { email } })
      expect(await refusal(call(confirmEmail, { body: { token: 'guessed' } }))).toEqual([410, 'link_used'])
      expect(await call(cancelEmailChange, {})).not.toHaveProperty('email_change')
    })

    test('an invitation is for its address, makes an account, and works once', async () => {
      const organizations = await call(listOrganizations, {})
      const slug = organizations.find((organization) => organization.name === 'Acme')?.slug ?? ''
      const made = await call(createInvitation, {
        params: { slug },
        body: { email: 'new@example.com', role_id: 'developer' },
      })
      expect(made).toMatchObject({ link: null, mailed: true })
      const params = { token: connect().mailedInvitation() }
      expect(await call(getInvitation, { params })).toEqual({
        organization_name: 'Acme',
        email: 'new@example.com',
        role_name: 'Developer',
        is_expired: false,
        has_account: false,
      })
      expect(await refusal(call(acceptInvitation, { params, body: {} }))).toEqual([403, 'other_email'])
      await leave()
      const body = { first_name: 'Nora', password: 'a good long password' }
      expect(await call(acceptInvitation, { params, body })).toMatchObject({
        slug,
        state: { status: 'signed-in', person: { email: 'new@example.com' } },
      })
      expect(await call(getProfile, {})).toMatchObject({
        first_name: 'Nora',
        primary_email: 'new@example.com',
      })
      expect(await refusal(call(getInvitation, { params }))).toEqual([404, 'invitation_not_found'])
    })

    test('signing out everywhere ends this one too, and access tokens with it', async () => {
      await call(createAccessToken, { body: { name: 'Made before' } })
      expect(await call(signOut, { body: { scope: 'others' } })).toMatchObject({ status: 'signed-in' })
      expect(await call(signOut, { body: { scope: 'everywhere' } })).toEqual({ status: 'signed-out' })
      expect(await refusal(call(listSessions, {}))).toEqual([401, 'signed_out'])
      await call(signIn, { body: { email: 'new@example.com', password: 'a good long password' } })
      expect(await call(listAccessTokens, {})).toEqual([])
    })
  })
}
