/**
 * Credentials in answers: a caller gets one only with the rights that it gives, and a temporary key ends with what it was
 * made with.
 */
import {
  acceptInvitation,
  createAccessToken,
  createApiKey,
  createClient,
  createInvitation,
  createTemporaryKey,
  deleteAccessToken,
  endSession,
  getProfile,
  getProjectSettings,
  getTemporaryKey,
  listAccessTokens,
  listApiKeys,
  listAudit,
  listFactors,
  listMembers,
  listOwnAudit,
  listSessions,
  removeMember,
  signOut,
  updateMember,
  updateOrganization,
  type Client,
  type TokenAccess,
} from '@basedeck/platform-client'
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProjectStatements } from '../src/project-life/new-project.js'
import { actorOf } from '../src/objects/storage-key.js'
import { createSecretBox } from '../src/secrets/secret-box.js'
import { credentialsIn, refuseUnmarked } from './carried-credentials.js'
import { testApi, PASSWORD, type TestApi } from './test-api.js'

const box = createSecretBox(createSecretKey(randomBytes(32)))
let api: TestApi
let owner: Client
let organizationId: number

beforeAll(async () => {
  api = await testApi({ box })
  owner = await api.owner()
  const [found] = await api.control.select<{ id: number }>('select id from control.organizations')
  organizationId = found?.id ?? 0
  for (const ref of ['shop', 'other']) await addProject(ref)
})
afterAll(() => api.remove())

async function addProject(ref: string): Promise<void> {
  const database = { host: 'x', port: 1, name: 'x', user: 'x' }
  const project = {
    ref,
    name: ref,
    organizationId,
    region: 'local',
    engine: 'pglite',
    installationId: null,
    database,
  } as const
  await api.control.write(await newProjectStatements(project, {}, { box, now: api.now() }))
}

const shop = { ref: 'shop' }
const acme = { slug: 'acme' }

async function tokenOf(
  person: Client,
  scope: { access?: TokenAccess; organization_slug?: string; project_ref?: string } = {},
): Promise<{ id: string; client: Client }> {
  const { id, token } = await person.call(createAccessToken, { body: { name: 'nightly script', ...scope } })
  const { fetch } = api.browser()
  const client = createClient({
    baseUrl: 'http://127.0.0.1:8787',
    accessToken: token,
    fetch: (url, init) => fetch(new URL(String(url)).pathname + new URL(String(url)).search, init),
  })
  return { id, client }
}

