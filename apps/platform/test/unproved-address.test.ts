/**
 * An account with an unverified address: its creator must not gain access when the owner of the address joins
 * another organization. Each test performs the attack on a fresh platform.
 */
import {
  acceptInvitation,
  createAccessToken,
  createClient,
  createInvitation,
  createOrganization,
  getPermissions,
  getSignInState,
  resetPassword,
  signIn,
  type Client,
} from '@basedeck/platform-client'
import { afterEach, expect, test } from 'vitest'
import { createPasswordResets } from '../src/accounts/password-reset.js'
import { answerOperator } from '../src/accounts/user-commands.js'
import { testApi, type TestApi } from './test-api.js'

const CEO = 'ceo@example.com'
const ATTACKERS = 'the attacker’s password'
const HOLDERS = 'the holder’s password'
const NO_MAIL = { isConfigured: false, send: async () => false }

let api: TestApi | undefined
afterEach(async () => {
  await api?.remove()
  api = undefined
})

interface Scene {
  api: TestApi
  /** The owner of an organization that the attacker is not a member of. */
  owner: Client
  ownerSlug: string
  /** Signed in under the holder’s address. */
  attacker: Client
  /** Acts with the token that the attacker made, which never ends. */
  token: Client
}

/** The attacker invites the CEO into their own organization, opens the link themselves, and creates a token. */
async function scene(): Promise<Scene> {
  const opened = await testApi({ mailer: NO_MAIL })
  api = opened
  const owner = await opened.owner()
  const mallory = opened.browser().client
  await mallory.call(acceptInvitation, {
    params: { token: await invite(owner, 'acme', 'mallory@example.com') },
    body: { first_name: 'Mallory', password: ATTACKERS },
  })
  const { slug } = await mallory.call(createOrganization, { body: { name: 'Trap' } })
  const attacker = opened.browser().client
  await attacker.call(acceptInvitation, {
    params: { token: await invite(mallory, slug, CEO) },
    body: { first_name: 'Chief', password: ATTACKERS },
  })
  const { token } = await attacker.call(createAccessToken, { body: { name: 'kept' } })
  return {
    api: opened,
    owner,
    ownerSlug: 'acme',
    attacker,
    token: createClient({
      baseUrl: 'http://127.0.0.1:8787',
      accessToken: token,
      fetch: (url, init) => opened.browser().fetch(String(url).replace('http://127.0.0.1:8787', ''), init),
    }),
  }
}

/** The token of an invitation that is handed over. */
async function invite(client: Client, slug: string, email: string, role_id = 'developer'): Promise<string> {
  const { link } = await client.call(createInvitation, { params: { slug }, body: { email, role_id } })
  return link?.split('/').at(-1) ?? ''
}

const accept = (client: Client, token: string) =>
  client.call(acceptInvitation, { params: { token }, body: {} })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'went well',
    ({ code }: { code: string }) => code,
  )
const slugsOf = async (client: Client) =>
  new Set((await client.call(getPermissions, {})).map(({ organization_slug }) => organization_slug))

test('it joins no other organization by any link', async () => {
  const { owner, ownerSlug, attacker, token } = await scene()
  const invitation = await invite(owner, ownerSlug, CEO, 'owner')
  expect(await refusal(accept(attacker, invitation))).toBe('address_unproved')
  expect(await refusal(accept(token, invitation))).toBe('address_unproved')
  expect(await slugsOf(token)).toEqual(new Set(['trap']))
})

