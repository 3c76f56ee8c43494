/**
 * Providers by name, which can’t be here: what their documentation says that they answer is recorded, by host and path. What is
 * sent to them is checked as they would.
 */
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges, AuthProvider } from '@basedeck/platform-client/contract'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Outgoing, OutgoingCall } from '../src/outgoing/outgoing.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

let running: RunningApp
let served: ServedStorage
/** Recorded answers by host and path. */
let recorded: Record<string, unknown> = {}
const asked: OutgoingCall[] = []
const outgoing: Pick<Outgoing, 'call'> = {
  async call(call) {
    asked.push(call)
    const { host, pathname } = new URL(call.url)
    const found = recorded[host + pathname]
    return {
      status: found === undefined ? 404 : 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(found ?? {})),
      isCut: false,
    }
  },
}
beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running, undefined, outgoing)
})
afterAll(async () => {
  await served.stop()
  await running.stop()
})
beforeEach(() => {
  asked.length = 0
  recorded = {}
})

async function use(provider: AuthProvider, more: AuthConfigChanges = {}): Promise<void> {
  const body = {
    enabled: true,
    disable_signup: false,
    mailer_autoconfirm: false,
    mailer_max_frequency_s: 0,
    rate_limit_token_refresh: 100_000,
    rate_limit_email_sent: 100_000,
    rate_limit_otp: 100_000,
    [`external_${provider}_enabled`]: true,
    [`external_${provider}_client_id`]: 'deck',
    [`external_${provider}_secret`]: 'hush',
    ...more,
  }
  await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
  served.auth.projectChanged('default')
}

const begin = async (provider: string) => {
  const answer = await fetch(`${served.address}/auth/v1/authorize?provider=${provider}`, {
    redirect: 'manual',
  })
  return {
    url: new URL(answer.headers.get('location') ?? 'about:blank'),
    cookie: (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '',
  }
}
const comeBack = async (
  { url, cookie }: Awaited<ReturnType<typeof begin>>,
  more: Record<string, string> = {},
) => {
  const query = new URLSearchParams({ state: url.searchParams.get('state') ?? '', code: 'c0de', ...more })
  const answer = await fetch(`${served.address}/auth/v1/callback?${query}`, {
    redirect: 'manual',
    headers: { cookie },
  })
  return Object.fromEntries(new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1)))
}
async function userOf(fragment: Record<string, string>) {
  const answer = await fetch(`${served.address}/auth/v1/user`, {
    headers: { apikey: served.anon, authorization: `Bearer ${fragment['access_token']}` },
  })
  return (await answer.json()) as Record<string, unknown>
}
const formOf = (path: string) => {
  const call = asked.find(({ url }) => new URL(url).pathname === path)
  return { form: new URLSearchParams(String(call?.body)), headers: call?.headers ?? {} }
}

test('GitHub, by recorded answers: the verified primary address counts, not the one that is shown', async () => {
  await use('github')
  const begun = await begin('github')
  expect(begun.url.origin + begun.url.pathname).toBe('https://github.com/login/oauth/authorize')
  expect(Object.fromEntries(begun.url.searchParams)).toMatchObject({
    client_id: 'deck',
    redirect_uri: `${served.address}/auth/v1/callback`,
    scope: 'user:email',
    code_challenge_method: 'S256',
  })
  recorded = {
    'github.com/login/oauth/access_token': {
      access_token: 'gho_16C7',
      scope: 'user:email',
      token_type: 'bearer',
    },
    'api.github.com/user': {
      login: 'octocat',
      id: 583_231,
      avatar_url: 'https://avatars.githubusercontent.com/u/583231?v=4',
      name: 'The Octocat',
      email: 'shown@github.example',
    },
    'api.github.com/user/emails': [
      { email: 'octocat@github.example', primary: true, verified: true, visibility: 'public' },
      { email: 'other@github.example', primary: false, verified: true, visibility: null },
    ],
  }
  const fragment = await comeBack(begun, { iss: 'https://github.com/login/oauth' })
  expect(fragment).toMatchObject({ provider_token: 'gho_16C7' })
  const { form } = formOf('/login/oauth/access_token')
  expect(Object.fromEntries(form)).toMatchObject({ client_id: 'deck', client_secret: 'hush', code: 'c0de' })
  expect(
    createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url'),
  ).toBe(begun.url.searchParams.get('code_challenge'))
  expect(asked.find(({ url }) => url === 'https://api.github.com/user')?.headers).toMatchObject({
    authorization: 'Bearer gho_16C7',
  })
  expect(await userOf(fragment)).toMatchObject({
    email: 'octocat@github.example',
    user_metadata: { user_name: 'octocat', full_name: 'The Octocat', provider_id: '583231' },
    app_metadata: { provider: 'github' },
  })
})

