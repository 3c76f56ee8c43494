/** ID tokens that somebody made: those that come for a code, and those that an application brings itself. */
import { AuthClient } from '@supabase/auth-js'
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { generateKeyPair, type JWTPayload } from 'jose'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { lyingIssuer, type LyingIssuer } from './lying-issuer.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const MANY = 100_000
let running: RunningApp
let served: ServedStorage
let issuer: LyingIssuer

beforeAll(async () => {
  const authority = testAuthority()
  issuer = await lyingIssuer(authority.issue('127.0.0.1'))
  running = await runApp('cluster')
  const allowed = readAllowedHosts(issuer.host)
  served = await serveStorage(
    running,
    undefined,
    createOutgoing({ userAgent: 'test', allowed, ca: authority.certificate }),
  )
})
afterAll(async () => {
  issuer.stop()
  await served.stop()
  await running.stop()
})
beforeEach(async () => {
  issuer.asked.length = 0
  await change({
    enabled: true,
    disable_signup: false,
    mailer_autoconfirm: false,
    rate_limit_token_refresh: MANY,
    external_oidc_enabled: true,
    external_oidc_url: issuer.address,
    external_oidc_client_id: 'web, phone',
    external_oidc_secret: 'hush',
    security_manual_linking_enabled: false,
  })
})

async function change(body: AuthConfigChanges): Promise<void> {
  await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
  served.auth.projectChanged('default')
}

const now = () => Math.floor(Date.now() / 1000)
function claims(more: JWTPayload = {}): JWTPayload {
  const sub = crypto.randomUUID()
  return {
    iss: issuer.address,
    sub,
    aud: 'web',
    iat: now(),
    exp: now() + 300,
    email: `${sub}@example.org`,
    email_verified: true,
    ...more,
  }
}
const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims()).filter(([one]) => one !== name))
const plain = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const unsigned = (payload: JWTPayload) => `${plain({ alg: 'none' })}.${plain(payload)}.`
const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const halfHash = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

describe('that come for a code', () => {
  /** @param make the ID token, of the nonce that was sent */
  async function comeBack(make: (nonce: string) => Promise<string | undefined>): Promise<URL> {
    const begin = await fetch(
      `${served.address}/auth/v1/authorize?provider=oidc&code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`,
      { redirect: 'manual' },
    )
    const sent = new URL(begin.headers.get('location') ?? '').searchParams
    issuer.answering = async () => ({
      access_token: 'a',
      token_type: 'Bearer',
      id_token: await make(sent.get('nonce') ?? ''),
    })
    const query = new URLSearchParams({ state: sent.get('state') ?? '', code: 'any' })
    const back = await fetch(`${served.address}/auth/v1/callback?${query}`, { redirect: 'manual' })
    return new URL(back.headers.get('location') ?? '')
  }

  test('a right one brings its user in', async () => {
    const back = await comeBack((nonce) => issuer.token(claims({ nonce })))
    expect(back.searchParams.get('code')).toMatch(/./)
  })

  test.each<[string, (nonce: string) => Promise<string | undefined>]>([
    ['none at all', async () => undefined],
    ['one with another nonce', () => issuer.token(claims({ nonce: 'x' }))],
    ['one without a nonce', () => issuer.token(claims())],
    ['one of another issuer', (nonce) => issuer.token(claims({ nonce, iss: 'https://other.example' }))],
    ['one for another application', (nonce) => issuer.token(claims({ nonce, aud: 'somebody' }))],
    ['one that has expired', (nonce) => issuer.token(claims({ nonce, exp: now() - 3600 }))],
    ['one that nobody signed', async (nonce) => unsigned(claims({ nonce }))],
    [
      'one that another key signed',
      async (nonce) => issuer.token(claims({ nonce }), { key: (await generateKeyPair('RS256')).privateKey }),
    ],
  ])('%s brings nobody in', async (_, make) => {
    const back = await comeBack(make)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
    })
  })
})

