/** Sets of public keys (RFC 7517 §5): the one of a project, and what can be used of one that somebody else wrote. */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { PublicJwk } from '@basedeck/platform-client/contract'
import { publicJwkOfPem } from './signing-key.js'
import type { VerifyingKey } from './token.js'

/** More than any service has at a time. */
const MAX_KEYS = 50
const KID_MAX_CHARACTERS = 300
const RSA_MIN_BITS = 2048
const RSA_MAX_BITS = 4096

/** What anybody may read: keys of HS256 have no public half. */
export function jwksOf(keys: readonly VerifyingKey[]): PublicJwk[] {
  return keys.flatMap(({ kid, algorithm, material }) =>
    algorithm === 'HS256' ? [] : [publicJwkOfPem(material, algorithm, kid)],
  )
}

/** Undefined: it is no set of keys, or no key of it can be used. A key with a secret in it, or without a kid, is left out. */
export function keysOfJwks(text: string): VerifyingKey[] | undefined {
  const keys = listIn(text)?.slice(0, MAX_KEYS).flatMap(keyOf)
  return keys && keys.length > 0 ? keys : undefined
}

function listIn(text: string): unknown[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) ? keys : undefined
  } catch {
    return undefined
  }
}

function keyOf(value: unknown): VerifyingKey[] {
  if (typeof value !== 'object' || value === null) return []
  const jwk = value as JsonWebKey & { kid?: unknown; alg?: unknown; use?: unknown }
  const { kid, alg, use } = jwk
  if (typeof kid !== 'string' || kid.length > KID_MAX_CHARACTERS) return []
  if (use !== undefined && use !== 'sig') return []
  const key = publicKeyOf(jwk)
  const algorithm = key && algorithmOf(key)
  // A key that says that it is for another algorithm is for no other.
  if (!key || !algorithm || (alg !== undefined && alg !== algorithm)) return []
  return [{ kid, algorithm, material: key.export({ type: 'spki', format: 'pem' }).toString() }]
}

function publicKeyOf(jwk: JsonWebKey): KeyObject | undefined {
  const { kty, crv, x, y, n, e } = jwk
  try {
    // Only the public members: what else is in it counts for nothing.
    const key = kty === 'EC' ? { kty, crv, x, y } : kty === 'RSA' ? { kty, n, e } : undefined
    return key && createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
  } catch {
    return undefined
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject) {
  if (asymmetricKeyType === 'ec' && details?.namedCurve === 'prime256v1') return 'ES256'
  const bits = details?.modulusLength ?? 0
  return asymmetricKeyType === 'rsa' && bits >= RSA_MIN_BITS && bits <= RSA_MAX_BITS ? 'RS256' : undefined
}
