/** Settings for the whole installation, set by its administrators. */
import type { InstallationSettings } from '@basedeck/platform-client/contract'
import type { Caller } from '../access/caller.js'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { writeSetting } from './settings.js'

/** Each with its default. */
const NAMES = {
  anyone_creates_organizations: true,
  requires_mfa: false,
} as const satisfies InstallationSettings

type Name = keyof InstallationSettings

export async function readInstallationSettings(control: ControlDatabase): Promise<InstallationSettings> {
  const rows = await control.selectOften<{ name: string; value: string }>(
    `select name, value from control.settings where name in ('anyone_creates_organizations', 'requires_mfa')`,
  )
  const read = (name: Name) => {
    const row = rows.find((one) => one.name === name)
    return row ? row.value === 'on' : NAMES[name]
  }
  return {
    anyone_creates_organizations: read('anyone_creates_organizations'),
    requires_mfa: read('requires_mfa'),
  }
}

/** Administrators may always create organizations; others only if the installation allows it. */
export async function mayMakeOrganizations(
  control: ControlDatabase,
  caller: Pick<Caller, 'isAdministrator'>,
): Promise<boolean> {
  return caller.isAdministrator || (await readInstallationSettings(control)).anyone_creates_organizations
}

export function writeInstallationSetting(name: Name, isOn: boolean): ControlStatement {
  return writeSetting(name, isOn ? 'on' : 'off')
}

/** SQL: whether every organization requires a second factor. */
export const REQUIRES_MFA_EVERYWHERE =
  "exists (select from control.settings where name = 'requires_mfa' and value = 'on')"
