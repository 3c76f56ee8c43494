/** The vault of a project: in its own database where the extension supabase_vault is there, else in the control plane. */
import type { ControlDatabase } from '../control/control-database.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { extensionVault, hasExtensionVault } from './extension-vault.js'
import { platformVault } from './platform-vault.js'
import type { VaultStore } from './vault-store.js'

export interface VaultDeps {
  control: ControlDatabase
  box: SecretBox
  life: Pick<ProjectLife, 'database'>
}

/** @throws EngineError, DomainError when the project's database can't be asked */
export async function vaultOf(deps: VaultDeps, ref: string): Promise<VaultStore> {
  const database = await deps.life.database(ref)
  return (await hasExtensionVault(database))
    ? extensionVault(database, deps.control)
    : platformVault(deps, ref)
}

/**
 * The value of a project's secret, for what the platform sends or starts for the project; undefined: there is no secret of this
 * name. The caller keeps it no longer than it needs it, and writes it nowhere.
 * @throws EngineError, DomainError when the project's database can't be asked
 */
export async function secretOf(deps: VaultDeps, ref: string, name: string): Promise<string | undefined> {
  return (await (await vaultOf(deps, ref)).read({ name }))?.value
}
