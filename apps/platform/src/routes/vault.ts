/** The secrets of a project. No line of the audit log has a value. */
import {
  createSecrets,
  deleteSecret,
  listSecrets,
  revealSecret,
  updateSecret,
} from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import { requestText } from '../text/errors.js'
import { vaultOf, type VaultDeps } from '../vault/vault.js'
import type { VaultStore } from '../vault/vault-store.js'
import type { Mount } from './mount.js'
import { projectLine } from './project-line.js'

export function vaultRoutes(mount: Mount, deps: VaultDeps): void {
  const { control } = deps

  mount.on(listSecrets, async ({ project }) => {
    const vault = await vaultOf(deps, project.ref)
    return { kept_in: vault.keptIn, secrets: await vault.list() }
  })

  mount.on(
    createSecrets,
    async (call) => {
      const vault = await vaultOf(deps, call.project.ref)
      const names = call.body.secrets.map(({ name }) => name)
      await vault.create(call.body.secrets, {
        by: call.caller.email,
        line: projectLine(call, 'secret.create', names.join(', ')),
      })
      return { secrets: (await vault.list()).filter(({ name }) => names.includes(name)) }
    },
    201,
  )

  mount.on(updateSecret, async (call) => {
    const { caller, project, params, body } = call
    const vault = await vaultOf(deps, project.ref)
    const { id, name } = await known(vault, params['id'])
    await vault.update(id, body, {
      by: caller.email,
      line: projectLine(call, 'secret.update', name, { changed: Object.keys(body) }),
    })
    return known(vault, id)
  })

  mount.on(revealSecret, async (call) => {
    const vault = await vaultOf(deps, call.project.ref)
    const found = await vault.read({ id: call.params['id'] ?? '' })
    if (!found) throw new DomainError('not_found', requestText.noSuchSecret)
    await control.write([projectLine(call, 'secret.reveal', found.name)])
    return { value: found.value }
  })

  mount.on(deleteSecret, async (call) => {
    const { caller, project, params } = call
    const vault = await vaultOf(deps, project.ref)
    const { id, name } = await known(vault, params['id'])
    await vault.remove(id, { by: caller.email, line: projectLine(call, 'secret.delete', name) })
    return { id }
  })
}

/** @throws DomainError not_found */
async function known(vault: VaultStore, id: string | undefined) {
  const found = (await vault.list()).find((one) => one.id === id)
  if (!found) throw new DomainError('not_found', requestText.noSuchSecret)
  return found
}
