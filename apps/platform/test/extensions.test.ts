/** Who opens an extension that reaches beyond its database: an administrator of the installation, not the tenant. */
import {
  allowExtension,
  createAccessToken,
  createProject,
  installExtension,
  listExtensions,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostedOwner } from './hosted-owner.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
let client: Client
let ref: string
beforeAll(async () => {
  running = await runApp('cluster', { isPlatform: true, accountsOn: true })
  client = await hostedOwner(running, 'First')
  const [organization] = await running.control.select<{ slug: string }>(
    `select slug from control.organizations where name = 'First'`,
  )
  const body = { name: 'Shop', organization_slug: organization?.slug ?? '' }
  ref = (await client.call(createProject, { body })).ref
  await running.life.settled()
}, 60_000)
afterAll(() => running.stop())

const allow = (allowed = true) =>
  client.call(allowExtension, { params: { ref, name: 'dblink' }, body: { allowed } })
const setAdministrator = (is: boolean) =>
  running.control.write([{ sql: 'update control.profiles set is_administrator = $1', parameters: [is] }])

test('the owner of an organization who is no administrator opens nothing', async () => {
  await setAdministrator(false)
  try {
    await expect(allow()).rejects.toMatchObject({ status: 403, code: 'administrator_needed' })
    const body = { name: 'dblink' }
    await expect(client.call(installExtension, { params: { ref }, body })).rejects.toMatchObject({
      status: 403,
      code: 'extension_closed',
    })
  } finally {
    await setAdministrator(true)
  }
})

test('a token of an administrator opens nothing', async () => {
  const { token } = await client.call(createAccessToken, { body: { name: 'mine', access: 'write' } })
  const answer = await running.request(
    `http://127.0.0.1:8787/platform/projects/${ref}/extensions/dblink/allowance`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ allowed: true }),
    },
  )
  expect(answer.status).toBe(403)
})

test('an administrator is told what it reaches, opens it for one project, and that is in the audit log', async () => {
  const found = async () =>
    (await client.call(listExtensions, { params: { ref } })).find(({ name }) => name === 'dblink')
  expect((await found())?.reaches).toContain('connects from the server to every address')
  await allow()
  expect(await client.call(installExtension, { params: { ref }, body: { name: 'dblink' } })).toMatchObject({
    schema: 'extensions',
  })
  await allow(false)
  expect(await found()).toMatchObject({ is_allowed: false, installed_version: expect.any(String) })
  expect(
    await running.control.select(
      `select action, target from control.audit_log where action like '%extension' order by id`,
    ),
  ).toEqual([
    { action: 'project.allow_extension', target: 'dblink' },
    { action: 'database.install_extension', target: 'dblink' },
    { action: 'project.forbid_extension', target: 'dblink' },
  ])
})
