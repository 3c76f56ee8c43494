/** What a platform promises of the keys that sign tokens, and of the sign-in services that a project trusts. */
import { expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  addTokenIssuer,
  createSigningKey,
  importSigningKey,
  listApiKeys,
  listSigningKeys,
  listTokenIssuers,
  removeTokenIssuer,
  revealSigningSecret,
  revokeSigningKey,
  rotateSigningKeys,
  TOKEN_ISSUERS_MAX,
  type SigningKey,
} from '../contract/index.js'
import { refusal } from './refusal.js'

const stateOf = ({ algorithm, state, origin }: SigningKey) => `${state} ${algorithm} ${origin}`

/**
 * Registers the tests, inside those of a hosted platform.
 * @param connect gives the client, in each test
 * @param newProject makes a project, and gives its ref
 */
export function promiseSigningKeys(connect: () => Client, newProject: () => Promise<string>): void {
  test('a signing key stands by, signs, and verifies until it is revoked', async () => {
    const client = connect()
    const ref = await newProject()
    const params = { ref }
    const first = await client.call(listSigningKeys, { params })
    expect(first.map(stateOf)).toEqual(['current ES256 made', 'previous HS256 legacy'])
    const [current, legacy] = first
    expect(current?.public_jwk).toMatchObject({ kty: 'EC', alg: 'ES256', kid: current?.id, use: 'sig' })
    expect(legacy?.public_jwk).toBeNull()
    expect(await refusal(client.call(rotateSigningKeys, { params }))).toEqual([409, 'no_standby_key'])

    const standby = await client.call(createSigningKey, { params, body: {} })
    expect(stateOf(standby)).toBe('standby ES256 made')
    expect(JSON.stringify(standby.public_jwk)).not.toContain('"d"')
    const second = client.call(createSigningKey, { params, body: { algorithm: 'RS256' } })
    expect(await refusal(second)).toEqual([409, 'standby_key_there'])
    const rotated = await client.call(rotateSigningKeys, { params })
    expect(rotated.map(({ id, state }) => [id, state])).toEqual(
      expect.arrayContaining([
        [standby.id, 'current'],
        [current?.id, 'previous'],
        [legacy?.id, 'previous'],
      ]),
    )
    const revoke = (id = '') => client.call(revokeSigningKey, { params: { ref, id } })
    expect(await refusal(revoke(standby.id))).toEqual([409, 'signing_key_current'])
    expect(await revoke(current?.id)).toMatchObject({ state: 'revoked' })
    expect(await refusal(revoke(current?.id))).toEqual([409, 'signing_key_revoked'])

    expect((await client.call(listApiKeys, { params })).some(({ type }) => type === 'legacy')).toBe(true)
    await revoke(legacy?.id)
    expect((await client.call(listApiKeys, { params })).some(({ type }) => type === 'legacy')).toBe(false)
  })

  test('a secret of HS256 can be imported and is shown, a private key never', async () => {
    const client = connect()
    const ref = await newProject()
    const params = { ref }
    const reveal = (id = '') => client.call(revealSigningSecret, { params: { ref, id } })
    const [current, legacy] = await client.call(listSigningKeys, { params })
    expect(await refusal(reveal(current?.id))).toEqual([409, 'private_key_hidden'])
    expect(await reveal(legacy?.id)).toEqual({ secret: expect.any(String), encoding: 'text' })
    const short = client.call(importSigningKey, { params, body: { algorithm: 'HS256', key: 'short' } })
    expect(await refusal(short)).toEqual([400, 'invalid_signing_key'])
    const wrong = client.call(importSigningKey, { params, body: { algorithm: 'ES256', key: 'no key' } })
    expect(await refusal(wrong)).toEqual([400, 'invalid_signing_key'])
    const key = 'a secret of at least thirty-two bytes'
    const imported = await client.call(importSigningKey, { params, body: { algorithm: 'HS256', key } })
    expect(stateOf(imported)).toBe('standby HS256 imported')
    await client.call(revokeSigningKey, { params: { ref, id: imported.id } })
  })

  test('the tokens of a trusted sign-in service can be accepted, and no longer', async () => {
    const client = connect()
    const ref = await newProject()
    const params = { ref }
    const add = (issuer: string, audience?: string) =>
      client.call(addTokenIssuer, {
        params,
        body: { issuer, jwks_url: `${issuer}/jwks.json`, ...(audience === undefined ? {} : { audience }) },
      })
    expect(await client.call(listTokenIssuers, { params })).toEqual([])
    const made = await add('https://id.example', 'shop')
    expect(made).toMatchObject({ issuer: 'https://id.example', audience: 'shop' })
    expect(await refusal(add('https://id.example'))).toEqual([409, 'issuer_taken'])
    for (let count = 1; count < TOKEN_ISSUERS_MAX; count++) await add(`https://id${count}.example`)
    expect(await refusal(add('https://more.example'))).toEqual([409, 'too_many_issuers'])
    await client.call(removeTokenIssuer, { params: { ref, id: made.id } })
    const gone = client.call(removeTokenIssuer, { params: { ref, id: made.id } })
    expect(await refusal(gone)).toEqual([404, 'not_found'])
    expect(await client.call(listTokenIssuers, { params })).toHaveLength(TOKEN_ISSUERS_MAX - 1)
  })
}
