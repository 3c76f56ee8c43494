/** Getting in and staying out: what people do, and what attackers try. */
import {
  changePassword,
  createAccessToken,
  enrollFactor,
  forgotPassword,
  getProfile,
  getSignInState,
  listAccessTokens,
  listFactors,
  listSessions,
  renewRecoveryCodes,
  resetPassword,
  setUp,
  signIn,
  signOut,
  verifyFactor,
  verifySecondFactor,
  deleteAccessToken,
  createClient,
} from '@basedeck/platform-client'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, PASSWORD, SETUP_CODE, testApi, type Browser, type TestApi } from './test-api.js'

const EMAIL = 'ada@example.com'
let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.remove())

const failure = async (call: Promise<unknown>) =>
  call.then(
    () => ({ code: 'none' }),
    (error: { code: string; status: number; retryAfterSeconds?: number }) => error,
  )

/** The codes of one app, each of another half minute. */
function createApp(secret: string) {
  const totp = new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' })
  return { code: () => totp.generate({ timestamp: api.now().getTime() }) }
}

async function signedIn(email = EMAIL, password = PASSWORD): Promise<Browser> {
  const browser = api.browser()
  await browser.client.call(signIn, { body: { email, password } })
  return browser
}

describe('the first account', () => {
  const request = { email: EMAIL, password: PASSWORD, first_name: 'Ada', organization_name: 'Analytical' }

  test('is required before anything else', async () => {
    const { client } = api.browser()
    expect(await client.call(getSignInState, {})).toEqual({ status: 'setup-needed' })
    expect(await failure(client.call(getProfile, {}))).toMatchObject({ status: 401, code: 'signed_out' })
  })

  test('is not made with a wrong code', async () => {
    const { client } = api.browser()
    const wrong = client.call(setUp, { body: { ...request, setup_code: 'guess' } })
    expect(await failure(wrong)).toMatchObject({ status: 403, code: 'wrong_setup_code' })
  })

  test('is made once, and signs in', async () => {
    const browsers = [api.browser(), api.browser()]
    const answers = await Promise.all(
      browsers.map(({ client }) =>
        client.call(setUp, { body: { ...request, setup_code: SETUP_CODE } }).catch((error: unknown) => error),
      ),
    )
    expect(answers.filter((answer) => (answer as { status?: string }).status === 'signed-in')).toHaveLength(1)
    const { client } = await signedIn()
    expect(await client.call(getProfile, {})).toMatchObject({ primary_email: EMAIL, first_name: 'Ada' })
    const again = api.browser().client.call(setUp, { body: { ...request, setup_code: SETUP_CODE } })
    expect(await failure(again)).toMatchObject({ status: 409, code: 'already_set_up' })
  })
})

describe('a password', () => {
  test('opens in any case of the address, and only when it is right', async () => {
    expect((await signedIn('ADA@Example.com')).cookies.size).toBe(1)
    expect(await failure(signedIn(EMAIL, 'wrong horse battery'))).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
    })
  })

  test('is refused like an account that does not exist', async () => {
    const [wrong, unknown] = await Promise.all([
      failure(signedIn(EMAIL, 'not this one either')),
      failure(signedIn('nobody@example.com', 'not this one either')),
    ])
    expect({ ...wrong, requestId: '', body: '' }).toEqual({ ...unknown, requestId: '', body: '' })
  })

  test('can be guessed a few times only, and the owner waits as long as announced', async () => {
    const guesses = []
    for (let guess = 0; guess < 8; guess++)
      guesses.push(await failure(signedIn('guessed@example.com', `guess ${guess}`)))
    const refused = guesses.at(-1) as { status: number; code: string; retryAfterSeconds: number }
    expect(refused).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(refused.retryAfterSeconds).toBeGreaterThan(0)
  })

  test('a hundred parallel guesses are slowed down too', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, guess) => failure(signedIn('parallel@example.com', `guess ${guess}`))),
    )
    expect(guesses.filter(({ code }) => code === 'wrong_credentials').length).toBeLessThanOrEqual(6)
  })

  test('is changed with the old one only, and ends the other sessions', async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const change = (current_password: string, password: string) =>
      mine.client.call(changePassword, { body: { current_password, password } })
    expect(await failure(change('not the old one', 'a new long password'))).toMatchObject({
      code: 'wrong_password',
    })
    expect(await failure(change(PASSWORD, 'short'))).toMatchObject({ status: 400, code: 'invalid_body' })
    await change(PASSWORD, 'a new long password')
    expect(await failure(other.client.call(getProfile, {}))).toMatchObject({ status: 401 })
    await mine.client.call(getProfile, {})
    await mine.client.call(changePassword, {
      body: { current_password: 'a new long password', password: PASSWORD },
    })
  })
})

