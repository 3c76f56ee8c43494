/** What the log contains about calls and sign-ins, and what it never contains. */
import {
  createAccessToken,
  createClient,
  createInvitation,
  getInvitation,
  signIn,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, PASSWORD, testApi, type TestApi } from './test-api.js'

let api: TestApi
let owner: Client
beforeAll(async () => {
  api = await testApi()
  owner = await api.owner()
})
afterAll(() => api.remove())

interface Line {
  msg: string
  level: number
  route?: string
  status?: number
  code?: string
  account?: string
  requestId?: string
}

async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const before = api.logged.length
  await work().catch(() => undefined)
  return api.logged.slice(before).map((line) => JSON.parse(line) as Line)
}

test('a call has a line with its route, status and account, and what a monitor asks is debug', async () => {
  const [profile] = await linesOf(async () => {
    const { fetch } = api.browser()
    return fetch('/platform/profile')
  })
  expect(profile).toMatchObject({
    msg: 'request',
    level: 30,
    method: 'GET',
    route: '/platform/profile',
    status: 401,
    code: 'signed_out',
    ms: expect.any(Number),
    requestId: expect.any(String),
  })
  const own = await linesOf(() => owner.call(createAccessToken, { body: { name: 'x', access: 'read' } }))
  expect(own.at(-1)).toMatchObject({ status: 201, account: expect.stringMatching(/^[\da-f-]{36}$/) })
  const [health] = await linesOf(async () => api.app.request(`${ORIGIN}/healthz`))
  expect(health).toMatchObject({ level: 20, route: '/healthz' })
  const [lost] = await linesOf(async () => api.app.request(`${ORIGIN}/platform/nothing/here`))
  expect(lost).toMatchObject({ route: 'unmatched', status: 404, code: 'not_found' })
})

test('sign-ins and refusals are logged', async () => {
  const enter = (password: string) => () =>
    api.browser().client.call(signIn, { body: { email: 'owner@example.com', password } })
  expect(await linesOf(enter(PASSWORD))).toContainEqual(
    expect.objectContaining({ msg: 'signed in', by: 'password', account: expect.any(String) }),
  )
  expect(await linesOf(enter('not the password'))).toContainEqual(
    expect.objectContaining({ msg: 'sign-in refused', by: 'password', code: 'wrong_credentials' }),
  )
})

test('no secret is logged: no password, cookie, token, secret of a link, text of a query', async () => {
  const browser = api.browser()
  await browser.client.call(signIn, { body: { email: 'owner@example.com', password: PASSWORD } })
  await browser.client
    .call(signIn, { body: { email: 'typed-into-the-wrong-field', password: 'a-wrong-password' } })
    .catch(() => undefined)
  const { token } = await owner.call(createAccessToken, { body: { name: 'all', access: 'manage' } })
  const script = createClient({
    baseUrl: ORIGIN,
    accessToken: token,
    fetch: ((url: string, init: RequestInit) => api.app.request(url, init)) as never,
  })
  await owner.call(createInvitation, {
    params: { slug: 'acme' },
    body: { email: 'new@example.com', role_id: 'developer' },
  })
  const invitation = api.mailedToken()
  await script.call(getInvitation, { params: { token: invitation } }).catch(() => undefined)
  await browser.fetch(`/invitation/${invitation}`)
  await browser.fetch(`/reset-password?token=${invitation}`)
  await browser.fetch('/platform/pg-meta/default/query?text=select+hidden', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query": "select hidden"}',
  })
  const told = api.logged.join()
  const secrets = [PASSWORD, 'a-wrong-password', 'typed-into-the-wrong-field', token, invitation, 'hidden']
  for (const secret of [...secrets, ...browser.cookies.values()]) {
    expect(secret).not.toBe('')
    expect(told).not.toContain(secret)
  }
})
