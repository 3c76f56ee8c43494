/** How the resource of a call is found, by test endpoints: a branch, a bucket, a project in the body, a database by its handle. */
import { endpoint, gives } from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import { createHash, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSessionCookie } from '../src/access/session-cookie.js'
import { insertOrganization } from '../src/control/organizations.js'
import { insertProfile } from '../src/control/profiles.js'
import { createAuthenticate } from '../src/http/authenticate.js'
import { createGate } from '../src/http/gate.js'
import { createMount } from '../src/http/mount.js'
import { createOnError } from '../src/http/on-error.js'
import { createResolvers } from '../src/http/resolvers.js'
import type { AppEnv } from '../src/routes/app-env.js'
import { DATABASE_HEADER, databaseHandle } from '../src/services/database-handle.js'
import { addProject } from './test-api.js'
import { testControl, type TestControl } from './test-control.js'

const right = { action: 'update', resource: 'storage' } as const
const inBranch = endpoint({
  method: 'POST',
  path: '/branches/{branch}',
  access: { ...right, of: 'branch' },
  response: gives<object>(),
})
const inBucket = endpoint({
  method: 'POST',
  path: '/projects/{ref}/buckets/{bucket}',
  params: { bucket: v.pipe(v.string(), v.nonEmpty()) },
  access: { ...right, of: 'bucket' },
  response: gives<object>(),
})
const inBodysProject = endpoint({
  method: 'POST',
  path: '/named-in-body',
  access: { ...right, of: 'project-in-body' },
  response: gives<object>(),
})

let control: TestControl
let app: Hono<AppEnv>
beforeAll(async () => {
  control = await testControl()
  await person('owner', 'owns')
  await person('reader', undefined)
  await person('stranger', 'elsewhere')
  await control.write([
    {
      sql: `insert into control.members (organization_id, profile_id, role)
        select o.id, p.id, 'read_only' from control.organizations o, control.profiles p
        where o.slug = 'owns' and p.email = 'reader@example.com'`,
      expect: 1,
    },
  ])
  await addProject(control, 'shop', { slug: 'owns' })
  await addProject(control, 'shoptrial', { slug: 'owns' })
  await addProject(control, 'other', { slug: 'owns' })
  await control.write([
    {
      sql: `update control.branches set name = 'trial', is_default = false,
          parent_project_id = (select id from control.projects where ref = 'shop')
        where project_id = (select id from control.projects where ref = 'shoptrial')`,
      expect: 1,
    },
  ])
  app = createTestApp()
})
afterAll(() => control.remove())

async function person(name: string, slug: string | undefined): Promise<void> {
  const id = randomUUID()
  const account = { email: `${name}@example.com`, firstName: name, passwordHash: 'none', isEmailProved: true }
  await control.write([
    insertProfile({ id, ...account }),
    {
      sql: `insert into control.access_tokens (profile_id, name, token_hash, prefix) values ($1, 'test', $2, '')`,
      parameters: [id, createHash('sha256').update(tokenOf(name)).digest('hex')],
    },
  ])
  if (slug !== undefined)
    await control.write(insertOrganization({ slug, name: slug }, { profileId: id, roleId: 'owner' }))
}

const tokenOf = (name: string) => `bdp_token_of_${name}`

function createTestApp(): Hono<AppEnv> {
  const made = new Hono<AppEnv>()
  made.onError(createOnError(pino({ level: 'silent' })))
  const cookie = createSessionCookie(randomUUID(), false)
  const free = async () => {}
  const mount = createMount(made, {
    control,
    gate: createGate(
      createAuthenticate({ control, cookie, accounts: true }),
      createResolvers({
        control,
        hasBucket: async ({ ref }, bucket) => ref === 'shop' && bucket === 'my avatars',
      }),
    ),
    originOf: () => ({ ip: null, userAgent: '', requestId: '' }),
    isHosted: true,
    spend: { runs: free, questions: free },
  })
  mount.on(inBranch, ({ branch, project, database }) => ({
    branch: branch.ref,
    project: project.ref,
    database,
  }))
  mount.on(inBucket, ({ bucket, project, database }) => ({ bucket, project: project.ref, database }))
  mount.on(inBodysProject, ({ project, database }) => ({ project: project.ref, database }))
  return made
}

