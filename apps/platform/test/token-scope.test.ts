/** Access tokens with fewer rights than their owner: each is tested beyond its rights. */
import {
  createAccessToken,
  createClient,
  createInvitation,
  createOrganization,
  createSnippet,
  deleteAccessToken,
  getOrganization,
  getPermissions,
  getProject,
  leaveOrganization,
  listAccessTokens,
  listMembers,
  listOrganizations,
  listProjects,
  updateMember,
  updateOrganization,
  updateProfile,
  type Client,
  type TokenAccess,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProject, testApi, type TestApi } from './test-api.js'

let api: TestApi
let owner: Client
/** A second organization of the same owner. */
let other: string
beforeAll(async () => {
  api = await testApi()
  owner = await api.owner()
  other = (await owner.call(createOrganization, { body: { name: 'Other' } })).slug
  for (const { slug } of await owner.call(listOrganizations, {}))
    for (const number of [1, 2]) await addProject(api.control, `${slug}${number}`, { slug })
})
afterAll(() => api.remove())

async function tokenFor(scope: {
  access?: TokenAccess
  organization_slug?: string
  project_ref?: string
}): Promise<Client> {
  const { token } = await owner.call(createAccessToken, { body: { name: 'script', ...scope } })
  const { fetch } = api.browser()
  return createClient({
    baseUrl: 'http://127.0.0.1:8787',
    accessToken: token,
    fetch: (url, init) => fetch(new URL(String(url)).pathname + new URL(String(url)).search, init),
  })
}

const acme = { slug: 'acme' }
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const invite = (client: Client, email: string) =>
  client.call(createInvitation, { params: acme, body: { email, role_id: 'developer' } })
const promote = async (client: Client) => {
  const [member] = await owner.call(listMembers, { params: acme })
  return client.call(updateMember, {
    params: { ...acme, profile_id: member?.profile_id ?? '' },
    body: { role_id: 'owner' },
  })
}
const write = (client: Client, ref = 'acme1') =>
  client.call(createSnippet, {
    params: { ref },
    body: { name: 'One', visibility: 'user', content: { sql: 'select 1' } },
  })
const rename = (client: Client) => client.call(updateOrganization, { params: acme, body: { name: 'Acme' } })

describe('what it may', () => {
  test.each<[TokenAccess, Record<string, string>]>([
    [
      'read',
      {
        look: 'done',
        write: 'token_scope',
        rename: 'token_scope',
        invite: 'token_scope',
        promote: 'token_scope',
        make: 'token_scope',
        name: 'token_scope',
      },
    ],
    [
      'write',
      {
        look: 'done',
        write: 'done',
        rename: 'done',
        invite: 'token_scope',
        promote: 'token_scope',
        make: 'done',
        name: 'done',
      },
    ],
    [
      'manage',
      {
        look: 'done',
        write: 'done',
        rename: 'done',
        invite: 'done',
        promote: 'done',
        make: 'done',
        name: 'done',
      },
    ],
  ])('%s', async (access, expected) => {
    const script = await tokenFor({ access })
    expect({
      look: await outcome(script.call(getProject, { params: { ref: 'acme1' } })),
      write: await outcome(write(script)),
      rename: await outcome(rename(script)),
      invite: await outcome(invite(script, `${access}@example.com`)),
      promote: await outcome(promote(script)),
      make: await outcome(script.call(createOrganization, { body: { name: `By ${access}` } })),
      name: await outcome(script.call(updateProfile, { body: { first_name: 'Olga' } })),
    }).toEqual(expected)
  })

  test('none makes tokens, or leaves an organization', async () => {
    const script = await tokenFor({ access: 'manage' })
    expect(await outcome(script.call(createAccessToken, { body: { name: 'more' } }))).toBe('session_needed')
    expect(await outcome(script.call(leaveOrganization, { params: { slug: other } }))).toBe('session_needed')
  })

  test('its permissions match', async () => {
    const script = await tokenFor({ access: 'read', project_ref: 'acme1' })
    const permissions = await script.call(getPermissions, {})
    expect(permissions).toEqual([
      { actions: ['read'], resources: ['%'], organization_slug: 'acme', project_refs: ['acme1'] },
    ])
  })
})

describe('where', () => {
  test('in one organization the others do not exist', async () => {
    const script = await tokenFor({ access: 'manage', organization_slug: 'acme' })
    expect((await script.call(listOrganizations, {})).map(({ slug }) => slug)).toEqual(['acme'])
    expect((await script.call(listProjects, {})).map(({ ref }) => ref).sort()).toEqual(['acme1', 'acme2'])
    expect(await outcome(script.call(getOrganization, { params: { slug: other } }))).toBe(
      'organization_not_found',
    )
    expect(await outcome(script.call(getProject, { params: { ref: `${other}1` } }))).toBe('project_not_found')
    expect(await outcome(script.call(createOrganization, { body: { name: 'More' } }))).toBe('token_scope')
  })

  test('a token for one project opens nothing else of its organization', async () => {
    const script = await tokenFor({ access: 'manage', project_ref: 'acme2' })
    expect((await script.call(listProjects, {})).map(({ ref }) => ref)).toEqual(['acme2'])
    expect(await outcome(write(script, 'acme2'))).toBe('done')
    expect(await outcome(write(script, 'acme1'))).toBe('project_not_found')
    expect(await outcome(rename(script))).toBe('token_scope')
    expect(await outcome(invite(script, 'p@example.com'))).toBe('token_scope')
  })

  test('a token can’t be created for a foreign organization or project', async () => {
    const make = (body: { organization_slug?: string; project_ref?: string }) =>
      outcome(owner.call(createAccessToken, { body: { name: 'x', ...body } }))
    expect(await make({ organization_slug: 'unknown' })).toBe('invalid_body')
    expect(await make({ project_ref: 'unknown' })).toBe('unknown_project')
    expect(await make({ organization_slug: 'acme', project_ref: `${other}1` })).toBe('unknown_project')
  })

  test('an unknown field is refused, because a misspelled one would give too many rights', async () => {
    const make = (more: object) =>
      outcome(owner.call(createAccessToken, { body: { name: 'x', ...more } as { name: string } }))
    expect(await make({ scope: 'read' })).toBe('invalid_body')
    expect(await make({ access: 'read', expires_at: '2020-01-01' })).toBe('invalid_body')
  })

  test('the list shows the rights of each token', async () => {
    const { id } = await owner.call(createAccessToken, {
      body: { name: 'listed', access: 'read', organization_slug: 'acme', project_ref: 'acme1' },
    })
    const listed = (await owner.call(listAccessTokens, {})).find((token) => token.id === id)
    expect(listed).toMatchObject({ access: 'read', organization_slug: 'acme', project_ref: 'acme1' })
    await owner.call(deleteAccessToken, { params: { id } })
  })
})