let people = 0
async function member(roleId: string): Promise<{ client: Client; id: string }> {
  const email = `${roleId}${people++}@example.com`
  await owner.call(createInvitation, { params: acme, body: { email, role_id: roleId } })
  const { client } = api.browser()
  const params = { token: api.mailedToken() }
  await client.call(acceptInvitation, { params, body: { first_name: 'Dee', password: PASSWORD } })
  return { client, id: (await client.call(getProfile, {})).id }
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

/** What the project's own API says of a key: the role, or the code of its refusal. */
async function roleOf(apiKey: string, ref = 'shop'): Promise<string> {
  const project = await api.storage.host.project(ref)
  if (!project) throw new Error('There is no such project.')
  return actorOf(api.storage.host, project, { apiKey, bearer: undefined }).then(
    ({ role }) => role,
    ({ code }: { code: string }) => code,
  )
}

const keyOf = async (client: Client) => (await client.call(getTemporaryKey, { params: shop })).api_key

describe('who gets the service keys of a project', () => {
  const asked = async (client: Client) => {
    const [made, post, settings, list] = await Promise.all([
      outcome(client.call(getTemporaryKey, { params: shop })),
      outcome(client.call(createTemporaryKey, { params: shop, query: { authorization_exp: 3600 } })),
      client.call(getProjectSettings, { params: shop }),
      client.call(listApiKeys, { params: shop, query: { reveal: true } }),
    ])
    const seen = JSON.stringify([settings, list])
    const more = await outcome(
      client.call(createApiKey, { params: shop, body: { name: `k${people++}`, type: 'secret' } }),
    )
    return { made, post, more, shown: [...credentialsIn(seen)] }
  }
  const ALL = { made: 'done', post: 'done', more: 'done', shown: ['service_key'] }
  const refused = (code: string) => ({ made: code, post: code, more: code, shown: [] })

  test.each<[TokenAccess, object]>([
    ['read', refused('token_scope')],
    ['write', ALL],
    ['manage', ALL],
  ])('a token of the owner that may %s', async (access, expected) => {
    expect(await asked((await tokenOf(owner, { access })).client)).toEqual(expected)
    const narrow = await tokenOf(owner, { access, project_ref: 'shop' })
    expect(await asked(narrow.client)).toEqual(expected)
  })

  test('a token of another project finds none of it', async () => {
    const { client } = await tokenOf(owner, { access: 'manage', project_ref: 'other' })
    expect(await outcome(client.call(getTemporaryKey, { params: shop }))).toBe('project_not_found')
    expect(await outcome(client.call(getProjectSettings, { params: shop }))).toBe('project_not_found')
  })

  test.each([
    ['administrator', ALL],
    ['developer', { ...ALL, more: 'forbidden' }],
    ['read_only', refused('forbidden')],
  ])('a member who is %s', async (roleId, expected) => {
    expect(await asked((await member(roleId)).client)).toEqual(expected)
  })

  test('a developer’s token that may read gets none', async () => {
    const { client } = await member('developer')
    const { client: script } = await tokenOf(client, { access: 'read' })
    expect(await asked(script)).toEqual({ ...refused('token_scope'), more: 'forbidden' })
  })
})

describe('a temporary key ends with', () => {
  const soon = async (key: string) => {
    api.advance(1)
    return roleOf(key)
  }

  test('the token that it was made with', async () => {
    const { id, client } = await tokenOf(owner, { access: 'write' })
    const key = await keyOf(client)
    expect(await roleOf(key)).toBe('service_role')
    await owner.call(deleteAccessToken, { params: { id } })
    expect(await soon(key)).toBe('invalid_key')
  })

  test('the end of that token', async () => {
    const { id, client } = await tokenOf(owner, { access: 'write' })
    const key = await keyOf(client)
    await api.control.write([
      { sql: 'update control.access_tokens set expires_at = now() where id = $1', parameters: [id] },
    ])
    expect(await soon(key)).toBe('invalid_key')
  })

  test.each<[string, (dee: { client: Client; id: string }) => Promise<unknown>]>([
    ['its session, signed out', ({ client }) => client.call(signOut, { body: {} })],
    [
      'its session, ended elsewhere',
      async ({ client }) => {
        const [session] = await client.call(listSessions, {})
        await client.call(endSession, { params: { id: session?.id ?? '' } })
      },
    ],
    ['the membership', ({ id }) => owner.call(removeMember, { params: { ...acme, profile_id: id } })],
    [
      'the role that may hold it',
      ({ id }) =>
        owner.call(updateMember, { params: { ...acme, profile_id: id }, body: { role_id: 'read_only' } }),
    ],
    [
      'the account',
      ({ id }) =>
        api.control.write([
          { sql: 'update control.profiles set disabled_at = now() where id = $1', parameters: [id] },
        ]),
    ],
  ])('%s', async (_name, end) => {
    const dee = await member('developer')
    const key = await keyOf(dee.client)
    expect(await roleOf(key)).toBe('service_role')
    await end(dee)
    expect(await soon(key)).toBe('invalid_key')
  })

  test('the way in, when the organization begins to require a second factor', async () => {
    const dee = await member('developer')
    const key = await keyOf(dee.client)
    const require = (value: boolean) =>
      api.control.write([
        {
          sql: 'update control.organizations set requires_mfa = $1 where slug = $2',
          parameters: [value, 'acme'],
        },
      ])
    await require(true)
    expect(await soon(key)).toBe('invalid_key')
    await require(false)
  })

  test('it opens no other project', async () => {
    expect(await roleOf(await keyOf(owner), 'other')).toBe('invalid_key')
  })
})

describe('the audit log', () => {
  const lastOf = async (action: string) => {
    const { entries } = await owner.call(listAudit, { params: acme })
    return entries.find((entry) => entry.action === action)
  }

  test('names the token that a change was made with, also when it is gone', async () => {
    const { id, client } = await tokenOf(owner)
    await client.call(updateOrganization, { params: acme, body: { name: 'Acme' } })
    await owner.call(deleteAccessToken, { params: { id } })
    expect(await lastOf('organization.update')).toMatchObject({
      actor: { name: 'Olga' },
      token: { id, name: 'nightly script' },
    })
    await owner.call(updateOrganization, { params: acme, body: { name: 'Acme' } })
    expect(await lastOf('organization.update')).not.toHaveProperty('token')
  })

  test('names the keys that were shown, and the role and the seconds of a temporary one', async () => {
    await owner.call(listApiKeys, { params: shop, query: { reveal: true } })
    const keys = await owner.call(listApiKeys, { params: shop })
    const secret = keys.find(({ name }) => name === 'service_role')
    const shown = (await lastOf('api_key.reveal'))?.detail['keys']
    expect(shown).toContainEqual({ name: secret?.name, prefix: secret?.prefix })
    expect(shown).not.toContainEqual(expect.objectContaining({ name: 'anon' }))
    await owner.call(getTemporaryKey, { params: shop, query: { authorization_exp: 60 } })
    expect((await lastOf('api_key.temporary'))?.detail).toEqual({ role: 'service_role', seconds: 60 })
  })
})

describe('the account of its owner is no business of a token', () => {
  const accountCalls = [listSessions, listFactors, listAccessTokens, listOwnAudit] as const

  test.each<[string, { organization_slug?: string; project_ref?: string }]>([
    ['one organization', { organization_slug: 'acme' }],
    ['one project', { project_ref: 'shop' }],
  ])('of %s', async (_name, scope) => {
    const { client } = await tokenOf(owner, { access: 'manage', ...scope })
    for (const call of accountCalls) expect(await outcome(client.call(call, {}))).toBe('token_scope')
    const profile = await client.call(getProfile, {})
    expect(profile).toMatchObject({ first_name: 'Olga', primary_email: null, is_administrator: false })
    expect(JSON.stringify(profile)).not.toContain('@')
  })

  test('a token of all organizations reads it', async () => {
    const { client } = await tokenOf(owner, { access: 'read' })
    for (const call of accountCalls) expect(await outcome(client.call(call, {}))).toBe('done')
    expect(await client.call(getProfile, {})).toMatchObject({ primary_email: 'owner@example.com' })
  })
})

test('an answer with a credential that the contract does not tell of fails the test', async () => {
  const key = await owner.call(createApiKey, { params: shop, body: { name: 'shown', type: 'secret' } })
  const answer = () => Response.json({ of: [{ it: key.api_key }] })
  const call = { method: 'GET', path: '/any' } as const
  await expect(refuseUnmarked(call, answer())).rejects.toThrow('GET /any gives service_key, unmarked')
  await refuseUnmarked({ ...call, carries: 'maybe service_key' }, answer())
  expect((await owner.call(listMembers, { params: acme })).length).toBeGreaterThan(0)
})
