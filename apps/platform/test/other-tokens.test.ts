/** Tokens and addresses that stand on other keys than the current one: legacy, imported, hidden, and those of a trusted service. */
import {
  getTemporaryKey,
  importSigningKey,
  revealSigningSecret,
  revokeSigningKey,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFirstSigningKeys } from '../src/control/first-signing-keys.js'
import { insertTokenIssuer } from '../src/control/token-issuers.js'
import { lastingKey } from '../src/keys/jwt.js'
import { newSigningKey, textSecret, verifyingMaterial } from '../src/keys/signing-key.js'
import { signToken } from '../src/keys/token.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'
import { addressToken, requireSigned } from '../src/objects/signed-address.js'
import { now, startTokenStage, user, type TokenStage } from './token-stage.js'

const params = { ref: 'default' }

describe.each(['cluster', 'pglite'] as const)('%s', (engine) => {
  let stage: TokenStage
  beforeAll(async () => {
    stage = await startTokenStage(engine)
  })
  afterAll(() => stage.stop())

  const secretOf = (id: string) =>
    stage.running.client.call(revealSigningSecret, { params: { ref: 'default', id } }).catch(() => null)

  test('temporary keys and addresses have keys of their own, and neither passes for the other', async () => {
    const { api_key } = await stage.running.client.call(getTemporaryKey, { params })
    expect(await stage.roleOf(api_key)).toBe('service_role')
    const object = { bucket: 'files', name: 'a' }
    const address = addressToken(await stage.project(), object, { for: 'read' }, 60)
    expect(await stage.roleOf(address)).toBe(401)
    expect(await requireSigned(await stage.project(), object, 'read', address)).toMatchObject(object)
    await expect(requireSigned(await stage.project(), object, 'read', api_key)).rejects.toMatchObject({
      code: 'invalid_signature',
    })
    const shown = JSON.stringify(await Promise.all((await stage.keys()).map(({ id }) => secretOf(id))))
    const { keys: all } = await stage.project()
    for (const { kid, material } of [...all.verifying, all.address])
      if (kid === 'temporary' || kid === 'address') expect(shown).not.toContain(material)
  })

  test('tokens of a trusted sign-in service are accepted: its key, its audience, and no secret role', async () => {
    const { issuer, key } = stage.signIn
    const theirs = (more: object = {}, kid = 'theirs', by = key) =>
      signToken(user({ iss: issuer, aud: ['shop', 'other'], ...more }), kid, by)
    expect(await stage.roleOf(theirs())).toBe(401)
    const row = { id: crypto.randomUUID(), issuer, jwks_url: `${issuer}/jwks.json`, audience: 'shop' }
    await stage.running.control.write([insertTokenIssuer(row, 'default', 5)])
    expect(await stage.roleOf(theirs())).toBe('authenticated')
    expect(await stage.roleOf(theirs({ aud: 'shop' }))).toBe('authenticated')
    const refused = [
      theirs({ aud: 'other' }),
      theirs({ aud: undefined }),
      theirs({ iss: 'https://evil.example' }),
      theirs({ iss: `${issuer}/` }),
      theirs({ role: 'service_role' }),
      theirs({ role: 'postgres' }),
      theirs({ role: undefined }),
      theirs({ exp: now() - 31 }),
      theirs({ ref: 'other' }),
      theirs({}, 'unknown'),
      theirs({}, 'theirs', await newSigningKey('ES256')),
      theirs({}, 'theirs', textSecret(verifyingMaterial(key))),
    ]
    expect(await Promise.all(refused.map((token) => stage.roleOf(token)))).toEqual(refused.map(() => 401))
    // A kid of the project is one of the project, whatever the token says of its issuer.
    const { id } = await stage.current()
    expect(await stage.roleOf(theirs({}, id))).toBe(401)
    await stage.running.control.script('delete from control.token_issuers')
    expect(await stage.roleOf(theirs())).toBe(401)
  })

  test('a secret of HS256 that was imported verifies tokens that name no kid', async () => {
    const key = 'the secret that an older sign-in service had'
    const token = signToken(user(), undefined, textSecret(key))
    expect(await stage.roleOf(token)).toBe(401)
    const { id } = await stage.running.client.call(importSigningKey, {
      params,
      body: { algorithm: 'HS256', key },
    })
    expect(await stage.roleOf(token)).toBe('authenticated')
    expect(await secretOf(id)).toEqual({ secret: key, encoding: 'text' })
    await stage.running.client.call(revokeSigningKey, { params: { ref: 'default', id } })
    expect(await stage.roleOf(token)).toBe(401)
    expect(await secretOf(id)).toBeNull()
  })

  test('what stands on the legacy secret is valid until it is revoked, also addresses of an older Basedeck', async () => {
    const secret = firstSecretOf((await stage.project()).keys)
    const anon = lastingKey('anon', { secret, ref: 'default', now: new Date() })
    const object = { bucket: 'files', name: 'a' }
    const claims = { url: 'files/a', for: 'read', iat: now(), exp: now() + 60 }
    const address = signToken(claims, undefined, textSecret(secret))
    const { id } = (await stage.keys()).find(({ origin }) => origin === 'legacy') ?? { id: '' }
    expect(await secretOf(id)).toEqual({ secret, encoding: 'text' })
    expect(await stage.roleOf(anon)).toBe('anon')
    expect(await requireSigned(await stage.project(), object, 'read', address)).toMatchObject(object)
    const fresh = addressToken(await stage.project(), object, { for: 'read' }, 60)

    await stage.running.client.call(revokeSigningKey, { params: { ref: 'default', id } })
    expect(await stage.roleOf(anon)).toBe(401)
    await expect(requireSigned(await stage.project(), object, 'read', address)).rejects.toMatchObject({
      code: 'invalid_signature',
    })
    expect(await requireSigned(await stage.project(), object, 'read', fresh)).toMatchObject(object)
    const { api_key } = await stage.running.client.call(getTemporaryKey, { params })
    expect(await stage.roleOf(api_key)).toBe('service_role')
  })

  test('a project without a current key gets one at the next start, and only one', async () => {
    await stage.running.control.script(`delete from control.signing_keys;
      delete from control.project_secrets where name = 'token_secret'`)
    expect(await stage.running.storage.host.project('default')).toBeUndefined()
    await Promise.all([
      makeFirstSigningKeys(stage.running.control, stage.running.box),
      makeFirstSigningKeys(stage.running.control, stage.running.box),
    ])
    const [only, ...others] = await stage.keys()
    expect(others).toEqual([])
    const { id, key } = await stage.current()
    expect(only?.id).toBe(id)
    expect(await stage.roleOf(signToken(user(), id, key))).toBe('authenticated')
    const { api_key } = await stage.running.client.call(getTemporaryKey, { params })
    expect(await stage.roleOf(api_key)).toBe('service_role')
  })
})
