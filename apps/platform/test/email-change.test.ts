/** Another address of an account: both mailboxes confirm it; without mail it counts at once, as not verified. */
import {
  acceptInvitation,
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  createInvitation,
  getProfile,
  signIn,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, testApi, type TestApi } from './test-api.js'

let api: TestApi
let owner: Client
beforeAll(async () => {
  api = await testApi()
  owner = await api.owner()
})
afterAll(() => api.remove())
let count = 0
let client: Client
let email = ''
beforeEach(async () => {
  email = `person-${++count}@example.com`
  await owner.call(createInvitation, { params: { slug: 'acme' }, body: { email, role_id: 'developer' } })
  client = api.browser().client
  await client.call(acceptInvitation, {
    params: { token: api.mailedToken() },
    body: { first_name: 'Pat', password: PASSWORD },
  })
  api.mails.length = 0
})

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    ({ code }: { code: string }) => code,
  )
const ask = (to: string, password = PASSWORD) => client.call(changeEmail, { body: { email: to, password } })
const tokenTo = (to: string) =>
  /confirm-email\?token=([\w-]+)/.exec(api.mails.find((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''
/** Without any session, as from another device. */
const confirm = (token: string) => api.browser().client.call(confirmEmail, { body: { token } })
const mayEnter = (address: string) =>
  codeOf(api.browser().client.call(signIn, { body: { email: address, password: PASSWORD } }))

test.each([
  ['the old mailbox first', 'old'],
  ['the new mailbox first', 'new'],
])('it counts once both have confirmed: %s', async (_, first) => {
  const to = `new-${count}@example.com`
  const profile = await ask(to)
  expect(profile).toMatchObject({ primary_email: email, email_change: { email: to, confirmed: [] } })
  expect(api.mails.map((mail) => mail.to)).toEqual([email, to])
  const tokens = [tokenTo(email), tokenTo(to)]
  const [one, other] = first === 'old' ? tokens : tokens.toReversed()
  expect(await confirm(one!)).toEqual({ status: 'waiting', email: to })
  expect((await client.call(getProfile, {})).email_change?.confirmed).toEqual([first])
  expect(await codeOf(confirm(one!))).toBe('link_used')
  expect(await mayEnter(to)).toBe('wrong_credentials')
  expect(await confirm(other!)).toEqual({ status: 'changed', email: to })
  expect(await codeOf(confirm(other!))).toBe('link_used')
  expect(await client.call(getProfile, {})).toMatchObject({ primary_email: to })
  expect((await client.call(getProfile, {})).email_change).toBeUndefined()
  expect(await mayEnter(to)).toBe('none')
  expect(await mayEnter(email)).toBe('wrong_credentials')
})

test('both confirmations at once change it once', async () => {
  const to = `both-${count}@example.com`
  await ask(to)
  const settled = await Promise.all([confirm(tokenTo(email)), confirm(tokenTo(to))])
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['changed', 'waiting'])
  expect(await client.call(getProfile, {})).toMatchObject({ primary_email: to })
})

test('an open session is not enough: the password is asked for', async () => {
  expect(await codeOf(ask('other@example.com', 'guessed it'))).toBe('wrong_password')
  expect(api.mails).toEqual([])
})

test('an address that has an account can’t be taken, also when it was made meanwhile', async () => {
  expect(await codeOf(ask('OWNER@example.com'))).toBe('email_taken')
  const to = `race-${count}@example.com`
  await ask(to)
  const links = [tokenTo(email), tokenTo(to)]
  await owner.call(createInvitation, { params: { slug: 'acme' }, body: { email: to, role_id: 'developer' } })
  await api.browser().client.call(acceptInvitation, {
    params: { token: api.mailedToken() },
    body: { first_name: 'Quick', password: PASSWORD },
  })
  await confirm(links[0]!)
  expect(await codeOf(confirm(links[1]!))).toBe('email_taken')
  expect(await client.call(getProfile, {})).toMatchObject({ primary_email: email })
})

test('a change that is taken back, or asked for again, leaves its links without effect', async () => {
  const to = `back-${count}@example.com`
  await ask(to)
  const links = [tokenTo(email), tokenTo(to)]
  expect((await client.call(cancelEmailChange, {})).email_change).toBeUndefined()
  for (const link of links) expect(await codeOf(confirm(link))).toBe('link_used')
  await ask(to)
  expect(await codeOf(confirm(links[0]!))).toBe('link_used')
})

test('an address that was never verified has nothing to confirm', async () => {
  await api.control.script(`update control.profiles set email_proved_at = null where email = '${email}'`)
  const to = `typo-${count}@example.com`
  await ask(to)
  expect(api.mails.map((mail) => mail.to)).toEqual([to])
  expect(await confirm(tokenTo(to))).toEqual({ status: 'changed', email: to })
})

test('without mail it counts at once, as not verified, and other sessions end', async () => {
  const plain = await testApi({ mailer: { isConfigured: false, send: async () => false } })
  try {
    const browser = plain.browser()
    const person = await plain.owner(browser)
    const elsewhere = plain.browser().client
    await elsewhere.call(signIn, { body: { email: 'owner@example.com', password: PASSWORD } })
    const body = { email: 'moved@example.com', password: PASSWORD }
    expect(await person.call(changeEmail, { body })).toMatchObject({ primary_email: 'moved@example.com' })
    expect(await codeOf(elsewhere.call(getProfile, {}))).toBe('signed_out')
    const [row] = await plain.control.select<{ proved: boolean }>(
      'select email_proved_at is not null as proved from control.profiles where email = $1',
      ['moved@example.com'],
    )
    expect(row).toEqual({ proved: false })
  } finally {
    await plain.remove()
  }
})

test('every change has its entry in the audit log', () => {
  expect(api.unaudited).toEqual([])
})