test('GitHub, by recorded answers: a refused code is an error in an answer of 200', async () => {
  await use('github')
  recorded = {
    'github.com/login/oauth/access_token': {
      error: 'bad_verification_code',
      error_description: 'The code passed is incorrect or expired.',
    },
  }
  expect(await comeBack(await begin('github'))).toMatchObject({ error_code: 'unexpected_failure' })
})

test('Discord, by recorded answers: an unverified address is confirmed by mail', async () => {
  await use('discord')
  recorded = {
    'discord.com/api/oauth2/token': {
      access_token: '6qrZ',
      token_type: 'Bearer',
      expires_in: 604_800,
      refresh_token: 'D43f',
      scope: 'identify email',
    },
    'discord.com/api/users/@me': {
      id: '80351110224678912',
      username: 'nelly',
      global_name: 'Nelly',
      avatar: '8342729096ea3675442027381ff50dfe',
      verified: true,
      email: 'nelly@discord.example',
    },
  }
  const fragment = await comeBack(await begin('discord'))
  expect(fragment).toMatchObject({ provider_token: '6qrZ', provider_refresh_token: 'D43f' })
  expect(await userOf(fragment)).toMatchObject({
    email: 'nelly@discord.example',
    user_metadata: {
      full_name: 'Nelly',
      avatar_url: 'https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png',
    },
  })
  const unverified = { id: '2', username: 'mallory', verified: false, email: 'mallory@discord.example' }
  recorded['discord.com/api/users/@me'] = unverified
  expect(await comeBack(await begin('discord'))).toMatchObject({
    error_code: 'provider_email_needs_verification',
  })
  expect(served.auth.mails.at(-1)).toMatchObject({ kind: 'confirmation', to: 'mallory@discord.example' })
})

test('Facebook, by recorded answers: calls of its API are signed by the secret', async () => {
  await use('facebook')
  recorded = {
    'graph.facebook.com/v23.0/oauth/access_token': {
      access_token: 'EAAJ',
      token_type: 'bearer',
      expires_in: 5_183_944,
    },
    'graph.facebook.com/v23.0/me': {
      id: '10154',
      name: 'Ada L',
      first_name: 'Ada',
      last_name: 'L',
      email: 'ada@facebook.example',
      picture: { data: { url: 'https://platform-lookaside.fbsbx.com/p.jpg' } },
    },
  }
  const fragment = await comeBack(await begin('facebook'))
  expect(await userOf(fragment)).toMatchObject({
    email: 'ada@facebook.example',
    user_metadata: { full_name: 'Ada L', avatar_url: 'https://platform-lookaside.fbsbx.com/p.jpg' },
  })
  const proof = new URL(asked.find(({ url }) => url.includes('/me'))?.url ?? '').searchParams.get(
    'appsecret_proof',
  )
  expect(proof).toBe(createHmac('sha256', 'hush').update('EAAJ').digest('hex'))
})

test('X, by recorded answers: the application proves itself in the header, and the address is a confirmed one', async () => {
  await use('x', { external_x_email_optional: true })
  recorded = {
    'api.x.com/2/oauth2/token': {
      token_type: 'bearer',
      expires_in: 7200,
      access_token: 'bkRh',
      refresh_token: 'bWRW',
      scope: 'users.read tweet.read users.email offline.access',
    },
    'api.x.com/2/users/me': {
      data: { id: '2244994945', name: 'Dev', username: 'XDevelopers', confirmed_email: 'dev@x.example' },
    },
  }
  const begun = await begin('x')
  const fragment = await comeBack(begun)
  expect(formOf('/2/oauth2/token').headers).toMatchObject({
    authorization: `Basic ${Buffer.from('deck:hush').toString('base64')}`,
  })
  expect(await userOf(fragment)).toMatchObject({
    email: 'dev@x.example',
    user_metadata: { user_name: 'XDevelopers' },
  })
})

/** What an issuer's discovery document holds, with the fields that are looked at. */
async function recordedIssuer(issuer: string, more: object = {}) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const base = issuer.replace('{tenantid}', 'common').replace('https://', '')
  recorded = {
    [`${base}/.well-known/openid-configuration`]: {
      issuer,
      authorization_endpoint: `https://${base}/auth`,
      token_endpoint: `https://${base}/token`,
      jwks_uri: `https://${base}/keys`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...more,
    },
    [`${base}/keys`]: { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] },
  }
  return {
    async answers(claims: JWTPayload): Promise<void> {
      const id_token = await new SignJWT({ aud: 'deck', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)
      recorded[`${base}/token`] = { access_token: 'at', token_type: 'Bearer', id_token }
    },
  }
}
const nonceOf = ({ url }: Awaited<ReturnType<typeof begin>>) => {
  const nonce = url.searchParams.get('nonce')
  return nonce === null ? {} : { nonce }
}

