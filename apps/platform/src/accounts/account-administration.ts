/**
 * What administrators do to accounts, on their page or by the operator's commands. Each change is written to the
 * audit log.
 */
import type { Origin } from '../access/caller.js'
import {
  accountRow,
  ADMINISTRATOR_CHECK,
  deleteAccountRow,
  disableAccount,
  enableAccount,
  onlyOwnerOf,
  resetFactors,
  setAdministrator,
  type AccountRow,
} from '../control/accounts.js'
import { auditStatement, type Actor } from '../control/audit.js'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { endedCredentials, proveAddress, type EndedCredentials } from '../control/credentials.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Notify } from '../notifications/notice.js'
import { createNotify } from '../notifications/notify.js'
import { tellFactorsRemoved } from '../notifications/tell-factors-removed.js'
import { accountText } from '../text/accounts.js'

/** Who makes the change: an administrator, or the operator at the machine. */
export interface Doer {
  actor: Actor | null
  origin: Origin | null
}

export const OPERATOR: Doer = { actor: null, origin: null }

export interface AccountAdministration {
  /** @throws DomainError not_found */
  find(id: string): Promise<AccountRow>
  prove(id: string, by: Doer): Promise<EndedCredentials>
  /** @throws DomainError own_account, last_administrator */
  disable(id: string, by: Doer): Promise<EndedCredentials>
  enable(id: string, by: Doer): Promise<unknown>
  /** @throws DomainError last_administrator */
  setAdministrator(id: string, isOne: boolean, by: Doer): Promise<unknown>
  resetFactors(id: string, by: Doer): Promise<EndedCredentials>
  /** @throws DomainError own_account, last_administrator, last_owner */
  delete(id: string, by: Doer): Promise<void>
}

/** @param notify tells people what was done to their accounts; default: what `createNotify` of the control plane stores */
export function createAccountAdministration(
  control: ControlDatabase,
  notify: Notify = createNotify({ control, log: { warn: () => {} } }),
): AccountAdministration {
  async function find(id: string): Promise<AccountRow> {
    const row = await accountRow(control, id)
    if (!row) throw new DomainError('not_found', accountText.notFound)
    return row
  }

  async function perform(id: string, action: string, by: Doer, statements: ControlStatement[]) {
    const { email } = await find(id)
    const written = await control.write([
      ...statements,
      auditStatement(by.actor, by.origin, { action: `account.${action}`, target: email }),
    ])
    if (written.ok) return endedCredentials(written.rows)
    const isLast = written.reason === 'mismatch' && written.statement === ADMINISTRATOR_CHECK
    throw new DomainError(isLast ? 'last_administrator' : 'not_found')
  }

  /** An administrator who locks their own account could not undo it. */
  function requireOther(id: string, { actor }: Doer) {
    if (actor?.id === id) throw new DomainError('own_account')
  }

  return {
    find,
    async prove(id, by) {
      const { is_email_proved } = await find(id)
      if (is_email_proved) return { sessions: 0, accessTokens: 0 }
      return perform(id, 'address_proved', by, proveAddress(id))
    },
    async disable(id, by) {
      requireOther(id, by)
      return perform(id, 'disable', by, disableAccount(id))
    },
    enable: (id, by) => perform(id, 'enable', by, [enableAccount(id)]),
    setAdministrator: (id, isOne, by) =>
      perform(id, isOne ? 'administrator' : 'no_administrator', by, setAdministrator(id, isOne)),
    async resetFactors(id, by) {
      const { first_name: name, is_mfa_enabled: hadOne } = await find(id)
      const ended = await perform(id, 'factors_reset', by, resetFactors(id))
      if (hadOne)
        await tellFactorsRemoved(
          { control, notify },
          { member: { id, name }, by: by.actor ?? undefined, isLast: true },
        )
      return ended
    },
    async delete(id, by) {
      requireOther(id, by)
      const [organization] = await onlyOwnerOf(control, id)
      if (organization !== undefined) throw new DomainError('last_owner', accountText.onlyOwner(organization))
      await perform(id, 'delete', by, deleteAccountRow(id))
    },
  }
}
