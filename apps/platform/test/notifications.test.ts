/** Whom notifications reach, and what ends them. */
import { pino } from 'pino'
import {
  acceptInvitation,
  archiveAllNotifications,
  createAccessToken,
  createInvitation,
  createOrganization,
  getNotificationsSummary,
  listMembers,
  listNotifications,
  removeMember,
  updateMember,
  updateNotifications,
  createClient,
  type Client,
  type Notification,
  type NotificationStatus,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ControlDatabase } from '../src/control/control-database.js'
import { findOrganization } from '../src/control/resources.js'
import { moveProject } from '../src/control/projects.js'
import { tellingProjectChanges } from '../src/control/project-changes.js'
import { createNotify } from '../src/notifications/notify.js'
import { ignoreNotices, type Notice, type Notify } from '../src/notifications/notice.js'
import {
  diskLow,
  memberJoined,
  projectCreated,
  projectFailed,
  usageLimitExceeded,
} from '../src/notifications/notices.js'
import { addProject, ORIGIN, PASSWORD, testApi, type TestApi } from './test-api.js'
import { testControl } from './test-control.js'

const SLUG = 'acme'
const params = { slug: SLUG }

let api: TestApi
let control: ControlDatabase
let owner: Client
let notify: Notify
let told: string[]
let id: number
let count = 0

beforeAll(async () => {
  const plain = await testControl()
  const telling = tellingProjectChanges(plain)
  control = telling.control
  told = []
  telling.changes.onNotifications((profileId) => void told.push(profileId))
  notify = createNotify({ control, log: pino({ level: 'silent' }) })
  api = await testApi({ control: { ...plain, ...control }, notify })
  owner = await api.owner()
  id = (await findOrganization(control, SLUG))?.id ?? 0
  await addProject(control, 'shop', { slug: SLUG, name: 'Shop' })
})
afterAll(() => api.remove())
beforeEach(async () => {
  await control.script('delete from control.notifications')
  told.length = 0
})

/** A new member of the organization, and the name of their account. */
async function member(role_id: string): Promise<{ client: Client; name: string }> {
  const email = `member-${++count}@example.com`
  await owner.call(createInvitation, { params, body: { email, role_id } })
  const { client } = api.browser()
  const name = `Member ${count}`
  await client.call(acceptInvitation, {
    params: { token: api.mailedToken() },
    body: { first_name: name, password: PASSWORD },
  })
  return { client, name }
}

const titles = async (client: Client, query: { status?: string } = {}) =>
  (await client.call(listNotifications, { query: query as never })).map(({ data }) => data.title)
const statusOf = (rows: Notification[], status: NotificationStatus) =>
  rows.map((row) => ({ id: row.id, status }))
const profileOf = async (name: string) =>
  (await owner.call(listMembers, { params })).find(({ first_name }) => first_name === name)!.profile_id
const shop = () => ({ ref: 'shop', name: 'Shop', organization_id: id })
const billing: () => Notice = () =>
  usageLimitExceeded(
    { id, name: 'Acme' },
    { metric: 'Egress', used: '6 GB', limit: '5 GB', period: '2026-01-01' },
  )

test('one row reaches each member whose role may read what it is about', async () => {
  const developer = await member('developer')
  const stranger = api.browser().client
  await control.script('delete from control.notifications')
  await notify(projectCreated(shop()))
  await notify(billing())
  expect(await titles(owner)).toEqual(['Acme exceeds its usage limits', 'Shop is ready'])
  expect(await titles(developer.client)).toEqual(['Shop is ready'])
  await expect(titles(stranger)).rejects.toMatchObject({ status: 401 })
})

test('the same fact makes no second unread row, not even by two at once', async () => {
  const failed = projectFailed(shop(), 'unhealthy', 'It is gone')
  await Promise.all([notify(failed), notify(failed), notify(failed)])
  expect(await titles(owner)).toEqual(['Shop is unhealthy'])
  const [row] = await owner.call(listNotifications, {})
  await owner.call(updateNotifications, { body: [{ id: row!.id, status: 'seen' }] })
  await notify(failed)
  expect(await titles(owner)).toHaveLength(2)
  // The one that was read can't become a second unread one.
  await owner.call(updateNotifications, { body: [{ id: row!.id, status: 'new' }] })
  expect(await titles(owner, { status: 'new' })).toHaveLength(1)
})

