/** What somebody tries who is not meant to get in: at the auth service, with raw calls. */
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const PASSWORD = 'correct horse 1'
const MANY = 100_000
const EASY: AuthConfigChanges = {
  enabled: true,
  disable_signup: false,
  mailer_autoconfirm: false,
  mailer_max_frequency_s: 0,
  rate_limit_email_sent: MANY,
  rate_limit_otp: MANY,
  rate_limit_verify: MANY,
  rate_limit_token_refresh: MANY,
  external_phone_enabled: false,
  uri_allow_list: [],
}

let running: RunningApp
let served: ServedStorage
beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
})
afterAll(async () => {
  await served.stop()
  await running.stop()
})
beforeEach(async () => {
  await change(EASY)
  await sql('delete from basedeck.auth_calls', 'admin')
})

async function change(body: AuthConfigChanges): Promise<void> {
  await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
  served.auth.projectChanged('default')
}

interface Asked {
  method?: string
  key?: string
  bearer?: string
}

async function ask(path: string, body?: unknown, { method, key = served.anon, bearer }: Asked = {}) {
  const answer = await fetch(`${served.address}/auth/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const told = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { status: answer.status, headers: answer.headers, body: told, code: told['code'] }
}

async function sql(query: string, as: 'owner' | 'admin' = 'owner'): Promise<(string | null)[][]> {
  const database = await running.life.database('default')
  const { results } = await database.run({ runId: crypto.randomUUID(), query, as })
  return results.at(-1)?.rows ?? []
}

const newEmail = () => `user-${crypto.randomUUID()}@example.org`
const admin = () => ({ key: served.service })
const mailTo = (to: string) => served.auth.mails.findLast((mail) => mail.to === to)

async function user() {
  const email = newEmail()
  const { body } = await ask('/admin/users', { email, password: PASSWORD, email_confirm: true }, admin())
  return { email, id: String(body['id']) }
}

async function signedIn() {
  const made = await user()
  const { body } = await ask('/token?grant_type=password', { email: made.email, password: PASSWORD })
  return { ...made, token: String(body['access_token']), refresh: String(body['refresh_token']) }
}

describe('while addresses are confirmed, nothing tells whether one is known', () => {
  const shape = (body: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? 'list' : typeof value]),
    )

  test('sign-up', async () => {
    const { email } = await user()
    const [known, unknown] = [
      await ask('/signup', { email, password: PASSWORD, data: { a: 1 } }),
      await ask('/signup', { email: newEmail(), password: PASSWORD, data: { a: 1 } }),
    ]
    expect([known.status, shape(known.body)]).toEqual([unknown.status, shape(unknown.body)])
    expect(known.body['user_metadata']).toMatchObject({ a: 1 })
    expect(mailTo(email)).toBeUndefined()
  })

  test.each([
    ['/otp', {}],
    ['/otp', { create_user: false }],
    ['/magiclink', { create_user: false }],
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
  ])('%s %j', async (path, more) => {
    const { email } = await user()
    const [known, unknown] = [
      await ask(path, { email, ...more }),
      await ask(path, { email: newEmail(), ...more }),
    ]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(known.status).toBe(200)
  })

  test('a new address that somebody has', async () => {
    const [one, other] = [await signedIn(), await user()]
    const put = (email: string) => ask('/user', { email }, { method: 'PUT', bearer: one.token })
    const [taken, free] = [await put(other.email), await put(newEmail())]
    expect([taken.status, shape(taken.body)]).toEqual([free.status, shape(free.body)])
    expect(mailTo(other.email)).toBeUndefined()
  })

  test('the least time between two mails is asked of every address', async () => {
    await change({ mailer_max_frequency_s: 60 })
    for (const email of [(await user()).email, newEmail()]) {
      expect((await ask('/recover', { email })).status).toBe(200)
      expect((await ask('/recover', { email })).code).toBe('over_email_send_rate_limit')
    }
  })

  test('a wrong password, an unknown address and one that is not confirmed', async () => {
    const { email } = await user()
    const other = newEmail()
    await ask('/signup', { email: other, password: PASSWORD })
    const answers = [
      await ask('/token?grant_type=password', { email, password: 'wrong' }),
      await ask('/token?grant_type=password', { email: newEmail(), password: 'wrong' }),
      await ask('/token?grant_type=password', { email: other, password: 'wrong' }),
    ]
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1)
  })
})

describe('links lead nowhere but where the project allows', () => {
  test.each([
    'https://evil.example',
    'javascript:alert(1)',
    'javascript://localhost:3000/%0aalert(1)',
    'http://localhost:3000@evil.example/',
    'http://localhost:3000.evil.example/',
    'http:\\\\evil.example',
    '//evil.example',
    'data:text/html,x',
  ])('%s', async (redirect) => {
    const email = newEmail()
    await ask(`/signup?redirect_to=${encodeURIComponent(redirect)}`, { email, password: PASSWORD })
    await expect.poll(() => mailTo(email)).toBeDefined()
    const variables = mailTo(email)?.variables
    expect(variables?.RedirectTo).toBe('http://localhost:3000')
    const token = variables?.TokenHash ?? ''
    const { headers } = await ask(
      `/verify?type=signup&token=${token}&redirect_to=${encodeURIComponent(redirect)}`,
    )
    expect(headers.get('location')).toMatch(/^http:\/\/localhost:3000\/#access_token=/)
  })

  test('a link that is wrong tells so to the site alone', async () => {
    const { headers } = await ask('/verify?type=signup&token=x&redirect_to=https%3A%2F%2Fevil.example')
    expect(headers.get('location')).toMatch(
      /^http:\/\/localhost:3000\/#error=access_denied&error_code=otp_expired/,
    )
  })
})

describe('tokens', () => {
  test('of another project, without a session, of a session that ended, or with another role are refused', async () => {
    const { id, token } = await signedIn()
    const [, payload = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('x'.repeat(48)))
    expect((await ask('/user', undefined, { bearer: foreign })).status).toBe(401)
    expect((await ask('/user', undefined, { bearer: await served.tokenOf(id) })).code).toBe(
      'session_not_found',
    )
    expect((await ask('/admin/users', undefined, { bearer: token })).code).toBe('not_admin')
    expect((await ask('/admin/users', undefined, { key: served.anon })).code).toBe('not_admin')
    await sql(`delete from auth.sessions where user_id = '${id}'`)
    expect((await ask('/user', undefined, { bearer: token })).code).toBe('session_not_found')
  })

  test('a key of the project is no user', async () => {
    expect((await ask('/user', undefined, { bearer: served.service })).code).toBe('bad_jwt')
    expect((await ask('/logout', {}, { bearer: served.anon })).code).toBe('bad_jwt')
  })

  test('a user who is banned or deleted has neither a session nor a new token', async () => {
    for (const end of [
      (id: string) => ask(`/admin/users/${id}`, { ban_duration: '1h' }, { ...admin(), method: 'PUT' }),
      (id: string) => ask(`/admin/users/${id}`, {}, { ...admin(), method: 'DELETE' }),
      (id: string) =>
        ask(`/admin/users/${id}`, { should_soft_delete: true }, { ...admin(), method: 'DELETE' }),
    ]) {
      const { id, token, refresh, email } = await signedIn()
      expect((await end(id)).status).toBe(200)
      expect((await ask('/user', undefined, { bearer: token })).status).toBe(403)
      expect((await ask('/token?grant_type=refresh_token', { refresh_token: refresh })).status).toBe(400)
      expect((await ask('/token?grant_type=password', { email, password: PASSWORD })).status).toBe(400)
    }
  })

  test('what was issued before a ban stays ended when the ban is over', async () => {
    const { id, refresh } = await signedIn()
    for (const ban_duration of ['1h', 'none'])
      await ask(`/admin/users/${id}`, { ban_duration }, { ...admin(), method: 'PUT' })
    const { code } = await ask('/token?grant_type=refresh_token', { refresh_token: refresh })
    expect(code).toBe('refresh_token_not_found')
  })

  test('a refresh token that nobody gave, in any form', async () => {
    for (const refresh_token of [
      '',
      'x',
      'a'.repeat(64),
      "' or true --",
      '{}',
      'ü'.repeat(20),
      'x'.repeat(300),
    ])
      expect((await ask('/token?grant_type=refresh_token', { refresh_token })).status).toBe(400)
    expect((await ask('/token?grant_type=refresh_token', { refresh_token: ['a'] })).code).toBe(
      'validation_failed',
    )
    expect((await ask('/token?grant_type=__proto__', {})).code).toBe('validation_failed')
  })

  test('an application’s SQL can neither read the tables of auth nor take the role of the service', async () => {
    await sql(`create or replace function public.take() returns text language plpgsql as
      $$ begin set local role supabase_auth_admin; return current_user; end $$; grant execute on function take to anon, service_role`)
    for (const key of [served.anon, served.service]) {
      const answer = await fetch(`${served.address}/rest/v1/rpc/take`, {
        method: 'POST',
        headers: { apikey: key },
      })
      expect([answer.status >= 400, await answer.text()]).toEqual([true, expect.stringContaining('42501')])
    }
  })
})

describe('limits are counted for each caller and each account, in the database', () => {
  test('sign-ins', async () => {
    const { email } = await user()
    await change({ rate_limit_token_refresh: 3 })
    const statuses: unknown[] = []
    for (let time = 0; time < 4; time++)
      statuses.push((await ask('/token?grant_type=password', { email, password: 'wrong' })).code)
    expect(statuses).toEqual([...Array(3).fill('invalid_credentials'), 'over_request_rate_limit'])
    const [[counted] = []] = await sql('select count(*) from basedeck.auth_calls', 'admin')
    expect(Number(counted)).toBe(2)
    const [[hasAddress] = []] = await sql(
      `select bool_or(subject like '%${email}%') from basedeck.auth_calls`,
      'admin',
    )
    expect(hasAddress).toBe('f')
  })

  test.each([
    [
      'rate_limit_verify',
      () => ask('/verify', { type: 'email', email: newEmail(), token: '123456' }),
      'over_request_rate_limit',
    ],
    ['rate_limit_otp', () => ask('/recover', { email: newEmail() }), 'over_request_rate_limit'],
    ['rate_limit_email_sent', () => ask('/recover', { email: newEmail() }), 'over_email_send_rate_limit'],
  ])('%s', async (name, call, code) => {
    await change({ [name]: 2 })
    expect((await call()).code).not.toBe(code)
    expect((await call()).code).not.toBe(code)
    const refused = await call()
    expect([refused.status, refused.code, refused.headers.get('x-sb-error-code')]).toEqual([429, code, code])
  })

  test('a code counts no more after ten wrong tries', async () => {
    const email = newEmail()
    await ask('/otp', { email })
    await expect.poll(() => mailTo(email)).toBeDefined()
    const code = mailTo(email)?.variables.Token ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    for (let time = 0; time < 10; time++)
      expect((await ask('/verify', { type: 'email', email, token: wrong })).code).toBe('otp_expired')
    expect((await ask('/verify', { type: 'email', email, token: code })).code).toBe('otp_expired')
  })
})

describe('at the same moment', () => {
  test('two sign-ups of one address make one user, and both are answered alike', async () => {
    const email = newEmail()
    const both = await Promise.all([1, 2, 3].map(() => ask('/signup', { email, password: PASSWORD })))
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await sql(`select count(*) from auth.users where email = '${email}'`)).toEqual([['1']])
  })

  test('a mail scanner that asks whether a link is there uses nothing up; one that follows it does', async () => {
    const email = newEmail()
    await ask('/signup', { email, password: PASSWORD })
    await expect.poll(() => mailTo(email)).toBeDefined()
    const { ConfirmationURL: link, Token: code } = mailTo(email)!.variables
    for (const method of ['HEAD', 'OPTIONS']) await fetch(link, { method, redirect: 'manual' })
    const followed = await fetch(link, { redirect: 'manual' })
    expect(followed.headers.get('location')).toContain('access_token=')
    expect(followed.headers.get('cache-control')).toBe('no-store')
    const late = await fetch(link, { redirect: 'manual' })
    expect(late.headers.get('location')).toContain('error_code=otp_expired')
    expect((await ask('/verify', { type: 'signup', email, token: code })).code).toBe('otp_expired')
    // Who signed up has a password, and gets in without the link.
    const { status } = await ask('/token?grant_type=password', { email, password: PASSWORD })
    expect(status).toBe(200)
  })

  test('metadata of a megabyte is refused before it becomes part of a token', async () => {
    const { token } = await signedIn()
    const data = { note: 'x'.repeat(1_000_000) }
    const tries = [
      await ask('/user', { data }, { method: 'PUT', bearer: token }),
      await ask('/signup', { email: newEmail(), password: PASSWORD, data }),
      await ask('/admin/users', { email: newEmail(), user_metadata: data }, admin()),
    ]
    expect(tries.map(({ status }) => status)).toEqual([413, 413, 413])
    const large = { note: 'x'.repeat(100_000) }
    expect((await ask('/user', { data: large }, { method: 'PUT', bearer: token })).code).toBe(
      'validation_failed',
    )
  })

  test('one link gives one session', async () => {
    const email = newEmail()
    await ask('/otp', { email })
    await expect.poll(() => mailTo(email)).toBeDefined()
    const token_hash = mailTo(email)?.variables.TokenHash
    const both = await Promise.all([1, 2, 3].map(() => ask('/verify', { type: 'email', token_hash })))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await sql(
        `select count(*) from auth.sessions s join auth.users u on u.id = s.user_id where email = '${email}'`,
      ),
    ).toEqual([['1']])
  })
})

describe('values', () => {
  test.each([
    ['no address', { email: 'nobody', password: PASSWORD }, 'email_address_invalid'],
    ['two addresses', { email: 'a@b.example, c@d.example', password: PASSWORD }, 'email_address_invalid'],
    ['a line end', { email: 'a@b.example\r\nbcc: x@y.example', password: PASSWORD }, 'email_address_invalid'],
    ['an address as a list', { email: ['a@b.example'], password: PASSWORD }, 'validation_failed'],
    ['NUL', { email: 'a\0@b.example', password: PASSWORD }, 'validation_failed'],
    ['NUL in metadata', { email: newEmail(), password: PASSWORD, data: { a: '\0' } }, 'validation_failed'],
    ['a weak password', { email: newEmail(), password: 'x' }, 'weak_password'],
    [
      'a password that bcrypt would cut',
      { email: newEmail(), password: 'x'.repeat(73) },
      'validation_failed',
    ],
    ['metadata that is a list', { email: newEmail(), password: PASSWORD, data: [1] }, 'validation_failed'],
    [
      'address and number',
      { email: newEmail(), phone: '18005550123', password: PASSWORD },
      'validation_failed',
    ],
    ['a number that is off', { phone: '18005550123', password: PASSWORD }, 'phone_provider_disabled'],
    ['nobody', {}, 'anonymous_provider_disabled'],
  ])('%s: refused', async (_, body, code) => {
    expect((await ask('/signup', body)).code).toBe(code)
  })

  test('a user changes neither its role, nor its application’s metadata, nor somebody else', async () => {
    const [one, other] = [await signedIn(), await user()]
    const put = (body: object) => ask('/user', body, { method: 'PUT', bearer: one.token })
    expect((await put({ app_metadata: { plan: 'pro' } })).code).toBe('validation_failed')
    const { body } = await put({ role: 'service_role', id: other.id, data: { role: 'admin' } })
    expect(body).toMatchObject({ id: one.id, role: 'authenticated' })
  })

  test('sign-ups that are off stay off by every way', async () => {
    await change({ disable_signup: true })
    const email = newEmail()
    expect((await ask('/signup', { email, password: PASSWORD })).code).toBe('signup_disabled')
    await ask('/otp', { email })
    expect(await sql(`select count(*) from auth.users where email = '${email}'`)).toEqual([['0']])
    expect((await ask('/admin/users', { email }, admin())).status).toBe(200)
  })

  test('a trigger of the project that fails undoes the whole sign-up, and tells nothing of itself', async () => {
    await sql(`create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'secret detail'; end $$;
      create trigger refuse before insert on auth.users for each row execute function public.refuse()`)
    try {
      const email = newEmail()
      const { status, body } = await ask('/signup', { email, password: PASSWORD })
      expect([status, body['code'], JSON.stringify(body)]).toEqual([
        500,
        'unexpected_failure',
        expect.not.stringContaining('secret'),
      ])
      expect(mailTo(email)).toBeUndefined()
    } finally {
      await sql('drop trigger refuse on auth.users; drop function public.refuse()', 'admin')
    }
  })
})
