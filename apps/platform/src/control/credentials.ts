/** Everything that gives access to an account besides its password. */
import type { ControlStatement } from './control-database.js'
import { deleteSessions } from './sessions.js'

/**
 * Marks the address as verified, and ends earlier credentials, because a stranger may have made them.
 * @param exceptSessionId as in `endCredentials`
 */
export function proveAddress(profileId: string, exceptSessionId: string | null = null): ControlStatement[] {
  return [
    {
      sql: 'update control.profiles set email_proved_at = now() where id = $1 and email_proved_at is null',
      parameters: [profileId],
    },
    ...endCredentials(profileId, exceptSessionId),
  ]
}

/** The credentials in use that were ended. */
export interface EndedCredentials {
  sessions: number
  accessTokens: number
}

/** @param rows rows returned by the statements of `endCredentials`, possibly among others */
export function endedCredentials(rows: readonly (readonly unknown[])[]): EndedCredentials {
  const count = (what: string) => rows.flat().filter((row) => row === what).length
  return { sessions: count('session'), accessTokens: count('access token') }
}

/**
 * Ends all sessions, access tokens and password links of an account, and removes authenticator apps that were not
 * finished, because one of them may be a stranger's.
 * @param exceptSessionId the session that stays; null: none
 */
export function endCredentials(profileId: string, exceptSessionId: string | null = null): ControlStatement[] {
  return [
    deleteSessions(profileId, exceptSessionId),
    {
      sql: `delete from control.access_tokens where profile_id = $1 returning to_json('access token'::text)`,
      parameters: [profileId],
    },
    { sql: 'delete from control.password_resets where profile_id = $1', parameters: [profileId] },
    {
      sql: 'delete from control.totp_factors where profile_id = $1 and verified_at is null',
      parameters: [profileId],
    },
  ]
}