test('two read rows of one fact don’t both become unread', async () => {
  const failed = projectFailed(shop(), 'unhealthy', 'It is gone')
  for (let round = 0; round < 2; round++) {
    await notify(failed)
    const rows = await owner.call(listNotifications, {})
    await owner.call(updateNotifications, { body: statusOf(rows, 'seen') })
  }
  const rows = await owner.call(listNotifications, {})
  await owner.call(updateNotifications, { body: statusOf(rows, 'new') })
  expect((await owner.call(getNotificationsSummary, {})).unread_count).toBe(1)
})

test('a person changes their own only', async () => {
  const developer = await member('developer')
  await control.script('delete from control.notifications')
  await notify(projectCreated(shop()))
  const [row] = await owner.call(listNotifications, {})
  await developer.client.call(updateNotifications, { body: [{ id: row!.id, status: 'archived' }] })
  await developer.client.call(archiveAllNotifications, {})
  expect(await titles(owner)).toEqual(['Shop is ready'])
  expect(await titles(developer.client)).toEqual([])
})

test('they are gone with the membership, and the person who left is told to look', async () => {
  const { client, name } = await member('developer')
  await notify(projectCreated(shop()))
  const profile_id = await profileOf(name)
  told.length = 0
  await owner.call(removeMember, { params: { ...params, profile_id } })
  expect(told).toContain(profile_id)
  expect(await titles(client)).toEqual([])
  const rows = await control.select('select from control.notifications where profile_id = $1', [profile_id])
  expect(rows).toEqual([])
})

test('a role that may read less hides what it may not read, also from archiving', async () => {
  const { client, name } = await member('administrator')
  await control.script('delete from control.notifications')
  await notify(billing())
  expect(await titles(client)).toEqual(['Acme exceeds its usage limits'])
  const profile_id = await profileOf(name)
  const become = (role_id: string) =>
    owner.call(updateMember, { params: { ...params, profile_id }, body: { role_id } })
  await become('read_only')
  expect(await titles(client)).toEqual(['Your role in Acme changed'])
  await client.call(archiveAllNotifications, {})
  await become('administrator')
  expect(await titles(client)).toContain('Acme exceeds its usage limits')
})

test('a project takes what was told about it along', async () => {
  await addProject(control, 'trial', { slug: SLUG, name: 'Trial' })
  await notify(projectCreated({ ref: 'trial', name: 'Trial', organization_id: id }))
  expect(await titles(owner)).toEqual(['Trial is ready'])
  await control.script(`delete from control.projects where ref = 'trial'`)
  expect(await titles(owner)).toEqual([])
  // The members of a project that was deleted or transferred are not told.
  await notify(projectCreated({ ref: 'trial', name: 'Trial', organization_id: id }))
  const { slug } = await owner.call(createOrganization, { body: { name: 'Elsewhere' } })
  const elsewhere = await findOrganization(control, slug)
  await notify(projectCreated({ ...shop(), organization_id: elsewhere!.id }))
  expect(await titles(owner)).toEqual([])
})

test('a project that moves to another organization leaves no word in the old one', async () => {
  const { slug } = await owner.call(createOrganization, { body: { name: 'Buyer' } })
  await addProject(control, 'sold', { slug: SLUG, name: 'Sold' })
  await notify(projectCreated({ ref: 'sold', name: 'Sold', organization_id: id }))
  await notify(projectCreated(shop()))
  const buyer = await findOrganization(control, slug)
  await control.write([moveProject('sold', buyer!.id)])
  expect(await titles(owner)).toEqual(['Shop is ready'])
})

test('who joins is told to the others, and a changed role to its member alone', async () => {
  const developer = await member('developer')
  expect(await titles(owner)).toEqual([`${developer.name} joined Acme`])
  expect(await titles(developer.client)).toEqual([])
  const profile_id = await profileOf(developer.name)
  await owner.call(updateMember, { params: { ...params, profile_id }, body: { role_id: 'read_only' } })
  expect(await titles(developer.client)).toEqual(['Your role in Acme changed'])
  expect(await titles(owner)).toEqual([`${developer.name} joined Acme`])
})

