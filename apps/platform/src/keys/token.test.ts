/** Tokens as others sign them, and each way in that an attacker has. */
import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign as signWith,
  type KeyObject,
} from 'node:crypto'
import { importJWK, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { newSigningKey, publicJwkOf, textSecret, verifyingMaterial, type WholeKey } from './signing-key.js'
import { claimedIssuer, claimedKid, signToken, verifyToken, type VerifyingKey } from './token.js'
import { createTokenVerifier } from './token-verifier.js'

const NOW = Date.parse('2026-05-01T12:00:00Z')
const now = NOW / 1000
const SECRET = 'a secret of at least thirty-two bytes'

const whole = {
  es: await newSigningKey('ES256'),
  rs: await newSigningKey('RS256'),
  hs: textSecret(SECRET),
}
type Name = keyof typeof whole
const verifying = (kid: string, key: WholeKey): VerifyingKey => ({
  kid,
  algorithm: key.algorithm,
  material: verifyingMaterial(key),
})
const keys = Object.entries(whole).map(([kid, key]) => verifying(kid, key))
const all: readonly Name[] = ['es', 'rs', 'hs']
const verdict = (token: string, at = NOW, by: readonly VerifyingKey[] = keys) => {
  const read = verifyToken(token, by, at)
  return read.type === 'valid' ? read.kid : read.reason
}
const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
/** As a careless or evil program would. */
const forged = (header: object, claims: unknown, signature: (signed: string) => Buffer) => {
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${signature(signed).toString('base64url')}`
}
const hmac = (key: string | Buffer) => (signed: string) => createHmac('sha256', key).update(signed).digest()
const by =
  (key: KeyObject, hash = 'sha256') =>
  (signed: string) =>
    signWith(hash, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })

describe.each(all)('%s', (name) => {
  const key = whole[name]

  test('what is signed here others verify, and what others sign is verified here', async () => {
    const token = signToken({ role: 'authenticated', sub: 'ada' }, name, key)
    const jwk = publicJwkOf(key, name)
    const theirs = jwk ? await importJWK({ ...jwk }, jwk.alg) : new TextEncoder().encode(SECRET)
    const { payload, protectedHeader } = await jwtVerify(token, theirs)
    expect(payload).toEqual({ role: 'authenticated', sub: 'ada' })
    expect(protectedHeader).toEqual({ alg: key.algorithm, typ: 'JWT', kid: name })
    expect(verdict(token)).toBe(name)
    const { createPrivateKey } = await import('node:crypto')
    const signer = key.algorithm === 'HS256' ? new TextEncoder().encode(SECRET) : createPrivateKey(key.pem)
    const other = await new SignJWT({ role: 'anon' })
      .setProtectedHeader({ alg: key.algorithm, kid: name })
      .sign(signer)
    expect(verdict(other)).toBe(name)
  })

  test('one bit of it changed is refused', () => {
    const token = signToken({ role: 'anon' }, name, key)
    const [head = '', payload = '', signature = ''] = token.split('.')
    expect(verdict(`${head}.${part({ role: 'service_role' })}.${signature}`)).toBe('signature')
    const bytes = Buffer.from(signature, 'base64url')
    bytes[3]! ^= 1
    expect(verdict(`${head}.${payload}.${bytes.toString('base64url')}`)).toBe('signature')
    expect(verdict(`${head}.${payload}.${bytes.subarray(1).toString('base64url')}`)).toBe('signature')
  })

  test('the header can’t choose another way to verify', () => {
    const alien = all.filter((other) => other !== name)
    for (const alg of ['none', 'None', '', 'HS512', 'PS256', ...alien.map((other) => whole[other].algorithm)])
      expect(verdict(forged({ alg, kid: name }, { role: 'service_role' }, hmac(SECRET)))).toBe('algorithm')
    expect(verdict(forged({ kid: name }, { role: 'service_role' }, hmac(SECRET)))).toBe('algorithm')
  })
})

test('a public key is no secret: what it signs as HS256 is refused', () => {
  for (const name of ['es', 'rs'] as const) {
    const pem = verifyingMaterial(whole[name])
    const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
    for (const secret of [pem, pem.trim(), der]) {
      expect(verdict(forged({ alg: 'HS256', kid: name }, { role: 'service_role' }, hmac(secret)))).toBe(
        'algorithm',
      )
      expect(verdict(forged({ alg: 'HS256' }, { role: 'service_role' }, hmac(secret)))).toBe('signature')
    }
  }
})

test('a key in the header, or the address of one, counts for nothing', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const header = { alg: 'ES256', jwk, jku: 'https://evil.example/jwks.json', x5u: 'https://evil.example' }
  expect(verdict(forged({ ...header, kid: 'es' }, { role: 'anon' }, by(privateKey)))).toBe('signature')
  expect(verdict(forged(header, { role: 'anon' }, by(privateKey)))).toBe('algorithm')
})

test('a token without a kid can only be of HS256, and of a kid that is not known of nothing', () => {
  expect(verdict(signToken({}, undefined, whole.hs))).toBe('hs')
  expect(verdict(signToken({}, undefined, whole.es))).toBe('algorithm')
  for (const kid of ['other', '', '__proto__', 'ES', '../es'])
    expect(verdict(forged({ alg: 'HS256', kid }, {}, hmac(SECRET)))).toBe('unknown-key')
  for (const kid of [null, 1, ['es'], {}])
    expect(verdict(forged({ alg: 'HS256', kid }, {}, hmac(SECRET)))).toBe('unknown-key')
})

test.each([
  ['nothing', ''],
  ['no token', 'anon'],
  ['two parts', 'a.b'],
  ['four parts', `${signToken({}, 'hs', whole.hs)}.a`],
  ['an empty signature', signToken({}, 'hs', whole.hs).replace(/[^.]+$/, '')],
  ['blanks around it', ` ${signToken({}, 'hs', whole.hs)}`],
  ['base64 in the place of base64url', 'eyJhbGciOiJIUzI1NiJ9==.e30=.AA=='],
  ['a header that is a list', forged([], {}, hmac(SECRET))],
  ['a header that is no JSON', `${part('{')}.${part({})}.AAAA`],
  ['critical extensions', forged({ alg: 'HS256', kid: 'hs', crit: ['exp'] }, {}, hmac(SECRET))],
  ['an unencoded payload', forged({ alg: 'HS256', kid: 'hs', b64: false }, {}, hmac(SECRET))],
  ['claims that are a list', forged({ alg: 'HS256', kid: 'hs' }, [], hmac(SECRET))],
  ['claims that are no JSON', forged({ alg: 'HS256', kid: 'hs' }, '{', hmac(SECRET))],
  ['a megabyte', signToken({ much: 'x'.repeat(1_000_000) }, 'hs', whole.hs)],
])('%s is malformed', (_, token) => {
  expect(verdict(token)).toBe('malformed')
})

describe('times', () => {
  test.each([
    ['exp 29 s ago', { exp: now - 29 }, true],
    ['exp 30 s ago', { exp: now - 30 }, false],
    ['nbf in 30 s', { nbf: now + 30 }, true],
    ['nbf in 31 s', { nbf: now + 31 }, false],
    ['iat in 60 s, by a database whose clock is a minute ahead', { iat: now + 60 }, true],
    ['iat in 120 s', { iat: now + 120 }, true],
    ['iat in 121 s', { iat: now + 121 }, false],
    ['no times', {}, true],
    ['an exp that is a text', { exp: '9999999999' }, false],
    ['an exp that is null', { exp: null }, false],
    ['an nbf that is an object', { nbf: {} }, false],
    ['an iat that is a switch', { iat: true }, false],
  ])('%s', (_, claims, isValid) => {
    expect(verdict(signToken(claims, 'hs', whole.hs))).toBe(isValid ? 'hs' : 'time')
  })

  test('an exp beyond all numbers is no number', () => {
    expect(verdict(forged({ alg: 'HS256', kid: 'hs' }, '{"exp":1e999}', hmac(SECRET)))).toBe('time')
  })
})

test('what a token says of itself is read without trusting it', () => {
  const token = forged({ alg: 'none', kid: 'k' }, { iss: 'https://id.example' }, () => Buffer.from('x'))
  expect([claimedIssuer(token), claimedKid(token)]).toEqual(['https://id.example', 'k'])
  expect([claimedIssuer('a.b.c'), claimedKid('a.b.c')]).toEqual([undefined, undefined])
})

describe('a verifier that remembers', () => {
  test('gives what was verified, until the time is over', () => {
    let at = NOW
    const verifier = createTokenVerifier(() => at)
    const token = signToken({ exp: now + 60 }, 'es', whole.es)
    const first = verifier.verify(token, keys)
    const second = verifier.verify(token, structuredClone(keys))
    expect(first).toEqual({ type: 'valid', kid: 'es', claims: { exp: now + 60 } })
    expect(second.type === 'valid' && first.type === 'valid' && second.claims === first.claims).toBe(true)
    at += 90_000
    expect(verifier.verify(token, keys)).toEqual({ type: 'refused', reason: 'time' })
    expect(verifier.remembered()).toBe(0)
  })

  test('forgets it with the key: revoked, replaced under its kid, or with another algorithm', async () => {
    const verifier = createTokenVerifier(() => NOW)
    const token = signToken({}, 'es', whole.es)
    const others = keys.filter(({ kid }) => kid !== 'es')
    const changed: [string, VerifyingKey[]][] = [
      ['unknown-key', others],
      ['signature', [verifying('es', await newSigningKey('ES256'))]],
      ['algorithm', [verifying('es', whole.rs)]],
    ]
    for (const [reason, now] of changed) {
      expect(verifier.verify(token, keys)).toMatchObject({ type: 'valid' })
      expect(verifier.verify(token, now)).toEqual({ type: 'refused', reason })
      expect(verifier.remembered()).toBe(0)
    }
  })

  test('is bounded, and remembers nothing that is wrong or long', () => {
    const verifier = createTokenVerifier(() => NOW)
    verifier.verify(signToken({}, 'es', whole.rs), keys)
    verifier.verify(signToken({ much: 'x'.repeat(5000) }, 'hs', whole.hs), keys)
    expect(verifier.remembered()).toBe(0)
    for (let count = 0; count < 2100; count++) verifier.verify(signToken({ count }, 'hs', whole.hs), keys)
    expect(verifier.remembered()).toBe(2000)
  })
})
