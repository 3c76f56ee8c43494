/** Hosts of source code: the contract beside a host of each kind, and what a host or a member can try. */
import {
  checkGitHost,
  connectGitHost,
  createOrganization,
  disconnectGitHost,
  getProjectRepository,
  listGitRepositories,
  setProjectRepository,
  type Client,
} from '@basedeck/platform-client'
import { describeGitHostsContract } from '@basedeck/platform-client/contract-suite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { createGitHosts } from '../src/services/git-hosts.js'
import { startGitHost, type GitHostServer } from './git-host-server.js'
import { addProject, testApi, type TestApi } from './test-api.js'

const authority = testAuthority()

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  let host: GitHostServer
  let api: TestApi
  let client: Client
  beforeAll(async () => {
    host = await startGitHost(kind, authority)
    const outgoing = createOutgoing({
      userAgent: 'test',
      allowed: readAllowedHosts(`127.0.0.1:${host.port}`),
      ca: authority.certificate,
    })
    api = await testApi({ gitHosts: createGitHosts({ outgoing }) })
    client = await api.owner()
    await addProject(api.control, 'shop', { slug: 'acme' })
  })
  afterAll(async () => {
    await host.stop()
    await api.remove()
  })
  afterEach(() => {
    host.instead = null
  })

  describeGitHostsContract('the platform', () => ({
    client,
    slug: 'acme',
    ref: 'shop',
    kind,
    address: host.address,
    token: host.token,
  }))

  const params = { slug: 'acme' }
  const connect = () =>
    client.call(connectGitHost, { params, body: { kind, address: host.address, token: host.token } })
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )

  test('the token is stored encrypted, and is in no line of the audit log', async () => {
    const { id } = await connect()
    const stored = await api.control.select(
      `select (select json_agg(h) from control.git_hosts h)::text as hosts,
        (select json_agg(a) from control.audit_log a)::text as audit`,
    )
    expect(JSON.stringify(stored)).not.toContain(host.token)
    expect(JSON.stringify(api.logged)).not.toContain(host.token)
    await client.call(disconnectGitHost, { params: { ...params, id } })
  })

  test.each([
    [
      'a redirect, which would take the token elsewhere',
      { status: 302, headers: { location: 'https://127.0.0.1:1/' } },
    ],
    ['a page in place of the API', { status: 200, body: '<html>' }],
    ['a list in place of an account', { status: 200, body: '[]' }],
    ['an account without a name', { status: 200, body: '{"login":1,"username":null}' }],
    ['an error', { status: 500, body: '{}' }],
    ['more than is read', { status: 200, body: `"${'x'.repeat(5 * 1024 * 1024)}"` }],
  ])('%s is no host', async (_what, instead) => {
    host.instead = instead
    const before = host.asked.length
    expect(await codeOf(connect())).toBe('git_host_unreachable')
    expect(host.asked).toHaveLength(before + 1)
  })

  test('a host that no longer accepts the token says so, and works again', async () => {
    const { id } = await connect()
    const at = { params: { ...params, id } }
    host.instead = { status: 401, body: '{}' }
    expect(await client.call(checkGitHost, at)).toMatchObject({
      problem: expect.stringContaining('refused the token'),
    })
    expect(await codeOf(client.call(listGitRepositories, { params: { ref: 'shop', id } }))).toBe(
      'git_token_refused',
    )
    host.instead = { status: 200, body: '{"login":"mallory","username":"mallory"}' }
    expect(await client.call(checkGitHost, at)).toMatchObject({ problem: expect.stringContaining('mallory') })
    host.instead = null
    expect(await client.call(checkGitHost, at)).toMatchObject({ problem: null })
    await client.call(disconnectGitHost, at)
  })

  test('a host is of its own organization: no other one sees it, and a project that leaves leaves it behind', async () => {
    const { id } = await connect()
    const other = await client.call(createOrganization, { body: { name: `Other ${kind}` } })
    await addProject(api.control, 'blog', { slug: other.slug })
    const blog = { ref: 'blog' }
    expect(await client.call(getProjectRepository, { params: blog })).toEqual({ connected: null, hosts: [] })
    const body = { host_id: id, repository: 'acme/shop' }
    expect(await codeOf(client.call(setProjectRepository, { params: blog, body }))).toBe('not_found')
    expect(await codeOf(client.call(listGitRepositories, { params: { ...blog, id } }))).toBe('not_found')
    const taken = client.call(disconnectGitHost, { params: { slug: other.slug, id } })
    expect(await codeOf(taken)).toBe('not_found')

    await client.call(setProjectRepository, { params: { ref: 'shop' }, body })
    const move = (slug: string) => ({
      sql: `update control.projects set organization_id = (select id from control.organizations where slug = $1) where ref = 'shop'`,
      parameters: [slug],
    })
    await api.control.write([move(other.slug)])
    expect(await client.call(getProjectRepository, { params: { ref: 'shop' } })).toEqual({
      connected: null,
      hosts: [],
    })
    await api.control.write([move('acme')])
    await client.call(disconnectGitHost, { params: { ...params, id } })
  })

  test('what was changed is in the audit log', () => expect(api.unaudited).toEqual([]))
})

test('without an administrator’s leave no host of the private network is asked', async () => {
  const host = await startGitHost('gitlab', authority)
  const api = await testApi()
  try {
    const client = await api.owner()
    const call = client.call(connectGitHost, {
      params: { slug: 'acme' },
      body: { kind: 'gitlab', address: host.address, token: host.token },
    })
    await expect(call).rejects.toMatchObject({
      code: 'git_host_unreachable',
      message: expect.stringContaining('--allow-outgoing-hosts'),
    })
    expect(host.asked).toEqual([])
  } finally {
    await host.stop()
    await api.remove()
  }
})
