/** What only the administrators of an installation may, by the calls and by the operator's commands. */
import {
  acceptInvitation,
  createAccessToken,
  createClient,
  createInvitation,
  createOrganization,
  deleteAccount,
  getInstallationSettings,
  getOrganization,
  getProfile,
  deleteOrganization,
  leaveOrganization,
  listAccounts,
  createTicket,
  listAllOrganizations,
  listTickets,
  listInstallationAudit,
  listMembers,
  resetAccountFactors,
  signIn,
  updateAccount,
  updateInstallationSettings,
  type Client,
} from '@basedeck/platform-client'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOperator } from '../src/accounts/user-commands.js'
import { askRunningPlatform, listenToOperator } from '../src/config/operator-socket.js'
import { testApi, type TestApi } from './test-api.js'

const PASSWORD = 'a good long password'
const acme = { slug: 'acme' }
let api: TestApi
/** The first account. */
let owner: Client
beforeAll(async () => {
  api = await testApi({ isReachedByOthers: true })
  owner = await api.owner()
})
afterAll(() => api.remove())

async function joined(name: string): Promise<{ client: Client; id: string }> {
  await owner.call(createInvitation, {
    params: acme,
    body: { email: `${name}@example.com`, role_id: 'developer' },
  })
  const { client } = api.browser()
  await client.call(acceptInvitation, {
    params: { token: api.mailedToken() },
    body: { first_name: name, password: PASSWORD },
  })
  return { client, id: (await client.call(getProfile, {})).id }
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const idOf = async (email: string) =>
  (await owner.call(listAccounts, { query: { search: email } })).accounts[0]?.id ?? ''
const enter = async (name: string) => {
  const { client } = api.browser()
  return outcome(client.call(signIn, { body: { email: `${name}@example.com`, password: PASSWORD } }))
}

describe('administrators of the installation', () => {
  test('are only the first account at first', async () => {
    const dev = await joined('dev')
    expect(await owner.call(getProfile, {})).toMatchObject({ is_administrator: true })
    expect(await dev.client.call(getProfile, {})).toMatchObject({ is_administrator: false })
    for (const call of [
      () => dev.client.call(listAccounts, {}),
      () => dev.client.call(updateAccount, { params: { id: dev.id }, body: { is_administrator: true } }),
      () => dev.client.call(deleteAccount, { params: { id: dev.id } }),
      () => dev.client.call(resetAccountFactors, { params: { id: dev.id } }),
      () => dev.client.call(listAllOrganizations, {}),
      () => dev.client.call(listTickets, {}),
      () => dev.client.call(getInstallationSettings, {}),
      () => dev.client.call(updateInstallationSettings, { body: { anyone_creates_organizations: true } }),
    ])
      expect(await outcome(call())).toBe('administrator_needed')
  })

  test('read the tickets of everybody', async () => {
    const dev = await joined('dev-asks')
    const organization_slug = 'acme'
    await dev.client.call(createTicket, {
      body: {
        category: 'billing',
        subject: 'How much?',
        message: 'For ten.',
        organization_slug,
        error: 'none',
      },
    })
    const { tickets, count } = await owner.call(listTickets, { query: { search: 'TEN' } })
    expect(count).toBe(1)
    expect(tickets).toMatchObject([
      {
        category: 'billing',
        subject: 'How much?',
        message: 'For ten.',
        error: 'none',
        organization_name: 'Acme',
        project_ref: null,
        person: { email: expect.stringContaining('dev-asks') },
      },
    ])
  })

  test('does it in a session: a token that leaks does not open the installation', async () => {
    const { token } = await owner.call(createAccessToken, { body: { name: 'all', access: 'manage' } })
    const { fetch } = api.browser()
    const script = createClient({
      baseUrl: 'http://127.0.0.1:8787',
      accessToken: token,
      fetch: (url, init) => fetch(new URL(String(url)).pathname, init),
    })
    expect(await outcome(script.call(listAccounts, {}))).toBe('session_needed')
  })

  test('always exist', async () => {
    const id = await idOf('owner@example.com')
    const resign = owner.call(updateAccount, { params: { id }, body: { is_administrator: false } })
    expect(await outcome(resign)).toBe('last_administrator')
    expect(await outcome(owner.call(deleteAccount, { params: { id } }))).toBe('own_account')
    const disable = owner.call(updateAccount, { params: { id }, body: { is_disabled: true } })
    expect(await outcome(disable)).toBe('own_account')
    const second = await joined('second')
    await owner.call(updateAccount, { params: { id: second.id }, body: { is_administrator: true } })
    // Both step down at once: one of them stays.
    const outcomes = await Promise.all([
      outcome(owner.call(updateAccount, { params: { id }, body: { is_administrator: false } })),
      outcome(
        second.client.call(updateAccount, { params: { id: second.id }, body: { is_administrator: false } }),
      ),
    ])
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
    const left = outcomes[0] === 'done' ? second.client : owner
    await left.call(updateAccount, { params: { id }, body: { is_administrator: true } })
    await owner.call(updateAccount, { params: { id: second.id }, body: { is_administrator: false } })
  })
})

describe('an account', () => {
  test('is listed with its state, and found by name or address', async () => {
    await joined('found')
    const all = await owner.call(listAccounts, { query: { limit: 2 } })
    expect(all.accounts).toHaveLength(2)
    expect(all.count).toBeGreaterThan(2)
    const found = await owner.call(listAccounts, { query: { search: 'FOUND' } })
    expect(found).toMatchObject({
      count: 1,
      accounts: [
        {
          first_name: 'found',
          email: 'found@example.com',
          is_email_proved: true,
          is_administrator: false,
          is_disabled: false,
          is_mfa_enabled: false,
          organizations: 1,
          is_you: false,
          last_seen_at: expect.any(String),
        },
      ],
    })
  })

  test('that is disabled is out at once, and back when it is enabled', async () => {
    const { client, id } = await joined('leaving')
    await owner.call(updateAccount, { params: { id }, body: { is_disabled: true } })
    expect(await outcome(client.call(getProfile, {}))).toBe('signed_out')
    expect(await enter('leaving')).toBe('account_disabled')
    const guess = api
      .browser()
      .client.call(signIn, { body: { email: 'leaving@example.com', password: 'a wrong password' } })
    expect(await outcome(guess)).toBe('wrong_credentials')
    await owner.call(updateAccount, { params: { id }, body: { is_disabled: false } })
    expect(await enter('leaving')).toBe('done')
  })

  test('is deleted, but not the only owner of an organization', async () => {
    const { id } = await joined('gone')
    await owner.call(deleteAccount, { params: { id } })
    expect(await enter('gone')).toBe('wrong_credentials')
    expect(
      (await owner.call(listMembers, { params: acme })).map(({ first_name }) => first_name),
    ).not.toContain('gone')
    const builder = await joined('builder')
    await owner.call(updateInstallationSettings, { body: { anyone_creates_organizations: true } })
    await builder.client.call(createOrganization, { body: { name: 'Built' } })
    await owner.call(updateInstallationSettings, { body: { anyone_creates_organizations: false } })
    expect(await outcome(owner.call(deleteAccount, { params: { id: builder.id } }))).toBe('last_owner')
  })

  test('without its second factor can sign in by password again, and its sessions end', async () => {
    const { client, id } = await joined('lost')
    await api.control.write([
      {
        sql: `insert into control.totp_factors (profile_id, name, secret, verified_at) values ($1, 'phone', 'x', now())`,
        parameters: [id],
      },
    ])
    const waiting = api
      .browser()
      .client.call(signIn, { body: { email: 'lost@example.com', password: PASSWORD } })
    expect(await waiting).toMatchObject({ status: 'second-factor-needed' })
    await owner.call(resetAccountFactors, { params: { id } })
    expect(await outcome(client.call(getProfile, {}))).toBe('signed_out')
    const again = api
      .browser()
      .client.call(signIn, { body: { email: 'lost@example.com', password: PASSWORD } })
    expect(await again).toMatchObject({ status: 'signed-in' })
  })
})

describe('what holds for all', () => {
  test('on an installation that others reach, only administrators make organizations at first', async () => {
    const { client } = await joined('maker')
    expect(await client.call(getProfile, {})).toMatchObject({ can_create_organizations: false })
    const make = (who: Client, name: string) => outcome(who.call(createOrganization, { body: { name } }))
    expect(await make(client, 'Mine')).toBe('organizations_closed')
    expect(await make(owner, 'Theirs')).toBe('done')
    await owner.call(updateInstallationSettings, { body: { anyone_creates_organizations: true } })
    expect(await client.call(getProfile, {})).toMatchObject({ can_create_organizations: true })
    expect(await make(client, 'Mine')).toBe('done')
    const { organizations, count } = await owner.call(listAllOrganizations, { query: { search: 'mine' } })
    expect([organizations, count]).toMatchObject([
      [{ slug: 'mine', name: 'Mine', members: 1, projects: 0 }],
      1,
    ])
    await owner.call(updateInstallationSettings, { body: { anyone_creates_organizations: false } })
  })

  test('a second factor that is required everywhere closes every organization; one may still leave', async () => {
    const { client } = await joined('without')
    const turnOn = () => owner.call(updateInstallationSettings, { body: { requires_mfa: true } })
    expect(await outcome(turnOn())).toBe('mfa_required')
    await api.control.write([
      {
        sql: `insert into control.totp_factors (profile_id, name, secret, verified_at)
          select id, 'phone', 'x', now() from control.profiles where email = 'owner@example.com'`,
      },
    ])
    expect(await turnOn()).toMatchObject({ requires_mfa: true })
    expect(await outcome(client.call(getOrganization, { params: acme }))).toBe('mfa_required')
    expect(await outcome(owner.call(getOrganization, { params: acme }))).toBe('done')
    expect(await outcome(client.call(leaveOrganization, { params: acme }))).toBe('done')
    await owner.call(updateInstallationSettings, { body: { requires_mfa: false } })
  })

  test('on a private address, anyone can create organizations', async () => {
    const local = await testApi({ isReachedByOthers: false })
    const client = await local.owner()
    expect(await client.call(getInstallationSettings, {})).toEqual({
      anyone_creates_organizations: true,
      requires_mfa: false,
    })
    await local.remove()
  })
})

describe('the operator’s commands', () => {
  test('do the same at the machine, and print what they did', async () => {
    await joined('served')
    const deps = { control: api.control, publicUrl: 'https://basedeck.example.com' }
    const ask = (command: string | null, email = 'served@example.com') =>
      answerOperator({ command, email }, deps)
    expect(await ask('disable')).toEqual({
      lines: ['served@example.com can’t sign in any more. 1 session and 0 access tokens revoked.'],
    })
    expect(await enter('served')).toBe('account_disabled')
    expect(await ask('enable')).toEqual({ lines: ['served@example.com can sign in again.'] })
    expect(await enter('served')).toBe('done')
    expect(await ask('reset-factors')).toEqual({
      lines: [
        'The second factor of served@example.com is removed. 1 session and 0 access tokens revoked. Until a new app is set up, the password alone signs in.',
      ],
    })
    expect(await ask('reset')).toMatchObject({
      lines: [
        expect.any(String),
        expect.stringMatching(/^https:\/\/basedeck\.example\.com\/reset-password\?token=[\w-]+$/),
      ],
    })
    expect(await ask(null, '')).toMatchObject({
      lines: expect.arrayContaining([expect.stringMatching(/^owner@example\.com {2}Olga {2}administrator/)]),
    })
    expect(await ask('delete', 'nobody@example.com')).toEqual({
      error: 'No account has the address nobody@example.com.',
    })
    expect(await ask('disable', 'owner@example.com')).toMatchObject({
      error: 'The installation needs an administrator; make someone else one first.',
    })
    expect(await ask('explode')).toEqual({ error: 'This Basedeck has no command explode.' })
  })

  test('reach a platform that runs, by a socket that only its user opens', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'basedeck-operator-'))
    expect(await askRunningPlatform(dir, { command: 'reset', email: 'a' })).toBeUndefined()
    const asked: unknown[] = []
    const end = await listenToOperator(dir, async (question) => {
      asked.push(question)
      return { lines: ['done'] }
    })
    expect(await askRunningPlatform(dir, { command: 'reset', email: 'ä' })).toEqual({ lines: ['done'] })
    expect(asked).toEqual([{ command: 'reset', email: 'ä' }])
    await end()
    expect(await askRunningPlatform(dir, { command: 'reset', email: 'a' })).toBeUndefined()
    await rm(dir, { recursive: true })
  })
})

