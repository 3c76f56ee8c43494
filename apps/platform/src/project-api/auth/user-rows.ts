/** Users as rows of schema `auth`, and as clients of the family read them. */
import type { BatchStatement } from '../../engines/engine.js'
import type { AuthRow } from './auth-database.js'

type Json = Record<string, unknown>

/** A row of `auth.users` with what belongs to it. */
export interface AuthUser {
  id: string
  email: string | undefined
  phone: string | undefined
  role: string
  /** Null: the user has none. */
  passwordHash: string | null
  isAnonymous: boolean
  isEmailConfirmed: boolean
  isPhoneConfirmed: boolean
  /** Now, by the clock of the database. */
  isBanned: boolean
  isDeleted: boolean
  appMetadata: Json
  userMetadata: Json
  /** An address that is to replace the present one. */
  newEmail: string | undefined
  row: Json
  identities: readonly Json[]
  factors: readonly Json[]
  /** Seconds since 1970, by the clock of the database. */
  now: number
}

/** The columns of one user. @param where over `u`, the users */
export function userStatement(where: string, parameters: (string | null)[]): BatchStatement {
  return { query: `select ${USER_COLUMNS} from auth.users u where ${where} limit 1`, parameters }
}

export const USER_COLUMNS = `to_jsonb(u)::text as "user",
    (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.id), '[]') from auth.identities i
      where i.user_id = u.id)::text as identities,
    (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at, f.id), '[]') from auth.mfa_factors f
      where f.user_id = u.id)::text as factors,
    (u.banned_until is not null and u.banned_until > now())::text as is_banned,
    extract(epoch from now())::text as now`

export const BY_ID = 'u.id = $1 and u.deleted_at is null'
export const BY_EMAIL = 'lower(u.email) = $1 and u.deleted_at is null and not u.is_sso_user'
export const BY_PHONE = 'u.phone = $1 and u.deleted_at is null'

/** Undefined: there is no such row. */
export function userIn([found]: readonly AuthRow[] = []): AuthUser | undefined {
  return found && userOf(found)
}

export function userOf(found: AuthRow): AuthUser {
  const row = JSON.parse(found['user'] ?? '{}') as Json
  const text = (name: string): string | undefined => {
    const value = row[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    id: String(row['id']),
    email: text('email'),
    phone: text('phone'),
    role: text('role') ?? 'authenticated',
    passwordHash: text('encrypted_password') ?? null,
    isAnonymous: row['is_anonymous'] === true,
    isEmailConfirmed: row['email_confirmed_at'] !== null,
    isPhoneConfirmed: row['phone_confirmed_at'] !== null,
    isBanned: found['is_banned'] === 'true',
    isDeleted: row['deleted_at'] !== null,
    appMetadata: (row['raw_app_meta_data'] as Json | null) ?? {},
    userMetadata: (row['raw_user_meta_data'] as Json | null) ?? {},
    newEmail: text('email_change'),
    row,
    identities: JSON.parse(found['identities'] ?? '[]') as Json[],
    factors: JSON.parse(found['factors'] ?? '[]') as Json[],
    now: Number(found['now']),
  }
}

/** Told if they are set. */
const MOMENTS = [
  'email_confirmed_at',
  'invited_at',
  'phone_confirmed_at',
  'confirmation_sent_at',
  'confirmed_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'banned_until',
  'deleted_at',
] as const

export function userAnswer(user: AuthUser): Json {
  const { row } = user
  const moments = MOMENTS.flatMap((name) => (row[name] ? [[name, isoTime(row[name])]] : []))
  return {
    id: user.id,
    aud: row['aud'] ?? '',
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...Object.fromEntries(moments),
    ...(user.newEmail !== undefined && { new_email: user.newEmail }),
    ...(row['phone_change'] ? { new_phone: row['phone_change'] } : {}),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    ...(user.factors.length > 0 && { factors: user.factors.map(factorAnswer) }),
    identities: user.identities.map(identityAnswer),
    created_at: isoTime(row['created_at']),
    updated_at: isoTime(row['updated_at']),
    is_anonymous: user.isAnonymous,
  }
}

export function factorAnswer(factor: Json): Json {
  const { id, status, friendly_name: name, factor_type: type, phone } = factor
  return {
    id,
    created_at: isoTime(factor['created_at']),
    updated_at: isoTime(factor['updated_at']),
    status,
    ...(name ? { friendly_name: name } : {}),
    factor_type: type,
    ...(phone ? { phone } : {}),
  }
}

function identityAnswer(identity: Json): Json {
  return {
    identity_id: identity['id'],
    id: identity['provider_id'],
    user_id: identity['user_id'],
    identity_data: identity['identity_data'],
    provider: identity['provider'],
    last_sign_in_at: isoTime(identity['last_sign_in_at']),
    created_at: isoTime(identity['created_at']),
    updated_at: isoTime(identity['updated_at']),
    ...(identity['email'] ? { email: identity['email'] } : {}),
  }
}

/** PostgreSQL's text with a zone as one in UTC. */
export function isoTime(value: unknown): string | undefined {
  return typeof value === 'string' ? new Date(value).toISOString() : undefined
}
