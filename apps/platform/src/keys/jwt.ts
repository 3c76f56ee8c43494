/**
 * The signed keys of a project's own API: the two that last (`anon`, `service_role`), and the temporary one that the
 * dashboard's own calls carry. SPEC §7, CONTRACT "Projects and organizations", CLARIFICATIONS "Role impersonation".
 */
import { TEMPORARY_KEY_SECONDS } from '@basedeck/platform-client/contract'
import { randomBytes } from 'node:crypto'
import { TEMPORARY_KID } from './project-keys.js'
import { textSecret, type WholeKey } from './signing-key.js'
import { signToken } from './token.js'

export type KeyRole = 'anon' | 'service_role'

/** The claims of a project's key. */
export interface KeyClaims {
  iss: typeof ISSUER
  /** The project. */
  ref: string
  role: KeyRole
  /** Seconds since 1970. */
  iat: number
  exp: number
  /** Of a temporary key: the credential it was made with, as `makerOf` writes it. The key ends with it. */
  maker?: string
}

export interface KeyRequest {
  ref: string
  now: Date
}

export type TemporaryKey =
  | { type: 'signed'; apiKey: string }
  /** Why claims are refused: not a JSON object, a role other than `service_role`, or other claims. */
  | { type: 'refused'; reason: 'claims-not-json' | 'other-role' | 'other-claim' }

const ISSUER = 'basedeck'
const LASTING_YEARS = 10
const SECRET_BYTES = 48

/** HS256 wants 32 bytes or more. */
export function newJwtSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** A key that lasts ten years. It names no kid, as older ones don't. @param request with the project's first secret */
export function lastingKey(role: KeyRole, { secret, ref, now }: KeyRequest & { secret: string }): string {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + LASTING_YEARS)
  const claims: KeyClaims = { iss: ISSUER, ref, role, iat: seconds(now), exp: seconds(until) }
  return signToken({ ...claims }, undefined, textSecret(secret))
}

/**
 * `claims` is JSON as the caller sent it; the contract has checked `lifeSeconds`.
 * @param request `key`: the project's own for temporary keys, which is never shown
 */
export function temporaryKey(
  { key, ref, now, maker }: KeyRequest & { key: WholeKey; maker: string },
  { claims, lifeSeconds = TEMPORARY_KEY_SECONDS }: { claims?: string; lifeSeconds?: number } = {},
): TemporaryKey {
  const refusal = claims === undefined ? undefined : refusalOf(claims)
  if (refusal) return { type: 'refused', reason: refusal }
  const iat = seconds(now)
  const signed: KeyClaims = { iss: ISSUER, ref, role: 'service_role', iat, exp: iat + lifeSeconds, maker }
  return { type: 'signed', apiKey: signToken({ ...signed }, TEMPORARY_KID, key) }
}

function refusalOf(text: string): (TemporaryKey & { type: 'refused' })['reason'] | undefined {
  const claims = parse(text)
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return 'claims-not-json'
  const { role, ...others } = claims as Record<string, unknown>
  if (role !== 'service_role') return 'other-role'
  return Object.keys(others).length > 0 ? 'other-claim' : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
