/** Tokens at the door of a project's services, on each engine: as whom a call is made, and each way in that is refused. */
import { createSigningKey, revokeSigningKey, rotateSigningKeys } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSigningKeyRows } from '../src/control/signing-keys.js'
import { keysOfJwks } from '../src/keys/jwks.js'
import { lastingKey } from '../src/keys/jwt.js'
import { newSigningKey, textSecret, verifyingMaterial, type WholeKey } from '../src/keys/signing-key.js'
import { signToken, verifyToken } from '../src/keys/token.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'
import { now, startTokenStage, user, type TokenStage } from './token-stage.js'

const params = { ref: 'default' }

describe.each(['cluster', 'pglite'] as const)('%s', (engine) => {
  let stage: TokenStage
  beforeAll(async () => {
    stage = await startTokenStage(engine)
  })
  afterAll(() => stage.stop())

  test('the public keys are open, may be cached, and verify what the current key signs', async () => {
    const answer = await stage.ask('/auth/v1/.well-known/jwks.json', {
      headers: { origin: 'https://app.example' },
    })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=600'])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const text = await answer.text()
    expect(text).not.toMatch(/"(d|k|p|q)"/)
    const { id, key } = await stage.current()
    const token = signToken(user(), id, key)
    expect(verifyToken(token, keysOfJwks(text) ?? [], Date.now())).toMatchObject({ type: 'valid', kid: id })
    expect(await stage.roleOf(token)).toBe('authenticated')
  })

  test('the rest of auth is not served', async () => {
    for (const path of ['/auth/v1/health', '/auth/v1/token', '/auth/v1/.well-known/openid-configuration']) {
      const answer = await stage.ask(path)
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { message: 'This project serves no auth service' },
      ])
    }
    expect((await stage.ask('/auth/v1/.well-known/jwks.json', { method: 'POST' })).status).toBe(404)
  })

  test('a rotation leaves tokens valid, a revocation ends them at the next call', async () => {
    const { id, key } = await stage.current()
    const old = signToken(user(), id, key)
    expect([await stage.roleOf(old), await stage.roleOf(old)]).toEqual(['authenticated', 'authenticated'])
    const standby = await stage.running.client.call(createSigningKey, { params, body: {} })
    await stage.running.client.call(rotateSigningKeys, { params })
    const fresh = signToken(user(), standby.id, await stage.whole(standby.id))
    expect([await stage.roleOf(old), await stage.roleOf(fresh)]).toEqual(['authenticated', 'authenticated'])
    await stage.running.client.call(revokeSigningKey, { params: { ref: 'default', id } })
    expect([await stage.roleOf(old), await stage.roleOf(fresh)]).toEqual([401, 'authenticated'])
    expect(await (await stage.ask('/auth/v1/.well-known/jwks.json')).text()).not.toContain(id)
    const rows = await listSigningKeyRows(stage.running.control, 'default')
    expect(rows.find((row) => row.id === id)?.value).toBeNull()
  })

  test.each<[string, (current: { id: string; key: WholeKey }) => string | Promise<string>]>([
    ['a key of another project', async ({ id }) => signToken(user(), id, await newSigningKey('ES256'))],
    ['an unknown kid', ({ key }) => signToken(user(), 'other', key)],
    ['the kid of the legacy secret', ({ key }) => signToken(user(), 'legacy', key)],
    ['no kid', ({ key }) => signToken(user(), undefined, key)],
    ['a token that is over', ({ id, key }) => signToken(user({ exp: now() - 31 }), id, key)],
    ['one that begins later', ({ id, key }) => signToken(user({ nbf: now() + 60 }), id, key)],
    ['one of another project', ({ id, key }) => signToken(user({ ref: 'other' }), id, key)],
    ['one of an address', ({ id, key }) => signToken(user({ url: 'a/b', for: 'read' }), id, key)],
    ['no role', ({ id, key }) => signToken({ sub: 'ada', exp: now() + 60 }, id, key)],
    ['the owner’s role', ({ id, key }) => signToken(user({ role: 'postgres' }), id, key)],
    ['the login of the services', ({ id, key }) => signToken(user({ role: 'authenticator' }), id, key)],
    ['a role of PostgreSQL', ({ id, key }) => signToken(user({ role: 'pg_read_all_data' }), id, key)],
    ['a role that is not there', ({ id, key }) => signToken(user({ role: 'nobody' }), id, key)],
    ['a role with SQL in it', ({ id, key }) => signToken(user({ role: `anon'; drop table x --` }), id, key)],
    ['a role in a list', ({ id, key }) => signToken(user({ role: ['service_role'] }), id, key)],
    ['a role of another case', ({ id, key }) => signToken(user({ role: 'SERVICE_ROLE' }), id, key)],
    ['a role with a NUL', ({ id, key }) => signToken(user({ role: 'anon\0' }), id, key)],
    [
      'alg: none',
      ({ id }) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none', kid: id })}.${part(user({ role: 'service_role' }))}.AA`
      },
    ],
    [
      'HS256 with the public key as its secret',
      ({ id, key }) => signToken(user(), id, textSecret(verifyingMaterial(key))),
    ],
    [
      'a temporary key that nobody made',
      () =>
        signToken(user({ role: 'service_role', maker: 'local' }), 'temporary', textSecret('x'.repeat(32))),
    ],
  ])('%s is refused', async (_, make) => {
    const { id, key } = await stage.current()
    const token = await make({ id, key })
    expect(await stage.roleOf(token)).toBe(401)
    // A valid key beside it does not help.
    const service = lastingKey('service_role', {
      secret: firstSecretOf((await stage.project()).keys),
      ref: 'default',
      now: new Date(),
    })
    expect(await stage.roleOf(token, service)).toBe(401)
  })

  test('a role that was granted to the login of the services is taken, until it is taken back', async () => {
    const database = await stage.running.life.database('default')
    const sql = (query: string) => database.run({ runId: crypto.randomUUID(), query })
    const { id, key } = await stage.current()
    const token = signToken(user({ role: 'editor' }), id, key)
    expect(await stage.roleOf(token)).toBe(401)
    await sql('create role editor nologin')
    expect(await stage.roleOf(token)).toBe(401)
    await sql('grant editor to authenticator')
    expect(await stage.roleOf(token)).toBe('editor')
    await sql('revoke editor from authenticator')
    expect(await stage.roleOf(token)).toBe(401)
  })

  test('a claim of a user’s token can be named as one of a temporary key', async () => {
    const { id, key } = await stage.current()
    expect(await stage.roleOf(signToken(user({ maker: 'Acme' }), id, key))).toBe('authenticated')
  })
})
