/** Tests the gate by the contract: every call signed out, as a stranger and as each role. */
import { createHash, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTable, endpoints, VISITORS } from '../src/access/access-table.js'
import { createAuthenticate } from '../src/http/authenticate.js'
import { createGate } from '../src/http/gate.js'
import { createOriginOf } from '../src/http/origin.js'
import { ROLES } from '../src/access/roles.js'
import { createSessionCookie } from '../src/access/session-cookie.js'
import { insertOrganization } from '../src/control/organizations.js'
import { insertProfile } from '../src/control/profiles.js'
import type { AppEnv } from '../src/routes/app-env.js'
import { createMount } from '../src/http/mount.js'
import { createOnError } from '../src/http/on-error.js'
import { createResolvers } from '../src/http/resolvers.js'
import { requestId } from '../src/http/request-id.js'
import { addProject, testApi, type TestApi } from './test-api.js'

const SLUG = 'walked'
const REF = 'walkedproject'
const mounted: string[] = []
let api: TestApi
let walk: Hono<AppEnv>

beforeAll(async () => {
  api = await testApi({
    onMount: ({ method, path, version, bodyKey }) => void mounted.push(key(method, path, version, bodyKey)),
  })
  const { control } = api
  const owner = await person('owner')
  await control.write(
    insertOrganization({ slug: SLUG, name: 'Walked' }, { profileId: owner, roleId: 'owner' }),
  )
  for (const { id } of ROLES.slice(1)) await join(await person(id), id)
  await person('stranger')
  await addProject(control, REF)
  walk = createWalk()
})
afterAll(() => api.remove())

const key = (method: string, path: string, version?: number, bodyKey?: string) =>
  [method, path, version ?? '', bodyKey ?? ''].join(' ')
const INSTALLATION = '0123456789abcdef'
const tokenOf = (visitor: string) => `session-of-${visitor}`
const signedIn = (visitor: string) => ({
  cookie: `basedeck_${INSTALLATION.slice(0, 8)}=${tokenOf(visitor)}`,
})

/** A person who is signed in. */
async function person(name: string): Promise<string> {
  const id = randomUUID()
  await api.control.write([
    insertProfile({
      id,
      email: `${name}@example.com`,
      firstName: name,
      passwordHash: 'none',
      isEmailProved: true,
    }),
    {
      sql: `insert into control.sessions (token_hash, profile_id, awaits_second_factor, user_agent, ip, expires_at)
        values ($2, $1, false, '', '', now() + interval '1 hour')`,
      parameters: [id, createHash('sha256').update(tokenOf(name)).digest('hex')],
    },
  ])
  return id
}

async function join(profileId: string, roleId: string): Promise<void> {
  await api.control.write([
    {
      sql: `insert into control.members (organization_id, profile_id, role)
        select id, $1, $2 from control.organizations where slug = '${SLUG}'`,
      parameters: [profileId, roleId],
      expect: 1,
    },
  ])
}

/** The real gate and mount; behind them every call answers that it was admitted. */
function createWalk(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(createOnError(pino({ level: 'silent' })))
  app.use(requestId)
  const { control } = api
  const cookie = createSessionCookie(INSTALLATION, false)
  const gate = createGate(
    createAuthenticate({ control, cookie, accounts: true }),
    createResolvers({ control, hasBucket: async () => true }),
  )
  const mount = createMount(app, {
    control,
    gate,
    originOf: createOriginOf(false),
    isHosted: true,
    spend: { runs: async () => {}, questions: async () => {} },
  })
  const ordered = endpoints().sort((a, b) => rank(b.endpoint) - rank(a.endpoint))
  for (const { endpoint } of ordered) mount.on(endpoint, () => ({ name: 'let in' }))
  return app
}

/** The most particular first, as the platform mounts them. */
const rank = ({ version, bodyKey }: { version?: number; bodyKey?: string }) =>
  (version === undefined ? 0 : 1) + (bodyKey === undefined ? 0 : 1)

test('the platform mounts every call of the contract, each once, and no other', () => {
  expect([...mounted].sort()).toEqual(
    endpoints()
      .map(({ endpoint: { method, path, version, bodyKey } }) => key(method, path, version, bodyKey))
      .sort(),
  )
})

test('there are as many kinds of callers as the documentation shows', () => {
  expect(VISITORS.map(({ id }) => id)).toEqual(['nobody', 'stranger', ...ROLES.map(({ id }) => id)])
})

describe.each(accessTable().map((row) => [row.name, row] as const))('%s', (_, { endpoint, verdicts }) => {
  test.each(VISITORS.map(({ id }) => [id, verdicts[id]] as const))('as %s: %s', async (visitor, verdict) => {
    const path = endpoint.path
      .replace('{slug}', SLUG)
      .replace('{ref}', REF)
      .replace('{version}', '1')
      .replace('{number}', '1')
      .replace(/\{(id|profile_id|session|factor|identity|delivery)\}/g, randomUUID())
      .replace('{queryId}', '1')
      .replace('{branch}', REF)
      .replace('{former}', '20260131T120000Z')
      .replace(/\{\w+\}/g, 'word')
    const body = { organization_slug: SLUG, ...(endpoint.bodyKey ? { [endpoint.bodyKey]: [] } : {}) }
    const answer = await walk.request(path, {
      method: endpoint.method,
      headers: {
        ...(visitor === 'nobody' ? {} : signedIn(visitor)),
        ...(endpoint.version ? { version: String(endpoint.version) } : {}),
      },
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    // Admitted; the empty body of this test may then be refused.
    const letIn = answer.status === 200 || answer.status === 400
    expect(letIn ? 'answer' : answer.status).toBe(verdict)
  })
})

test.each([
  '../../../etc/passwd',
  '..%2f..%2fplatform%2fprofile',
  'walkedproject%00',
  "walkedproject'--",
  'WALKEDPROJECT',
  'walkedproject%20',
  '%F0%9F%92%A9',
  'a'.repeat(5000),
])('a ref that is a trick is not found: %s', async (ref) => {
  const answer = await walk.request(`/platform/projects/${ref}`, {
    headers: signedIn('owner'),
  })
  expect(answer.status).toBe(404)
})

describe('an organization that requires a second factor', () => {
  test('is closed to members without one, and only to them', async () => {
    await api.control.write([{ sql: 'update control.organizations set requires_mfa = true' }])
    const ask = async (path: string) => (await walk.request(path, { headers: signedIn('owner') })).json()
    expect(await ask(`/platform/organizations/${SLUG}`)).toMatchObject({ code: 'mfa_required' })
    expect(await ask(`/platform/projects/${REF}`)).toMatchObject({ code: 'mfa_required' })
    await api.control.write([
      {
        sql: `insert into control.totp_factors (profile_id, name, secret, verified_at)
          select id, 'Phone', 'x', now() from control.profiles where email = 'owner@example.com'`,
      },
    ])
    expect(await ask(`/platform/organizations/${SLUG}`)).toEqual({ name: 'let in' })
    await api.control.write([{ sql: 'update control.organizations set requires_mfa = false' }])
  })
})
