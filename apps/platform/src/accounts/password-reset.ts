/** Resets a forgotten password by a link that works once, for an hour. A reset ends all sessions and tokens. */
import { hashOf, newSecretToken } from '../secrets/secret-token.js'
import type { Origin } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { endCredentials, proveAddress } from '../control/credentials.js'
import { profileByEmail, profileById, setPassword } from '../control/profiles.js'
import { DomainError } from '../kernel/domain-error.js'
import { actorOf } from './accounts.js'
import { hashPassword } from './password-hash.js'

const MINUTES = 60

export interface PasswordResets {
  /**
   * The token of a link; undefined when the address has no account.
   * @param isMailed the link is only mailed, so using it proves that the address belongs to the account
   */
  begin(email: string, origin: Origin | null, isMailed: boolean): Promise<string | undefined>
  /** Returns the profile whose password was changed. @throws DomainError link_used */
  finish(token: string, password: string, origin: Origin): Promise<string>
}

export function createPasswordResets(control: ControlDatabase): PasswordResets {
  return {
    async begin(email, origin, isMailed) {
      const row = await profileByEmail(control, email)
      if (!row) return undefined
      const { token, hash } = newSecretToken()
      await control.write([
        { sql: 'delete from control.password_resets where expires_at < now()' },
        {
          sql: `insert into control.password_resets (token_hash, profile_id, mailed, expires_at)
            values ($1, $2, $3, now() + interval '${MINUTES} minutes')`,
          parameters: [hash, row.id, isMailed],
        },
        auditStatement(origin === null ? null : actorOf(row), origin, {
          action: 'account.reset_begin',
          target: row.email ?? '',
        }),
      ])
      return token
    },

    async finish(token, password, origin) {
      const [found] = await control.select<{ profile_id: string; mailed: boolean }>(
        'select profile_id, mailed from control.password_resets where token_hash = $1 and expires_at > now()',
        [hashOf(token)],
      )
      const row = found && (await profileById(control, found.profile_id))
      if (!row) throw new DomainError('link_used')
      const written = await control.write([
        {
          sql: 'delete from control.password_resets where token_hash = $1 and expires_at > now()',
          parameters: [hashOf(token)],
          expect: 1,
        },
        setPassword(row.id, await hashPassword(password)),
        // Using one link invalidates the others.
        ...(found.mailed ? proveAddress(row.id) : endCredentials(row.id)),
        auditStatement(actorOf(row), origin, { action: 'account.password_reset', target: row.email ?? '' }),
      ])
      if (!written.ok) throw new DomainError('link_used')
      return row.id
    },
  }
}