test.each<[AuthProvider, string]>([
  ['google', 'https://accounts.google.com'],
  ['gitlab', 'https://gitlab.com'],
  ['linkedin_oidc', 'https://www.linkedin.com/oauth'],
  ['slack_oidc', 'https://slack.com'],
])('%s, by a recorded discovery: its user comes in by the ID token', async (provider, issuer) => {
  await use(provider)
  const { answers } = await recordedIssuer(issuer)
  const begun = await begin(provider)
  expect(begun.url.searchParams.get('scope')).toBe('openid email profile')
  const email = `user-${crypto.randomUUID()}@example.org`
  await answers({ iss: issuer, sub: crypto.randomUUID(), email, email_verified: true, ...nonceOf(begun) })
  expect(await userOf(await comeBack(begun))).toMatchObject({ email, app_metadata: { provider } })
})

test('LinkedIn, by a recorded discovery that names no way: the secret is in the body', async () => {
  // What was fetched for another application is kept.
  await use('linkedin_oidc', { external_linkedin_oidc_client_id: 'second' })
  const issuer = 'https://www.linkedin.com/oauth'
  const { answers } = await recordedIssuer(issuer, { token_endpoint_auth_methods_supported: undefined })
  const begun = await begin('linkedin_oidc')
  expect([...begun.url.searchParams.keys()]).not.toContain('nonce')
  const email = `user-${crypto.randomUUID()}@example.org`
  await answers({ aud: 'second', iss: issuer, sub: crypto.randomUUID(), email, email_verified: true })
  expect(await comeBack(begun)).toHaveProperty('access_token')
  const { form, headers } = formOf('/oauth/token')
  expect([form.get('client_secret'), headers['authorization']]).toEqual(['hush', undefined])
})

test('Apple, by a recorded discovery: it posts a form, whose name is taken, and the browser stays the same', async () => {
  await use('apple')
  const issuer = 'https://appleid.apple.com'
  const { answers } = await recordedIssuer(issuer)
  const begun = await begin('apple')
  expect(Object.fromEntries(begun.url.searchParams)).toMatchObject({
    response_mode: 'form_post',
    scope: 'openid email name',
  })
  const email = `user-${crypto.randomUUID()}@privaterelay.appleid.com`
  await answers({ iss: issuer, sub: crypto.randomUUID(), email, email_verified: 'true', ...nonceOf(begun) })
  const posted = await fetch(`${served.address}/auth/v1/callback`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: issuer },
    body: new URLSearchParams({
      state: begun.url.searchParams.get('state') ?? '',
      code: 'c0de',
      user: JSON.stringify({ name: { firstName: 'Ada', lastName: 'L' }, email: 'evil@example.org' }),
    }),
  })
  expect(posted.status).toBe(303)
  const answer = await fetch(posted.headers.get('location') ?? '', {
    redirect: 'manual',
    headers: { cookie: begun.cookie },
  })
  const fragment = new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))
  expect(await userOf(Object.fromEntries(fragment))).toMatchObject({
    email,
    user_metadata: { full_name: 'Ada L' },
  })
})

test('Microsoft, by a recorded discovery: an address counts where the tenant owns its domain, or is the only one', async () => {
  await use('azure')
  const tenant = crypto.randomUUID()
  const own = `https://login.microsoftonline.com/${tenant}/v2.0`
  const shared = await recordedIssuer('https://login.microsoftonline.com/{tenantid}/v2.0')
  const come = async (
    { answers }: Awaited<ReturnType<typeof recordedIssuer>>,
    more: JWTPayload,
  ): Promise<Record<string, string>> => {
    const begun = await begin('azure')
    const sub = crypto.randomUUID()
    await answers({ iss: own, tid: tenant, sub, email: `${sub}@example.org`, ...nonceOf(begun), ...more })
    return comeBack(begun)
  }
  expect(await come(shared, { xms_edov: true })).toHaveProperty('access_token')
  expect(await come(shared, {})).toMatchObject({ error_code: 'provider_email_needs_verification' })
  // The tenant in the issuer is not the one that the token names.
  expect(await come(shared, { tid: crypto.randomUUID(), xms_edov: true })).toMatchObject({
    error_code: 'unexpected_failure',
  })
  await use('azure', { external_azure_url: `https://login.microsoftonline.com/${tenant}` })
  expect(await come(await recordedIssuer(own), {})).toHaveProperty('access_token')
})
