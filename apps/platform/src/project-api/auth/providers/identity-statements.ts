/** Identities of providers as rows, and what follows for their users. */
import { randomUUID } from 'node:crypto'
import type { ProviderProfile } from '@basedeck/core/rules'
import type { AuthProvider } from '@basedeck/platform-client/contract'
import type { Statements } from '../auth-call.js'

interface Account {
  provider: AuthProvider
  profile: ProviderProfile
}

/** Adds the identity, or brings it up to date. One row changes: an identity of another user stays with that user. */
export function identityWithProvider(userId: string, { provider, profile }: Account): Statements {
  return [
    {
      query: `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
        values ($1, $2, $3, $4::jsonb, $5, now(), now(), now())
        on conflict (provider_id, provider) do update set identity_data = excluded.identity_data, updated_at = now()
        where identities.user_id = excluded.user_id returning id`,
      parameters: [randomUUID(), profile.id, userId, JSON.stringify(profile.data), provider],
      expectRows: 1,
    },
    providersStatement(userId),
  ]
}

/** The names of the ways to sign in, as tokens carry them. */
export function providersStatement(userId: string) {
  return {
    query: `update auth.users set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
        select jsonb_build_object('provider', coalesce(
            (select min(i.provider) from auth.identities i where i.user_id = $1 and i.provider = raw_app_meta_data ->> 'provider'),
            min(provider)), 'providers', coalesce(jsonb_agg(distinct provider), '[]'))
        from auth.identities where user_id = $1) where id = $1`,
    parameters: [userId],
    expectRows: 1,
  }
}

/** The provider has verified the address of the user. */
export function confirmedAddress(userId: string): Statements {
  return [
    {
      query: `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), confirmation_token = '',
          is_anonymous = false, updated_at = now() where id = $1`,
      parameters: [userId],
      expectRows: 1,
    },
    {
      query: `delete from auth.one_time_tokens where user_id = $1 and token_type = 'confirmation_token'`,
      parameters: [userId],
    },
  ]
}

/**
 * Removes what was set before the address was confirmed: sessions, password and identities. Another person may have signed up with
 * the address. The metadata of an invitation stays, unless somebody signed up after it.
 */
export function takenOver(userId: string, data: object): Statements {
  return [
    { query: 'delete from auth.sessions where user_id = $1', parameters: [userId] },
    { query: 'delete from auth.identities where user_id = $1', parameters: [userId] },
    { query: 'delete from auth.mfa_factors where user_id = $1', parameters: [userId] },
    { query: 'delete from auth.one_time_tokens where user_id = $1', parameters: [userId] },
    {
      query: `update auth.users set encrypted_password = null, email_confirmed_at = now(), confirmation_token = '',
          recovery_token = '', email_change = '', email_change_token_new = '', email_change_token_current = '',
          phone_change = '', phone_change_token = '', is_anonymous = false, updated_at = now(),
          raw_user_meta_data = $2::jsonb || case when invited_at is not null and encrypted_password is null
            then coalesce(raw_user_meta_data, '{}') - 'sub' - 'email_verified' else '{}' end
        where id = $1 and email_confirmed_at is null`,
      parameters: [userId, JSON.stringify(data)],
      expectRows: 1,
    },
  ]
}
