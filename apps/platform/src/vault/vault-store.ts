/** Where the secrets of one project are kept. Two ways with one form: the control plane, and the extension supabase_vault. */
import type { VaultContents, VaultSecret } from '@basedeck/platform-client/contract'
import type { ControlStatement } from '../control/control-database.js'

export interface NewSecret {
  name: string
  value: string
  description?: string | undefined
}

export interface SecretChanges {
  name?: string | undefined
  value?: string | undefined
  description?: string | undefined
}

/** Who makes a change, and its line of the audit log. */
export interface Change {
  /** The address of the member; null: the installation has no accounts. */
  by: string | null
  line: ControlStatement
}

export interface VaultStore {
  readonly keptIn: VaultContents['kept_in']
  /** By name. */
  list(): Promise<VaultSecret[]>
  /** All or none. @throws DomainError secret_taken, too_many_secrets, project_not_found */
  create(secrets: readonly NewSecret[], change: Change): Promise<void>
  /** @throws DomainError not_found, secret_taken */
  update(id: string, changes: SecretChanges, change: Change): Promise<void>
  /** @throws DomainError not_found */
  remove(id: string, change: Change): Promise<void>
  /** @param by its id or its name. Undefined: there is no such secret. */
  read(by: { id: string } | { name: string }): Promise<{ name: string; value: string } | undefined>
}
