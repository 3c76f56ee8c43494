/**
 * The keys that sign and verify tokens: made, or read from what somebody pastes. ES256 and RS256 have a public half that anybody
 * may read; who has the secret of HS256 can both verify and sign.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { PublicJwk, SigningAlgorithm } from '@basedeck/platform-client/contract'

/** A key whole, as it is encrypted. `secret`: base64url of bytes; `isText`: of a text, which is how it is shown. */
export type WholeKey =
  | { algorithm: 'ES256' | 'RS256'; pem: string }
  | { algorithm: 'HS256'; secret: string; isText: boolean }

export type ReadKey =
  | { type: 'read'; key: WholeKey }
  | {
      type: 'refused'
      reason:
        | 'not-a-key'
        | 'encrypted'
        | 'public-only'
        | 'other-algorithm'
        | 'rsa-length'
        | 'secret-short'
        | 'too-long'
    }

/** RFC 7518 §3.3 and §3.2 ask for as much. */
const RSA_MIN_BITS = 2048
/** Longer ones take more time to verify than a call may cost. */
const RSA_MAX_BITS = 4096
const SECRET_MIN_BYTES = 32
const SECRET_BYTES = 48
const MAX_CHARACTERS = 20_000

/** RSA takes a moment, which passes on another thread. */
export async function newSigningKey(algorithm: SigningAlgorithm): Promise<WholeKey> {
  if (algorithm === 'HS256') return textSecret(randomBytes(SECRET_BYTES).toString('base64url'))
  const generate = promisify(generateKeyPair)
  const { privateKey } =
    algorithm === 'ES256'
      ? await generate('ec', { namedCurve: 'P-256' })
      : await generate('rsa', { modulusLength: RSA_MIN_BITS })
  return { algorithm, pem: pemOf(privateKey) }
}

/** The secret of a project that an older Basedeck made, or of HS256 as people write it. */
export function textSecret(text: string): WholeKey & { algorithm: 'HS256' } {
  return { algorithm: 'HS256', secret: Buffer.from(text, 'utf8').toString('base64url'), isText: true }
}

/** @param text PEM or JWK of a private key; for HS256 a JWK or the secret itself */
export function readSigningKey(text: string, algorithm: SigningAlgorithm): ReadKey {
  if (text.length > MAX_CHARACTERS) return { type: 'refused', reason: 'too-long' }
  const trimmed = text.trim()
  const jwk = trimmed.startsWith('{') ? jwkOf(trimmed) : undefined
  if (trimmed.startsWith('{') && !jwk) return { type: 'refused', reason: 'not-a-key' }
  return algorithm === 'HS256' ? readSecret(trimmed, jwk) : readPrivateKey(trimmed, jwk, algorithm)
}

function readSecret(text: string, jwk: JsonWebKey | undefined): ReadKey {
  if (jwk && (jwk.kty !== 'oct' || typeof jwk.k !== 'string' || !/^[\w-]+$/.test(jwk.k)))
    return { type: 'refused', reason: 'other-algorithm' }
  // Anybody could read the key, so its text would be no secret.
  if (text.startsWith('-----BEGIN ')) return { type: 'refused', reason: 'other-algorithm' }
  const key = jwk ? ({ algorithm: 'HS256', secret: String(jwk.k), isText: false } as const) : textSecret(text)
  if (Buffer.from(key.secret, 'base64url').length < SECRET_MIN_BYTES)
    return { type: 'refused', reason: 'secret-short' }
  return { type: 'read', key }
}

function readPrivateKey(text: string, jwk: JsonWebKey | undefined, algorithm: 'ES256' | 'RS256'): ReadKey {
  if (/ENCRYPTED/.test(text.split('\n').slice(0, 3).join('\n')))
    return { type: 'refused', reason: 'encrypted' }
  const isPublic = jwk ? jwk.d === undefined && jwk.kty !== 'oct' : /^-----BEGIN (RSA )?PUBLIC KEY/.test(text)
  if (isPublic) return { type: 'refused', reason: 'public-only' }
  const key = privateKeyOf(text, jwk)
  if (!key) return { type: 'refused', reason: jwk?.kty === 'oct' ? 'other-algorithm' : 'not-a-key' }
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (algorithm === 'ES256' && (key.asymmetricKeyType !== 'ec' || namedCurve !== 'prime256v1'))
    return { type: 'refused', reason: 'other-algorithm' }
  if (algorithm === 'RS256') {
    if (key.asymmetricKeyType !== 'rsa') return { type: 'refused', reason: 'other-algorithm' }
    if (modulusLength < RSA_MIN_BITS || modulusLength > RSA_MAX_BITS)
      return { type: 'refused', reason: 'rsa-length' }
  }
  return { type: 'read', key: { algorithm, pem: pemOf(key) } }
}

function privateKeyOf(text: string, jwk: JsonWebKey | undefined): KeyObject | undefined {
  try {
    return createPrivateKey(jwk ? { key: jwk, format: 'jwk' } : text)
  } catch {
    // Whatever it is, no key can be made of it.
    return undefined
  }
}

function jwkOf(text: string): JsonWebKey | undefined {
  try {
    return JSON.parse(text) as JsonWebKey
  } catch {
    return undefined
  }
}

/** What verifies: SPKI as PEM, or the secret. */
export function verifyingMaterial(key: WholeKey): string {
  return key.algorithm === 'HS256'
    ? key.secret
    : createPublicKey(key.pem).export({ type: 'spki', format: 'pem' }).toString()
}

/** What anybody may read. Null: HS256 has no public half. */
export function publicJwkOf(key: WholeKey, kid: string): PublicJwk | null {
  return key.algorithm === 'HS256' ? null : publicJwkOfPem(key.pem, key.algorithm, kid)
}

/** @param pem of the private or the public half */
export function publicJwkOfPem(pem: string, alg: PublicJwk['alg'], kid: string): PublicJwk {
  const { kty, crv, x, y, n, e } = createPublicKey(pem).export({ format: 'jwk' })
  const half = alg === 'ES256' ? { crv, x, y } : { n, e }
  return { kty, ...half, kid, alg, use: 'sig', key_ops: ['verify'] } as PublicJwk
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
