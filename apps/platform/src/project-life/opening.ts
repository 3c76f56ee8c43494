/**
 * Opens the database of a project for a call, and updates the project's status: a database that can't be reached is
 * marked unhealthy with the reason, and tried again until it answers.
 */
import { randomUUID } from 'node:crypto'
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { setAddress, setMayCreateDatabases, setRunsAsSuperuser, setVersion } from '../control/databases.js'
import { changeStatus, claimStatus, type ProjectRow } from '../control/projects.js'
import { exitText, type ServerExit } from '../engines/cluster/server-exit.js'
import type { Database } from '../engines/engine.js'
import { primaryOf } from '../engines/replica-id.js'
import { DomainError } from '../kernel/domain-error.js'
import { projectFailed } from '../notifications/notices.js'
import { unhealthyReasonAtOpening, unhealthyReasonInUse } from './unhealthy-reason.js'
import { openable } from './openable.js'
import { openReplica, replicaEnded } from './open-replica.js'
import { Recovery } from './recovery.js'
import { requireOpen, requireRow, type LifeContext } from './life-context.js'
import { watchedDatabase } from './watched-database.js'
import { projectText } from '../text/projects.js'

const ACTIVE: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY']
const CARE_MS = 10_000

export class Opening {
  readonly #context: LifeContext
  readonly #recovery = new Recovery((ref) => this.#askAgain(ref))
  /** Projects whose URL named a superuser when they were last opened. */
  readonly #superuserUrls = new Set<string>()
  readonly #watched = new WeakMap<Database, Database>()
  readonly #onUse: ((database: Database) => void)[] = []

  constructor(context: LifeContext) {
    this.#context = context
    context.deps.registry.onKnock((ref) => this.database(ref))
    context.deps.registry.onServerExit((ref, exit) => this.#serverEnded(ref, exit))
  }

  /** Waits for the work on the project, if there is some. @throws DomainError, EngineError */
  async database(ref: string): Promise<Database> {
    if (primaryOf(ref) !== undefined)
      return openReplica(this.#context, ref, (primary) => this.database(primary))
    const { jobs } = this.#context
    for (;;) {
      requireOpen(this.#context)
      await jobs.of(ref)
      const changes = jobs.changesOf(ref)
      const row = await requireRow(this.#context, ref)
      const state = openable(row.status)
      if (state.type === 'refused') throw refusal(state.reason, row)
      const opened = await this.#open(row, { changes, withCare: state.type === 'open-with-care' })
      if (!opened || jobs.changesOf(ref) !== changes) continue
      for (const listener of this.#onUse) listener(opened)
      return opened
    }
  }

  onUse(listener: (database: Database) => void): void {
    this.#onUse.push(listener)
  }

  hasSuperuserUrl(ref: string): boolean {
    return this.#superuserUrls.has(ref)
  }

  /** Asks after it until it is well. */
  recover(ref: string): void {
    this.#recovery.begin(ref)
  }

  stop(): void {
    this.#recovery.stop()
  }

  /** Undefined when the project's status changed meanwhile. */
  async #open(
    row: ProjectRow,
    { changes, withCare }: { changes: number; withCare: boolean },
  ): Promise<Database | undefined> {
    const { deps, targets, jobs } = this.#context
    try {
      const target = await targets.of(row)
      // Checked right before opening: during a removal, opening would create the database again.
      if (jobs.changesOf(row.ref) !== changes) return undefined
      const database = await deps.registry.open(target)
      if (withCare) await database.run({ runId: randomUUID(), query: 'select 1', timeoutMs: CARE_MS })
      if (database.hasSuperuserUrl) this.#superuserUrls.add(row.ref)
      else this.#superuserUrls.delete(row.ref)
      await this.#isWell(row, database)
      return this.#watch(database)
    } catch (error) {
      const reason = unhealthyReasonAtOpening(error)
      if (reason !== undefined) await this.#markUnhealthy(row.ref, reason, row)
      throw error
    }
  }

  async #isWell(row: ProjectRow, database: Database): Promise<void> {
    const { versionNumber, address, runsAsSuperuser = false, mayCreateDatabases = true } = database
    const { ref, status, version_number, runs_as_superuser, db_host, db_port } = row
    const { control } = this.#context.deps
    if (status === 'ACTIVE_UNHEALTHY')
      await control.write([changeStatus(ref, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY')])
    if (version_number !== versionNumber) await control.write([setVersion(ref, versionNumber)])
    if (runs_as_superuser !== runsAsSuperuser) await control.write([setRunsAsSuperuser(ref, runsAsSuperuser)])
    // It may have been asked again since the database was opened.
    if (!this.#watched.has(database) && row.may_create_databases !== mayCreateDatabases)
      await control.write([setMayCreateDatabases(ref, mayCreateDatabases)])
    if (address && (address.host !== db_host || address.port !== db_port))
      await control.write([setAddress(ref, address)])
  }

  /** @param known the row as it was read, so that an unchanged status is not written again */
  async #markUnhealthy(ref: string, reason: string, known?: ProjectRow): Promise<void> {
    this.#recovery.begin(ref)
    if (known?.status === 'ACTIVE_UNHEALTHY' && known.status_reason === reason) return
    const { control, installationId: workerId, notify } = this.#context.deps
    const written = await control.write([claimStatus(ref, ACTIVE, 'ACTIVE_UNHEALTHY', { workerId, reason })])
    if (!written.ok || !notify) return
    const row = known ?? (await requireRow(this.#context, ref))
    await notify(projectFailed(row, 'unhealthy', reason))
  }

  #serverEnded(ref: string, exit: ServerExit): void {
    if (this.#context.isClosed) return
    if (primaryOf(ref) !== undefined) return replicaEnded(this.#context, ref, exit)
    const how = exitText(exit)
    this.#context.deps.log.error(
      { project: ref, ...exit },
      `PostgreSQL of a project stopped unexpectedly (${how}); it is started again in a few seconds, or by the next call`,
    )
    this.#reportUnhealthy(ref, projectText.ended(how))
  }

  #reportUnhealthy(ref: string, reason: string): void {
    this.#markUnhealthy(ref, reason).catch((err: unknown) => {
      this.#context.deps.log.error({ err, project: ref }, 'the status of a project could not be written')
    })
  }

  #watch(database: Database): Database {
    const known = this.#watched.get(database)
    if (known) return known
    const { id: ref } = database
    const watched = watchedDatabase(database, (error) => {
      const reason = this.#context.isClosed ? undefined : unhealthyReasonInUse(error)
      if (reason !== undefined) this.#reportUnhealthy(ref, reason)
    })
    this.#watched.set(database, watched)
    return watched
  }

  /** Whether it is well. A refusal means that the project was paused or deleted meanwhile: there is no more to ask. */
  async #askAgain(ref: string): Promise<boolean> {
    try {
      await this.database(ref)
      return true
    } catch (error) {
      return error instanceof DomainError
    }
  }
}

function refusal(reason: 'paused' | 'changing' | 'going-down' | 'failed', row: ProjectRow): DomainError {
  switch (reason) {
    case 'paused':
      return new DomainError('project_inactive')
    case 'changing':
      return new DomainError('project_busy')
    case 'going-down':
      return new DomainError('project_busy', projectText.deleting)
    case 'failed':
      return new DomainError('database_unavailable', row.status_reason ?? undefined)
  }
}