describe('a session', () => {
  test('is a cookie that no script reads and no other site sends', async () => {
    const browser = api.browser()
    const answer = await browser.fetch('/platform/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    expect(cookie).toMatch(/; Path=\//)
  })

  test('set by an attacker is not used (fixation)', async () => {
    const browser = api.browser()
    const [name = ''] = (await signedIn()).cookies.keys()
    browser.cookies.set(name, 'chosen-by-an-attacker')
    await browser.client.call(signIn, { body: { email: EMAIL, password: PASSWORD } })
    expect(browser.cookies.get(name)).not.toBe('chosen-by-an-attacker')
    const attacker = api.browser()
    attacker.cookies.set(name, 'chosen-by-an-attacker')
    expect(await failure(attacker.client.call(getProfile, {}))).toMatchObject({ status: 401 })
  })

  test('ends on sign-out, here and everywhere', async () => {
    const [first, second, third] = [await signedIn(), await signedIn(), await signedIn()]
    const stolen = new Map(first.cookies)
    await first.client.call(signOut, { body: {} })
    expect(first.cookies.size).toBe(0)
    const thief = api.browser()
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect(await failure(thief.client.call(getProfile, {}))).toMatchObject({ status: 401 })
    await second.client.call(signOut, { body: { scope: 'others' } })
    expect(await failure(third.client.call(getProfile, {}))).toMatchObject({ status: 401 })
    expect(await second.client.call(listSessions, {})).toMatchObject([{ is_current: true }])
    await second.client.call(signOut, { body: { scope: 'everywhere' } })
    expect(await second.client.call(getSignInState, {})).toEqual({ status: 'signed-out' })
  })

  test('ends by itself: after a week without use, and after its time', async () => {
    const idle = await signedIn()
    await api.control.write([{ sql: `update control.sessions set last_seen_at = now() - interval '8 days'` }])
    expect(await failure(idle.client.call(getProfile, {}))).toMatchObject({ status: 401 })
    const old = await signedIn()
    await api.control.write([{ sql: `update control.sessions set expires_at = now() - interval '1 second'` }])
    expect(await failure(old.client.call(getProfile, {}))).toMatchObject({ status: 401 })
  })

  test('is stored as a hash only', async () => {
    const { cookies } = await signedIn()
    const rows = await api.control.select<{ token_hash: string }>('select token_hash from control.sessions')
    for (const { token_hash } of rows) expect([...cookies.values()]).not.toContain(token_hash)
  })
})

function scriptWith(accessToken: string) {
  return createClient({
    baseUrl: ORIGIN,
    accessToken,
    fetch: ((url: string, init: RequestInit) => api.app.request(url, init)) as never,
  })
}

describe('an access token', () => {
  test('opens for a script, shows when it was used, and ends', async () => {
    const { client } = await signedIn()
    const made = await client.call(createAccessToken, { body: { name: 'ci', expires_in_days: 1 } })
    const script = scriptWith(made.token)
    expect(await script.call(getProfile, {})).toMatchObject({ primary_email: EMAIL })
    const [listed] = await client.call(listAccessTokens, {})
    expect(listed).toMatchObject({
      name: 'ci',
      prefix: made.token.slice(0, 10),
      last_used_at: expect.any(String),
    })
    expect(JSON.stringify(listed)).not.toContain(made.token)
    const more = script.call(createAccessToken, { body: { name: 'for ever' } })
    expect(await failure(more)).toMatchObject({ status: 403, code: 'session_needed' })
    await client.call(deleteAccessToken, { params: { id: made.id } })
    expect(await failure(script.call(getProfile, {}))).toMatchObject({ status: 401, code: 'invalid_token' })
  })

  test('that has expired, or never was, does not fall back to the cookie', async () => {
    const browser = await signedIn()
    const answer = await browser.fetch('/platform/profile', {
      headers: { authorization: 'Bearer bdp_nonsense' },
    })
    expect(answer.status).toBe(401)
    const strange = await browser.fetch('/platform/profile', { headers: { authorization: 'Basic YTpi' } })
    expect(strange.status).toBe(401)
  })

  test('of another account can’t be deleted', async () => {
    const { client } = await signedIn()
    const foreign = client.call(deleteAccessToken, { params: { id: '00000000-0000-4000-8000-00000000dead' } })
    expect(await failure(foreign)).toMatchObject({ status: 404 })
    const path = client.call(deleteAccessToken, { params: { id: '../../organizations' } })
    expect(await failure(path)).toMatchObject({ status: 404 })
  })
})

describe('a forgotten password', () => {
  test('is reset by a link that works once, without revealing who has an account', async () => {
    const open = await signedIn()
    const { client } = api.browser()
    const answers = await Promise.all([
      client.call(forgotPassword, { body: { email: EMAIL } }),
      client.call(forgotPassword, { body: { email: 'nobody@example.com' } }),
    ])
    expect(answers).toEqual([{ sent: true }, { sent: true }])
    expect(api.mails.map(({ to }) => to)).toEqual([EMAIL])
    const token = /token=([\w-]+)/.exec(api.mails.pop()?.text ?? '')?.[1] ?? ''
    await client.call(forgotPassword, { body: { email: EMAIL } })
    const otherToken = /token=([\w-]+)/.exec(api.mails.pop()?.text ?? '')?.[1] ?? ''
    const { token: scriptToken } = await open.client.call(createAccessToken, {
      body: { name: 'Made before' },
    })
    const script = scriptWith(scriptToken)
    expect(await script.call(getProfile, {})).toMatchObject({ primary_email: EMAIL })
    const reset = () => client.call(resetPassword, { body: { token, password: 'yet another password' } })
    expect(await reset()).toEqual({ status: 'signed-out' })
    expect(await failure(open.client.call(getProfile, {}))).toMatchObject({ status: 401 })
    expect(await failure(reset())).toMatchObject({ status: 410, code: 'link_used' })
    expect(await failure(script.call(getProfile, {}))).toMatchObject({ status: 401 })
    const other = { token: otherToken, password: 'the other link’s password' }
    expect(await failure(client.call(resetPassword, { body: other }))).toMatchObject({ code: 'link_used' })
    const browser = await signedIn(EMAIL, 'yet another password')
    await browser.client.call(changePassword, {
      body: { current_password: 'yet another password', password: PASSWORD },
    })
  })
})

describe('a second factor', () => {
  let app: ReturnType<typeof createApp>
  let codes: string[]

  test('is set up with the password and a code, and ends the sessions that came without', async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const enroll = (password: string) => mine.client.call(enrollFactor, { body: { name: 'Phone', password } })
    expect(await failure(enroll('not mine at all'))).toMatchObject({ code: 'wrong_password' })
    const factor = await enroll(PASSWORD)
    expect(factor.uri).toMatch(/^otpauth:\/\/totp\/Basedeck/)
    app = createApp(factor.secret)
    const verify = (code: string) =>
      mine.client.call(verifyFactor, { params: { id: factor.id }, body: { code } })
    expect(await failure(verify('000000'))).toMatchObject({ code: 'wrong_code' })
    const verified = await verify(app.code())
    codes = verified.recovery_codes
    expect(codes).toHaveLength(10)
    expect(await failure(other.client.call(getProfile, {}))).toMatchObject({ status: 401 })
    expect(await mine.client.call(listFactors, {})).toMatchObject({
      factors: [{ name: 'Phone', verified: true }],
      recovery_codes_left: 10,
    })
  })

  test('is required before anything else', async () => {
    api.advance(30_000)
    const browser = api.browser()
    expect(await browser.client.call(signIn, { body: { email: EMAIL, password: PASSWORD } })).toEqual({
      status: 'second-factor-needed',
      email: EMAIL,
    })
    const before = new Map(browser.cookies)
    expect(await failure(browser.client.call(getProfile, {}))).toMatchObject({ code: 'second_factor_needed' })
    const verify = (code: string) => browser.client.call(verifySecondFactor, { body: { code } })
    expect(await failure(verify('123456'))).toMatchObject({ status: 401, code: 'wrong_code' })
    const code = app.code()
    expect(await verify(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 'signed-in' })
    expect(browser.cookies).not.toEqual(before)
    const seenBefore = api.browser()
    for (const [name, value] of before) seenBefore.cookies.set(name, value)
    expect(await failure(seenBefore.client.call(getProfile, {}))).toMatchObject({ code: 'signed_out' })
  })

  test('takes no code twice, not even at once', async () => {
    api.advance(30_000)
    const code = app.code()
    const browsers = await Promise.all([signedIn(), signedIn(), signedIn()])
    const outcomes = await Promise.all(
      browsers.map(({ client }) => failure(client.call(verifySecondFactor, { body: { code } }))),
    )
    expect(outcomes.filter(({ code: outcome }) => outcome === 'none')).toHaveLength(1)
    const late = await signedIn()
    expect(await failure(late.client.call(verifySecondFactor, { body: { code } }))).toMatchObject({
      status: 401,
    })
  })

  test('can be passed by a recovery code, once', async () => {
    const [code = ''] = codes
    const browser = await signedIn()
    const verify = ({ client }: Browser) =>
      client.call(verifySecondFactor, { body: { recovery_code: ` ${code.toUpperCase()} ` } })
    expect(await verify(browser)).toMatchObject({ status: 'signed-in' })
    expect(await failure(verify(await signedIn()))).toMatchObject({ code: 'wrong_code' })
    const { recovery_codes } = await browser.client.call(renewRecoveryCodes, { body: { password: PASSWORD } })
    expect(recovery_codes).toHaveLength(10)
    expect(recovery_codes).not.toContain(codes[1])
  })

  test('is stored encrypted', async () => {
    const [row] = await api.control.select<{ secret: string }>('select secret from control.totp_factors')
    expect(row?.secret).not.toMatch(/^[A-Z2-7]{32}$/)
  })
})

test('the log and the audit log contain no password, token or code', async () => {
  const entries = await api.control.select<object>('select * from control.audit_log')
  const written = JSON.stringify(entries) + api.logged.join('\n')
  for (const secret of [PASSWORD, SETUP_CODE, 'a new long password', 'bdp_'.padEnd(12, 'x')]) {
    expect(written).not.toContain(secret)
  }
  expect(entries.length).toBeGreaterThan(10)
})

test('every change has its entry in the audit log', () => {
  expect(api.unaudited).toEqual([])
})
