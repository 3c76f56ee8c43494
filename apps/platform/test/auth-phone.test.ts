/** Numbers: sign-up, sign-in, changes and second factors by text message, through a service that speaks Twilio’s REST API. */
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { decodeJwt } from 'jose'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { AUTH_ENGINES } from './auth-engines.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const PASSWORD = 'correct horse 1'
const MANY = 100_000
const TEST_NUMBER = '18005550123'

describe.each(AUTH_ENGINES)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage
  let service: Server
  /** What the service was asked, and whether it takes messages on. */
  const messages: { path: string; authorization: string; form: URLSearchParams }[] = []
  let isDown = false

  beforeAll(async () => {
    const authority = testAuthority()
    const { certificate, key } = authority.issue('127.0.0.1')
    service = createServer({ cert: certificate, key }, (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        messages.push({
          path: request.url ?? '',
          authorization: request.headers.authorization ?? '',
          form: new URLSearchParams(Buffer.concat(parts).toString()),
        })
        response.writeHead(isDown ? 400 : 201, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify(
            isDown
              ? { code: 21_211, message: 'The number is not valid', status: 400 }
              : { sid: `SM${messages.length}`, status: 'queued', error_code: null },
          ),
        )
      })
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
    running = await runApp(engine)
    const outgoing = createOutgoing({
      userAgent: 'test',
      allowed: readAllowedHosts(host),
      ca: authority.certificate,
    })
    served = await serveStorage(running, undefined, {
      call: (call) => outgoing.call({ ...call, url: call.url.replace('api.twilio.com', host) }),
    })
  })
  afterAll(async () => {
    service.closeAllConnections()
    service.close()
    await served.stop()
    await running.stop()
  })
  beforeEach(async () => {
    messages.length = 0
    isDown = false
    await change({
      enabled: true,
      disable_signup: false,
      external_phone_enabled: true,
      external_anonymous_users_enabled: true,
      sms_autoconfirm: false,
      sms_provider: 'twilio',
      sms_twilio_account_sid: 'AC01',
      sms_twilio_auth_token: 'hush-twilio',
      sms_twilio_message_service_sid: 'MG01',
      sms_template: 'Use {{ .Code }} at once',
      sms_otp_length: 6,
      sms_otp_exp: 60,
      sms_max_frequency_s: 0,
      sms_test_otp: [`${TEST_NUMBER}=123456`],
      mfa_phone_enroll_enabled: true,
      mfa_phone_verify_enabled: true,
      rate_limit_sms_sent: MANY,
      rate_limit_otp: MANY,
      rate_limit_verify: MANY,
      rate_limit_token_refresh: MANY,
      rate_limit_anonymous_users: MANY,
    })
  })

  async function change(body: AuthConfigChanges): Promise<void> {
    await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
    served.auth.projectChanged('default')
  }
  async function sql(query: string): Promise<(string | null)[][]> {
    const database = await running.life.database('default')
    const { results } = await database.run({ runId: crypto.randomUUID(), query })
    return results.at(-1)?.rows ?? []
  }
  function clientOf(key = served.anon): GoTrueClient {
    const kept = new Map<string, string>()
    return new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      storage: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
        removeItem: (name: string) => void kept.delete(name),
      },
      storageKey: crypto.randomUUID(),
    })
  }
  let last = 15_005_550_000
  const newPhone = () => String(++last)
  const sentTo = (phone: string) => messages.findLast(({ form }) => form.get('To')?.endsWith(phone))
  const codeOf = (phone: string) => /\d{6,10}/.exec(sentTo(phone)?.form.get('Body') ?? '')?.[0] ?? ''
  const other = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))

  async function signedIn() {
    const [client, phone] = [clientOf(), newPhone()]
    await client.signInWithOtp({ phone })
    const { data, error } = await client.verifyOtp({ phone, token: codeOf(phone), type: 'sms' })
    expect(error).toBeNull()
    return { client, phone, id: data.user?.id ?? '' }
  }

  test('a user signs up by number and password, confirms it by the code, and signs in', async () => {
    const [client, phone] = [clientOf(), newPhone()]
    const up = await client.signUp({ phone, password: PASSWORD, options: { data: { name: 'Ada' } } })
    expect([up.error, up.data.session, up.data.user?.phone]).toEqual([null, null, phone])
    expect((await client.signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe(
      'phone_not_confirmed',
    )
    const { path, authorization, form } = sentTo(phone)!
    expect(path).toBe('/2010-04-01/Accounts/AC01/Messages.json')
    expect(authorization).toBe(`Basic ${Buffer.from('AC01:hush-twilio').toString('base64')}`)
    expect(Object.fromEntries(form)).toEqual({
      To: `+${phone}`,
      MessagingServiceSid: 'MG01',
      Body: expect.stringMatching(/^Use \d{6} at once$/),
    })
    const wrong = await client.verifyOtp({ phone, token: other(codeOf(phone)), type: 'sms' })
    expect(wrong.error?.code).toBe('otp_expired')
    const { data, error } = await client.verifyOtp({ phone, token: codeOf(phone), type: 'sms' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      phone,
      user_metadata: { name: 'Ada', phone_verified: true },
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
    })
    expect((await client.verifyOtp({ phone, token: codeOf(phone), type: 'sms' })).error?.code).toBe(
      'otp_expired',
    )
    expect((await clientOf().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
  })

  test('a code signs a new user up, and a known one in; its message has an id', async () => {
    const { phone, id } = await signedIn()
    const client = clientOf()
    const { data } = await client.signInWithOtp({ phone: `+${phone}` })
    expect(data.messageId).toMatch(/^SM/)
    const again = await client.verifyOtp({ phone, token: codeOf(phone), type: 'sms' })
    expect([again.data.user?.id, decodeJwt(again.data.session?.access_token ?? '')]).toMatchObject([
      id,
      { amr: [{ method: 'otp' }], phone },
    ])
  })

  test('the sender can be a number, and the way another one', async () => {
    await change({ sms_twilio_message_service_sid: '+15005550006' })
    const phone = newPhone()
    await clientOf().signInWithOtp({ phone, options: { channel: 'whatsapp' } })
    expect(Object.fromEntries(sentTo(phone)?.form ?? [])).toMatchObject({
      To: `whatsapp:+${phone}`,
      From: 'whatsapp:+15005550006',
    })
  })

  test('a number of the settings has its code, and gets no message', async () => {
    const client = clientOf()
    expect((await client.signInWithOtp({ phone: TEST_NUMBER })).error).toBeNull()
    expect((await client.verifyOtp({ phone: TEST_NUMBER, token: '654321', type: 'sms' })).error?.code).toBe(
      'otp_expired',
    )
    expect((await client.verifyOtp({ phone: TEST_NUMBER, token: '123456', type: 'sms' })).error).toBeNull()
    expect(messages).toEqual([])
  })

  test('a code is valid for its time, counts ten wrong tries, and the newest alone counts', async () => {
    const [client, phone] = [clientOf(), newPhone()]
    await client.signInWithOtp({ phone })
    const first = codeOf(phone)
    await client.signInWithOtp({ phone })
    const second = codeOf(phone)
    const check = async (token: string) => (await client.verifyOtp({ phone, token, type: 'sms' })).error?.code
    if (first !== second) expect(await check(first)).toBe('otp_expired')
    await sql(
      `update auth.one_time_tokens set created_at = created_at - interval '61 seconds' where relates_to = '${phone}'`,
    )
    expect(await check(second)).toBe('otp_expired')
    await change({ sms_otp_exp: 86_400 })
    await client.signInWithOtp({ phone })
    for (let tries = 0; tries < 10; tries++) await check(other(codeOf(phone)))
    expect(await check(codeOf(phone))).toBe('otp_expired')
  })

  test('messages are limited, for one number and for the project', async () => {
    const phone = newPhone()
    await change({ sms_max_frequency_s: 60 })
    await clientOf().signInWithOtp({ phone })
    const soon = await clientOf().signInWithOtp({ phone })
    expect([soon.error?.code, soon.error?.status]).toEqual(['over_sms_send_rate_limit', 429])
    await change({ rate_limit_sms_sent: 1 })
    expect((await clientOf().signInWithOtp({ phone: newPhone() })).error?.code).toBe(
      'over_sms_send_rate_limit',
    )
    expect(messages).toHaveLength(1)
  })

  test('a message that can’t be sent is told, whether the service refuses or there is none', async () => {
    isDown = true
    expect((await clientOf().signInWithOtp({ phone: newPhone() })).error?.code).toBe('sms_send_failed')
    await change({ sms_provider: 'none' })
    expect((await clientOf().signUp({ phone: newPhone(), password: PASSWORD })).error?.code).toBe(
      'sms_send_failed',
    )
    await change({ external_phone_enabled: false })
    expect((await clientOf().signInWithOtp({ phone: newPhone() })).error?.code).toBe(
      'phone_provider_disabled',
    )
  })

  test('sign-up of a known number looks like that of a new one, and changes nothing', async () => {
    const { phone, client } = await signedIn()
    await client.updateUser({ password: PASSWORD })
    messages.length = 0
    const up = await clientOf().signUp({ phone, password: 'another horse 2' })
    expect([up.error, up.data.user?.phone, messages.length]).toEqual([null, phone, 0])
    expect((await clientOf().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
  })

  test('a password that somebody set for a number before its owner came is gone', async () => {
    const phone = newPhone()
    await clientOf().signUp({ phone, password: PASSWORD })
    const owner = clientOf()
    await owner.signInWithOtp({ phone })
    expect((await owner.verifyOtp({ phone, token: codeOf(phone), type: 'sms' })).error).toBeNull()
    expect((await clientOf().signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  test('a code for one purpose is none for another one', async () => {
    const { client, phone } = await signedIn()
    const next = newPhone()
    await client.updateUser({ phone: next })
    const change = codeOf(next)
    expect((await clientOf().verifyOtp({ phone: next, token: change, type: 'sms' })).error?.code).toBe(
      'otp_expired',
    )
    await clientOf().signInWithOtp({ phone })
    const wrongType = await clientOf().verifyOtp({ phone, token: codeOf(phone), type: 'phone_change' })
    expect(wrongType.error?.code).toBe('otp_expired')
  })

  test('a number is changed by the code that is sent to the new one', async () => {
    const { client, phone, id } = await signedIn()
    const next = newPhone()
    const changing = await client.updateUser({ phone: next })
    expect(changing.data.user).toMatchObject({ phone, new_phone: next })
    await client.resend({ type: 'phone_change', phone: next })
    expect(messages.filter(({ form }) => form.get('To') === `+${next}`)).toHaveLength(2)
    const { data, error } = await client.verifyOtp({ phone: next, token: codeOf(next), type: 'phone_change' })
    expect([error, data.user?.id, data.user?.phone, data.user?.new_phone]).toEqual([
      null,
      id,
      next,
      undefined,
    ])
    expect(data.user?.identities).toMatchObject([{ identity_data: { phone: next } }])
  })

  test('a change that was taken back meanwhile is not made by its code', async () => {
    const { client, id } = await signedIn()
    const next = newPhone()
    await client.updateUser({ phone: next })
    await sql(`update auth.users set phone_change = '' where id = '${id}'`)
    const { error } = await client.verifyOtp({ phone: next, token: codeOf(next), type: 'phone_change' })
    expect(error?.code).toBe('otp_expired')
  })

  test('a number that somebody has can’t be taken, and nothing tells that it is there', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    messages.length = 0
    const { data, error } = await one.client.updateUser({ phone: two.phone })
    expect([error, data.user?.phone, messages.length]).toEqual([null, one.phone, 0])
    const unknown = await one.client.resend({ type: 'phone_change', phone: newPhone() })
    expect(unknown.error).toBeNull()
  })

  test('an anonymous user gets a number, and is a lasting one then', async () => {
    const [client, phone] = [clientOf(), newPhone()]
    const { data } = await client.signInAnonymously()
    await client.updateUser({ phone })
    const linked = await client.verifyOtp({ phone, token: codeOf(phone), type: 'phone_change' })
    expect(linked.data.user).toMatchObject({ id: data.user?.id, phone, is_anonymous: false })
  })

  test('a code is sent again to a number that waits for its confirmation', async () => {
    const [client, phone] = [clientOf(), newPhone()]
    await client.signUp({ phone, password: PASSWORD })
    expect((await client.resend({ type: 'sms', phone })).error).toBeNull()
    expect((await client.verifyOtp({ phone, token: codeOf(phone), type: 'sms' })).error).toBeNull()
  })

  describe('a number as the second factor', () => {
    const enroll = async (client: GoTrueClient, phone: string) =>
      client.mfa.enroll({ factorType: 'phone', phone, friendlyName: phone })

    test('is enrolled, challenged and verified, and raises the session', async () => {
      const { client } = await signedIn()
      const phone = newPhone()
      const { data: factor, error } = await enroll(client, phone)
      expect([error, factor]).toMatchObject([null, { type: 'phone', phone }])
      const factorId = factor?.id ?? ''
      const { data: challenge } = await client.mfa.challenge({ factorId, channel: 'sms' })
      const challengeId = challenge?.id ?? ''
      const verify = (code: string) => client.mfa.verify({ factorId, challengeId, code })
      expect((await verify(other(codeOf(phone)))).error?.code).toBe('mfa_verification_failed')
      const code = codeOf(phone)
      const { data, error: refused } = await verify(code)
      expect(refused).toBeNull()
      expect(decodeJwt(data?.access_token ?? '')).toMatchObject({
        aal: 'aal2',
        amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/phone' })]),
      })
      expect((await verify(code)).error?.code).toBe('mfa_factor_not_found')
      expect((await client.mfa.listFactors()).data?.phone).toMatchObject([{ phone, status: 'verified' }])
      expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    })

    test('has a code for each challenge, which no other one takes', async () => {
      const { client } = await signedIn()
      const phone = newPhone()
      const factorId = (await enroll(client, phone)).data?.id ?? ''
      const { data: first } = await client.mfa.challenge({ factorId, channel: 'sms' })
      const code = codeOf(phone)
      const { data: second } = await client.mfa.challenge({ factorId, channel: 'sms' })
      expect(first?.id).not.toBe(second?.id)
      if (code !== codeOf(phone)) {
        const { error } = await client.mfa.verify({ factorId, challengeId: second?.id ?? '', code })
        expect(error?.code).toBe('mfa_verification_failed')
      }
      const [[kept] = []] = await sql(`select string_agg(otp_code, ' ') from auth.mfa_challenges`)
      expect(kept).not.toContain(code)
    })

    test('is a setting', async () => {
      const { client } = await signedIn()
      const factorId = (await enroll(client, newPhone())).data?.id ?? ''
      await change({ mfa_phone_enroll_enabled: false, mfa_phone_verify_enabled: false })
      expect((await enroll(client, newPhone())).error?.code).toBe('mfa_phone_enroll_not_enabled')
      expect((await client.mfa.challenge({ factorId, channel: 'sms' })).error?.code).toBe(
        'mfa_phone_verify_not_enabled',
      )
    })
  })
})
