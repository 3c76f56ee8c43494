/**
 * Changes the address of an account. Where the platform sends mail, it sends a link to the old and to the new address, and the
 * change counts when both were opened. The old address must agree because an open session and its password must not be enough
 * to take an account over. The new one must agree because the person must own it. An old address that was never verified gets
 * no link. Where the platform sends no mail, the change counts at once, and the new address is not verified.
 */
import type { EmailConfirmation } from '@basedeck/platform-client/contract'
import type { Caller, Origin } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase, ControlStatement, Written } from '../control/control-database.js'
import { endCredentials } from '../control/credentials.js'
import {
  beginEmailChange,
  confirmEmailChange,
  deleteEmailChange,
  emailChangeByToken,
  setEmail,
} from '../control/email-changes.js'
import { profileByEmail, profileById } from '../control/profiles.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mailer } from '../mail/mailer.js'
import { emailChangeMail } from '../mail/mails.js'
import { hashOf, newSecretToken } from '../secrets/secret-token.js'
import { actorOf } from './accounts.js'

export interface EmailChanges {
  /** The password was checked. @throws DomainError email_taken */
  begin(caller: Caller, email: string, origin: Origin): Promise<void>
  cancel(caller: Caller, origin: Origin): Promise<void>
  /** @throws DomainError link_used, email_taken */
  confirm(token: string, origin: Origin): Promise<EmailConfirmation>
}

export interface EmailChangeDeps {
  control: ControlDatabase
  mailer: Mailer
  /** Origin of the dashboard in links. */
  publicUrl(): string
}

export function createEmailChanges({ control, mailer, publicUrl }: EmailChangeDeps): EmailChanges {
  const linkOf = (token: string) => `${publicUrl()}/confirm-email?token=${token}`

  /** Another account may have taken the address since it was asked for. */
  function requireFree(written: Written): void {
    if (written.ok) return
    throw new DomainError(written.reason === 'taken' ? 'email_taken' : 'link_used')
  }

  const self: EmailChanges = {
    async begin(caller, email, origin) {
      const row = await profileById(control, caller.id)
      if (!row) throw new DomainError('not_found')
      const other = await profileByEmail(control, email)
      if (other && other.id !== caller.id) throw new DomainError('email_taken')
      const from = row.email ?? ''
      const audit = (action: string) =>
        auditStatement(caller, origin, { action, target: email, detail: { from, to: email } })
      if (!mailer.isConfigured) {
        const changed = [
          setEmail(caller.id, email, false),
          deleteEmailChange(caller.id),
          ...endCredentials(caller.id, caller.credentialId),
          audit('account.email_change'),
        ]
        return requireFree(await control.write(changed))
      }
      const forOld = row.is_email_proved ? newSecretToken() : null
      const forNew = newSecretToken()
      await control.write([
        beginEmailChange({
          profileId: caller.id,
          email,
          oldTokenHash: forOld?.hash ?? null,
          newTokenHash: forNew.hash,
        }),
        audit('account.email_change_begin'),
      ])
      if (forOld) await mailer.send(emailChangeMail(from, { from, to: email }, linkOf(forOld.token)))
      await mailer.send(emailChangeMail(email, { from, to: email }, linkOf(forNew.token)))
    },

    async cancel(caller, origin) {
      await control.write([
        deleteEmailChange(caller.id),
        auditStatement(caller, origin, {
          action: 'account.email_change_cancel',
          target: caller.email ?? '',
        }),
      ])
    },

    async confirm(token, origin) {
      const hash = hashOf(token)
      const change = await emailChangeByToken(control, hash)
      const row = change && (await profileById(control, change.profileId))
      if (!change || !row) throw new DomainError('link_used')
      const { email, mailbox, isLast } = change
      const changing: ControlStatement[] = isLast
        ? [
            setEmail(row.id, email, true),
            // A link for a password went to the old mailbox.
            { sql: 'delete from control.password_resets where profile_id = $1', parameters: [row.id] },
          ]
        : []
      const written = await control.write([
        confirmEmailChange(hash, mailbox, isLast),
        ...changing,
        auditStatement(actorOf(row), origin, {
          action: isLast ? 'account.email_change' : 'account.email_change_confirm',
          target: email,
          detail: { from: row.email ?? '', to: email, mailbox },
        }),
      ])
      // The other mailbox confirmed at the same moment: this one is the last now.
      if (!written.ok && written.reason !== 'taken' && !isLast && (await emailChangeByToken(control, hash)))
        return self.confirm(token, origin)
      requireFree(written)
      return { status: isLast ? 'changed' : 'waiting', email }
    },
  }
  return self
}
