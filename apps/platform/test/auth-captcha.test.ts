/** CAPTCHA at the auth service, with a server that speaks the protocol of both providers. */
import { updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OutgoingError } from '../src/outgoing/outgoing-error.js'
import type { Outgoing, OutgoingCall } from '../src/outgoing/outgoing.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const PASSWORD = 'correct horse 1'
const MANY = 100_000

let running: RunningApp
let served: ServedStorage
const asked: OutgoingCall[] = []
/** As both services answer: a form with secret and response gives JSON with `success`. */
const usual = ({ body }: OutgoingCall) => {
  const form = new URLSearchParams(String(body))
  const success = form.get('secret') === 'hush' && form.get('response') === 'solved'
  return JSON.stringify(success ? { success } : { success, 'error-codes': ['invalid-input-response'] })
}
let answering: (call: OutgoingCall) => string = usual
const outgoing: Pick<Outgoing, 'call'> = {
  async call(call) {
    asked.push(call)
    return { status: 200, headers: {}, body: Buffer.from(answering(call)), isCut: false }
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
beforeEach(async () => {
  asked.length = 0
  answering = usual
  await change({
    enabled: true,
    disable_signup: false,
    mailer_autoconfirm: true,
    mailer_max_frequency_s: 0,
    rate_limit_otp: MANY,
    rate_limit_email_sent: MANY,
    rate_limit_token_refresh: MANY,
    security_captcha_provider: 'turnstile',
    security_captcha_secret: 'hush',
    security_captcha_enabled: true,
  })
})

async function change(body: AuthConfigChanges): Promise<void> {
  await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
  served.auth.projectChanged('default')
}

async function ask(path: string, body: object, captcha_token?: unknown, key = served.anon) {
  const answer = await fetch(`${served.address}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...body,
      ...(captcha_token !== undefined && { gotrue_meta_security: { captcha_token } }),
    }),
  })
  const told = (await answer.json()) as Record<string, string>
  return { status: answer.status, code: told['error_code'], told }
}
const newUser = () => ({ email: `user-${crypto.randomUUID()}@example.org`, password: PASSWORD })

test('who solved it signs up and in, and the service is asked with the secret and the address', async () => {
  const user = newUser()
  expect((await ask('/signup', user, 'solved')).status).toBe(200)
  const { told } = await ask('/token?grant_type=password', user, 'solved')
  expect(asked.map(({ url }) => url)).toEqual(
    Array.from({ length: 2 }, () => 'https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  )
  expect(String(asked[0]?.body)).toContain('remoteip=127.0.0.1')
  const again = await ask('/token?grant_type=refresh_token', { refresh_token: told['refresh_token'] })
  expect(again.status).toBe(200)
  await change({ security_captcha_provider: 'hcaptcha' })
  await ask('/signup', newUser(), 'solved')
  expect(asked.at(-1)?.url).toBe('https://api.hcaptcha.com/siteverify')
})

test.each(['/signup', '/token?grant_type=password', '/otp', '/magiclink', '/recover', '/resend'])(
  '%s without an answer, with a wrong one and with something else is refused',
  async (path) => {
    const body = { ...newUser(), type: 'signup' }
    for (const answer of [undefined, '', 'wrong', 'x'.repeat(10_000)])
      expect(await ask(path, body, answer)).toMatchObject({ status: 400, code: 'captcha_failed' })
    expect(await ask(path, body, { success: true })).toMatchObject({ status: 400, code: 'validation_failed' })
  },
)

test.each([
  ['is no JSON', () => 'yes'],
  ['says yes in another way', () => '{"success":"true"}'],
  ['says nothing', () => 'null'],
  [
    'can’t be reached',
    () => {
      throw new OutgoingError('connect-timeout')
    },
  ],
])('an answer of the service that %s lets nobody pass', async (_, says) => {
  answering = says
  expect(await ask('/signup', newUser(), 'solved')).toMatchObject({ status: 400, code: 'captcha_failed' })
})

test('a program with a secret key is not asked, and without a secret it can’t be turned on', async () => {
  expect((await ask('/signup', newUser(), undefined, served.service)).status).toBe(200)
  await change({ security_captcha_enabled: false })
  await change({ security_captcha_secret: '' })
  await expect(change({ security_captcha_enabled: true })).rejects.toThrow(
    'security_captcha_secret must be set',
  )
})
