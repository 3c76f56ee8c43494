/** Sign-in in two processes on one control plane: sessions, limits, settings and bans are those of the project. */
import {
  createProject,
  createAuthUser,
  endAuthSession,
  getProject,
  listApiKeys,
  setUp,
  updateAuthConfig,
  updateAuthUser,
} from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PASSWORD } from './test-api.js'
import { startTwoProcesses, type TwoProcesses, type Visitor } from './two-processes.js'

vi.setConfig({ testTimeout: 60_000 })
const USERS_PASSWORD = 'correct horse 1'
let two: TwoProcesses
let owner: Visitor
let ref: string
let apikey = ''
beforeAll(async () => {
  two = await startTwoProcesses()
  owner = two.visitor()
  const setup_code = /set-up\?code=(\S+)/.exec(two.processes[0].output())?.[1] ?? ''
  const person = { email: 'owner@example.com', password: PASSWORD, first_name: 'Olive' }
  await owner.at(0).call(setUp, { body: { setup_code, ...person, organization_name: 'Two' } })
  ref = (await owner.at(0).call(createProject, { body: { name: 'Held', organization_slug: 'two' } })).ref
  await vi.waitUntil(
    async () => (await owner.client.call(getProject, { params: { ref } })).status === 'ACTIVE_HEALTHY',
    { timeout: 40_000, interval: 100 },
  )
  const keys = await owner.at(0).call(listApiKeys, { params: { ref }, query: { reveal: true } })
  apikey = keys.find(({ type }) => type === 'publishable')?.api_key ?? ''
  await change({ enabled: true, disable_signup: false, mailer_autoconfirm: true })
}, 120_000)
afterAll(() => two?.stop())

const change = (body: AuthConfigChanges) => owner.at(0).call(updateAuthConfig, { params: { ref }, body })
const apiOf = (which: 0 | 1) =>
  /project API +(http:\/\/127\.0\.0\.1:\d+)/.exec(two.processes[which].output())?.[1] ?? ''
async function ask(which: 0 | 1, path: string, body?: object, token?: string) {
  const answer = await fetch(`${apiOf(which)}/${ref}/auth/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: JSON.parse(text === '' ? '{}' : text) as Record<string, string> }
}
async function newUser(which: 0 | 1) {
  const email = `user-${crypto.randomUUID()}@example.org`
  const body = { email, password: USERS_PASSWORD, is_confirmed: true }
  const { id } = await owner.at(which).call(createAuthUser, { params: { ref }, body })
  return { email, id, params: { ref, id } }
}
const signIn = (which: 0 | 1, email: string, password = USERS_PASSWORD) =>
  ask(which, '/token?grant_type=password', { email, password })

test('a session of one process is one of the other, and ends in both', async () => {
  const user = await newUser(1)
  const { body: first } = await signIn(0, user.email)
  const refreshed = await ask(1, '/token?grant_type=refresh_token', {
    refresh_token: first['refresh_token']!,
  })
  expect(refreshed.status).toBe(200)
  const [one, other] = await Promise.all(
    ([0, 1] as const).map((which) =>
      ask(which, '/token?grant_type=refresh_token', { refresh_token: refreshed.body['refresh_token']! }),
    ),
  )
  expect(one!.body['refresh_token']).toBe(other!.body['refresh_token'])
  const token = one!.body['access_token']!
  expect((await ask(1, '/user', undefined, token)).status).toBe(200)
  const session = String(decodeJwt(token)['session_id'])
  await owner.at(1).call(endAuthSession, { params: { ...user.params, session } })
  for (const which of [0, 1] as const) expect((await ask(which, '/user', undefined, token)).status).toBe(403)
})

test('a ban that a member makes at one process holds at the other', async () => {
  const user = await newUser(0)
  const { body } = await signIn(1, user.email)
  await owner.at(1).call(updateAuthUser, { params: user.params, body: { ban_duration: '1h' } })
  for (const which of [0, 1] as const) {
    expect((await signIn(which, user.email)).body['error_code']).toBe('user_banned')
    const again = await ask(which, '/token?grant_type=refresh_token', {
      refresh_token: body['refresh_token']!,
    })
    expect(again.status).toBe(400)
  }
})

test('what is counted at one process counts at the other, and a setting holds at both', async () => {
  const user = await newUser(0)
  await change({ rate_limit_token_refresh: 40 })
  const statuses: number[] = []
  for (let at = 0; at < 60; at += 1)
    statuses.push((await signIn((at % 2) as 0 | 1, user.email, 'wrong')).status)
  const refused = statuses.filter((status) => status === 429).length
  expect(refused).toBeGreaterThanOrEqual(20)
  await change({ external_email_enabled: false, rate_limit_token_refresh: 10_000 })
  for (const which of [0, 1] as const)
    await expect
      .poll(async () => (await signIn(which, user.email)).body['error_code'])
      .toBe('email_provider_disabled')
})
