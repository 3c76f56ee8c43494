/** The event stream of dashboards: who gets which events, and when it ends. */
import {
  acceptInvitation,
  createInvitation,
  createOrganization,
  listenEvents,
  setUp,
  signOut,
  type Client,
  type PlatformEvent,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ControlDatabase } from '../src/control/control-database.js'
import { tellingProjectChanges, type ProjectChanges } from '../src/control/project-changes.js'
import { changeStatus, deleteProjectRow } from '../src/control/projects.js'
import { tellDataChange } from '../src/control/data-changes.js'
import { addProject, PASSWORD, SETUP_CODE, testApi, type TestApi } from './test-api.js'
import { testControl } from './test-control.js'

const SLUG = 'heard'
let api: TestApi
let control: ControlDatabase
let owner: Client

beforeAll(async () => {
  const own = await testControl()
  const telling = tellingProjectChanges(own)
  control = telling.control
  api = await testApi({ control: { ...own, ...telling.control }, projectChanges: telling.changes })
  owner = api.browser().client
  await owner.call(setUp, {
    body: {
      setup_code: SETUP_CODE,
      email: 'owner@example.com',
      password: PASSWORD,
      first_name: 'Olive',
      organization_name: 'Heard',
    },
  })
  await addProject(control, 'heardproject', { slug: SLUG, name: 'Heard of' })
})
afterAll(() => api.remove())

/** A person with an organization, and optionally a role in the first one. */
async function somebody(name: string, role_id?: string): Promise<Client> {
  const email = `${name}@example.com`
  const params = { slug: SLUG }
  await owner.call(createInvitation, { params, body: { email, role_id: 'read_only' } })
  const { client } = api.browser()
  await client.call(acceptInvitation, {
    params: { token: api.mailedToken() },
    body: { first_name: name, password: PASSWORD },
  })
  if (role_id === undefined) await control.write([leave(email)])
  await client.call(createOrganization, { body: { name: `Of ${name}` } })
  return client
}

/** A project of the organization that the person created. */
async function ownSlug(name: string): Promise<string> {
  const [row] = await control.select<{ slug: string }>(
    'select slug from control.organizations where name = $1',
    [`Of ${name}`],
  )
  return row?.slug ?? ''
}

const leave = (email: string) => ({
  sql: 'delete from control.members where profile_id = (select id from control.profiles where email = $1) and organization_id = (select id from control.organizations where slug = $2)',
  parameters: [email, SLUG],
})

/** The events of a person; `next` waits for one. */
async function listen(client: Client) {
  const events = client.events(listenEvents, {})
  const next = async (): Promise<PlatformEvent | 'ended'> => {
    const { done, value } = await events.next()
    return done ? 'ended' : value
  }
  expect(await next()).toEqual({ type: 'hello', isWhole: true })
  return { next, stop: () => events.return() }
}

test('a member gets the changes of a project at once and in order', async () => {
  const { next, stop } = await listen(owner)
  const about = { type: 'project', ref: 'heardproject', name: 'Heard of', organization_slug: SLUG }
  await control.write([changeStatus('heardproject', ['COMING_UP'], 'ACTIVE_HEALTHY')])
  expect(await next()).toEqual({ ...about, status: 'ACTIVE_HEALTHY' })
  await control.write([changeStatus('heardproject', ['ACTIVE_HEALTHY'], 'PAUSING')])
  expect(await next()).toEqual({ ...about, status: 'PAUSING' })
  await stop()
})

test('strangers and former members get no events', async () => {
  const stranger = await listen(await somebody('stranger'))
  const leaver = await listen(await somebody('leaver', 'read_only'))
  await control.write([changeStatus('heardproject', ['PAUSING'], 'INACTIVE')])
  expect(await leaver.next()).toMatchObject({ status: 'INACTIVE' })
  await control.write([leave('leaver@example.com')])
  await control.write([changeStatus('heardproject', ['INACTIVE'], 'RESTORING')])
  // The next event of each is about their own project.
  await addProject(control, 'strangers', { slug: await ownSlug('stranger'), name: 'Of the stranger' })
  await addProject(control, 'leavers', { slug: await ownSlug('leaver'), name: 'Of the leaver' })
  expect(await stranger.next()).toMatchObject({ ref: 'strangers' })
  expect(await leaver.next()).toMatchObject({ ref: 'leavers' })
  await stranger.stop()
  await leaver.stop()
})

test('a changed storage and a changed schema are told to those who may read them, and to nobody else', async () => {
  const member = await listen(owner)
  const stranger = await listen(await somebody('outsider'))
  await control.append([tellDataChange({ topic: 'storage', ref: 'heardproject' })])
  expect(await member.next()).toEqual({ type: 'storage', ref: 'heardproject' })
  await control.append([tellDataChange({ topic: 'schema', ref: 'heardproject' })])
  expect(await member.next()).toEqual({ type: 'schema', ref: 'heardproject' })
  await addProject(control, 'outsiders', { slug: await ownSlug('outsider'), name: 'Of the outsider' })
  expect(await stranger.next()).toMatchObject({ ref: 'outsiders' })
  await member.stop()
  await stranger.stop()
})

test('a deleted project is reported to those who knew it', async () => {
  const { next, stop } = await listen(owner)
  await control.write([changeStatus('heardproject', ['RESTORING'], 'GOING_DOWN')])
  expect(await next()).toMatchObject({ status: 'GOING_DOWN' })
  await control.write([deleteProjectRow('heardproject')])
  expect(await next()).toMatchObject({ ref: 'heardproject', status: 'REMOVED' })
  await stop()
})

test('the stream ends with the session', async () => {
  const client = await somebody('goer', 'read_only')
  const { next } = await listen(client)
  await client.call(signOut, { body: { scope: 'here' } })
  await addProject(control, 'anotherproject', { slug: SLUG, name: 'Another' })
  expect(await next()).toBe('ended')
})

test('without a session there is no stream', async () => {
  await expect(api.browser().client.events(listenEvents, {}).next()).rejects.toMatchObject({ status: 401 })
})

test('listeners are told when changes may be missed, and reload afterwards', async () => {
  let isWhole = true
  let turned = () => {}
  const changes: ProjectChanges = {
    isWhole: () => isWhole,
    subscribe: () => () => {},
    onNotifications: () => () => {},
    onData: () => () => {},
    onWrite: () => () => {},
    onTurn(listener) {
      turned = listener
      return () => {}
    },
  }
  const shared = await testApi({ accountsOn: false, isPlatform: false, projectChanges: changes })
  const { next, stop } = await listen(shared.browser().client)
  for (const isHeard of [false, true]) {
    isWhole = isHeard
    turned()
    const told = [await next(), await next()]
    expect(told).toEqual([{ type: 'alive' }, { type: 'hello', isWhole: isHeard }])
  }
  await stop()
  await shared.remove()
})
