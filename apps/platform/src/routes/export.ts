/** The whole result of one statement as a file. */
import { exportName, renewed } from '@basedeck/core/rules'
import { beginExport, cancelExport, exportFile, exportProgress } from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'
import { askText } from '../engines/threads/text-thread.js'
import type { Mount } from './mount.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { Exports } from '../services/exports.js'
import type { ReadersTurns } from '../services/readers-turns.js'
import { mayWrite } from './query.js'
import { requireRunnable } from '../services/runnable-text.js'

export interface ExportRouteDeps {
  life: Pick<ProjectLife, 'database'>
  control: ControlDatabase
  turns: ReadersTurns
}

export function exportRoutes(mount: Mount, { life, control, turns }: ExportRouteDeps): void {
  const exports = new Exports(turns)

  mount.on(beginExport, async ({ c, caller, project, database: id, body, origin }) => {
    requireRunnable(body.query)
    const plan = await askText('wholeExport', body.query)
    if (plan.type === 'no') throw new DomainError('not_exportable')
    const database = await life.database(id)
    await control.append([
      auditStatement(caller, origin, {
        action: 'database.export',
        target: body.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { format: body.format },
      }),
    ])
    return exports.begin(database, {
      ...body,
      query: plan.sql,
      name: exportName(body.name),
      ...(body.role ? { role: renewed(body.role, Date.now()) } : {}),
      ref: project.ref,
      owner: caller.id,
      as: mayWrite(caller, project) ? 'owner' : 'reader',
      signal: c.req.raw.signal,
    })
  })

  mount.on(exportProgress, ({ caller, project, params }) => {
    const progress = exports.progress(params['exportId'] ?? '', project.ref, caller.id)
    if (!progress) throw new DomainError('export_not_found')
    return progress
  })

  mount.on(exportFile, ({ c, caller, project, params }) => {
    const { outgoing } = c.env ?? {}
    const breakOff = outgoing && (() => void outgoing.destroy())
    const file = exports.fetch(params['exportId'] ?? '', project.ref, caller.id, breakOff)
    if (!file) throw new DomainError('export_not_found')
    return c.body(file.body, 200, {
      'content-type': file.type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'cache-control': 'no-store',
    })
  })

  mount.on(cancelExport, async ({ caller, project, params }) => ({
    cancelled: await exports.cancel(params['exportId'] ?? '', project.ref, caller.id),
  }))
}
