/** All that lets somebody into an account beside its password. */
import type { ControlStatement } from './control-database.js'
import { deleteSessions } from './sessions.js'

/**
 * Whoever got in before is out: sessions, access tokens and links to a new password end, and authenticator apps that never
 * showed a code go.
 * @param exceptSessionId the session that goes on; null: none
 */
export function endCredentials(profileId: string, exceptSessionId: string | null = null): ControlStatement[] {
  return [
    deleteSessions(profileId, exceptSessionId),
    { sql: 'delete from control.access_tokens where profile_id = $1', parameters: [profileId] },
    { sql: 'delete from control.password_resets where profile_id = $1', parameters: [profileId] },
    {
      sql: 'delete from control.totp_factors where profile_id = $1 and verified_at is null',
      parameters: [profileId],
    },
  ]
}
