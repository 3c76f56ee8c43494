/** The installation as a whole, for its administrators. */
import {
  deleteAccount,
  getInstallationSettings,
  listAccounts,
  listAllOrganizations,
  listInstallationAudit,
  listTickets,
  resetAccountFactors,
  updateAccount,
  updateInstallationSettings,
  type InstallationSettings,
} from '@basedeck/platform-client/contract'
import type { AccountAdministration, Doer } from '../accounts/account-administration.js'
import type { Caller, Origin } from '../access/caller.js'
import { listAccountRows, listAllOrganizationRows } from '../control/accounts.js'
import { auditStatement, auditPage } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { readInstallationSettings, writeInstallationSetting } from '../control/installation-settings.js'
import { listTicketRows } from '../control/tickets.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'

export interface InstallationRouteDeps {
  control: ControlDatabase
  administration: AccountAdministration
  auditRetentionDays: number
}

export function installationRoutes(
  mount: Mount,
  { control, administration, auditRetentionDays }: InstallationRouteDeps,
): void {
  const show = async (id: string, caller: Caller) => ({
    ...(await administration.find(id)),
    is_you: id === caller.id,
  })

  mount.on(listAccounts, async ({ caller, query }) => {
    const { accounts, count } = await listAccountRows(control, { search: undefined, ...query })
    return { accounts: accounts.map((row) => ({ ...row, is_you: row.id === caller.id })), count }
  })

  mount.on(updateAccount, async ({ caller, params, body, origin }) => {
    const id = params['id'] ?? ''
    const by = doer(caller, origin)
    const { is_disabled, is_administrator, is_email_proved } = body
    if (is_email_proved) await administration.prove(id, by)
    if (is_administrator !== undefined) await administration.setAdministrator(id, is_administrator, by)
    if (is_disabled !== undefined) await administration[is_disabled ? 'disable' : 'enable'](id, by)
    return show(id, caller)
  })

  mount.on(deleteAccount, async ({ caller, params, origin }) => {
    const id = params['id'] ?? ''
    await administration.delete(id, doer(caller, origin))
    return { id }
  })

  mount.on(resetAccountFactors, async ({ caller, params, origin }) => {
    const id = params['id'] ?? ''
    await administration.resetFactors(id, doer(caller, origin))
    return { id }
  })

  mount.on(listAllOrganizations, ({ query }) =>
    listAllOrganizationRows(control, { search: undefined, ...query }),
  )

  mount.on(listTickets, ({ query }) => listTicketRows(control, query))

  mount.on(listInstallationAudit, async ({ query }) => ({
    ...(await auditPage(control, { withOrganization: true }, query)),
    retention_days: auditRetentionDays,
  }))

  mount.on(getInstallationSettings, () => readInstallationSettings(control))

  mount.on(updateInstallationSettings, async ({ caller, body, origin }) => {
    // The administrator who turns it on must not be locked out.
    if (body.requires_mfa && !caller.isMfaEnabled) throw new DomainError('mfa_required')
    const changes = Object.entries(body).filter(
      (change): change is [keyof InstallationSettings, boolean] => change[1] !== undefined,
    )
    await control.write(
      changes.flatMap(([name, isOn]) => [
        writeInstallationSetting(name, isOn),
        auditStatement(caller, origin, {
          action: 'installation.setting',
          target: name,
          detail: { on: isOn },
        }),
      ]),
    )
    return readInstallationSettings(control)
  })
}

function doer(caller: Caller, origin: Origin): Doer {
  return { actor: caller, origin }
}
