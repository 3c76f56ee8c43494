/** The contract of the users of a project, as its members change them. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  actAsAuthUser,
  createAuthUser,
  deleteAuthUser,
  endAuthSession,
  inviteAuthUser,
  recoverAuthUser,
  removeAuthFactor,
  removeAuthIdentity,
  replaceAuthMetadata,
  signOutAuthUser,
  updateAuthUser,
} from '../contract/auth-users.js'
import { newId } from '../id.js'
import { refusal } from './refusal.js'

const ref = 'default'

/**
 * Registers the tests of users.
 * @param connect gives a client of a running self-hosted platform without accounts and mail server
 */
export function describeAuthUsersContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of users`, () => {
    const made = async (client: Client) => {
      const body = { email: `${newId()}@Example.com`, is_confirmed: true }
      const { id } = await client.call(createAuthUser, { params: { ref }, body })
      return { ref, id }
    }

    test('a user is made, changed, written to, signed out, and deleted', async () => {
      const client = await connect()
      const params = await made(client)
      const { id } = params
      expect(await client.call(updateAuthUser, { params, body: { ban_duration: '24h' } })).toEqual({ id })
      expect(await client.call(updateAuthUser, { params, body: { ban_duration: 'none' } })).toEqual({ id })
      const metadata = { of: 'user', json: '{"big": 12345678901234567890}' } as const
      expect(await client.call(replaceAuthMetadata, { params, body: metadata })).toEqual({ id })
      expect(await client.call(recoverAuthUser, { params })).toEqual({ id })
      expect(await client.call(signOutAuthUser, { params })).toEqual({ id })
      expect(await client.call(deleteAuthUser, { params })).toEqual({ id })
      expect(await refusal(client.call(signOutAuthUser, { params }))).toEqual([404, 'auth_user_not_found'])
    })

    test('an invitation makes a user, and an address is taken once', async () => {
      const client = await connect()
      const body = { email: `${newId()}@example.com` }
      const invited = await client.call(inviteAuthUser, { params: { ref }, body })
      expect(invited.id).toMatch(/^[\da-f-]{36}$/)
      expect(await refusal(client.call(createAuthUser, { params: { ref }, body }))).toEqual([
        409,
        'auth_user_exists',
      ])
      const params = { ref, id: invited.id }
      expect(await client.call(deleteAuthUser, { params, query: { soft: 'true' } })).toEqual(invited)
    })

    test('a member acts as a user with a token of ten minutes', async () => {
      const client = await connect()
      const params = await made(client)
      const { access_token: token, expires_at: end } = await client.call(actAsAuthUser, { params })
      expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
      expect(end).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    })

    test('what is not there is not found', async () => {
      const client = await connect()
      const params = { ref, id: newId() }
      for (const call of [deleteAuthUser, recoverAuthUser, signOutAuthUser, actAsAuthUser] as const)
        expect(await refusal(client.call(call, { params }))).toEqual([404, 'auth_user_not_found'])
      const { id } = await made(client)
      const part = newId()
      const session = client.call(endAuthSession, { params: { ref, id, session: part } })
      expect(await refusal(session)).toEqual([404, 'auth_user_not_found'])
      const factor = client.call(removeAuthFactor, { params: { ref, id, factor: part } })
      expect(await refusal(factor)).toEqual([404, 'auth_user_not_found'])
      const identity = client.call(removeAuthIdentity, { params: { ref, id, identity: part } })
      expect((await refusal(identity))[0]).toBeGreaterThanOrEqual(400)
    })

    test('what the service refuses comes with its sentence', async () => {
      const client = await connect()
      const params = await made(client)
      const nobody = client.call(createAuthUser, { params: { ref }, body: {} })
      expect(await refusal(nobody)).toEqual([422, 'auth_refused'])
      const body = { of: 'app', json: '[]' } as const
      expect(await refusal(client.call(replaceAuthMetadata, { params, body }))).toEqual([422, 'auth_refused'])
      const unnamed = client.call(updateAuthUser, { params, body: { email: 'nobody' } })
      expect(await refusal(unnamed)).toEqual([400, 'invalid_body'])
    })
  })
}
