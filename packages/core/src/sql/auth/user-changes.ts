/** The statements that change a user of a project. Each gives back the id of the user that it changed. */
import { banInterval, type BanLength } from '../../rules/auth/user-state.js'
import type { Statement } from '../catalogue/statements.js'

const changed = (change: string, id: string, ...more: (string | null)[]): Statement => ({
  query: `update auth.users set ${change}, updated_at = now() where id = $1::uuid returning id`,
  parameters: [id, ...more],
})

/** Replaces the metadata of a user. @param json text of a JSON object, which keeps every digit */
export function metadataStatement(id: string, of: 'user' | 'app', json: string): Statement {
  return changed(`raw_${of}_meta_data = $2::jsonb`, id, json)
}

/** Bans a user from now on; sessions that are there end at their next refresh. */
export function banStatement(id: string, length: BanLength): Statement {
  return changed('banned_until = now() + $2::interval', id, banInterval(length))
}

/** Lifts a ban. */
export function unbanStatement(id: string): Statement {
  return changed('banned_until = null', id)
}

/** The addresses that the user has count as confirmed from now on. */
export function confirmStatement(id: string): Statement {
  return changed(
    `email_confirmed_at = case when email is null then email_confirmed_at else coalesce(email_confirmed_at, now()) end,
  phone_confirmed_at = case when phone is null then phone_confirmed_at else coalesce(phone_confirmed_at, now()) end`,
    id,
  )
}

/** Deletes a user for good. It fails where a foreign key without an action refers to the user. */
export function deleteUserStatement(id: string): Statement {
  return { query: 'delete from auth.users where id = $1::uuid returning id', parameters: [id] }
}

/** Ends all sessions of the user; its access tokens stay valid until they expire. */
export function signOutStatement(id: string): Statement {
  return { query: 'delete from auth.sessions where user_id = $1::uuid returning id', parameters: [id] }
}

/** A new user. Without a password one signs in by a link or a code. */
export interface NewUser {
  /** Empty: none. */
  email: string
  phone: string
  isConfirmed: boolean
  /** JSON object. */
  metadata: string
}

/** Makes a user, and gives the new id. The email address is written in small letters; its provider is `email`, else `phone`. */
export function createUserStatement({ email, phone, isConfirmed, metadata }: NewUser): Statement {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const mail = orNull(email)?.toLowerCase() ?? null
  const provider = mail === null ? 'phone' : 'email'
  const app = JSON.stringify({ provider, providers: [provider] })
  return {
    query: `insert into auth.users (email, phone, email_confirmed_at, phone_confirmed_at, raw_user_meta_data, raw_app_meta_data)
select $1::text, $2::text, case when $3::boolean and $1::text is not null then now() end,
  case when $3::boolean and $2::text is not null then now() end,
  $4::jsonb, $5::jsonb
returning id`,
    parameters: [mail, orNull(phone), String(isConfirmed), orNull(metadata) ?? '{}', app],
  }
}
