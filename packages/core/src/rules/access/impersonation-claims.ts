/**
 * The claims that an impersonated request carries, as the project's own sign-in would have signed them. Every run renews
 * `exp`, so that a role that was chosen hours ago still works.
 * @rule impersonation.claims  @spec §6
 */
import type { ImpersonatedRole, RestRole } from '@basedeck/platform-client/contract'

/** Seconds. */
export const TOKEN_LIFE_SECONDS = 3600

/** The claims of a JSON Web Token. */
export type Claims = Record<string, unknown>

/** A user of the project, as `auth.users` holds it. */
export interface ImpersonatedUser {
  id: string
  email: string | null
  phone: string | null
  role: string | null
  appMetadata: unknown
  userMetadata: unknown
  /** Both as PostgreSQL's text: JavaScript would round large integers. */
  appMetadataText?: string | null
  userMetadataText?: string | null
  isAnonymous: boolean
}

/** The issuer and the time of the token. */
export interface Issue {
  /** The issuer: the project's own address. */
  issuer: string
  sessionId: string
  /** Milliseconds. */
  now: number
}

/** The claims of a user of the project's own sign-in. `exp` and `iat` are seconds since 1970. */
export function userClaims(user: ImpersonatedUser, { issuer, sessionId, now }: Issue): Claims {
  return {
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: seconds(now) }],
    app_metadata: user.appMetadata ?? {},
    aud: 'authenticated',
    email: user.email ?? '',
    exp: expiry(now),
    iat: seconds(now),
    iss: issuer,
    phone: user.phone ?? '',
    role: user.role || 'authenticated',
    session_id: sessionId,
    sub: user.id,
    user_metadata: user.userMetadata ?? {},
    is_anonymous: user.isAnonymous,
  }
}

/** Claims that are copied as text. */
export function exactClaims({ appMetadataText, userMetadataText }: ImpersonatedUser): Record<string, string> {
  return {
    ...(appMetadataText ? { app_metadata: appMetadataText } : {}),
    ...(userMetadataText ? { user_metadata: userMetadataText } : {}),
  }
}

/** A user of another sign-in service. The extra claims come last and override the others. */
export function externalClaims(
  subject: string,
  extra: Readonly<Claims>,
  { sessionId, now }: Omit<Issue, 'issuer'>,
): Claims {
  return {
    aal: 'aal1',
    aud: 'authenticated',
    exp: expiry(now),
    iat: seconds(now),
    role: 'authenticated',
    session_id: sessionId,
    sub: subject,
    ...extra,
  }
}

/** The claims of the project's key for `anon` or `service_role`. */
export function keyClaims(
  role: Exclude<RestRole, 'authenticated'>,
  { issuer, ref, now }: { issuer: string; ref: string; now: number },
): Claims {
  return { iss: issuer, ref, role, iat: seconds(now), exp: expiry(now) }
}

/** The role with fresh claims, for a run that begins now. */
export function renewed(role: ImpersonatedRole, now: number): ImpersonatedRole {
  return role.type === 'rest' ? { ...role, claims: { ...role.claims, exp: expiry(now) } } : role
}

/** Parsed extra claims, or why the text holds none. */
export type ExtraClaims = { type: 'claims'; claims: Claims } | { type: 'not-json' } | { type: 'no-object' }

/** Extra claims as the user types them; an empty text has none. */
export function extraClaimsIn(text: string): ExtraClaims {
  if (text.trim() === '') return { type: 'claims', claims: {} }
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { type: 'claims', claims: value as Claims } : { type: 'no-object' }
  } catch {
    return { type: 'not-json' }
  }
}

function seconds(now: number): number {
  return Math.floor(now / 1000)
}

function expiry(now: number): number {
  return seconds(now) + TOKEN_LIFE_SECONDS
}