test('once the operator verifies the address, the attacker’s credentials are useless', async () => {
  const { api: opened, owner, ownerSlug, attacker, token } = await scene()
  const deps = { control: opened.control, publicUrl: 'http://127.0.0.1:8787' }
  expect(await answerOperator({ command: 'prove', email: CEO }, deps)).toEqual({
    lines: [`${CEO} is verified. 1 session and 1 access token revoked; sign in again.`],
  })
  expect(await refusal(token.call(getPermissions, {}))).toBe('invalid_token')
  expect(await attacker.call(getSignInState, {})).toMatchObject({ status: 'signed-out' })
  // The password is the attacker’s still: the operator’s link sets the holder’s.
  const reset = await createPasswordResets(opened.control).begin(CEO, null, false)
  const holder = opened.browser().client
  await holder.call(resetPassword, { body: { token: reset ?? '', password: HOLDERS } })
  await holder.call(signIn, { body: { email: CEO, password: HOLDERS } })
  await accept(holder, await invite(owner, ownerSlug, CEO, 'owner'))
  expect(await slugsOf(holder)).toEqual(new Set(['trap', 'acme']))
  expect(await refusal(attacker.call(signIn, { body: { email: CEO, password: ATTACKERS } }))).toBe(
    'wrong_credentials',
  )
})

test('an operator’s password link does not verify the address, because it was not mailed', async () => {
  const { api: opened, owner, ownerSlug } = await scene()
  const reset = await createPasswordResets(opened.control).begin(CEO, null, false)
  const somebody = opened.browser().client
  await somebody.call(resetPassword, { body: { token: reset ?? '', password: HOLDERS } })
  await somebody.call(signIn, { body: { email: CEO, password: HOLDERS } })
  expect(await refusal(accept(somebody, await invite(owner, ownerSlug, CEO)))).toBe('address_unproved')
})

test('a mailed password link verifies the address, and ends earlier credentials', async () => {
  const { api: opened, owner, ownerSlug, attacker, token } = await scene()
  const reset = await createPasswordResets(opened.control).begin(CEO, null, true)
  const holder = opened.browser().client
  await holder.call(resetPassword, { body: { token: reset ?? '', password: HOLDERS } })
  await holder.call(signIn, { body: { email: CEO, password: HOLDERS } })
  await accept(holder, await invite(owner, ownerSlug, CEO, 'owner'))
  expect(await slugsOf(holder)).toContain('acme')
  expect(await refusal(token.call(getPermissions, {}))).toBe('invalid_token')
  expect(await attacker.call(getSignInState, {})).toMatchObject({ status: 'signed-out' })
})

test('into the organization that made it, it comes back without a proof', async () => {
  const { api: opened, attacker } = await scene()
  await opened.control.write([
    {
      sql: `delete from control.members where profile_id = (select id from control.profiles where email = $1)`,
      parameters: [CEO],
    },
  ])
  const mallory = opened.browser().client
  await mallory.call(signIn, { body: { email: 'mallory@example.com', password: ATTACKERS } })
  await accept(attacker, await invite(mallory, 'trap', CEO))
  expect(await slugsOf(attacker)).toEqual(new Set(['trap']))
})

test('with a mail server, the link is only mailed, and following it verifies the address', async () => {
  const opened = await testApi()
  api = opened
  const owner = await opened.owner()
  const { slug } = await owner.call(createOrganization, { body: { name: 'Other' } })
  expect(await invite(owner, 'acme', CEO)).toBe('')
  const holder = opened.browser().client
  await holder.call(acceptInvitation, {
    params: { token: opened.mailedToken() },
    body: { first_name: 'Chief', password: HOLDERS },
  })
  await invite(owner, slug, CEO)
  await accept(holder, opened.mailedToken())
  expect(await slugsOf(holder)).toEqual(new Set(['acme', slug]))
})

test('an older account is verified by a mailed invitation; its other credentials end', async () => {
  const { api: opened, owner, ownerSlug, attacker, token } = await scene()
  const invitation = await invite(owner, ownerSlug, CEO)
  // As if it had been mailed: accepting it needs the mailbox and the password.
  await opened.control.write([
    { sql: 'update control.invitations set mailed = true where email = $1', parameters: [CEO] },
  ])
  await accept(attacker, invitation)
  expect(await slugsOf(attacker)).toContain('acme')
  expect(await refusal(token.call(getPermissions, {}))).toBe('invalid_token')
})
