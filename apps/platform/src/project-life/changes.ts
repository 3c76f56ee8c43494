/**
 * Changes of a project's state. Each is claimed in the control plane by a status that only one caller can set, and
 * then done in the background. The next start finds unfinished ones by their status and continues them.
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { auditStatement, lastActor } from '../control/audit.js'
import type { ControlStatement, Written } from '../control/control-database.js'
import { deleteProjectSecret } from '../control/project-secrets.js'
import { setAddress, setMayCreateDatabases, setRunsAsSuperuser, setVersion } from '../control/databases.js'
import {
  changeStatus,
  claimStatus,
  deleteLostProjectRow,
  deleteProjectRow,
  projectByRef,
  type ProjectRow,
} from '../control/projects.js'
import { claimUnfinished } from '../control/unfinished-projects.js'
import { DomainError } from '../kernel/domain-error.js'
import { EngineError } from '../engines/engine.js'
import { withoutPaths } from '../engines/without-paths.js'
import { settingsTakeEffect } from './settings-take-effect.js'
import { unhealthyReasonAtOpening } from './unhealthy-reason.js'
import { MakingOfBranches } from './making-of-branches.js'
import type { Opening } from './opening.js'
import type { Notice } from '../notifications/notice.js'
import { projectCreated, projectFailed, projectPaused } from '../notifications/notices.js'
import { projectDeleted } from '../notifications/team-notices.js'
import type { Asker, LeftBehind } from './project-life.js'
import { databaseKey, requireOpen, requireRow, type LifeContext } from './life-context.js'
import { projectText } from '../text/projects.js'

interface Change {
  /** For the audit log. */
  action: string
  from: readonly ProjectStatus[]
  to: ProjectStatus
}

const ACTIVE: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY']
const PAUSE: Change = { action: 'project.pause', from: ACTIVE, to: 'PAUSING' }
const RESUME: Change = { action: 'project.resume', from: ['INACTIVE'], to: 'RESTORING' }
/** Restarts it and repairs what its own SQL did to lock the platform out. */
const REPAIR: Change = { action: 'project.repair', from: ['ACTIVE_UNHEALTHY'], to: 'RESTORING' }
const TRY_AGAIN: Change = { action: 'project.resume', from: ['INIT_FAILED'], to: 'COMING_UP' }
const RESUME_BY: ReadonlyMap<ProjectStatus, Change> = new Map([
  ['INIT_FAILED', TRY_AGAIN],
  ['ACTIVE_UNHEALTHY', REPAIR],
])
/** The status of a project whose server is restarted. */
const RESTARTING: ProjectStatus = 'RESTORING'
const REMOVE: Change = {
  action: 'project.delete',
  // A removal that failed may be tried again.
  from: [...ACTIVE, 'INIT_FAILED', 'INACTIVE', 'GOING_DOWN'],
  to: 'GOING_DOWN',
}

