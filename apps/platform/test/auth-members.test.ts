/** Members of a project manage its users, and act as them, by the rules of the auth service itself. */
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import {
  actAsAuthUser,
  createAuthUser,
  deleteAuthUser,
  endAuthSession,
  inviteAuthUser,
  listAuthMails,
  newId,
  queryPlain,
  recoverAuthUser,
  removeAuthFactor,
  removeAuthIdentity,
  replaceAuthMetadata,
  setUp,
  signIn,
  signOutAuthUser,
  updateAuthConfig,
  updateAuthUser,
  type Client,
} from '@basedeck/platform-client'
import { userClaims } from '@basedeck/core/rules'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUTH_ENGINES } from './auth-engines.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'
import { createBrowser, PASSWORD as MEMBERS_PASSWORD, SETUP_CODE } from './test-api.js'

const PASSWORD = 'correct horse 1'
const ref = 'default'

describe.each(AUTH_ENGINES)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage
  let owner: Client
  let reader: Client
  beforeAll(async () => {
    running = await runApp(engine, { accountsOn: true })
    served = await serveStorage(running)
    const browser = () => createBrowser(running.request).client
    owner = browser()
    await owner.call(setUp, {
      body: {
        setup_code: SETUP_CODE,
        email: 'owner@example.com',
        password: MEMBERS_PASSWORD,
        first_name: 'Olga',
        organization_name: 'Acme',
      },
    })
    await running.control.write([
      {
        sql: `insert into control.profiles (email, first_name, password_hash, email_proved_at)
          select 'reader@example.com', 'Rita', password_hash, now() from control.profiles where email = 'owner@example.com'`,
        parameters: [],
      },
      {
        sql: `insert into control.members (organization_id, profile_id, role)
          select $1, id, 'read_only' from control.profiles where email = 'reader@example.com'`,
        parameters: [running.organizationId],
      },
    ])
    reader = browser()
    await reader.call(signIn, { body: { email: 'reader@example.com', password: MEMBERS_PASSWORD } })
    const body = {
      enabled: true,
      mailer_max_frequency_s: 0,
      rate_limit_otp: 1000,
      rate_limit_email_sent: 1000,
    }
    await owner.call(updateAuthConfig, { params: { ref }, body })
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })

  const clientOf = (): GoTrueClient =>
    new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: served.anon, Authorization: `Bearer ${served.anon}` },
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: false,
      storageKey: newId(),
    })
  async function made(more: Record<string, unknown> = {}) {
    const email = `user-${newId()}@example.org`
    const body = { email, password: PASSWORD, is_confirmed: true, ...more }
    const { id } = await owner.call(createAuthUser, { params: { ref }, body })
    return { email, id, params: { ref, id } }
  }
  async function signedIn() {
    const user = await made()
    const client = clientOf()
    const { data, error } = await client.signInWithPassword({ email: user.email, password: PASSWORD })
    expect(error).toBeNull()
    return { ...user, client, session: data.session! }
  }
  const sql = async (query: string) => owner.call(queryPlain, { params: { ref }, body: { query } })
  const audit = async () => {
    const [row] = await running.control.select<{ action: string; target: string; detail: object }>(
      'select action, target, detail from control.audit_log order by id desc limit 1',
    )
    return row
  }
  const refusalOf = (calling: Promise<unknown>) =>
    calling.then(
      () => 'allowed',
      (error: { code?: string }) => error.code,
    )

  test('a user that a member makes has an identity, signs in, and is bound by the password rules', async () => {
    const { email, id } = await made({ user_metadata: '{"name": "Ada"}' })
    expect(await audit()).toMatchObject({ action: 'auth_user.create', target: id })
    const { data } = await clientOf().signInWithPassword({ email, password: PASSWORD })
    expect(data.user).toMatchObject({
      identities: [{ provider: 'email' }],
      user_metadata: { name: 'Ada' },
      app_metadata: { provider: 'email' },
    })
    expect(await refusalOf(made({ password: 'short' }))).toBe('auth_refused')
    expect(await refusalOf(made({ email }))).toBe('auth_user_exists')
  })

  test('an invitation and a recovery are mailed, and audited', async () => {
    const email = `user-${newId()}@example.org`
    const { id } = await owner.call(inviteAuthUser, { params: { ref }, body: { email } })
    expect(await audit()).toMatchObject({ action: 'auth_user.invite', target: id })
    const mails = async () => (await owner.call(listAuthMails, { params: { ref } })).mails
    expect((await mails())[0]).toMatchObject({ kind: 'invite', to: email })
    const user = await made()
    await owner.call(recoverAuthUser, { params: user.params })
    expect((await mails())[0]).toMatchObject({ kind: 'recovery', to: user.email })
    const byNumber = await owner.call(createAuthUser, { params: { ref }, body: { phone: '491701234567' } })
    const none = owner.call(recoverAuthUser, { params: { ref, id: byNumber.id } })
    expect(await refusalOf(none)).toBe('auth_refused')
  })

  test('a ban ends the sessions until it is lifted', async () => {
    const { params, client, email, session } = await signedIn()
    await owner.call(updateAuthUser, { params, body: { ban_duration: '24h' } })
    expect(await audit()).toMatchObject({ action: 'auth_user.update', detail: { ban_duration: '24h' } })
    const refreshed = await client.refreshSession({ refresh_token: session.refresh_token })
    expect(refreshed.error).not.toBeNull()
    const again = () => clientOf().signInWithPassword({ email, password: PASSWORD })
    expect((await again()).error?.code).toBe('user_banned')
    await owner.call(updateAuthUser, { params, body: { ban_duration: 'none' } })
    expect((await again()).error).toBeNull()
  })

  test('one session is ended, or all of them', async () => {
    const { params, email, session } = await signedIn()
    const other = clientOf()
    const { data } = await other.signInWithPassword({ email, password: PASSWORD })
    const sessionOf = (token: string) => String(decodeJwt(token)['session_id'])
    const end = (id: string) => owner.call(endAuthSession, { params: { ...params, session: id } })
    await end(sessionOf(session.access_token))
    expect(await refusalOf(end(sessionOf(session.access_token)))).toBe('auth_user_not_found')
    const isIn = async (token: string) => (await clientOf().getUser(token)).error === null
    const second = data.session!.access_token
    expect([await isIn(session.access_token), await isIn(second)]).toEqual([false, true])
    await owner.call(signOutAuthUser, { params })
    expect(await isIn(second)).toBe(false)
    const stranger = await made()
    const foreign = { ...stranger.params, session: sessionOf(second) }
    expect(await refusalOf(owner.call(endAuthSession, { params: foreign }))).toBe('auth_user_not_found')
  })

  test('a factor and an identity are removed, but not the last identity', async () => {
    const { id, params, session } = await signedIn()
    const client = clientOf()
    await client.setSession(session)
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    await owner.call(removeAuthFactor, { params: { ...params, factor: data!.id } })
    expect((await client.getUser()).data.user?.factors).toBeUndefined()
    const identities = await sql(`select id from auth.identities where user_id = '${id}'`)
    const identity = String(identities[0]?.['id'])
    const remove = () => owner.call(removeAuthIdentity, { params: { ...params, identity } })
    expect(await refusalOf(remove())).toBe('auth_refused')
    await sql(`insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
      values (gen_random_uuid(), 'g1', '${id}', '{"sub": "g1"}', 'github', now(), now())`)
    await remove()
    expect((await clientOf().getUser(session.access_token)).data.user?.app_metadata).toMatchObject({
      providers: ['github'],
    })
  })

  test('metadata is stored digit by digit', async () => {
    const { id, params } = await made()
    await owner.call(replaceAuthMetadata, {
      params,
      body: { of: 'app', json: '{"n": 12345678901234567890}' },
    })
    const [row] = await sql(`select raw_app_meta_data::text as kept from auth.users where id = '${id}'`)
    expect(row?.['kept']).toBe('{"n": 12345678901234567890}')
    const body = { of: 'user', json: `{"a": "${'x'.repeat(9000)}"}` } as const
    expect(await refusalOf(owner.call(replaceAuthMetadata, { params, body }))).toBe('auth_refused')
  })

  test('a deleted user can’t sign in; softly, the row stays without what names them', async () => {
    const [gone, hidden] = [await signedIn(), await signedIn()]
    await owner.call(deleteAuthUser, { params: gone.params })
    await owner.call(deleteAuthUser, { params: hidden.params, query: { soft: 'true' } })
    for (const { email, session } of [gone, hidden]) {
      expect((await clientOf().getUser(session.access_token)).error).not.toBeNull()
      const again = await clientOf().signInWithPassword({ email, password: PASSWORD })
      expect(again.error?.code).toBe('invalid_credentials')
    }
    const rows = await sql(`select email from auth.users where id in ('${gone.id}', '${hidden.id}')`)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['email']).not.toBe(hidden.email)
  })

  test('a reader changes nothing, and gets no token', async () => {
    const { id, params } = await made()
    const part = newId()
    const calls = [
      reader.call(createAuthUser, { params: { ref }, body: { email: 'new@example.org' } }),
      reader.call(inviteAuthUser, { params: { ref }, body: { email: 'new@example.org' } }),
      reader.call(updateAuthUser, { params, body: { password: 'another horse 2' } }),
      reader.call(replaceAuthMetadata, { params, body: { of: 'app', json: '{}' } }),
      reader.call(deleteAuthUser, { params }),
      reader.call(recoverAuthUser, { params }),
      reader.call(signOutAuthUser, { params }),
      reader.call(endAuthSession, { params: { ref, id, session: part } }),
      reader.call(removeAuthFactor, { params: { ref, id, factor: part } }),
      reader.call(removeAuthIdentity, { params: { ref, id, identity: part } }),
      reader.call(actAsAuthUser, { params }),
    ]
    for (const refused of await Promise.all(calls.map(refusalOf))) expect(refused).toBe('forbidden')
  })

  describe('acting as a user', () => {
    const asked = async (path: string, token: string, init: RequestInit = {}) =>
      fetch(`${served.address}${path}`, {
        ...init,
        headers: {
          apikey: served.anon,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
      })
    const act = async (params: { ref: string; id: string }, client = owner) =>
      client.call(actAsAuthUser, { params })

    test('gives the user’s rows for ten minutes, marked with the member, and audited', async () => {
      const user = await made()
      const { access_token: token, expires_at: end } = await act(user.params)
      expect(await audit()).toMatchObject({ action: 'auth_user.act', target: user.id })
      const claims = decodeJwt(token) as Record<string, unknown>
      const [member] = await running.control.select<{ id: string }>(
        `select id from control.profiles where email = 'owner@example.com'`,
      )
      expect(claims).toMatchObject({
        sub: user.id,
        role: 'authenticated',
        email: user.email,
        aud: 'authenticated',
        acting_member: { id: member!.id },
      })
      // As the SQL editor and the table editor act as the user.
      const actor = { id: user.id, email: user.email, phone: null, role: 'authenticated' }
      const about = { issuer: String(claims['iss']), sessionId: newId(), now: Date.now() }
      const editors = userClaims({ ...actor, appMetadata: {}, userMetadata: {}, isAnonymous: false }, about)
      expect(Object.keys(claims).sort()).toEqual([...Object.keys(editors), 'acting_member'].sort())
      expect(claims['iss']).toBe(`http://127.0.0.1:8788/default/auth/v1`)
      expect(Number(claims['exp']) - Number(claims['iat'])).toBe(600)
      expect(Date.parse(end) / 1000).toBe(claims['exp'])
      await sql(`create table if not exists own (id uuid default auth.uid());
        alter table own enable row level security;
        drop policy if exists own on own;
        create policy own on own to authenticated using (id = auth.uid()) with check (id = auth.uid());
        insert into own values ('${user.id}'), (gen_random_uuid())`)
      await expect
        .poll(async () => (await asked('/rest/v1/own?select=id', token)).json())
        .toEqual([{ id: user.id }])
    })

    test('the auth service takes the token for nothing', async () => {
      const { params } = await signedIn()
      const { access_token: token } = await act(params)
      const json = (body: object) => ({ body: JSON.stringify(body) })
      const tries = [
        asked('/auth/v1/user', token),
        asked('/auth/v1/user', token, { method: 'PUT', ...json({ password: 'another horse 2' }) }),
        asked('/auth/v1/factors', token, { method: 'POST', ...json({ factor_type: 'totp' }) }),
        asked(`/auth/v1/user/identities/${newId()}`, token, { method: 'DELETE' }),
        asked('/auth/v1/logout', token, { method: 'POST' }),
        asked('/auth/v1/reauthenticate', token),
        asked('/auth/v1/admin/users', token),
        asked('/auth/v1/token?grant_type=refresh_token', token, {
          method: 'POST',
          ...json({ refresh_token: token }),
        }),
      ]
      const answers = await Promise.all(tries)
      expect(answers.every(({ status }) => status >= 400 && status < 500)).toBe(true)
    })

    test('not as somebody who is banned, and not as nobody', async () => {
      const { params } = await made()
      await owner.call(updateAuthUser, { params, body: { ban_duration: '24h' } })
      expect(await refusalOf(act(params))).toBe('auth_refused')
      expect(await refusalOf(act({ ref, id: newId() }))).toBe('auth_user_not_found')
    })

    test('the token ends with the rights of its maker', async () => {
      const email = `${newId()}@example.com`
      await running.control.write([
        {
          sql: `insert into control.profiles (email, first_name, password_hash, email_proved_at)
            select $1, 'Dev', password_hash, now() from control.profiles where email = 'owner@example.com'`,
          parameters: [email],
        },
        {
          sql: `insert into control.members (organization_id, profile_id, role)
            select $1, id, 'developer' from control.profiles where email = $2`,
          parameters: [running.organizationId, email],
        },
      ])
      const developer = createBrowser(running.request).client
      await developer.call(signIn, { body: { email, password: MEMBERS_PASSWORD } })
      const { params } = await made()
      const { access_token: token } = await act(params, developer)
      await sql('create table if not exists seen (id int); grant select on seen to authenticated')
      const status = async () => (await asked('/rest/v1/seen', token)).status
      await expect.poll(status).toBe(200)
      await running.control.write([
        {
          sql: `update control.members set role = 'read_only' where profile_id =
            (select id from control.profiles where email = $1)`,
          parameters: [email],
        },
      ])
      expect(await status()).toBe(401)
    })
  })
})
