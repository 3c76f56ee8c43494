/** Adds users, with the identity by which they sign in. */
import { randomUUID } from 'node:crypto'
import type { Statements } from './auth-call.js'
import { providersStatement } from './providers/identity-statements.js'

export interface NewUser {
  id: string
  email?: string | undefined
  phone?: string | undefined
  passwordHash?: string | undefined
  role?: string | undefined
  isEmailConfirmed?: boolean
  isPhoneConfirmed?: boolean
  isAnonymous?: boolean
  isInvited?: boolean
  userMetadata?: Readonly<Record<string, unknown>> | undefined
  /** Of a provider, by which the user signs in instead of by address or number. */
  identity?: { provider: string; providerId: string; data: Readonly<Record<string, unknown>> } | undefined
  /** Beside `provider` and `providers`. */
  appMetadata?: Readonly<Record<string, unknown>> | undefined
  /** Seconds; `undefined`: not banned. */
  bannedForS?: number | undefined
}

export function newUserId(): string {
  return randomUUID()
}

export function newUserStatements(user: NewUser): Statements {
  const { id, email, phone, isEmailConfirmed = false, isPhoneConfirmed = false, identity } = user
  const providers = identity
    ? [identity.provider]
    : [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  const provided = providers.length > 0 ? { provider: providers[0], providers } : {}
  return [
    {
      query: `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
          phone_confirmed_at, invited_at, raw_app_meta_data, raw_user_meta_data, is_anonymous, banned_until, created_at,
          updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
        values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5,
          case when $6 = 'true' then now() end, case when $7 = 'true' then now() end, case when $8 = 'true' then now() end,
          $9::jsonb, $10::jsonb, $11::boolean, now() + make_interval(secs => $12::double precision), now(), now(), '', '', '', '')`,
      parameters: [
        id,
        user.role ?? 'authenticated',
        email ?? null,
        phone ?? null,
        user.passwordHash ?? null,
        String(isEmailConfirmed),
        String(isPhoneConfirmed),
        String(user.isInvited ?? false),
        JSON.stringify({ ...user.appMetadata, ...provided }),
        JSON.stringify({
          ...user.userMetadata,
          ...(providers.length > 0 &&
            !identity && {
              sub: id,
              ...(email && { email, email_verified: isEmailConfirmed }),
              phone_verified: isPhoneConfirmed,
            }),
        }),
        String(user.isAnonymous ?? false),
        user.bannedForS === undefined ? null : String(user.bannedForS),
      ],
    },
    ...(identity ? [identityOfProvider(id, identity)] : []),
    ...(email && !identity
      ? [identityStatement(id, 'email', { email, email_verified: isEmailConfirmed, phone_verified: false })]
      : []),
    ...(phone && !identity
      ? [identityStatement(id, 'phone', { phone, email_verified: false, phone_verified: isPhoneConfirmed })]
      : []),
  ]
}

function identityOfProvider(
  userId: string,
  { provider, providerId, data }: NonNullable<NewUser['identity']>,
) {
  return {
    query: `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values ($1, $2, $3, $4::jsonb, $5, now(), now(), now())`,
    parameters: [randomUUID(), providerId, userId, JSON.stringify(data), provider],
  }
}

/** Of a user who signs in by an address or a number: the identity is named by the user. */
export function identityStatement(userId: string, provider: 'email' | 'phone', data: object) {
  return {
    query: `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values ($1, $2::text, $2::uuid, $3::jsonb, $4, now(), now(), now())
      on conflict (provider_id, provider) do update set
        identity_data = identities.identity_data || excluded.identity_data, updated_at = now()`,
    parameters: [randomUUID(), userId, JSON.stringify({ sub: userId, ...data }), provider],
  }
}

/**
 * Removes the password, the identities and the metadata that were set before the address was confirmed. Another person may have set
 * them, and would share the account with the person who confirms the address.
 * @param passwordHash of the password that is given now
 */
export function begunAgainStatements(
  { userId, email }: { userId: string; email: string },
  passwordHash: string | undefined,
): Statements {
  return [
    {
      query: `update auth.users set raw_user_meta_data = '{}' where id = $1 and phone_confirmed_at is null
        and exists (select 1 from auth.identities where user_id = $1 and provider not in ('email', 'phone'))`,
      parameters: [userId],
    },
    {
      query: `update auth.users set updated_at = now(),
          encrypted_password = case when phone_confirmed_at is null then $2 else coalesce($2, encrypted_password) end
        where id = $1 and email_confirmed_at is null`,
      parameters: [userId, passwordHash ?? null],
      expectRows: 1,
    },
    {
      query: `delete from auth.identities where user_id = $1 and provider <> 'email'
        and not exists (select 1 from auth.users where id = $1 and phone_confirmed_at is not null)`,
      parameters: [userId],
    },
    identityStatement(userId, 'email', { email, email_verified: false }),
    providersStatement(userId),
  ]
}

/** The address counts as confirmed from now on. */
export function confirmEmailStatements(userId: string): Statements {
  const verified = `'{"email_verified": true}'::jsonb`
  return [
    {
      query: `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), is_anonymous = false,
          raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${verified}, updated_at = now()
        where id = $1`,
      parameters: [userId],
    },
    {
      query: `update auth.identities set identity_data = identity_data || ${verified}, updated_at = now()
        where user_id = $1 and provider = 'email'`,
      parameters: [userId],
    },
  ]
}
