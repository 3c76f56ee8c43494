/** Existing clients of an auth service sign users in to a project: those of auth-js. */
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AUTH_ENGINES } from './auth-engines.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const PASSWORD = 'correct horse 1'
const SITE = 'http://localhost:3000'

describe.each(AUTH_ENGINES)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage
  beforeAll(async () => {
    running = await runApp(engine)
    served = await serveStorage(running)
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })
  beforeEach(() =>
    change({
      enabled: true,
      disable_signup: false,
      mailer_autoconfirm: false,
      mailer_max_frequency_s: 0,
      rate_limit_email_sent: 100_000,
      rate_limit_otp: 100_000,
      rate_limit_verify: 100_000,
      rate_limit_token_refresh: 100_000,
      rate_limit_anonymous_users: 100_000,
    }),
  )

  async function change(body: AuthConfigChanges): Promise<void> {
    await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
    served.auth.projectChanged('default')
  }

  function clientOf(flowType: 'implicit' | 'pkce' = 'implicit', key = served.anon): GoTrueClient {
    return new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      flowType,
      storage: memory(),
      storageKey: crypto.randomUUID(),
    })
  }

  function memory() {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }

  const admin = () => clientOf('implicit', served.service).admin
  const newEmail = () => `user-${crypto.randomUUID()}@example.org`
  async function lastMail(to: string) {
    return expect
      .poll(() => served.auth.mails.findLast((mail) => mail.to === to))
      .toBeDefined()
      .then(() => served.auth.mails.findLast((mail) => mail.to === to)!)
  }
  async function confirmedUser(client = clientOf()) {
    const email = newEmail()
    const { data, error } = await admin().createUser({ email, password: PASSWORD, email_confirm: true })
    expect(error).toBeNull()
    return { email, id: data.user!.id, client }
  }
  async function signedIn() {
    const user = await confirmedUser()
    const { data, error } = await user.client.signInWithPassword({ email: user.email, password: PASSWORD })
    expect(error).toBeNull()
    return { ...user, session: data.session! }
  }
  async function sql(query: string): Promise<(string | null)[][]> {
    const database = await running.life.database('default')
    const { results } = await database.run({ runId: crypto.randomUUID(), query })
    return results.at(-1)?.rows ?? []
  }
  const follow = (address: string) => fetch(address, { redirect: 'manual' })
  const fragmentOf = (answer: Response) =>
    new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))

  test('a user signs up, confirms the address by the link, and is signed in', async () => {
    const client = clientOf()
    const email = newEmail()
    const up = await client.signUp({ email, password: PASSWORD, options: { data: { name: 'Ada' } } })
    expect(up.error).toBeNull()
    expect(up.data.session).toBeNull()
    expect(up.data.user).toMatchObject({ email, user_metadata: { name: 'Ada' } })
    expect((await client.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'email_not_confirmed',
    )
    const mail = await lastMail(email)
    expect(mail).toMatchObject({ kind: 'confirmation', variables: { Email: email, SiteURL: SITE } })
    const answer = await follow(mail.variables.ConfirmationURL)
    expect(answer.status).toBe(303)
    const fragment = fragmentOf(answer)
    expect(Object.fromEntries(fragment)).toMatchObject({
      token_type: 'bearer',
      expires_in: '3600',
      type: 'signup',
    })
    const set = await client.setSession({
      access_token: fragment.get('access_token')!,
      refresh_token: fragment.get('refresh_token')!,
    })
    expect(set.data.user?.email_confirmed_at).toBeDefined()
    expect((await follow(mail.variables.ConfirmationURL)).headers.get('location')).toContain(
      'error_code=otp_expired',
    )
    const inside = await clientOf().signInWithPassword({ email, password: PASSWORD })
    expect(inside.data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }])
  })

  test('claims of the token are those of the family, and the services know the user', async () => {
    const { client, id, email, session } = await signedIn()
    const { data } = await client.getClaims(session.access_token)
    expect(data?.claims).toMatchObject({
      iss: `${served.address}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(data?.claims.session_id).toMatch(/^[\da-f-]{36}$/)
    await sql(`create table if not exists own (id uuid default auth.uid(), word text);
      alter table own enable row level security;
      drop policy if exists own on own;
      create policy own on own to authenticated using (id = auth.uid()) with check (id = auth.uid())`)
    const headers = {
      apikey: served.anon,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    }
    const rest = `${served.address}/rest/v1/own`
    await expect
      .poll(async () => (await fetch(rest, { method: 'POST', headers, body: '{"word": "mine"}' })).status)
      .toBe(201)
    expect(await (await fetch(`${rest}?select=id`, { headers })).json()).toEqual([{ id }])
    const other = await signedIn()
    const theirs = { ...headers, authorization: `Bearer ${other.session.access_token}` }
    expect(await (await fetch(rest, { headers: theirs })).json()).toEqual([])
  })

  test('refresh tokens are used once; two at once get the same successor, and a late one ends the session', async () => {
    const { session } = await signedIn()
    const refresh = (refresh_token: string) => clientOf().refreshSession({ refresh_token })
    const [one, other] = await Promise.all([refresh(session.refresh_token), refresh(session.refresh_token)])
    expect([one.error, other.error]).toEqual([null, null])
    expect(one.data.session!.refresh_token).toBe(other.data.session!.refresh_token)
    const next = one.data.session!.refresh_token
    expect((await refresh(next)).error).toBeNull()
    await sql(`update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where revoked`)
    expect((await refresh(session.refresh_token)).error?.code).toBe('refresh_token_already_used')
    expect((await refresh(next)).error?.code).toBe('refresh_token_not_found')
  })

  test('what the database keeps of tokens can’t be used', async () => {
    const { session, email } = await signedIn()
    const [[kept] = []] = await sql('select token from auth.refresh_tokens order by id desc limit 1')
    expect(kept).not.toBe(session.refresh_token)
    expect((await clientOf().refreshSession({ refresh_token: kept! })).error?.code).toBe(
      'refresh_token_not_found',
    )
    await clientOf().resetPasswordForEmail(email)
    await lastMail(email)
    const [[hash] = []] = await sql(`select recovery_token from auth.users where email = '${email}'`)
    expect((await clientOf().verifyOtp({ type: 'recovery', token_hash: hash! })).error?.code).toBe(
      'otp_expired',
    )
  })

  test('signing out ends this session, the others, or all', async () => {
    const first = await signedIn()
    const again = async () => {
      const client = clientOf()
      await client.signInWithPassword({ email: first.email, password: PASSWORD })
      return client
    }
    const [second, third] = [await again(), await again()]
    const isIn = async (client: GoTrueClient) => (await client.getUser()).error === null
    await second.signOut({ scope: 'local' })
    expect([await isIn(first.client), await isIn(third)]).toEqual([true, true])
    await third.signOut({ scope: 'others' })
    expect([await isIn(third), (await first.client.getUser()).error?.name]).toEqual([
      true,
      'AuthSessionMissingError',
    ])
    const fourth = await again()
    await third.signOut()
    expect(await isIn(fourth)).toBe(false)
  })

  test('links and codes by mail sign in, also whoever is new', async () => {
    const email = newEmail()
    const client = clientOf()
    expect((await client.signInWithOtp({ email })).error).toBeNull()
    const first = await lastMail(email)
    expect(first.kind).toBe('confirmation')
    const verified = await client.verifyOtp({ email, token: first.variables.Token, type: 'email' })
    expect(verified.data.user?.email).toBe(email)
    expect((await client.verifyOtp({ email, token: first.variables.Token, type: 'email' })).error?.code).toBe(
      'otp_expired',
    )
    served.auth.mails.length = 0
    await client.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/welcome` } })
    const second = await lastMail(email)
    expect(second).toMatchObject({ kind: 'magic_link', variables: { RedirectTo: `${SITE}/welcome` } })
    const byHash = await client.verifyOtp({ token_hash: second.variables.TokenHash, type: 'magiclink' })
    expect(byHash.data.session?.user.email).toBe(email)
  })

  test('PKCE: the link gives a code, which counts once and with its secret alone', async () => {
    const email = newEmail()
    const client = clientOf('pkce')
    await client.signUp({ email, password: PASSWORD })
    const mail = await lastMail(email)
    const address = new URL((await follow(mail.variables.ConfirmationURL)).headers.get('location')!)
    const code = address.searchParams.get('code')!
    expect([address.origin, address.hash]).toEqual([SITE, ''])
    expect((await clientOf('pkce').exchangeCodeForSession(code)).error).not.toBeNull()
    const wrong = await ask('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(50) })
    expect(wrong.body).toMatchObject({ code: 'bad_code_verifier' })
    const session = await client.exchangeCodeForSession(code)
    expect(session.error).toBeNull()
    expect(session.data.user?.email).toBe(email)
    expect(
      (await ask('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(50) })).body,
    ).toMatchObject({
      code: 'flow_state_not_found',
    })
  })

  async function ask(path: string, body?: unknown, init: RequestInit & { key?: string } = {}) {
    const { key = served.anon, ...more } = init
    const answer = await fetch(`${served.address}/auth/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...more,
      headers: {
        apikey: key,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        ...more.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
    }
  }

  test('a forgotten password is recovered, and its change ends the other sessions', async () => {
    const { email, client: other } = await signedIn()
    const client = clientOf()
    expect((await client.resetPasswordForEmail(email)).error).toBeNull()
    const mail = await lastMail(email)
    await client.verifyOtp({ email, token: mail.variables.Token, type: 'recovery' })
    expect((await client.updateUser({ password: PASSWORD })).error?.code).toBe('same_password')
    expect((await client.updateUser({ password: 'short' })).error).toMatchObject({
      code: 'weak_password',
      reasons: ['length'],
    })
    expect((await client.updateUser({ password: 'another horse 2' })).error).toBeNull()
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await clientOf().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await clientOf().signInWithPassword({ email, password: 'another horse 2' })).error).toBeNull()
  })

  test('an address is changed when both mailboxes have confirmed', async () => {
    const { client, email, id } = await signedIn()
    const to = newEmail()
    const asked = await client.updateUser({ email: to })
    expect(asked.data.user).toMatchObject({ email, new_email: to })
    const [fromNew, fromOld] = [await lastMail(to), await lastMail(email)]
    const first = await follow(fromOld.variables.ConfirmationURL)
    expect(first.headers.get('location')).toContain('message=Confirmation')
    expect((await admin().getUserById(id)).data.user?.email).toBe(email)
    const second = await client.verifyOtp({ email: to, token: fromNew.variables.Token, type: 'email_change' })
    expect(second.data.user).toMatchObject({ email: to, identities: [{ identity_data: { email: to } }] })
    expect((await clientOf().signInWithPassword({ email: to, password: PASSWORD })).error).toBeNull()
  })

  test('an anonymous user becomes a lasting one', async () => {
    expect((await clientOf().signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
    await change({ external_anonymous_users_enabled: true })
    const client = clientOf()
    const { data } = await client.signInAnonymously({ options: { data: { cart: 1 } } })
    expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { cart: 1 } })
    const email = newEmail()
    await client.updateUser({ email })
    const mail = await lastMail(email)
    await client.verifyOtp({ email, token: mail.variables.Token, type: 'email_change' })
    const changed = (await client.getUser()).data.user
    expect(changed).toMatchObject({ id: data.user!.id, email, is_anonymous: false })
  })

  test('with autoconfirm on, signing up signs in', async () => {
    await change({ mailer_autoconfirm: true })
    const email = newEmail()
    const { data } = await clientOf().signUp({ email, password: PASSWORD })
    expect(data.session?.user.email).toBe(email)
    expect((await clientOf().signUp({ email, password: PASSWORD })).error?.code).toBe('user_already_exists')
  })

  test('a password is changed with a mailed code when the sign-in is long ago', async () => {
    await change({ security_update_password_require_reauthentication: true })
    const { client, email, id } = await signedIn()
    await sql(`update auth.sessions set created_at = now() - interval '2 days' where user_id = '${id}'`)
    const password = 'another horse 2'
    expect((await client.updateUser({ password })).error?.code).toBe('reauthentication_needed')
    expect((await client.reauthenticate()).error).toBeNull()
    const { variables } = await lastMail(email)
    expect((await client.updateUser({ password, nonce: '000000x' })).error?.code).toBe(
      'reauthentication_not_valid',
    )
    expect((await client.updateUser({ password, nonce: variables.Token })).error).toBeNull()
    await change({ security_update_password_require_reauthentication: false })
  })

  test('a current password is asked for where the settings say so', async () => {
    await change({ security_update_password_require_current_password: true })
    const { client } = await signedIn()
    const password = 'another horse 2'
    expect((await client.updateUser({ password })).error?.code).toBe('current_password_required')
    const put = (current_password: string) =>
      client.updateUser({ password, current_password } as { password: string })
    expect((await put('wrong')).error?.code).toBe('current_password_invalid')
    expect((await put(PASSWORD)).error).toBeNull()
    await change({ security_update_password_require_current_password: false })
  })

  test('the admin calls create, list, change, ban and delete users', async () => {
    const email = newEmail()
    const made = await admin().createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Bob' },
      app_metadata: { plan: 'pro' },
    })
    const id = made.data.user!.id
    expect(made.data.user).toMatchObject({
      app_metadata: { plan: 'pro', provider: 'email' },
      user_metadata: { name: 'Bob' },
    })
    expect((await admin().createUser({ email })).error?.code).toBe('email_exists')
    const listed = await admin().listUsers({ page: 1, perPage: 1 })
    expect(listed.data).toMatchObject({ users: [{ id }], aud: 'authenticated', nextPage: 2 })
    const found = await ask(`/admin/users?filter=${email}`, undefined, { key: served.service })
    expect([found.headers.get('x-total-count'), (found.body as { users: unknown[] }).users.length]).toEqual([
      '1',
      1,
    ])
    const client = clientOf()
    await client.signInWithPassword({ email, password: PASSWORD })
    await admin().updateUserById(id, { ban_duration: '24h' })
    expect((await client.refreshSession()).error).not.toBeNull()
    expect((await clientOf().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'user_banned',
    )
    await admin().updateUserById(id, {
      ban_duration: 'none',
      user_metadata: { name: null, age: 7 } as object,
    })
    const back = await clientOf().signInWithPassword({ email, password: PASSWORD })
    expect(back.data.user?.user_metadata).toMatchObject({ age: 7 })
    expect(back.data.user?.user_metadata).not.toHaveProperty('name')
    expect((await admin().deleteUser(id, true)).error).toBeNull()
    expect((await admin().getUserById(id)).error?.code).toBe('user_not_found')
    expect(
      await sql(`select email = '${email}', deleted_at is not null from auth.users where id = '${id}'`),
    ).toEqual([['f', 't']])
    const again = await admin().createUser({ email })
    expect((await admin().deleteUser(again.data.user!.id)).error).toBeNull()
    expect((await clientOf('implicit').admin.listUsers()).error?.code).toBe('not_admin')
  })

  test('hashes of other services are taken over; what no one reads is refused', async () => {
    const { hash: bcrypt } = await import('@node-rs/bcrypt')
    const { hash: argon2 } = await import('@node-rs/argon2')
    for (const password_hash of [
      await bcrypt(PASSWORD, { cost: 4 }),
      await argon2(PASSWORD, { memoryCost: 8192 }),
    ]) {
      const email = newEmail()
      await admin().createUser({ email, password_hash, email_confirm: true } as { email: string })
      expect((await clientOf().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
      expect((await clientOf().signInWithPassword({ email, password: 'wrong' })).error?.code).toBe(
        'invalid_credentials',
      )
    }
    for (const password_hash of [
      'md5',
      '$2b$31$' + 'x'.repeat(53),
      '$argon2id$v=19$m=4194304,t=3,p=1$c2FsdHNhbHQ$aGFzaA',
    ])
      expect(
        (await admin().createUser({ email: newEmail(), password_hash } as { email: string })).error?.code,
      ).toBe('validation_failed')
  })

  test('links are generated for a server that mails itself, and invitations are mailed', async () => {
    const email = newEmail()
    const invited = await admin().inviteUserByEmail(email, {
      data: { team: 'a' },
      redirectTo: `${SITE}/join`,
    })
    expect(invited.data.user).toMatchObject({ email, invited_at: expect.any(String) })
    expect((await lastMail(email)).kind).toBe('invite')
    const link = await admin().generateLink({
      type: 'magiclink',
      email,
      options: { redirectTo: 'https://evil.example' },
    })
    expect(link.data.properties).toMatchObject({ redirect_to: SITE, verification_type: 'magiclink' })
    const { hashed_token: token_hash } = link.data.properties!
    expect((await clientOf().verifyOtp({ type: 'magiclink', token_hash })).data.user?.email).toBe(email)
    expect((await admin().generateLink({ type: 'recovery', email: newEmail() })).error?.code).toBe(
      'user_not_found',
    )
  })

  test('an authenticator app raises the session to aal2', async () => {
    const { client, id } = await signedIn()
    const { TOTP, Secret } = await import('otpauth')
    const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    expect(enrolled.error).toBeNull()
    const { id: factorId, totp } = enrolled.data as { id: string; totp: { secret: string; qr_code: string } }
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    const codeAt = (timestamp: number) =>
      new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp })
    const challenge = async () => (await client.mfa.challenge({ factorId })).data!.id
    const wrong = await client.mfa.verify({ factorId, challengeId: await challenge(), code: '000000' })
    expect(wrong.error?.code).toBe('mfa_verification_failed')
    const now = Date.now()
    const raised = await client.mfa.verify({ factorId, challengeId: await challenge(), code: codeAt(now) })
    expect(raised.error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    const twice = await client.mfa.verify({ factorId, challengeId: await challenge(), code: codeAt(now) })
    expect(twice.error?.code).toBe('mfa_verification_failed')
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: 'verified' }])
    expect((await admin().mfa.listFactors({ userId: id })).data?.factors.length).toBe(1)
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await client.refreshSession()).error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
  })

  test('sessions end as the settings say', async () => {
    const old = await signedIn()
    await change({ sessions_timebox_h: 1 })
    await sql(`update auth.sessions set created_at = now() - interval '2 hours' where user_id = '${old.id}'`)
    expect((await old.client.refreshSession()).error?.code).toBe('session_expired')
    await change({ sessions_timebox_h: 0, sessions_single_per_user: true })
    const first = await signedIn()
    await clientOf().signInWithPassword({ email: first.email, password: PASSWORD })
    expect((await first.client.refreshSession()).error).not.toBeNull()
    await change({ sessions_single_per_user: false })
  })

  test('metadata that no token could carry, bodies that are no JSON and wrong tokens are refused by their codes', async () => {
    const { client, session } = await signedIn()
    expect((await client.updateUser({ data: { x: 'y'.repeat(9000) } })).error?.code).toBe('validation_failed')
    expect(
      (await ask('/signup', { email: newEmail(), password: PASSWORD, data: { x: 'y'.repeat(1_000_000) } }))
        .status,
    ).toBe(413)
    const bad = await fetch(`${served.address}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: served.anon },
      body: '{',
    })
    expect([bad.status, await bad.json(), bad.headers.get('x-sb-error-code')]).toMatchObject([
      400,
      { code: 400, error_code: 'bad_json' },
      'bad_json',
    ])
    expect(
      (await ask('/user', undefined, { headers: { authorization: `Bearer ${session.access_token}x` } }))
        .status,
    ).toBe(401)
    expect((await ask('/user')).body).toMatchObject({ code: 'bad_jwt' })
    expect((await ask('/nothing')).body).toMatchObject({ error_code: 'not_found' })
    expect((await ask('/sso', {})).body).toMatchObject({ code: 'saml_provider_disabled' })
    expect((await ask('/settings')).body).toMatchObject({
      external: { email: true, google: false },
      disable_signup: false,
    })
    expect((await ask('/health')).status).toBe(200)
  })

  test('each thing that happens is in the audit log, which the server reads', async () => {
    const { email, id } = await signedIn()
    const { body } = await ask('/admin/audit', undefined, { key: served.service })
    expect(body).toContainEqual(
      expect.objectContaining({
        payload: expect.objectContaining({ action: 'login', actor_id: id, actor_username: email }),
      }),
    )
  })
})
