import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SigningAlgorithm } from '@basedeck/platform-client/contract'
import { keysOfJwks } from './jwks.js'
import { newSigningKey, publicJwkOf, readSigningKey, textSecret, verifyingMaterial } from './signing-key.js'
import { signToken, verifyToken } from './token.js'

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
const ed = generateKeyPairSync('ed25519')
const pem = (key: typeof ec.privateKey, type: 'pkcs8' | 'sec1' | 'pkcs1' = 'pkcs8') =>
  key.export({ type, format: 'pem' } as { type: 'pkcs8'; format: 'pem' }).toString()
const jwk = (key: typeof ec.privateKey) => JSON.stringify(key.export({ format: 'jwk' }))
const spki = (key: typeof ec.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString()
const secret = randomBytes(32)
const oct = (bytes: Buffer) => JSON.stringify({ kty: 'oct', k: bytes.toString('base64url') })

test.each<[string, SigningAlgorithm, string]>([
  ['PKCS #8 of ES256', 'ES256', pem(ec.privateKey)],
  ['SEC 1 of ES256', 'ES256', pem(ec.privateKey, 'sec1')],
  ['a JWK of ES256', 'ES256', jwk(ec.privateKey)],
  ['PKCS #8 of RS256', 'RS256', pem(rsa.privateKey)],
  ['PKCS #1 of RS256', 'RS256', pem(rsa.privateKey, 'pkcs1')],
  ['a JWK of RS256, with blanks around it', 'RS256', `\n ${jwk(rsa.privateKey)} \n`],
  ['a JWK of HS256', 'HS256', oct(secret)],
  ['a secret of 32 characters', 'HS256', 'x'.repeat(32)],
])('%s is read, and what it signs is verified', (_, algorithm, text) => {
  const read = readSigningKey(text, algorithm)
  if (read.type !== 'read') throw new Error(read.reason)
  expect(read.key.algorithm).toBe(algorithm)
  const key = { kid: 'k', algorithm, material: verifyingMaterial(read.key) }
  expect(verifyToken(signToken({}, 'k', read.key), [key], 0)).toMatchObject({ type: 'valid' })
})

test.each<[string, SigningAlgorithm, string, string]>([
  ['words', 'ES256', 'no key at all', 'not-a-key'],
  ['half a PEM', 'ES256', pem(ec.privateKey).slice(0, 60), 'not-a-key'],
  ['broken JSON', 'RS256', '{"kty":', 'not-a-key'],
  [
    'a JWK with a number that is none',
    'ES256',
    JSON.stringify({ ...ec.privateKey.export({ format: 'jwk' }), x: '!' }),
    'not-a-key',
  ],
  ['another curve', 'ES256', pem(p384.privateKey), 'other-algorithm'],
  ['RSA for ES256', 'ES256', pem(rsa.privateKey), 'other-algorithm'],
  ['EC for RS256', 'RS256', jwk(ec.privateKey), 'other-algorithm'],
  ['Ed25519', 'ES256', pem(ed.privateKey), 'other-algorithm'],
  ['a secret for ES256', 'ES256', oct(secret), 'other-algorithm'],
  ['a private key as a secret', 'HS256', pem(ec.privateKey), 'other-algorithm'],
  ['a public key as a secret', 'HS256', spki(rsa.publicKey), 'other-algorithm'],
  ['a JWK of RSA as a secret', 'HS256', jwk(rsa.privateKey), 'other-algorithm'],
  ['a public key', 'ES256', spki(ec.publicKey), 'public-only'],
  ['a public JWK', 'RS256', jwk(rsa.publicKey), 'public-only'],
  ['RSA of 1024 bits', 'RS256', pem(short.privateKey), 'rsa-length'],
  ['31 bytes', 'HS256', 'x'.repeat(31), 'secret-short'],
  ['31 bytes as JWK', 'HS256', oct(randomBytes(31)), 'secret-short'],
  ['20,001 characters', 'HS256', 'x'.repeat(20_001), 'too-long'],
  [
    'a passphrase',
    'ES256',
    ec.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
    'encrypted',
  ],
])('%s is refused', (_, algorithm, text, reason) => {
  expect(readSigningKey(text, algorithm)).toEqual({ type: 'refused', reason })
})

test('the public half holds nothing private', async () => {
  for (const algorithm of ['ES256', 'RS256'] as const) {
    const made = publicJwkOf(await newSigningKey(algorithm), 'k')
    const names = algorithm === 'ES256' ? ['crv', 'x', 'y'] : ['n', 'e']
    expect(Object.keys(made ?? {}).toSorted()).toEqual(
      ['alg', 'key_ops', 'kid', 'kty', 'use', ...names].toSorted(),
    )
  }
  expect(publicJwkOf(textSecret('x'.repeat(32)), 'k')).toBeNull()
})

test('of a set of others’ keys those are read that can verify', () => {
  const set = (...keys: unknown[]) =>
    keysOfJwks(JSON.stringify({ keys }))?.map((key) => `${key.kid} ${key.algorithm}`)
  const es = ec.publicKey.export({ format: 'jwk' })
  const rs = rsa.publicKey.export({ format: 'jwk' })
  expect(set({ ...es, kid: 'a' }, { ...rs, kid: 'b', use: 'sig', alg: 'RS256' })).toEqual([
    'a ES256',
    'b RS256',
  ])
  const useless = [
    { ...es },
    { ...es, kid: 1 },
    { ...es, kid: 'x'.repeat(301) },
    { ...es, kid: 'a', use: 'enc' },
    { ...rs, kid: 'a', alg: 'PS256' },
    { ...rs, kid: 'a', alg: 'HS256' },
    { kty: 'oct', k: secret.toString('base64url'), kid: 'a', alg: 'HS256' },
    { ...p384.publicKey.export({ format: 'jwk' }), kid: 'a' },
    { ...short.publicKey.export({ format: 'jwk' }), kid: 'a' },
    { ...es, kid: 'a', y: 'AAAA' },
    null,
    'a key',
  ]
  for (const one of useless) expect([one, set(one)]).toEqual([one, undefined])
  expect(set(...useless, { ...es, kid: 'good' })).toEqual(['good ES256'])
  for (const text of ['', 'null', '[]', '{"keys":{}}', '{"keys":[]}'])
    expect(keysOfJwks(text)).toBeUndefined()
})
