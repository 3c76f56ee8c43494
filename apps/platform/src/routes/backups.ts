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
  type Backups,
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
import type { PlanCatalogue } from '../control/plans.js'
import { createRecoveryDays } from '../services/recovery-days.js'
import { keptText } from '../text/kept-backups.js'
import type { Mount } from './mount.js'

export interface BackupRouteDeps {
  control: ControlDatabase
  box: SecretBox
  life: Pick<ProjectLife, 'restartWith'>
  backups?: KeptBackups
  plans: Pick<PlanCatalogue, 'addons'>
  isPlatform: boolean
}

const DAY_MS = 24 * 60 * 60_000

export function backupRoutes(mount: Mount, deps: BackupRouteDeps): void {
  const { control, box, life, backups: given } = deps
  const recoveryDays = createRecoveryDays(deps)
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

  /** Whether the project lacks the add-on, and the earliest moment that it reaches; undefined: it has no limit. */
  const reachOf = async (ref: string): Promise<{ lacksAddon: boolean; from: string | undefined }> => {
    const days = await recoveryDays(ref)
    const from = days ? new Date(Date.now() - days * DAY_MS).toISOString() : undefined
    return { lacksAddon: days === 0, from }
  }
  const list = async (ref: string): Promise<Backups> => {
    const all = await kept().list(ref)
    if (all.no_point_in_time !== null) return all
    const { lacksAddon, from } = await reachOf(ref)
    return {
      ...all,
      recoverable: from === undefined ? all.recoverable : rangeFrom(all.recoverable, from),
      ...(lacksAddon && { no_point_in_time: keptText.needsAddon, needs_addon: true }),
    }
  }
  /** @throws DomainError not_recoverable: the moment is older than the add-on reaches */
  const requireReached = async (ref: string, to: { at: string } | { id: string }): Promise<void> => {
    if (!('at' in to)) return
    const { from } = await reachOf(ref)
    if (from !== undefined && new Date(to.at) < new Date(from)) throw new DomainError('not_recoverable')
  }

  mount.on(listBackups, ({ project }) => list(project.ref))

  mount.on(updateBackupSettings, async ({ caller, project, body, origin }) => {
    const { ref } = project
    const { expected_version: expected, ...fields } = body
    const changes: Partial<BackupSettings> = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    )
    if (changes.point_in_time && (await reachOf(ref)).lacksAddon)
      throw new DomainError('unsupported', keptText.needsAddon)
    const audited = auditStatement(caller, origin, line(project, 'project.update_backups', { ...changes }))
    await changeSettings({ control, life, backups: kept() }, { ref, changes, expected, line: audited })
    return list(ref)
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
  mount.on(restoreBackup, async ({ caller, project, body, origin }) => {
    await requireReached(project.ref, body)
    return kept().restore(project.ref, body, { caller, origin })
  })

  mount.on(
    copyBackup,
    async ({ caller, project, body, origin }) => {
      requirePermission(caller, project.organization, {
        action: 'create',
        resource: 'projects',
        missing: 'organization_not_found',
      })
      await requireReached(project.ref, body)
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

/** What is left of a range from a moment on; null: nothing. */
function rangeFrom(range: Backups['recoverable'], from: string): Backups['recoverable'] {
  if (range === null || range.to < from) return null
  return range.from < from ? { ...range, from } : range
}
