/** Tokens at the door of a project's services, on each engine: as whom a call is made, and each way in that is refused. */
import {
  createSigningKey,
  getTemporaryKey,
  importSigningKey,
  listSigningKeys,
  revealSigningSecret,
  revokeSigningKey,
  rotateSigningKeys,
  type SigningKey,
} from '@basedeck/platform-client'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFirstSigningKeys } from '../src/control/first-signing-keys.js'
import { openSigningKey } from '../src/control/project-keys.js'
import { projectByRef } from '../src/control/projects.js'
import { listSigningKeyRows } from '../src/control/signing-keys.js'
import { insertTokenIssuer } from '../src/control/token-issuers.js'
import { keysOfJwks } from '../src/keys/jwks.js'
import { lastingKey } from '../src/keys/jwt.js'
import {
  newSigningKey,
  publicJwkOf,
  textSecret,
  verifyingMaterial,
  type WholeKey,
} from '../src/keys/signing-key.js'
import { signToken, verifyToken } from '../src/keys/token.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'
import { platformStorageHost } from '../src/objects/platform-storage-host.js'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { addressToken, requireSigned } from '../src/objects/signed-address.js'
import { createStorage } from '../src/objects/storage.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import type { Service } from '../src/project-api/service.js'
import { createServices } from '../src/project-api/services.js'
import { createIssuerKeys } from '../src/services/issuer-keys.js'
import { runApp, type RunningApp } from './running-app.js'

const ECHO: Service = {
  name: 'functions',
  exposedHeaders: [],
  lacks: {},
  callOf: () => ({ name: 'echo', needs: 'key', stores: false, body: 0 }),
  answer: async ({ c, actor: { role, claims } }) => c.json({ role, sub: claims['sub'] }),
}
const params = { ref: 'default' }
const log = pino({ level: 'silent' })