describe('that an application brings', () => {
  const clientOf = () =>
    new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: served.anon, Authorization: `Bearer ${served.anon}` },
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: false,
    })
  const signIn = async (token: string, more: { access_token?: string; nonce?: string } = {}) =>
    clientOf().signInWithIdToken({ provider: 'custom:oidc' as 'google', token, ...more })

  test('sign their users in, for any of the applications', async () => {
    const one = claims()
    const { data, error } = await signIn(await issuer.token(one))
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: one['email'], app_metadata: { provider: 'oidc' } })
    const again = await signIn(await issuer.token({ ...one, aud: ['phone', 'web'], azp: 'phone' }))
    expect(again.data.user?.id).toBe(data.user?.id)
  })

  test('name the hash of a nonce and of an access token, and both are checked', async () => {
    const token = await issuer.token(claims({ nonce: hex('once'), at_hash: halfHash('access') }))
    expect((await signIn(token, { nonce: 'once', access_token: 'access' })).error).toBeNull()
    for (const wrong of [
      { access_token: 'access' },
      { nonce: 'other', access_token: 'access' },
      { nonce: 'once' },
      { nonce: 'once', access_token: 'another' },
    ])
      expect((await signIn(token, wrong)).error?.code).toBe('validation_failed')
    const plainNonce = await issuer.token(claims({ nonce: 'once' }))
    expect((await signIn(plainNonce, { nonce: 'once' })).error?.code).toBe('validation_failed')
    expect((await signIn(await issuer.token(claims()), { nonce: 'once' })).error?.code).toBe(
      'validation_failed',
    )
  })

  test.each<[string, string, () => Promise<string>]>([
    ['for another application', 'unexpected_audience', () => issuer.token(claims({ aud: 'somebody' }))],
    [
      'for several, that names none of ours as the party',
      'unexpected_audience',
      () => issuer.token(claims({ aud: ['web', 'somebody'], azp: 'somebody' })),
    ],
    [
      'for several, that names no party',
      'unexpected_audience',
      () => issuer.token(claims({ aud: ['web', 'somebody'] })),
    ],
    ['of another party', 'unexpected_audience', () => issuer.token(claims({ azp: 'somebody' }))],
    ['of another issuer', 'validation_failed', () => issuer.token(claims({ iss: 'https://other.example' }))],
    ['that has expired', 'validation_failed', () => issuer.token(claims({ exp: now() - 3600 }))],
    ['that never expires', 'validation_failed', () => issuer.token(without('exp'))],
    ['without a user', 'validation_failed', () => issuer.token(without('sub'))],
    ['that nobody signed', 'validation_failed', async () => unsigned(claims())],
    [
      'that another key signed',
      'validation_failed',
      async () => issuer.token(claims(), { key: (await generateKeyPair('RS256')).privateKey }),
    ],
    [
      'that is signed with the secret of the application',
      'validation_failed',
      () => issuer.token(claims(), { key: new TextEncoder().encode('hush') as never, alg: 'HS256' }),
    ],
    ['that is none', 'validation_failed', async () => 'a.b.c'],
    ['that is empty', 'validation_failed', async () => ''],
  ])('one %s is refused', async (_, code, make) => {
    expect((await signIn(await make())).error?.code).toBe(code)
  })

  test('an access token of the project itself is none', async () => {
    const { data } = await signIn(await issuer.token(claims()))
    expect((await signIn(data.session?.access_token ?? '')).error?.code).toBe('validation_failed')
  })

  test('an unverified address joins nobody', async () => {
    const email = `user-${crypto.randomUUID()}@example.org`
    await signIn(await issuer.token(claims({ email })))
    const { error } = await signIn(await issuer.token(claims({ email, email_verified: false })))
    expect(error?.code).toBe('provider_email_needs_verification')
  })

  test('a provider that is off, has none, or is not there is refused', async () => {
    await change({ external_oidc_enabled: false })
    expect((await signIn(await issuer.token(claims()))).error?.code).toBe('provider_disabled')
    await change({ external_github_enabled: true, external_github_client_id: 'x' })
    for (const [provider, code] of [
      ['github', 'validation_failed'],
      ['google', 'provider_disabled'],
      ['myspace', 'oauth_provider_not_supported'],
    ] as const)
      expect((await clientOf().signInWithIdToken({ provider, token: 'x' })).error?.code).toBe(code)
    await change({ external_github_enabled: false })
  })

  test('they link an account too, where that is allowed', async () => {
    const client = new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: served.anon, Authorization: `Bearer ${served.anon}` },
      autoRefreshToken: false,
      persistSession: false,
    })
    const { data } = await client.signInWithIdToken({
      provider: 'custom:oidc' as 'google',
      token: await issuer.token(claims()),
    })
    const link = async () => {
      const answer = await fetch(`${served.address}/auth/v1/token?grant_type=id_token`, {
        method: 'POST',
        headers: {
          apikey: served.anon,
          authorization: `Bearer ${data.session?.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          provider: 'oidc',
          id_token: await issuer.token(claims()),
          link_identity: true,
        }),
      })
      return (await answer.json()) as { error_code?: string; user?: { id: string; identities: unknown[] } }
    }
    expect((await link()).error_code).toBe('manual_linking_disabled')
    await change({ security_manual_linking_enabled: true })
    const linked = await link()
    expect([linked.user?.id, linked.user?.identities.length]).toEqual([data.user?.id, 2])
  })

  test('its keys are fetched once for many tokens', async () => {
    for (let times = 0; times < 3; times++) await signIn(await issuer.token(claims()))
    expect(issuer.asked.filter((path) => path === '/jwks').length).toBeLessThanOrEqual(1)
  })
})
