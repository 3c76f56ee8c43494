/** Numbers of users: confirmed by a code, and replaced. */
import type { Statements } from './auth-call.js'
import { identityStatement } from './new-user.js'
import { providersStatement } from './providers/identity-statements.js'

/** The number counts as confirmed from now on. */
export function confirmPhoneStatements(userId: string, phone: string): Statements {
  return [
    {
      query: `update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), is_anonymous = false,
          raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": true}', updated_at = now()
        where id = $1 and phone = $2`,
      parameters: [userId, phone],
      expectRows: 1,
    },
    identityStatement(userId, 'phone', { phone, phone_verified: true }),
    providersStatement(userId),
  ]
}

/** The number is replaced. */
export function changedPhoneStatements(userId: string, phone: string): Statements {
  return [
    {
      query: `update auth.users set phone = $2, phone_confirmed_at = now(), phone_change = '', phone_change_token = ''
        where id = $1 and deleted_at is null`,
      parameters: [userId, phone],
      expectRows: 1,
    },
    {
      query: `delete from auth.one_time_tokens where user_id = $1 and token_type = 'phone_change_token'`,
      parameters: [userId],
    },
    ...confirmPhoneStatements(userId, phone),
  ]
}

/**
 * Ends what was set before the number was confirmed, because somebody else may have set it.
 * @param passwordHash of the password that is given now
 */
export function phoneBegunAgain(userId: string, passwordHash: string | undefined): Statements {
  return [
    {
      query: `update auth.users set updated_at = now(),
          encrypted_password = case when email_confirmed_at is null then $2 else coalesce($2, encrypted_password) end
        where id = $1 and phone_confirmed_at is null`,
      parameters: [userId, passwordHash ?? null],
      expectRows: 1,
    },
  ]
}
