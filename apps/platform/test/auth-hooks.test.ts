/** Hooks of a project: functions of its database and a real HTTPS address, which may refuse, lie, break and hang. */
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { decodeJwt } from 'jose'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { newWebhookSecret } from '../src/outgoing/webhook-signature.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const PASSWORD = 'correct horse 1'
const SECRET = newWebhookSecret()
const MANY = 100_000
const OFF = Object.fromEntries(
  [
    'before_user_created',
    'custom_access_token',
    'mfa_verification_attempt',
    'password_verification_attempt',
    'send_email',
    'send_sms',
  ].map((hook) => [`hook_${hook}_enabled`, false]),
)

let running: RunningApp
let served: ServedStorage
let server: Server
let address: string
/** What the address answers, and what it was asked. */
let answering: (event: Record<string, unknown>) => { status?: number; body?: string } | 'silence' = () => ({})
const asked: { headers: Record<string, string>; body: string }[] = []

beforeAll(async () => {
  const authority = testAuthority()
  const { certificate, key } = authority.issue('127.0.0.1')
  server = createServer({ cert: certificate, key }, (incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const body = Buffer.concat(parts).toString()
      asked.push({ headers: incoming.headers as Record<string, string>, body })
      const said = answering(JSON.parse(body) as Record<string, unknown>)
      if (said === 'silence') return
      outgoing.writeHead(said.status ?? 200, { 'content-type': 'application/json' })
      outgoing.end(said.body ?? '{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  address = `https://${host}/hook`
  running = await runApp('cluster')
  const outgoing = createOutgoing({
    userAgent: 'test',
    allowed: readAllowedHosts(host),
    ca: authority.certificate,
  })
  served = await serveStorage(running, undefined, outgoing)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await served.stop()
  await running.stop()
})
beforeEach(async () => {
  asked.length = 0
  answering = () => ({})
  await change({
    ...OFF,
    enabled: true,
    disable_signup: false,
    mailer_autoconfirm: true,
    rate_limit_otp: MANY,
    rate_limit_token_refresh: MANY,
    rate_limit_verify: MANY,
  })
})

async function change(body: AuthConfigChanges): Promise<void> {
  await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
  served.auth.projectChanged('default')
}

async function sql(query: string): Promise<(string | null)[][]> {
  const database = await running.life.database('default')
  const { results } = await database.run({ runId: crypto.randomUUID(), query, as: 'owner' })
  return results.at(-1)?.rows ?? []
}

async function ask(path: string, body: unknown, bearer?: string) {
  const answer = await fetch(`${served.address}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: served.anon,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const newEmail = () => `user-${crypto.randomUUID()}@example.org`
const signUp = (email = newEmail()) => ask('/signup', { email, password: PASSWORD })
const signIn = (email: string, password = PASSWORD) => ask('/token?grant_type=password', { email, password })
const users = async () => Number((await sql('select count(*) from auth.users'))[0]?.[0])

/** Makes the function of a hook, as owner. @param says its answer, as SQL over `event` */
async function hookFunction(hook: string, says: string, mayExecute = true): Promise<void> {
  await sql(`create or replace function public."My hook"(event jsonb) returns jsonb language plpgsql as
      $$ begin return ${says}; end $$;
    revoke all on function public."My hook" from public;
    ${mayExecute ? 'grant execute on function public."My hook" to supabase_auth_admin;' : 'revoke all on function public."My hook" from supabase_auth_admin;'}`)
  await change({
    [`hook_${hook}_uri`]: 'pg-functions://postgres/public/My%20hook',
    [`hook_${hook}_enabled`]: true,
  })
}

describe('a function of the database', () => {
  test('adds claims to each token, the refreshed ones too', async () => {
    await hookFunction(
      'custom_access_token',
      `jsonb_set(event, '{claims,plan}', to_jsonb(event ->> 'authentication_method'))`,
    )
    const { body } = await signUp()
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ plan: 'password', role: 'authenticated' })
    const again = await ask('/token?grant_type=refresh_token', { refresh_token: body['refresh_token'] })
    expect(decodeJwt(again.body['access_token'] ?? '')).toMatchObject({ plan: 'token_refresh' })
  })

  test('that is broken for a while ends no session: the refresh token stays the one to use', async () => {
    const { body } = await signUp()
    const refresh = () => ask('/token?grant_type=refresh_token', { refresh_token: body['refresh_token'] })
    await hookFunction('custom_access_token', '1 / 0')
    for (let times = 0; times < 3; times++) expect((await refresh()).status).toBe(500)
    await change(OFF)
    await sql(`update auth.refresh_tokens set updated_at = now() - interval '1 hour' where revoked`)
    expect((await refresh()).status).toBe(200)
  })

  test.each([
    ['drops a claim that all services read', `jsonb_build_object('claims', (event -> 'claims') - 'sub')`],
    ['answers no object', `'[1]'::jsonb`],
    ['answers nothing', 'null'],
    ['fails', 'to_jsonb(1 / 0)'],
    ['takes longer than it may', `(select event from pg_sleep(30))`],
  ])('that %s gives no token', async (_, says) => {
    const email = newEmail()
    await signUp(email)
    await hookFunction('custom_access_token', says)
    const { status, body } = await signIn(email)
    expect([status >= 400, body['access_token']]).toEqual([true, undefined])
  })

  test('that the service may not execute is a failure, and not left out', async () => {
    const before = await users()
    await hookFunction('before_user_created', `'{}'::jsonb`, false)
    expect((await signUp()).status).toBe(500)
    expect(await users()).toBe(before)
  })

  test('refuses users with its own words and status, and nothing of them is kept', async () => {
    await hookFunction(
      'before_user_created',
      `case when event -> 'user' ->> 'email' like '%@example.org'
        then '{"error": {"http_code": 403, "message": "Not from there"}}'::jsonb else '{}'::jsonb end`,
    )
    const before = await users()
    const refused = await signUp()
    expect([refused.status, refused.body['message']]).toEqual([403, 'Not from there'])
    expect(await users()).toBe(before)
    expect((await signUp(`user-${crypto.randomUUID()}@example.com`)).status).toBe(200)
  })

  test('that refuses by address tells nothing about who is known', async () => {
    const email = newEmail()
    await signUp(email)
    await change({ mailer_autoconfirm: false, mailer_max_frequency_s: 0, rate_limit_email_sent: MANY })
    await hookFunction('before_user_created', `'{"error": {"http_code": 403, "message": "No"}}'::jsonb`)
    expect(await signUp(email)).toEqual(await signUp())
  })

  test('rejects a right password and ends the sessions of its user; the wrong user is not asked about', async () => {
    const email = newEmail()
    const { body } = await signUp(email)
    await hookFunction(
      'password_verification_attempt',
      `case when (event ->> 'valid')::boolean
        then '{"decision": "reject", "message": "Too many attempts", "should_logout_user": true}'::jsonb
        else '{"decision": "continue"}'::jsonb end`,
    )
    const rejected = await signIn(email)
    expect([rejected.status, rejected.body['code'], rejected.body['message']]).toEqual([
      400,
      'invalid_credentials',
      'Too many attempts',
    ])
    const refresh = await ask('/token?grant_type=refresh_token', { refresh_token: body['refresh_token'] })
    expect(refresh.status).toBe(400)
    expect((await signIn(email, 'wrong')).body['message']).toBe('Invalid login credentials')
  })

  test('that decides neither way lets nobody in', async () => {
    const email = newEmail()
    await signUp(email)
    await hookFunction('password_verification_attempt', `'{"decision": "perhaps"}'::jsonb`)
    expect((await signIn(email)).status).toBe(500)
  })
})

describe('an HTTPS address', () => {
  const useAddress = (hook: string, more: AuthConfigChanges = {}) =>
    change({
      [`hook_${hook}_uri`]: address,
      [`hook_${hook}_secrets`]: `v1,${SECRET}`,
      [`hook_${hook}_enabled`]: true,
      ...more,
    })

  test('is asked with a signature that the library of the standard accepts, and its claims are taken', async () => {
    await useAddress('custom_access_token')
    answering = (event) => ({
      body: JSON.stringify({ claims: { ...(event['claims'] as object), plan: 'pro' } }),
    })
    const { body } = await signUp()
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ plan: 'pro' })
    expect(() => new Webhook(SECRET).verify(asked[0]?.body ?? '', asked[0]?.headers ?? {})).not.toThrow()
    expect(asked[0]?.body).not.toContain(PASSWORD)
  })

  test.each([
    ['an error of its own', () => ({ status: 500 })],
    ['a redirect', () => ({ status: 302 })],
    ['no JSON', () => ({ body: 'fine' })],
    ['too much', () => ({ body: JSON.stringify({ much: 'x'.repeat(300_000) }) })],
    ['nothing for ever', () => 'silence' as const],
  ])(
    'that answers %s lets nobody be created',
    async (_, says) => {
      await useAddress('before_user_created')
      answering = says
      const before = await users()
      const { status, body } = await signUp()
      expect([status >= 400, body['access_token']]).toEqual([true, undefined])
      expect(await users()).toBe(before)
    },
    20_000,
  )

  test('inside the network, or without a secret, is not called', async () => {
    await useAddress('before_user_created', { hook_before_user_created_uri: 'https://127.0.0.1:1/hook' })
    expect((await signUp()).status).toBe(500)
    await useAddress('before_user_created', { hook_before_user_created_secrets: '' })
    expect((await signUp()).status).toBe(500)
    expect(asked).toEqual([])
  })
})

describe('mails and messages', () => {
  const byAddress = (hook: string, more: AuthConfigChanges = {}) =>
    change({
      [`hook_${hook}_uri`]: address,
      [`hook_${hook}_secrets`]: `v1,${SECRET}`,
      [`hook_${hook}_enabled`]: true,
      mailer_autoconfirm: false,
      mailer_max_frequency_s: 0,
      rate_limit_email_sent: MANY,
      rate_limit_sms_sent: MANY,
      sms_max_frequency_s: 0,
      external_phone_enabled: true,
      ...more,
    })
  const events = () => asked.map(({ body }) => JSON.parse(body) as Record<string, Record<string, unknown>>)
  const newPhone = () => `1500555${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`

  test('the hook writes the mail in the place of ours, and its code confirms the address', async () => {
    await byAddress('send_email')
    const email = newEmail()
    const before = served.auth.mails.length
    const redirect = encodeURIComponent('http://localhost:3000/after')
    expect((await ask(`/signup?redirect_to=${redirect}`, { email, password: PASSWORD })).status).toBe(200)
    expect(served.auth.mails).toHaveLength(before)
    expect(() => new Webhook(SECRET).verify(asked[0]?.body ?? '', asked[0]?.headers ?? {})).not.toThrow()
    const [event] = events()
    expect(event).toMatchObject({
      user: { email },
      email_data: {
        email_action_type: 'signup',
        redirect_to: 'http://localhost:3000/after',
        site_url: 'http://localhost:3000',
        token_new: '',
        token_hash_new: '',
      },
    })
    const { token, token_hash } = event?.['email_data'] ?? {}
    expect([token, token_hash]).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/./)])
    expect((await ask('/verify', { type: 'signup', token_hash })).status).toBe(200)
  })

  test('a change of address is one event with the codes of both mailboxes', async () => {
    const email = newEmail()
    const { body } = await signUp(email)
    await byAddress('send_email')
    const next = newEmail()
    const answer = await fetch(`${served.address}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: served.anon,
        'content-type': 'application/json',
        authorization: `Bearer ${body['access_token']}`,
      },
      body: JSON.stringify({ email: next }),
    })
    expect([answer.status, asked.length]).toEqual([200, 1])
    const [event] = events()
    expect(event).toMatchObject({
      user: { email, new_email: next },
      email_data: { email_action_type: 'email_change' },
    })
    const { token, token_new, token_hash, token_hash_new } = event?.['email_data'] ?? {}
    expect(new Set([token, token_new, token_hash, token_hash_new]).size).toBe(4)
    const present = await ask('/verify', { type: 'email_change', email, token })
    expect(present.body['msg']).toContain('other email')
    expect((await ask('/verify', { type: 'email_change', email: next, token: token_new })).status).toBe(200)
  })

  test('a function of the database sends too', async () => {
    await sql(
      'create table if not exists public.letters (event jsonb); grant insert on public.letters to supabase_auth_admin',
    )
    await sql(`create or replace function public."My hook"(event jsonb) returns jsonb language plpgsql as
      $$ begin insert into public.letters values (event); return '{}'::jsonb; end $$;
      grant execute on function public."My hook" to supabase_auth_admin`)
    await byAddress('send_email', { hook_send_email_uri: 'pg-functions://postgres/public/My%20hook' })
    const email = newEmail()
    expect((await signUp(email)).status).toBe(200)
    const rows = await sql(`select event -> 'email_data' ->> 'email_action_type' from public.letters
      where event -> 'user' ->> 'email' = '${email}'`)
    expect(rows).toEqual([['signup']])
  })

  test.each([
    ['an error', () => ({ status: 500 }), 500, 'unexpected_failure'],
    [
      'a refusal',
      () => ({ body: '{"error": {"http_code": 429, "message": "Later"}}' }),
      429,
      'unexpected_failure',
    ],
    ['no JSON', () => ({ body: 'sent' }), 500, 'unexpected_failure'],
    ['nothing for ever', () => 'silence' as const, 422, 'hook_timeout'],
  ])(
    'a hook that answers %s fails the call, for mails and for messages',
    async (_, says, status, code) => {
      answering = says
      await byAddress('send_email')
      const mailed = await signUp()
      expect([mailed.status, mailed.body['code']]).toEqual([status, code])
      await byAddress('send_sms')
      const messaged = await ask('/otp', { phone: newPhone() })
      expect([messaged.status, messaged.body['code']]).toEqual([status, code])
    },
    30_000,
  )

  test('the hook sends the code of a number, whatever service is set', async () => {
    await byAddress('send_sms')
    const phone = newPhone()
    expect((await ask('/otp', { phone })).status).toBe(200)
    const [event] = events()
    expect(event).toMatchObject({ user: { phone }, sms: { phone, otp: expect.stringMatching(/^\d{6}$/) } })
    const verified = await ask('/verify', { type: 'sms', phone, token: event?.['sms']?.['otp'] })
    expect(verified.status).toBe(200)
  })
})

test('a hook that has no place cannot be enabled', async () => {
  await expect(
    change({ hook_custom_access_token_uri: '', hook_custom_access_token_enabled: true }),
  ).rejects.toThrow('hook_custom_access_token_uri must be set')
  await expect(change({ hook_send_sms_uri: '', hook_send_sms_enabled: true })).rejects.toThrow(
    'hook_send_sms_uri must be set',
  )
})
