/** Backups of projects. */
import { requirePermission } from '../access/permission.js'
import {
  copyBackup,
  createBackup,
  deleteBackup,
  downloadBackup,
  listBackups,
  proveBackup,
  restoreBackup,
  updateBackupSettings,
  type BackupSettings,
} from '@basedeck/platform-client/contract'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { opening } from '../backup/sealed-file.js'
import { changeSettings } from '../backup/kept/change-settings.js'
import type { KeptBackups } from '../backup/kept/kept-backups.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { ProjectResource } from '../control/resources.js'
import type { Mount } from './mount.js'

export interface BackupRouteDeps {
  control: ControlDatabase
  box: SecretBox
  life: Pick<ProjectLife, 'restartWith'>
  backups?: KeptBackups
}

export function backupRoutes(mount: Mount, { control, box, life, backups: given }: BackupRouteDeps): void {
  const kept = (): KeptBackups => {
    if (!given) throw new DomainError('backup_unavailable')
    return given
  }
  const line = (project: ProjectResource, action: string, detail: Record<string, unknown>) => ({
    action,
    target: project.name,
    organizationId: project.organization.id,
    projectRef: project.ref,
    detail,
  })

  mount.on(listBackups, ({ project }) => kept().list(project.ref))

  mount.on(updateBackupSettings, async ({ caller, project, body, origin }) => {
    const { ref } = project
    const { expected_version: expected, ...fields } = body
    const changes: Partial<BackupSettings> = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    )
    const audited = auditStatement(caller, origin, line(project, 'project.update_backups', { ...changes }))
    await changeSettings({ control, life, backups: kept() }, { ref, changes, expected, line: audited })
    return kept().list(ref)
  })

  mount.on(
    createBackup,
    async ({ caller, project, origin }) => {
      const { backup } = await kept().begin(project.ref, 'manual')
      await control.write([
        auditStatement(caller, origin, line(project, 'project.backup', { id: backup.id })),
      ])
      return backup
    },
    201,
  )

  // Its line in the audit log is written before the files are replaced.
  mount.on(restoreBackup, ({ caller, project, body, origin }) =>
    kept().restore(project.ref, body, { caller, origin }),
  )

  mount.on(
    copyBackup,
    ({ caller, project, body, origin }) => {
      requirePermission(caller, project.organization, {
        action: 'create',
        resource: 'projects',
        missing: 'organization_not_found',
      })
      const to = 'at' in body ? { at: body.at } : { id: body.id }
      return kept().copy(project.ref, to, body.name, { caller, origin })
    },
    201,
  )

  mount.on(proveBackup, ({ project, params }) => kept().prove(project.ref, params['id'] ?? ''))

  mount.on(deleteBackup, async ({ caller, project, params, origin }) => {
    const id = params['id'] ?? ''
    const removed = await kept().remove(project.ref, id)
    await control.write([auditStatement(caller, origin, line(project, 'project.delete_backup', { id }))])
    return removed
  })

  mount.on(downloadBackup, async ({ caller, project, params, origin }) => {
    const id = params['id'] ?? ''
    const path = await kept().pathOf(project.ref, id)
    await control.write([auditStatement(caller, origin, line(project, 'project.download_backup', { id }))])
    const bytes = Readable.from(opening(box)(createReadStream(path)))
    return new Response(Readable.toWeb(bytes) as ReadableStream, {
      headers: {
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="${project.ref}-${id}.basedeck"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  })
}
