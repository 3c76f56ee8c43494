/**
 * Signed tokens (RFC 7519 in the compact form of RFC 7515), by node:crypto alone. How a token is verified is decided by the key
 * that it names, and never by what the token says of itself.
 */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  sign as signWith,
  timingSafeEqual,
  verify as verifyWith,
  type KeyObject,
} from 'node:crypto'
import type { SigningAlgorithm } from '@basedeck/platform-client/contract'
import { boundedMap } from '../kernel/bounded-map.js'
import type { WholeKey } from './signing-key.js'

/** A key that tokens are verified with. It is plain data, so that a thread can be given it. */
export interface VerifyingKey {
  kid: string
  algorithm: SigningAlgorithm
  /** SPKI as PEM; of HS256 the secret as base64url. */
  material: string
}

export type TokenClaims = Readonly<Record<string, unknown>>

export type ReadToken =
  | { type: 'valid'; kid: string; claims: TokenClaims }
  | { type: 'refused'; reason: 'malformed' | 'unknown-key' | 'algorithm' | 'signature' | 'time' }

/** Clocks differ. */
const LEEWAY_SECONDS = 30
/** Tokens of users are dated by the clock of the database, which may be another machine's. The date gives no right. */
const ISSUED_AHEAD_SECONDS = 120
/** As much as a header of a request may hold. */
const MAX_CHARACTERS = 16_384

interface Parts {
  header: Record<string, unknown>
  signed: string
  payload: string
  signature: Buffer
}

/** Without the kid in its header a token can only be of a key of HS256: older ones named none. */
export function verifyToken(token: string, keys: readonly VerifyingKey[], nowMs: number): ReadToken {
  const parts = partsOf(token)
  if (!parts) return { type: 'refused', reason: 'malformed' }
  const by = signerAmong(keys, parts)
  if (typeof by === 'string') return { type: 'refused', reason: by }
  const claims = objectIn(parts.payload)
  if (!claims) return { type: 'refused', reason: 'malformed' }
  if (!isInTime(claims, nowMs)) return { type: 'refused', reason: 'time' }
  return { type: 'valid', kid: by.kid, claims }
}

/** The key that signed it; else how far it came. */
function signerAmong(
  keys: readonly VerifyingKey[],
  parts: Parts,
): VerifyingKey | 'unknown-key' | 'algorithm' | 'signature' {
  const { kid, alg } = parts.header
  let reason: 'unknown-key' | 'algorithm' | 'signature' = 'unknown-key'
  for (const key of keys) {
    const isNamed = kid === undefined ? key.algorithm === 'HS256' : key.kid === kid
    if (!isNamed) continue
    if (key.algorithm === alg) {
      if (isSignedBy(parts, key)) return key
      reason = 'signature'
    } else if (reason === 'unknown-key') reason = 'algorithm'
  }
  return reason
}

/** The issuer that a token names, before anything of it is verified. */
export function claimedIssuer(token: string): string | undefined {
  const parts = partsOf(token)
  const iss = parts && objectIn(parts.payload)?.['iss']
  return typeof iss === 'string' ? iss : undefined
}

/** The key that a token names, before anything of it is verified. */
export function claimedKid(token: string): string | undefined {
  const kid = partsOf(token)?.header['kid']
  return typeof kid === 'string' ? kid : undefined
}

/** Whether exp, nbf and iat allow it now, with half a minute for clocks that differ, and two for when it was issued. A time that is no number is refused. */
export function isInTime({ exp, nbf, iat }: TokenClaims, nowMs: number): boolean {
  const now = nowMs / 1000
  if (exp !== undefined && !(isTime(exp) && now < exp + LEEWAY_SECONDS)) return false
  return hasBegun(nbf, now, LEEWAY_SECONDS) && hasBegun(iat, now, ISSUED_AHEAD_SECONDS)
}

function hasBegun(time: unknown, now: number, leeway: number): boolean {
  return time === undefined || (isTime(time) && now >= time - leeway)
}

function isTime(value: unknown): value is number {
  return Number.isFinite(value)
}

/** @param kid undefined: for readers that know one secret alone */
export function signToken(claims: TokenClaims, kid: string | undefined, key: WholeKey): string {
  const head = encoded({ alg: key.algorithm, typ: 'JWT', kid })
  const signed = `${head}.${encoded(claims)}`
  return `${signed}.${signatureOf(signed, key).toString('base64url')}`
}

function signatureOf(signed: string, key: WholeKey): Buffer {
  if (key.algorithm === 'HS256') return hmacOf(signed, secretKeyOf(key.secret))
  const bytes = Buffer.from(signed)
  return signWith('sha256', bytes, { key: privateKeyOf(key.pem), ...ENCODING })
}

/** RFC 7518 §3.4: the two numbers one after the other. RSA does not look at it. */
const ENCODING = { dsaEncoding: 'ieee-p1363' } as const

function isSignedBy({ signed, signature }: Parts, { algorithm, material }: VerifyingKey): boolean {
  if (algorithm !== 'HS256')
    return verifyWith('sha256', Buffer.from(signed), { key: publicKeyOf(material), ...ENCODING }, signature)
  const expected = hmacOf(signed, secretKeyOf(material))
  return expected.length === signature.length && timingSafeEqual(expected, signature)
}

function hmacOf(text: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Reading a key takes longer than verifying with it. */
const MAX_KEYS = 500
const publicKeys = boundedMap<KeyObject>(MAX_KEYS)
const secretKeys = boundedMap<KeyObject>(MAX_KEYS)
const privateKeys = boundedMap<KeyObject>(MAX_KEYS)

function publicKeyOf(pem: string): KeyObject {
  return publicKeys.getOrMake(pem, () => createPublicKey(pem))
}

function privateKeyOf(pem: string): KeyObject {
  return privateKeys.getOrMake(pem, () => createPrivateKey(pem))
}

function secretKeyOf(secret: string): KeyObject {
  return secretKeys.getOrMake(secret, () => createSecretKey(Buffer.from(secret, 'base64url')))
}

const FORM = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/

function partsOf(token: string): Parts | undefined {
  if (token.length > MAX_CHARACTERS) return undefined
  const [, head, payload, signature] = FORM.exec(token) ?? []
  if (head === undefined || payload === undefined || signature === undefined) return undefined
  const header = headerIn(head)
  return (
    header && {
      header,
      payload,
      signed: `${head}.${payload}`,
      signature: Buffer.from(signature, 'base64url'),
    }
  )
}

/** All tokens of a key have the same header. */
const MAX_HEADERS = 500
const MAX_HEADER_CHARACTERS = 1000
const headers = boundedMap<Record<string, unknown>>(MAX_HEADERS)

function headerIn(head: string): Record<string, unknown> | undefined {
  const known = headers.get(head)
  if (known) return known
  const header = objectIn(head)
  // RFC 7515 §4.1.11: what is critical must be understood. Nothing is here.
  if (!header || 'crit' in header || 'b64' in header) return undefined
  if (head.length <= MAX_HEADER_CHARACTERS) headers.set(head, header)
  return header
}

function objectIn(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
