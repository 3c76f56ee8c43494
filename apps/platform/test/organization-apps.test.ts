/** An administrator takes tokens of members back: what they reach then, and whose may be taken. */
import {
  createAccessToken,
  createClient,
  createOrganization,
  listOrganizationApps,
  listOrganizations,
  listProjects,
  revokeOrganizationToken,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isMakerEntitled } from '../src/control/key-maker.js'
import { addProject, testApi, type TestApi } from './test-api.js'

let api: TestApi
let owner: Client
beforeAll(async () => {
  api = await testApi()
  owner = await api.owner()
  await owner.call(createOrganization, { body: { name: 'Other' } })
  await addProject(api.control, 'shop', { slug: 'acme' })
})
afterAll(() => api.remove())

const acme = { slug: 'acme' }

async function tokenWith(body: object): Promise<{ id: string; client: Client }> {
  const { id, token } = await owner.call(createAccessToken, { body: { name: 'script', ...body } })
  const { fetch } = api.browser()
  const client = createClient({
    baseUrl: 'http://127.0.0.1:8787',
    accessToken: token,
    fetch: (url, init) => fetch(new URL(String(url)).pathname, init),
  })
  return { id, client }
}
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code, status }: { code: string; status: number }) => `${status} ${code}`,
  )
const revoke = (client: Client, id: string) =>
  client.call(revokeOrganizationToken, { params: { ...acme, id } })

test('a token that reaches more than the organization loses it at the next call, and works on elsewhere', async () => {
  const { id, client } = await tokenWith({ access: 'manage' })
  const slugs = async () => (await client.call(listOrganizations, {})).map(({ slug }) => slug)
  expect(await slugs()).toEqual(['acme', 'other'])
  const isEntitled = () => isMakerEntitled({ control: api.control, accountsOn: true }, 'shop', `token:${id}`)
  expect(await isEntitled()).toBe(true)
  expect(await revoke(owner, id)).toEqual({ id, ended: 'here' })
  expect(await slugs()).toEqual(['other'])
  expect(await client.call(listProjects, {})).toEqual([])
  expect(await refusalOf(client.call(listOrganizationApps, { params: acme }))).toBe(
    '404 organization_not_found',
  )
  // A temporary key that it made ends with it.
  expect(await isEntitled()).toBe(false)
})

test('a token of the organization alone ends', async () => {
  const { id, client } = await tokenWith({ access: 'read', organization_slug: 'acme' })
  expect(await revoke(owner, id)).toEqual({ id, ended: 'everywhere' })
  expect(await refusalOf(client.call(listOrganizations, {}))).toMatch(/^401/)
})

test('a token that may not manage members takes none back, and one of a project sees none', async () => {
  const { id } = await tokenWith({ access: 'read' })
  const writes = await tokenWith({ access: 'write' })
  const ofProject = await tokenWith({ access: 'manage', project_ref: 'shop' })
  expect(await refusalOf(revoke(writes.client, id))).toBe('403 token_scope')
  for (const call of [
    ofProject.client.call(listOrganizationApps, { params: acme }),
    revoke(ofProject.client, id),
  ])
    expect(await refusalOf(call)).toMatch(/^40[34]/)
  const told = await owner.call(listOrganizationApps, { params: acme })
  expect(told.tokens.find((token) => token.id === ofProject.id)).toMatchObject({
    reach: 'project',
    project_ref: 'shop',
  })
})

test('an administrator does not take back what an owner holds', async () => {
  const { id, client } = await tokenWith({ access: 'manage', organization_slug: 'acme' })
  const other = await tokenWith({ access: 'read' })
  const [me] = (await owner.call(listOrganizationApps, { params: acme })).tokens
  await api.control.write([
    {
      sql: `with made as (insert into control.profiles (id, first_name, email) values (gen_random_uuid(), 'Cap', 'cap@example.com') returning id)
        insert into control.members (organization_id, profile_id, role)
        select o.id, made.id, 'owner' from control.organizations o, made where o.slug = 'acme'`,
      parameters: [],
    },
    {
      sql: `update control.access_tokens set profile_id = (select id from control.profiles where email = 'cap@example.com') where id = $1`,
      parameters: [other.id],
    },
    {
      sql: `update control.members set role = 'administrator' where profile_id = $1 and organization_id = (select id from control.organizations where slug = 'acme')`,
      parameters: [me?.holder.profile_id ?? ''],
    },
  ])
  expect(await refusalOf(revoke(client, other.id))).toBe('403 forbidden')
  // One's own may always be taken back.
  expect(await refusalOf(revoke(client, id))).toBe('done')
})

test('each is in the audit log, with its holder and without the token', async () => {
  const lines = await api.control.select<{ detail: { ended: string } }>(
    `select detail from control.audit_log where action = 'token.revoke' order by id`,
  )
  expect(lines.map(({ detail }) => detail.ended)).toEqual(['here', 'everywhere', 'everywhere'])
  expect(JSON.stringify(lines)).not.toMatch(/bdp_[\w-]{43}/)
})