async function ask(
  who: string | undefined,
  path: string,
  { headers = {}, body = {} }: { headers?: Record<string, string>; body?: object } = {},
): Promise<[number, unknown]> {
  const authorization = who === undefined ? {} : { authorization: `Bearer ${tokenOf(who)}` }
  const answer = await app.request(path, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body: JSON.stringify(body),
  })
  const { code, ...rest } = (await answer.json()) as { code?: string }
  return [answer.status, code ?? rest]
}

describe('a branch', () => {
  test('is found with its project, where the permission is asked for', async () => {
    const found = { branch: 'shoptrial', project: 'shop', database: 'shoptrial' }
    expect(await ask('owner', '/branches/shoptrial')).toEqual([200, found])
  })

  test('main is the project itself', async () => {
    const found = { branch: 'shop', project: 'shop', database: 'shop' }
    expect(await ask('owner', '/branches/shop')).toEqual([200, found])
  })

  test.each([
    ['signed out', undefined, 'shoptrial', 401, 'signed_out'],
    ['a member who only reads', 'reader', 'shoptrial', 403, 'forbidden'],
    ['a stranger', 'stranger', 'shoptrial', 404, 'branch_not_found'],
    ['a stranger, of what is not there', 'stranger', 'nothing', 404, 'branch_not_found'],
    ['its owner, of what is not there', 'owner', 'nothing', 404, 'branch_not_found'],
    ['its owner, by a trick', 'owner', '..%2fshop', 404, 'branch_not_found'],
  ])('%s is refused', async (_, who, branch, status, code) => {
    expect(await ask(who, `/branches/${branch}`)).toEqual([status, code])
  })
})

describe('a bucket', () => {
  test('is found in its project by a name that is not a UUID', async () => {
    const found = { bucket: 'my avatars', project: 'shop', database: 'shop' }
    expect(await ask('owner', '/projects/shop/buckets/my%20avatars')).toEqual([200, found])
  })

  test.each([
    ['signed out', undefined, 'shop', 'my avatars', 401, 'signed_out'],
    ['a member who only reads', 'reader', 'shop', 'my avatars', 403, 'forbidden'],
    ['its owner, of what is not there', 'owner', 'shop', 'nothing', 404, 'bucket_not_found'],
    ['its owner, in another project', 'owner', 'other', 'my avatars', 404, 'bucket_not_found'],
    // To a stranger both are the same, else they could find out which buckets there are.
    ['a stranger, of one that is there', 'stranger', 'shop', 'my avatars', 404, 'project_not_found'],
    ['a stranger, of what is not there', 'stranger', 'shop', 'nothing', 404, 'project_not_found'],
  ])('%s is refused', async (_, who, ref, bucket, status, code) => {
    expect(await ask(who, `/projects/${ref}/buckets/${encodeURIComponent(bucket)}`)).toEqual([status, code])
  })
})

test.each([
  ['owner', { projectRef: 'shop' }, 200, { project: 'shop', database: 'shop' }],
  ['stranger', { projectRef: 'shop' }, 404, 'project_not_found'],
  ['owner', { projectRef: ['shop'] }, 404, 'project_not_found'],
  ['owner', {}, 404, 'project_not_found'],
])('as %s, the body names the project: %j', async (who, body, status, answer) => {
  expect(await ask(who, '/named-in-body', { body })).toEqual([status, answer])
})

test.each([
  ['its own', 'owner', databaseHandle('shop'), 200],
  ['that of another project', 'owner', databaseHandle('other'), 404],
  ['that of its branch', 'owner', databaseHandle('shoptrial'), 404],
  ['an address', 'owner', 'postgresql://me@host/db', 404],
])('a call with a handle: %s', async (_, who, handle, status) => {
  const body = { projectRef: 'shop' }
  const [answered, answer] = await ask(who, '/named-in-body', {
    body,
    headers: { [DATABASE_HEADER]: handle },
  })
  expect(answered).toBe(status)
  if (status === 404) expect(answer).toBe('database_not_found')
})
