import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { hashOf } from '../secrets/secret-token.js'
import { newApiKey } from '../keys/api-keys.js'
import { lastingKey, temporaryKey } from '../keys/jwt.js'
import { addressToken, requireSigned } from './signed-address.js'
import { actorOf } from './storage-key.js'
import { temporaryKeyOf, testProjectKeys } from '../keys/testing/project-keys.js'

const SECRET = 'a secret of at least thirty-two bytes'
const project = { ref: 'shop', fileSizeLimit: 1, keys: testProjectKeys(SECRET) }
const request = {
  secret: SECRET,
  key: temporaryKeyOf(project.keys),
  ref: 'shop',
  now: new Date(),
  maker: 'token:1',
}
const noKeys = {
  apiKey: async () => undefined,
  keyUsed: () => {},
  isMakerEntitled: async () => true,
  isServedRole: async () => false,
  issuerKeys: async () => [],
}
const sign = (claims: Record<string, unknown>, secret = SECRET, until: string | number = '1m') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(until)
    .sign(new TextEncoder().encode(secret))
const roleOf = async (apiKey: string | undefined, bearer?: string) =>
  (await actorOf(noKeys, project, { apiKey, bearer })).role

test('lasting and temporary keys have their role', async () => {
  expect(await roleOf(lastingKey('anon', request))).toBe('anon')
  expect(await roleOf(lastingKey('service_role', request))).toBe('service_role')
  const temporary = temporaryKey(request)
  expect(await roleOf(temporary.type === 'signed' ? temporary.apiKey : '')).toBe('service_role')
})

test('a temporary key ends when its maker may no longer hold it', async () => {
  const made = temporaryKey(request)
  const apiKey = made.type === 'signed' ? made.apiKey : ''
  const asked: string[] = []
  const host = {
    ...noKeys,
    isMakerEntitled: async (ref: string, maker: string) => asked.push(`${ref} ${maker}`) > 1,
  }
  const use = () => actorOf(host, project, { apiKey, bearer: undefined })
  await expect(use()).rejects.toMatchObject({ code: 'invalid_key' })
  expect(await use()).toMatchObject({ role: 'service_role' })
  expect(asked).toEqual(['shop token:1', 'shop token:1'])
})

test('the token of a user goes before the key of the application', async () => {
  const bearer = await sign({ role: 'authenticated', sub: 'ada' })
  const actor = await actorOf(noKeys, project, { apiKey: lastingKey('service_role', request), bearer })
  expect(actor).toMatchObject({ role: 'authenticated', claims: { sub: 'ada' } })
})

test.each(['publishable', 'secret'] as const)('a %s key is looked up by its hash', async (type) => {
  const { apiKey, hash } = newApiKey(type)
  const used: string[] = []
  const host = {
    ...noKeys,
    apiKey: async (ref: string, asked: string) =>
      ref === 'shop' && asked === hash ? { type, ends_at: null } : undefined,
    keyUsed: (one: string) => void used.push(one),
  }
  const { role } = await actorOf(host, project, { apiKey, bearer: undefined })
  expect(role).toBe(type === 'secret' ? 'service_role' : 'anon')
  expect(used).toEqual([hash])
  await expect(roleOf(apiKey)).rejects.toMatchObject({ code: 'invalid_key' })
})

test.each([
  ['a second ago', -1000, false],
  ['in a second', 60_000, true],
])('a rotated key that ends %s', async (_, inMs, isTaken) => {
  const { apiKey } = newApiKey('secret')
  const ends_at = new Date(Date.now() + inMs).toISOString()
  const host = { ...noKeys, apiKey: async () => ({ type: 'secret' as const, ends_at }) }
  const asked = actorOf(host, project, { apiKey, bearer: undefined })
  if (isTaken) expect(await asked).toMatchObject({ role: 'service_role' })
  else await expect(asked).rejects.toMatchObject({ code: 'invalid_key' })
})

test('a legacy key is known to have been used; the token of a user is none', async () => {
  const used: string[] = []
  const host = { ...noKeys, keyUsed: (hash: string) => void used.push(hash) }
  const anon = lastingKey('anon', request)
  for (const apiKey of [anon, await sign({ role: 'authenticated', sub: 'ada' })])
    await actorOf(host, project, { apiKey, bearer: undefined })
  expect(used).toEqual([hashOf(anon)])
})

describe('refused', () => {
  test.each<[string, () => Promise<string | undefined>]>([
    ['no key', async () => undefined],
    ['something else', async () => 'anon'],
    [
      'a token of another secret',
      () => sign({ role: 'service_role' }, 'another secret of thirty-two bytes or so'),
    ],
    ['an expired token', () => sign({ role: 'service_role' }, SECRET, 1)],
    ['a token of another project', () => sign({ role: 'service_role', ref: 'other' })],
    ['a token without a role', () => sign({ sub: 'ada' })],
    ['a role of the database', () => sign({ role: 'postgres' })],
    ['a signed address', async () => addressToken(project, { bucket: 'a', name: 'b' }, { for: 'read' }, 60)],
    ['a signed address with a role', () => sign({ url: 'a/b', role: 'service_role' })],
    [
      'an unsigned token',
      async () => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none' })}.${part({ role: 'service_role' })}.`
      },
    ],
  ])('%s', async (_, key) => {
    await expect(roleOf(await key())).rejects.toMatchObject({ code: 'invalid_key' })
  })
})

describe('a signed address', () => {
  const location = { bucket: 'my files', name: 'a b/100%' }

  test('is good for its object and its purpose, also when it was escaped twice', async () => {
    const token = addressToken(project, location, { for: 'read' }, 60)
    expect(await requireSigned(project, location, 'read', token)).toMatchObject(location)
    const twice = { bucket: 'my%20files', name: 'a%20b/100%25' }
    expect(await requireSigned(project, twice, 'read', token)).toMatchObject(location)
  })

  test.each([
    ['another object', { ...location, name: 'a b/101%' }, 'read'],
    ['another bucket', { ...location, bucket: 'other' }, 'read'],
    ['an upload', location, 'upload'],
  ] as const)('is not good for %s', async (_, other, purpose) => {
    const token = addressToken(project, location, { for: 'read' }, 60)
    await expect(requireSigned(project, other, purpose, token)).rejects.toMatchObject({
      code: 'invalid_signature',
    })
  })

  test.each(['', 'none', undefined])('%j is refused', async (token) => {
    await expect(requireSigned(project, location, 'read', token)).rejects.toMatchObject({
      code: 'invalid_signature',
    })
  })

  test('a key does not pass for an address', async () => {
    const key = lastingKey('service_role', request)
    await expect(requireSigned(project, location, 'read', key)).rejects.toMatchObject({
      code: 'invalid_signature',
    })
  })
})
