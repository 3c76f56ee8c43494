/** How other programs reach a project's database. */
import { resetDatabasePassword, testConnection } from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { requireProjectRow, type ProjectRow } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import { EngineError, type DatabaseAddress } from '../engines/engine.js'
import type { Poolers } from '../poolers/poolers.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { directTarget } from '../services/direct-target.js'
import type { Notify } from '../notifications/notice.js'
import { noticedProject } from '../notifications/notices.js'
import { passwordReset } from '../notifications/team-notices.js'
import { projectText } from '../text/projects.js'
import type { Mount } from './mount.js'

export interface ConnectRouteDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'database' | 'isHere'>
  isPlatform: boolean
  notify: Notify
  /** As of `DirectTargetDeps`. */
  pgliteAddress?(): DatabaseAddress | undefined
  /** Undefined: none run here. */
  poolers?: Promise<Poolers | undefined> | undefined
}

export function connectRoutes(mount: Mount, deps: ConnectRouteDeps): void {
  const { control, life, poolers, notify } = deps

  mount.on(testConnection, async ({ project, body: { method } }) => {
    const { ownerLogin } = await life.database(project.ref)
    // Read afterwards: opening may have moved the port.
    const row = await requireProjectRow(control, project.ref)
    const { db_host: host, db_port: port, db_user: user } = directTarget(deps, row.ref, row)
    if (!ownerLogin || port === 0) return { connected: false as const, reason: projectText.noPort }
    const target = method === 'direct' ? { host, port, user } : await pooledTarget(row, method)
    if (!target) return { connected: false as const, reason: projectText.noPooler }
    const begun = performance.now()
    try {
      await ownerLogin.tryAt(target)
      return { connected: true as const, took_ms: Math.max(1, Math.round(performance.now() - begun)) }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      return { connected: false as const, reason: error.message }
    }
  })

  /** Undefined: no such pooler serves it. */
  async function pooledTarget({ ref, db_user, db_name }: ProjectRow, method: 'transaction' | 'session') {
    const running = await poolers
    const pair = running?.shared(ref)
    const own = method === 'transaction' ? running?.dedicated(ref) : undefined
    if (!running || (!pair && !own)) return undefined
    await running.prepare(ref)
    const frame = { host: running.host, user: db_user }
    if (own) return { ...frame, port: own.port, database: db_name }
    return pair && { ...frame, port: pair[method].port, database: pair.database }
  }

  mount.on(resetDatabasePassword, async ({ caller, project, body, origin }) => {
    const { ownerLogin } = await life.database(project.ref)
    if (!ownerLogin?.setPassword) throw new DomainError('unsupported', projectText.passwordNotOurs)
    await ownerLogin.setPassword(body.password)
    await control.write([
      auditStatement(caller, origin, {
        action: 'project.reset_password',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    await notify(passwordReset(noticedProject(project), caller))
    return { ref: project.ref }
  })
}
