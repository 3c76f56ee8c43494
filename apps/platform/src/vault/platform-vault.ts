/** Secrets in the control plane, each encrypted with the installation's key for its project and id alone. */
import { randomUUID } from 'node:crypto'
import { SECRETS_MAX } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { secretPurpose } from '../control/project-secrets.js'
import {
  deleteSecretRow,
  insertSecrets,
  listSecretRows,
  sealedSecret,
  updateSecretRow,
} from '../control/vault-secrets.js'
import { DomainError } from '../kernel/domain-error.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { requestText } from '../text/errors.js'
import type { VaultStore } from './vault-store.js'

export function platformVault(
  { control, box }: { control: ControlDatabase; box: SecretBox },
  ref: string,
): VaultStore {
  const seal = (id: string, value: string) => box.seal(value, secretPurpose(ref, `vault ${id}`))
  return {
    keptIn: 'platform',
    list: () => listSecretRows(control, ref),
    async create(secrets, { by, line }) {
      const there = new Set((await listSecretRows(control, ref)).map(({ name }) => name))
      const taken = secrets.find(({ name }) => there.has(name))
      if (taken) throw new DomainError('secret_taken', requestText.secretTaken(taken.name))
      const rows = secrets.map(({ name, value, description = '' }) => {
        const id = randomUUID()
        return { id, name, description, value: seal(id, value) }
      })
      const written = await control.write([insertSecrets(ref, rows, by, SECRETS_MAX), line])
      if (!written.ok) throw new DomainError(written.reason === 'taken' ? 'secret_taken' : 'too_many_secrets')
    },
    async update(id, { value, ...changes }, { by, line }) {
      const sealed = value === undefined ? undefined : seal(id, value)
      const written = await control.write([updateSecretRow(ref, id, { ...changes, value: sealed }, by), line])
      if (written.ok) return
      if (written.reason === 'taken') throw new DomainError('secret_taken')
      throw new DomainError('not_found', requestText.noSuchSecret)
    },
    async remove(id, { line }) {
      const written = await control.write([deleteSecretRow(ref, id), line])
      if (!written.ok) throw new DomainError('not_found', requestText.noSuchSecret)
    },
    async read(by) {
      const found = await sealedSecret(control, ref, by)
      return (
        found && { name: found.name, value: box.open(found.value, secretPurpose(ref, `vault ${found.id}`)) }
      )
    },
  }
}
