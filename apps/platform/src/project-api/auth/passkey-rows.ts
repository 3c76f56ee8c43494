/** Passkeys as rows of schema `auth`, and as clients of the family read them. */
import type { AuthCall } from './auth-call.js'
import type { AuthRow } from './auth-database.js'
import { isoTime } from './user-rows.js'
import type { KnownKey } from './webauthn.js'

/** Keys of one user. */
export const MOST_PASSKEYS = 10

export const LISTED = `select c.id::text as id, c.friendly_name, to_jsonb(c.created_at) #>> '{}' as created_at,
    to_jsonb(c.last_used_at) #>> '{}' as last_used_at from auth.webauthn_credentials c`
export const STORED = `select c.id::text as id, c.user_id::text as user_id, encode(c.credential_id, 'base64') as credential_id,
    encode(c.public_key, 'base64') as public_key, c.sign_count::text as sign_count, c.transports::text as transports,
    c.aaguid::text as aaguid, c.backup_eligible::text as backup_eligible, c.backed_up::text as backed_up
  from auth.webauthn_credentials c`

export async function listed(call: AuthCall, userId: string): Promise<object[]> {
  const [rows = []] = await call.database.transact([
    { query: `${LISTED} where c.user_id = $1 order by c.created_at, c.id`, parameters: [userId] },
  ])
  return rows.map(told)
}

export function told(row: AuthRow | undefined): object {
  const { id, friendly_name: name, created_at: at, last_used_at: used } = row ?? {}
  return {
    id,
    ...(name ? { friendly_name: name } : {}),
    created_at: isoTime(at),
    ...(used ? { last_used_at: isoTime(used) } : {}),
  }
}

export async function keysOf(call: AuthCall, userId: string): Promise<KnownKey[]> {
  const [rows = []] = await call.database.transact([
    { query: `${STORED} where c.user_id = $1 limit ${MOST_PASSKEYS}`, parameters: [userId] },
  ])
  return rows.map(keyIn)
}

export function keyIn(row: AuthRow): KnownKey {
  const short = (name: string) => Buffer.from(row[name] ?? '', 'base64').toString('base64url')
  return {
    id: short('credential_id'),
    publicKey: short('public_key'),
    signCount: Number(row['sign_count']),
    transports: JSON.parse(row['transports'] ?? '[]') as string[],
    aaguid: row['aaguid'] ?? '',
    isBackupEligible: row['backup_eligible'] === 'true',
    isBackedUp: row['backed_up'] === 'true',
  }
}

export function base64(text: string): string {
  return Buffer.from(text, 'base64url').toString('base64')
}
