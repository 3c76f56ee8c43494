import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { textSecret } from './signing-key.js'
import { lastingKey, newJwtSecret, temporaryKey } from './jwt.js'

const secret = newJwtSecret()
const now = new Date('2026-03-01T12:00:00.900Z')
const request = { secret, key: textSecret(secret), ref: 'abc', now, maker: 'session:1' }

/** The claims of the key, if the secret signed it and it is valid at `at`. */
async function read(key: string, at = now, by = secret): Promise<unknown> {
  const options = { algorithms: ['HS256'], currentDate: at }
  return (await jwtVerify(key, new TextEncoder().encode(by), options)).payload
}

async function signed(...args: Parameters<typeof temporaryKey>): Promise<string> {
  const key = temporaryKey(...args)
  if (key.type === 'refused') throw new Error(key.reason)
  return key.apiKey
}

test('secrets are long enough for HS256 and never the same', () => {
  const secrets = Array.from({ length: 100 }, newJwtSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const one of secrets) expect(Buffer.byteLength(one)).toBeGreaterThanOrEqual(32)
})

test.each(['anon', 'service_role'] as const)(
  'the lasting key of %s contains its role, for ten years',
  async (role) => {
    const key = lastingKey(role, request)
    const iat = Date.parse('2026-03-01T12:00:00Z') / 1000
    const exp = Date.parse('2036-03-01T12:00:00Z') / 1000
    expect(await read(key)).toEqual({ iss: 'basedeck', ref: 'abc', role, iat, exp })
    expect(decodeProtectedHeader(key)).toEqual({ alg: 'HS256', typ: 'JWT' })
    await expect(read(key, new Date('2036-03-01T12:00:01Z'))).rejects.toThrow('"exp" claim timestamp')
  },
)

test('a temporary key has the service role for 300 s', async () => {
  const key = await signed(request)
  expect(await read(key, new Date(now.getTime() + 298_000))).toMatchObject({
    ref: 'abc',
    role: 'service_role',
    maker: 'session:1',
  })
  await expect(read(key, new Date(now.getTime() + 301_000))).rejects.toThrow('"exp" claim timestamp')
})

test('its life can be asked for', async () => {
  const key = await signed(request, { claims: '{"role": "service_role"}', lifeSeconds: 3600 })
  const { iat = 0, exp } = (await read(key)) as { iat?: number; exp?: number }
  expect(exp).toBe(iat + 3600)
})

test.each([
  ['', 'claims-not-json'],
  ['{', 'claims-not-json'],
  ['null', 'claims-not-json'],
  ['"service_role"', 'claims-not-json'],
  ['[{"role": "service_role"}]', 'claims-not-json'],
  ['{}', 'other-role'],
  ['{"role": "anon"}', 'other-role'],
  ['{"role": "postgres"}', 'other-role'],
  ['{"role": "SERVICE_ROLE"}', 'other-role'],
  ['{"role": ["service_role"]}', 'other-role'],
  ['{"role": "service_role", "role": "basedeck_admin"}', 'other-role'],
  ['{"role": "service_role", "exp": 9999999999}', 'other-claim'],
  ['{"role": "service_role", "ref": "other"}', 'other-claim'],
  ['{"role": "service_role", "__proto__": {"ref": "other"}}', 'other-claim'],
])('the claims %s are refused: %s', async (claims, reason) => {
  expect(temporaryKey(request, { claims })).toEqual({ type: 'refused', reason })
})

test('another secret does not pass for this one', async () => {
  await expect(read(await signed(request), now, newJwtSecret())).rejects.toThrow(
    'signature verification failed',
  )
})