export class Changes {
  readonly #context: LifeContext
  readonly #opening: Opening
  readonly #making: MakingOfBranches
  /** Projects whose deletion had failed before. */
  readonly #deletedAgain = new Set<string>()
  readonly #workOf = new Map<ProjectStatus, (row: ProjectRow) => Promise<void>>([
    ['COMING_UP', (row) => this.#comeUp(row)],
    ['RESTORING', (row) => this.#comeUp(row)],
    ['PAUSING', (row) => this.#pause(row)],
    ['GOING_DOWN', (row) => this.#goDown(row)],
  ])

  constructor(context: LifeContext, opening: Opening) {
    this.#context = context
    this.#opening = opening
    this.#making = new MakingOfBranches(context)
  }

  pause(ref: string, asker: Asker): Promise<void> {
    return this.#claim(ref, asker, PAUSE)
  }

  async resume(ref: string, asker: Asker): Promise<void> {
    const { status } = await requireRow(this.#context, ref)
    if (status === 'ACTIVE_HEALTHY') throw new DomainError('project_busy', projectText.notPaused)
    await this.#claim(ref, asker, RESUME_BY.get(status) ?? RESUME)
  }

  /** As of `ProjectLife`. @throws DomainError project_not_found, project_busy */
  async restartWith(ref: string, statements: readonly ControlStatement[]): Promise<Written> {
    const { deps, targets, jobs } = this.#context
    requireOpen(this.#context)
    const row = await requireRow(this.#context, ref)
    const effect = settingsTakeEffect(row.status)
    if (effect === 'never' || jobs.isUnderWay(ref)) throw new DomainError('project_busy')
    const restarts = effect === 'by-restart' && targets.isHere(row)
    // Without a restart, the status is written as it is: a start that began meanwhile may have read the old settings.
    const claim = restarts
      ? claimStatus(ref, ACTIVE, RESTARTING, { workerId: deps.installationId })
      : changeStatus(ref, [row.status], row.status, row.status_reason)
    const written = await deps.control.write([claim, ...statements])
    if (written.ok) {
      if (restarts) this.begin(ref)
      return written
    }
    if (written.reason !== 'mismatch') return written
    if (written.statement > 0) return { ...written, statement: written.statement - 1 }
    await requireRow(this.#context, ref)
    throw new DomainError('project_busy')
  }

  /** As of `ProjectLife`. @throws DomainError project_not_found, project_busy */
  async resetBranch(ref: string, statements: readonly ControlStatement[]): Promise<void> {
    const { deps, targets, jobs } = this.#context
    requireOpen(this.#context)
    targets.requireHere(await requireRow(this.#context, ref))
    if (jobs.isUnderWay(ref)) throw new DomainError('project_busy')
    const { installationId: workerId } = deps
    const written = await deps.control.write([
      claimStatus(ref, ACTIVE, RESTARTING, { workerId }),
      ...statements,
    ])
    if (!written.ok) throw new DomainError('project_busy')
    this.begin(ref)
  }

  async remove(ref: string, asker: Asker): Promise<LeftBehind | undefined> {
    await this.#making.stop(ref)
    const row = await requireRow(this.#context, ref)
    if (row.status === 'GOING_DOWN' && row.status_reason !== null) this.#deletedAgain.add(ref)
    const left = await this.#forgetLost(row, asker)
    if (!left) await this.#claim(ref, asker, REMOVE)
    return left
  }

  /** Stops what can be long; the next start begins it again. */
  stop(): void {
    this.#making.stopAll()
  }

  /**
   * What stopped processes left: work that is unfinished, and databases that are ill and have to be asked until they are
   * well. `others`: only at databases by URL, while this process runs.
   */
  async resumeUnfinished(of: 'own-and-others' | 'others'): Promise<void> {
    if (this.#context.isClosed) return
    const { control, installationId } = this.#context.deps
    const statuses: ProjectStatus[] = [...this.#workOf.keys(), 'ACTIVE_UNHEALTHY']
    for (const { ref, status } of await claimUnfinished(control, statuses, installationId, of)) {
      if (status === 'ACTIVE_UNHEALTHY') this.#opening.recover(ref)
      else this.begin(ref)
    }
  }

  /** Begins the work that the project's status asks for. */
  begin(ref: string): void {
    const { jobs, deps } = this.#context
    jobs.begin(ref, async () => {
      try {
        if (this.#context.isClosed) return
        const row = await projectByRef(deps.control, ref)
        if (row) await this.#workOf.get(row.status)?.(row)
      } catch (error) {
        if (!this.#context.isClosed)
          deps.log.error({ err: error, project: ref }, 'work on a project broke off')
      }
    })
  }

  /** @throws DomainError project_not_found, project_busy */
  async #claim(ref: string, asker: Asker, change: Change): Promise<void> {
    const { deps, targets, jobs } = this.#context
    requireOpen(this.#context)
    const row = await requireRow(this.#context, ref)
    targets.requireHere(row)
    if (jobs.isUnderWay(ref)) throw new DomainError('project_busy')
    const written = await deps.control.write([
      claimStatus(ref, change.from, change.to, { workerId: deps.installationId }),
      auditOf(row, change, asker),
    ])
    if (written.ok) return this.begin(ref)
    await requireRow(this.#context, ref)
    throw new DomainError('project_busy')
  }

  /** Undefined when the project is here, or its holder may come back. */
  async #forgetLost(row: ProjectRow, asker: Asker): Promise<LeftBehind | undefined> {
    const { deps, targets } = this.#context
    const { ref, installation_id: installationId } = row
    if (installationId === null || targets.isHere(row)) return undefined
    const written = await deps.control.write([deleteLostProjectRow(ref), auditOf(row, REMOVE, asker)])
    if (!written.ok) return undefined
    await this.#removeFiles(ref)
    await this.#tell(projectDeleted(row, asker.actor ?? undefined))
    const folder = `projects/${ref}`
    deps.log.warn(
      { project: ref, process: installationId },
      `a project was deleted whose process has been away for a day; its files are still in that process’s data directory, in ${folder}`,
    )
    return { installationId, folder }
  }

  async #comeUp(row: ProjectRow): Promise<void> {
    const { deps, targets } = this.#context
    const { ref, status } = row
    try {
      const ownerPassword = await targets.secret(ref, 'owner_password')
      const target = await targets.of(row)
      const again = status === 'RESTORING'
      const making = await this.#making.fill(row)
      // A paused project has no running server; an unhealthy one is restarted.
      if (again) await deps.registry.stop(databaseKey(this.#context, row))
      const database = await deps.registry.open(target, {
        ...(ownerPassword !== undefined && { ownerPassword }),
        ...(again && { repair: true }),
      })
      await making?.opened(database)
      await this.#becomes(row, 'ACTIVE_HEALTHY', [
        setVersion(ref, database.versionNumber),
        setRunsAsSuperuser(ref, database.runsAsSuperuser === true),
        setMayCreateDatabases(ref, database.mayCreateDatabases !== false),
        ...(database.address ? [setAddress(ref, database.address)] : []),
        deleteProjectSecret(ref, 'owner_password'),
        ...(making?.statements ?? []),
      ])
      if (!again) await this.#tell(projectCreated(row, (await this.#doer(ref, 'project.create'))?.id))
    } catch (error) {
      if (this.#context.isClosed) return
      const isNew = status === 'COMING_UP'
      const reason = this.#sentenceOf(error, ref)
      await this.#becomes(row, isNew ? 'INIT_FAILED' : 'ACTIVE_UNHEALTHY', [], reason)
      await this.#tell(projectFailed(row, isNew ? 'not-created' : 'unhealthy', reason))
      if (isNew) await this.#making.clear(row)
      else this.#opening.recover(ref)
    }
  }

  async #pause(row: ProjectRow): Promise<void> {
    await this.#context.deps.registry.stop(databaseKey(this.#context, row))
    await this.#becomes(row, 'INACTIVE')
    await this.#tell(projectPaused(row, (await this.#doer(row.ref, PAUSE.action))?.id))
  }

  async #goDown(row: ProjectRow): Promise<void> {
    const { deps } = this.#context
    try {
      await this.#dropBranch(row)
      await deps.registry.remove(databaseKey(this.#context, row))
    } catch (error) {
      if (this.#context.isClosed) return
      const reason = this.#sentenceOf(error, row.ref)
      await this.#becomes(row, 'GOING_DOWN', [], reason)
      return this.#tell(projectFailed(row, 'not-deleted', reason))
    }
    await this.#removeFiles(row.ref)
    await deps.control.write([deleteProjectRow(row.ref)])
    await this.#tell(projectDeleted(row, await this.#doer(row.ref, REMOVE.action)))
  }

  /** A server that is gone for good must not keep a branch for ever: who deletes it again leaves what is there. */
  async #dropBranch(row: ProjectRow): Promise<void> {
    const { branches, log } = this.#context.deps
    await branches?.drop(row).catch((error: unknown) => {
      if (!this.#deletedAgain.delete(row.ref) || !(error instanceof EngineError)) throw error
      log.warn(
        { err: error, project: row.ref },
        `a branch was deleted whose server does not answer; its database ${row.db_name} may still be there`,
      )
    })
  }

  /** What a store that is away keeps is deleted by the sweep. */
  async #removeFiles(ref: string): Promise<void> {
    const { removeFiles, log } = this.#context.deps
    await removeFiles?.(ref).catch((error: unknown) => {
      log.warn(
        { err: error, project: ref },
        'files of a deleted project could not be deleted; they are later',
      )
    })
  }

  /** Who asked for what is done now. It may have been asked of an earlier process. */
  #doer(ref: string, action: string) {
    return lastActor(this.#context.deps.control, ref, action).catch(() => undefined)
  }

  async #tell(notice: Notice): Promise<void> {
    await this.#context.deps.notify?.(notice)
  }

  async #becomes(
    { ref, status }: ProjectRow,
    to: ProjectStatus,
    more: ControlStatement[] = [],
    reason: string | null = null,
  ): Promise<void> {
    await this.#context.deps.control.write([changeStatus(ref, [status], to, reason), ...more])
  }

  #sentenceOf(error: unknown, ref: string): string {
    const { log } = this.#context.deps
    // A sentence of an engine says all there is to know.
    const told = error instanceof EngineError ? { reason: error.message } : { err: error }
    log.warn({ ...told, project: ref }, 'a project’s database could not be brought where it should be')
    if (error instanceof DomainError) return error.message
    return (
      unhealthyReasonAtOpening(error) ??
      (error instanceof Error ? withoutPaths(error.message) : projectText.disturbed)
    )
  }
}

function auditOf(
  { ref, name, organization_id: organizationId }: ProjectRow,
  { action }: Change,
  { actor, origin }: Asker,
): ControlStatement {
  return auditStatement(actor, origin, { action, target: name, organizationId, projectRef: ref })
}
