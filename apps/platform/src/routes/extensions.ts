/** The extensions of a project's database. */
import {
  allowExtension,
  installExtension,
  listExtensions,
  removeExtension,
} from '@basedeck/platform-client/contract'
import type { Caller } from '../access/caller.js'
import { allowedExtensions, allowExtensionFor, forbidExtensionFor } from '../control/allowed-extensions.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { projectByRef } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { extensionsOf } from '../services/extensions.js'
import type { Mount } from './mount.js'

export interface ExtensionRouteDeps {
  life: Pick<ProjectLife, 'database'>
  control: ControlDatabase
  /** Is called after an extension was installed or removed. */
  schemaChanged(ref: string): void
}

export function extensionRoutes(mount: Mount, { life, control, schemaChanged }: ExtensionRouteDeps): void {
  const of = async (ref: string) =>
    extensionsOf(await life.database(ref), await allowedExtensions(control, ref))

  mount.on(listExtensions, async ({ project }) => (await of(project.ref)).list())

  mount.on(installExtension, async ({ caller, project, body, origin }) => {
    const installed = await (await of(project.ref)).install(body.name)
    await control.write([
      auditStatement(caller, origin, {
        action: 'database.install_extension',
        target: body.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    schemaChanged(project.ref)
    return installed
  })

  mount.on(removeExtension, async ({ caller, project, params, origin }) => {
    const name = params['name'] ?? ''
    const removed = await (await of(project.ref)).remove(name)
    await control.write([
      auditStatement(caller, origin, {
        action: 'database.remove_extension',
        target: name,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    schemaChanged(project.ref)
    return removed
  })

  mount.on(allowExtension, async ({ caller, params, body, origin }) => {
    requireOpener(caller)
    const { ref = '', name = '' } = params
    const project = await projectByRef(control, ref)
    if (!project) throw new DomainError('project_not_found')
    await control.write([
      body.allowed ? allowExtensionFor(ref, name, caller.id) : forbidExtensionFor(ref, name),
      auditStatement(caller, origin, {
        action: body.allowed ? 'project.allow_extension' : 'project.forbid_extension',
        target: name,
        organizationId: project.organization_id,
        projectRef: ref,
      }),
    ])
    return { name, is_allowed: body.allowed }
  })
}

/** A tenant can't open the server to itself. Who works alone on the machine owns the server. @throws DomainError */
function requireOpener(caller: Caller): void {
  if (caller.via === 'local') return
  if (!caller.isAdministrator) throw new DomainError('administrator_needed')
  if (caller.via === 'token') throw new DomainError('session_needed')
}
