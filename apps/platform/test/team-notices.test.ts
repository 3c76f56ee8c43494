/** What members do reaches those whose role may know of it; who did it finds it as seen. */
import {
  acceptInvitation,
  changeSubscription,
  createApiKey,
  createInvitation,
  createOrganization,
  enrollFactor,
  leaveOrganization,
  listApiKeys,
  listNotifications,
  removeAddon,
  removeFactor,
  setAddon,
  transferProject,
  verifyFactor,
  type Client,
} from '@basedeck/platform-client'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createNotify } from '../src/notifications/notify.js'
import type { Notify } from '../src/notifications/notice.js'
import { insertApiKey } from '../src/control/api-keys.js'
import { secretPurpose } from '../src/control/project-secrets.js'
import { createSecretBox } from '../src/secrets/secret-box.js'
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { addProject, PASSWORD, testApi, type TestApi } from './test-api.js'

const SLUG = 'acme'
const params = { slug: SLUG }
let api: TestApi
let owner: Client
let administrator: Client
let developer: Client
let reader: Client
let count = 0

beforeAll(async () => {
  const late: { notify: Notify } = { notify: async () => {} }
  const box = createSecretBox(createSecretKey(randomBytes(32)))
  api = await testApi({ box, notify: (notice) => late.notify(notice) })
  late.notify = createNotify({ control: api.control, log: pino({ level: 'silent' }) })
  owner = await api.owner()
  await addProject(api.control, 'shop', { slug: SLUG, name: 'Shop' })
  const id = randomUUID()
  const value = box.seal('a signed token', secretPurpose('shop', `api_key ${id}`))
  await api.control.write([
    insertApiKey({
      id,
      ref: 'shop',
      name: 'service_role',
      type: 'legacy',
      prefix: 'ey',
      hash: 'hash',
      value,
    }),
  ])
  administrator = await member('administrator')
  developer = await member('developer')
  reader = await member('read_only')
})
afterAll(() => api.remove())
beforeEach(() => api.control.script('delete from control.notifications'))

async function member(role_id: string): Promise<Client> {
  const email = `team-${++count}@example.com`
  await owner.call(createInvitation, { params, body: { email, role_id } })
  const { client } = api.browser()
  await client.call(acceptInvitation, {
    params: { token: api.mailedToken() },
    body: { first_name: `Member ${count}`, password: PASSWORD },
  })
  return client
}

/** `new Shop was deleted`, the newest first. */
const inbox = async (client: Client) =>
  (await client.call(listNotifications, {})).map(({ status, data }) => `${status} ${data.title}`)

test('plans and add-ons: who may read billing hears of each change, and who made it has read it', async () => {
  const change = (plan: 'free' | 'pro' | 'team', expected_plan: 'free' | 'pro' | 'team') =>
    owner.call(changeSubscription, { params, body: { plan, expected_plan } })
  const addon = { params: { ref: 'shop' }, body: { type: 'ipv4', variant: 'ipv4_default' } }
  await change('pro', 'free')
  await owner.call(setAddon, addon)
  await owner.call(removeAddon, { params: { ref: 'shop' }, query: { type: 'ipv4' } })
  const { scheduled_plan_change } = await change('free', 'pro')
  await change('pro', 'pro')
  const [year, month] = (scheduled_plan_change?.at ?? '').split('-').map(Number)
  const first = new Date(Date.UTC(year!, month!, 1))
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(first)
  const titles = [
    'Acme stays on the plan Pro',
    `Acme changes to the plan Free on ${day}`,
    'Dedicated IPv4 address was removed from Shop',
    'Dedicated IPv4 address was added to Shop',
    'Acme is on the plan Pro',
  ]
  expect(await inbox(administrator)).toEqual(titles.map((title) => `new ${title}`))
  expect(await inbox(owner)).toEqual(titles.map((title) => `seen ${title}`))
  expect(await inbox(developer)).toEqual([])
})

test('secret keys: made and looked at, told to those who may read them', async () => {
  const ref = { params: { ref: 'shop' } }
  await owner.call(createApiKey, { ...ref, body: { name: 'server', type: 'secret' } })
  await owner.call(createApiKey, { ...ref, body: { name: 'page', type: 'publishable' } })
  await developer.call(listApiKeys, { ...ref, query: { reveal: true } })
  await developer.call(listApiKeys, { ...ref, query: { reveal: true } })
  expect(await inbox(owner)).toEqual([
    'new A secret key of Shop was shown',
    'seen A secret key of Shop was created',
  ])
  expect(await inbox(developer)).toEqual([
    'seen A secret key of Shop was shown',
    'new A secret key of Shop was created',
  ])
  expect(await inbox(reader)).toEqual([])
})

test('a project that is transferred: both organizations hear of it', async () => {
  const { slug } = await owner.call(createOrganization, { body: { name: 'Elsewhere' } })
  await addProject(api.control, 'moving', { slug: SLUG, name: 'Moving' })
  await owner.call(transferProject, { params: { ref: 'moving' }, body: { organization_slug: slug } })
  expect(await inbox(reader)).toEqual(['new Moving left Acme'])
  expect(await inbox(owner)).toEqual(['seen Moving belongs to Elsewhere now', 'seen Moving left Acme'])
})

test('a member who leaves', async () => {
  const gone = await member('developer')
  await api.control.script('delete from control.notifications')
  await gone.call(leaveOrganization, { params })
  expect(await inbox(owner)).toEqual([`new Member ${count} left Acme`])
  expect(await inbox(gone)).toEqual([])
})

test('a second factor that is removed: the person, and of the last one those who read the audit log', async () => {
  const { id, secret } = await developer.call(enrollFactor, { body: { name: 'Phone', password: PASSWORD } })
  await developer.call(removeFactor, { params: { id }, body: { password: PASSWORD } })
  // It was never in use.
  expect(await inbox(owner)).toEqual([])
  const second = await developer.call(enrollFactor, { body: { name: 'Phone', password: PASSWORD } })
  expect(secret).not.toBe(second.secret)
  await developer.call(verifyFactor, {
    params: { id: second.id },
    body: { code: new TOTP({ secret: second.secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate() },
  })
  await developer.call(removeFactor, { params: { id: second.id }, body: { password: PASSWORD } })
  expect(await inbox(developer)).toEqual(['seen An authenticator app of your account was removed'])
  expect(await inbox(administrator)).toEqual(['new Member 2 has no second factor any more'])
  expect(await inbox(reader)).toEqual([])
})