test('administrators read the whole audit log, including deleted organizations; others do not', async () => {
  const { client } = await joined('audrey')
  const { slug, name } = await owner.call(createOrganization, { body: { name: 'Short lived' } })
  await owner.call(deleteOrganization, { params: { slug }, body: { name } })
  const { entries, retention_days } = await owner.call(listInstallationAudit, {
    query: { search: 'Short lived' },
  })
  expect(entries.map(({ action, organization_name }) => [action, organization_name])).toEqual([
    ['organization.delete', 'Short lived'],
    ['organization.create', 'Short lived'],
  ])
  expect(retention_days).toBe(365)
  const failed = await owner.call(listInstallationAudit, { query: { search: 'member.join', limit: 1 } })
  expect(failed.entries).toHaveLength(1)
  expect(await outcome(client.call(listInstallationAudit, {}))).toBe('administrator_needed')
})

test('a failed sign-in has its line for administrators', async () => {
  const { client } = api.browser()
  const body = { email: 'nowhere@example.com', password: 'wrong' }
  expect(await outcome(client.call(signIn, { body }))).toBe('wrong_credentials')
  const { entries } = await owner.call(listInstallationAudit, { query: { search: 'nowhere@example.com' } })
  expect(entries).toMatchObject([{ action: 'account.sign_in_failed', target: 'nowhere@example.com' }])
})