describe.each(['cluster', 'pglite'] as const)('%s', (engine) => {
  let running: RunningApp
  let api: ReturnType<typeof createProjectApi>
  let signIn: { server: Server; issuer: string; key: WholeKey }

  beforeAll(async () => {
    running = await runApp(engine)
    signIn = await startSignIn()
    const outgoing = createOutgoing({
      userAgent: 'test',
      allowed: readAllowedHosts(new URL(signIn.issuer).host),
    })
    const { control, box, life, dataDir } = running
    const host = platformStorageHost({
      control,
      box,
      life,
      isPlatform: false,
      accountsOn: false,
      isSplit: false,
      issuers: createIssuerKeys({ outgoing, log }),
    })
    const storage = createStorage({ host, bytes: running.storage.bytes })
    const storageApi = Promise.resolve({ storage, resumable: createResumableUploads(dataDir, storage) })
    api = createProjectApi({
      projectStatus: (ref) => projectByRef(control, ref),
      storage: storageApi,
      services: [...createServices({ storage: storageApi }), ECHO],
      log,
      ownOrigins: () => ['http://127.0.0.1:8788'],
      dashboardOrigins: () => [],
    })
  })
  afterAll(async () => {
    signIn.server.close()
    await running.stop()
  })

  const ask = (path: string, init: RequestInit = {}) =>
    api.request(`http://127.0.0.1:8788/default${path}`, init)
  /** The role that a token gives, or the status of its refusal. */
  async function roleOf(token: string, key?: string): Promise<string | number> {
    const headers = { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { apikey: key }) }
    const answer = await ask('/functions/v1/echo', { headers })
    return answer.ok ? ((await answer.json()) as { role: string }).role : answer.status
  }
  const keys = () => running.client.call(listSigningKeys, { params })
  async function whole(id: string): Promise<WholeKey> {
    const row = (await listSigningKeyRows(running.control, 'default')).find((one) => one.id === id)
    return openSigningKey(running.box, 'default', row ?? { id, value: null })
  }
  const stateIn = (all: SigningKey[], state: SigningKey['state']) => {
    const found = all.find((key) => key.state === state)
    if (!found) throw new Error(`No key is ${state}.`)
    return found
  }
  const project = async () => {
    const found = await running.storage.host.project('default')
    if (!found) throw new Error('There is no such project.')
    return found
  }
  const now = () => Math.floor(Date.now() / 1000)
  const user = (more: object = {}) => ({ role: 'authenticated', sub: 'ada', exp: now() + 60, ...more })

  test('the public keys are open, may be cached, and verify what the current key signs', async () => {
    const answer = await ask('/auth/v1/.well-known/jwks.json', { headers: { origin: 'https://app.example' } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=600'])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const text = await answer.text()
    expect(text).not.toMatch(/"(d|k|p|q)"/)
    const { id } = stateIn(await keys(), 'current')
    const token = signToken(user(), id, await whole(id))
    expect(verifyToken(token, keysOfJwks(text) ?? [], Date.now())).toMatchObject({ type: 'valid', kid: id })
    expect(await roleOf(token)).toBe('authenticated')
  })

  test('the rest of auth is not served', async () => {
    for (const path of ['/auth/v1/health', '/auth/v1/token', '/auth/v1/.well-known/openid-configuration']) {
      const answer = await ask(path)
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { message: 'This project serves no auth service' },
      ])
    }
    expect((await ask('/auth/v1/.well-known/jwks.json', { method: 'POST' })).status).toBe(404)
  })

  test('a rotation leaves tokens valid, a revocation ends them at the next call', async () => {
    const { id } = stateIn(await keys(), 'current')
    const old = signToken(user(), id, await whole(id))
    expect([await roleOf(old), await roleOf(old)]).toEqual(['authenticated', 'authenticated'])
    const standby = await running.client.call(createSigningKey, { params, body: {} })
    await running.client.call(rotateSigningKeys, { params })
    const fresh = signToken(user(), standby.id, await whole(standby.id))
    expect([await roleOf(old), await roleOf(fresh)]).toEqual(['authenticated', 'authenticated'])
    await running.client.call(revokeSigningKey, { params: { ref: 'default', id } })
    expect([await roleOf(old), await roleOf(fresh)]).toEqual([401, 'authenticated'])
    expect(await (await ask('/auth/v1/.well-known/jwks.json')).text()).not.toContain(id)
    const rows = await listSigningKeyRows(running.control, 'default')
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
    const { id } = stateIn(await keys(), 'current')
    const token = await make({ id, key: await whole(id) })
    expect(await roleOf(token)).toBe(401)
    // A valid key beside it does not help.
    const service = lastingKey('service_role', {
      secret: firstSecretOf((await project()).keys),
      ref: 'default',
      now: new Date(),
    })
    expect(await roleOf(token, service)).toBe(401)
  })

  test('a role that was granted to the login of the services is taken, until it is taken back', async () => {
    const database = await running.life.database('default')
    const sql = (query: string) => database.run({ runId: crypto.randomUUID(), query })
    const { id } = stateIn(await keys(), 'current')
    const token = signToken(user({ role: 'editor' }), id, await whole(id))
    expect(await roleOf(token)).toBe(401)
    await sql('create role editor nologin')
    expect(await roleOf(token)).toBe(401)
    await sql('grant editor to authenticator')
    expect(await roleOf(token)).toBe('editor')
    await sql('revoke editor from authenticator')
    expect(await roleOf(token)).toBe(401)
  })

  test('a claim of a user’s token can be named as one of a temporary key', async () => {
    const { id } = stateIn(await keys(), 'current')
    expect(await roleOf(signToken(user({ maker: 'Acme' }), id, await whole(id)))).toBe('authenticated')
  })

  test('temporary keys and addresses have keys of their own, and neither passes for the other', async () => {
    const { api_key } = await running.client.call(getTemporaryKey, { params })
    expect(await roleOf(api_key)).toBe('service_role')
    const object = { bucket: 'files', name: 'a' }
    const address = addressToken(await project(), object, { for: 'read' }, 60)
    expect(await roleOf(address)).toBe(401)
    expect(await requireSigned(await project(), object, 'read', address)).toMatchObject(object)
    await expect(requireSigned(await project(), object, 'read', api_key)).rejects.toMatchObject({
      code: 'invalid_signature',
    })
    const shown = JSON.stringify(await Promise.all((await keys()).map(({ id }) => secretOf(id))))
    const { keys: all } = await project()
    for (const { kid, material } of [...all.verifying, all.address])
      if (kid === 'temporary' || kid === 'address') expect(shown).not.toContain(material)
  })

  const secretOf = (id: string) =>
    running.client.call(revealSigningSecret, { params: { ref: 'default', id } }).catch(() => null)

  test('tokens of a trusted sign-in service are accepted: its key, its audience, and no secret role', async () => {
    const { issuer, key } = signIn
    const theirs = (more: object = {}, kid = 'theirs', by = key) =>
      signToken(user({ iss: issuer, aud: ['shop', 'other'], ...more }), kid, by)
    expect(await roleOf(theirs())).toBe(401)
    const row = { id: crypto.randomUUID(), issuer, jwks_url: `${issuer}/jwks.json`, audience: 'shop' }
    await running.control.write([insertTokenIssuer(row, 'default', 5)])
    expect(await roleOf(theirs())).toBe('authenticated')
    expect(await roleOf(theirs({ aud: 'shop' }))).toBe('authenticated')
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
    expect(await Promise.all(refused.map((token) => roleOf(token)))).toEqual(refused.map(() => 401))
    // A kid of the project is one of the project, whatever the token says of its issuer.
    const { id } = stateIn(await keys(), 'current')
    expect(await roleOf(theirs({}, id))).toBe(401)
    await running.control.script('delete from control.token_issuers')
    expect(await roleOf(theirs())).toBe(401)
  })

  test('a secret of HS256 that was imported verifies tokens that name no kid', async () => {
    const key = 'the secret that an older sign-in service had'
    const token = signToken(user(), undefined, textSecret(key))
    expect(await roleOf(token)).toBe(401)
    const { id } = await running.client.call(importSigningKey, { params, body: { algorithm: 'HS256', key } })
    expect(await roleOf(token)).toBe('authenticated')
    expect(await secretOf(id)).toEqual({ secret: key, encoding: 'text' })
    await running.client.call(revokeSigningKey, { params: { ref: 'default', id } })
    expect(await roleOf(token)).toBe(401)
    expect(await secretOf(id)).toBeNull()
  })

  test('what stands on the legacy secret is valid until it is revoked, also addresses of an older Basedeck', async () => {
    const secret = firstSecretOf((await project()).keys)
    const anon = lastingKey('anon', { secret, ref: 'default', now: new Date() })
    const object = { bucket: 'files', name: 'a' }
    const claims = { url: 'files/a', for: 'read', iat: now(), exp: now() + 60 }
    const address = signToken(claims, undefined, textSecret(secret))
    const { id } = (await keys()).find(({ origin }) => origin === 'legacy') ?? { id: '' }
    expect(await secretOf(id)).toEqual({ secret, encoding: 'text' })
    expect(await roleOf(anon)).toBe('anon')
    expect(await requireSigned(await project(), object, 'read', address)).toMatchObject(object)
    const fresh = addressToken(await project(), object, { for: 'read' }, 60)

    await running.client.call(revokeSigningKey, { params: { ref: 'default', id } })
    expect(await roleOf(anon)).toBe(401)
    await expect(requireSigned(await project(), object, 'read', address)).rejects.toMatchObject({
      code: 'invalid_signature',
    })
    expect(await requireSigned(await project(), object, 'read', fresh)).toMatchObject(object)
    const { api_key } = await running.client.call(getTemporaryKey, { params })
    expect(await roleOf(api_key)).toBe('service_role')
  })

  test('a project without a current key gets one at the next start, and only one', async () => {
    await running.control.script(`delete from control.signing_keys;
      delete from control.project_secrets where name = 'token_secret'`)
    expect(await running.storage.host.project('default')).toBeUndefined()
    await Promise.all([
      makeFirstSigningKeys(running.control, running.box),
      makeFirstSigningKeys(running.control, running.box),
    ])
    const [only, ...others] = await keys()
    expect(others).toEqual([])
    const id = only?.id ?? ''
    expect(await roleOf(signToken(user(), id, await whole(id)))).toBe('authenticated')
    const { api_key } = await running.client.call(getTemporaryKey, { params })
    expect(await roleOf(api_key)).toBe('service_role')
  })
})

/** A sign-in service of somebody else. */
async function startSignIn() {
  const key = await newSigningKey('ES256')
  const jwks = JSON.stringify({ keys: [publicJwkOf(key, 'theirs')] })
  const server = createServer((_, answer) => void answer.end(jwks))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key }
}