test('the disk concerns the administrators of the installation', async () => {
  const developer = await member('developer')
  await control.script('delete from control.notifications')
  await notify(diskLow('nearly-full', 900 * 1024 * 1024))
  expect(await titles(owner)).toEqual(['The disk is nearly full'])
  expect(await titles(developer.client)).toEqual([])
  expect(await owner.call(getNotificationsSummary, {})).toMatchObject({ has_warning: true })
})

test('a token sees what it may read, and one of a project what is about it', async () => {
  await addProject(control, 'other', { slug: SLUG, name: 'Other' })
  await notify(projectCreated(shop()))
  await notify(projectCreated({ ref: 'other', name: 'Other', organization_id: id }))
  await notify(diskLow('full', 0))
  const token = async (more: { project_ref?: string }) => {
    const body = { name: 'deploy', access: 'read' as const, expires_in_days: 1, ...more }
    const { token: accessToken } = await owner.call(createAccessToken, { body })
    return createClient({
      baseUrl: ORIGIN,
      accessToken,
      fetch: ((url: string, init: RequestInit) => api.app.request(url, init)) as never,
    })
  }
  expect(await titles(await token({ project_ref: 'shop' }))).toEqual(['Shop is ready'])
  const everywhere = await token({})
  expect(await titles(everywhere)).toEqual(['Other is ready', 'Shop is ready'])
  await expect(everywhere.call(archiveAllNotifications, {})).rejects.toMatchObject({
    status: 403,
    code: 'token_scope',
  })
})

test('what can’t be stored is logged, and breaks nothing', async () => {
  const logged: unknown[] = []
  const failing = createNotify({
    control: { append: () => Promise.reject(new Error('away')) },
    log: { warn: ((line: unknown) => void logged.push(line)) as never },
  })
  await failing(projectCreated(shop()))
  const joined = memberJoined({ id, name: 'Acme' }, { id: 'no uuid', name: '\0', role: 'Owner' })
  await notify(joined)
  await ignoreNotices(joined)
  expect(logged).toMatchObject([{ notice: 'project.created' }])
  expect(await titles(owner)).toEqual([])
})

test('names and reasons are shown as they are, whatever Markdown would make of them', async () => {
  const name = '**x** [a](javascript:alert(1)) <script>alert(1)</script> ![p](https://evil.example/p.png)'
  await notify(projectFailed({ ...shop(), name }, 'unhealthy', '# no `such` host\n- at all'))
  const [row] = await owner.call(listNotifications, {})
  expect(row?.data.title).toBe(`${name} is unhealthy`)
  expect(row?.data.message).not.toMatch(/(?<!\\)[<>[\]`#]/)
  expect(row?.data.message).toContain('\\[a\\]\\(javascript\\:alert\\(1\\)\\)')
})

test('ten thousand are summed up, paged to the end and archived by one statement', async () => {
  await control.script(`insert into control.notifications
      (profile_id, name, priority, fact, audience, organization_id, project_id, data, inserted_at)
    select m.profile_id, 'project.created', 'Info', 'fact ' || n, 'projects', m.organization_id, p.id,
      '{"title": "Many", "message": "", "actions": []}', now() - make_interval(secs => n)
    from generate_series(1, 10000) n, control.members m join control.projects p on p.ref = 'shop'
    where m.organization_id = p.organization_id and m.role = 'owner'`)
  expect((await owner.call(getNotificationsSummary, {})).unread_count).toBe(10_000)
  expect(await owner.call(listNotifications, { query: { offset: 9990, limit: 100 } })).toHaveLength(10)
  expect(await owner.call(listNotifications, { query: { offset: 10_000 } })).toEqual([])
  told.length = 0
  await owner.call(archiveAllNotifications, {})
  expect(told).toHaveLength(1)
  expect(await titles(owner)).toEqual([])
})

test('every change was in the audit log as the contract says', () => {
  expect(api.unaudited).toEqual([])
})
