/**
 * Opens the database of a project for a call, and keeps the project's status true: one that can't be reached is said to
 * be unhealthy, with the reason, and asked again until it answers.
 */
import { randomUUID } from 'node:crypto'
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { changeStatus, setAddress, setVersion, type ProjectRow } from '../control/projects.js'
import type { Database } from '../engines/engine.js'
import { HttpError } from '../http/error-table.js'
import { ailmentAtOpening, ailmentInUse } from './ailment.js'
import { openable } from './openable.js'
import { Recovery } from './recovery.js'
import { requireOpen, requireRow, type Scene } from './scene.js'
import { watchedDatabase } from './watched-database.js'

const active: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY']
const careMs = 10_000

export class Opening {
  readonly #scene: Scene
  readonly #recovery = new Recovery((ref) => this.#askAgain(ref))
  /** What was seen of each database when it was opened last. */
  readonly #opened = new Map<string, Pick<Database, 'runsAsSuperuser' | 'hasSuperuserUrl'>>()
  readonly #watched = new WeakMap<Database, Database>()

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Waits for the work on the project, if there is some. @throws HttpError, EngineError */
  async database(ref: string): Promise<Database> {
    const { works } = this.#scene
    for (;;) {
      requireOpen(this.#scene)
      await works.of(ref)
      const changes = works.changesOf(ref)
      const row = await requireRow(this.#scene, ref)
      const state = openable(row.status)
      if (state.type === 'refused') throw refusal(state.reason, row)
      const opened = await this.#open(row, { changes, withCare: state.type === 'open-with-care' })
      if (opened && works.changesOf(ref) === changes) return opened
    }
  }

  runsAsSuperuser(ref: string): boolean {
    return this.#opened.get(ref)?.runsAsSuperuser === true
  }

  hasSuperuserUrl(ref: string): boolean {
    return this.#opened.get(ref)?.hasSuperuserUrl === true
  }

  /** Asks after it until it is well. */
  recover(ref: string): void {
    this.#recovery.begin(ref)
  }

  stop(): void {
    this.#recovery.stop()
  }

  /** Undefined when the project changed meanwhile. */
  async #open(
    row: ProjectRow,
    { changes, withCare }: { changes: number; withCare: boolean },
  ): Promise<Database | undefined> {
    const { deps, places, works } = this.#scene
    try {
      const place = await places.of(row)
      // Right before it begins: once a removal is under way, opening would make the database anew.
      if (works.changesOf(row.ref) !== changes) return undefined
      const database = await deps.house.open(place)
      if (withCare) await database.run({ runId: randomUUID(), query: 'select 1', timeoutMs: careMs })
      const { runsAsSuperuser = false, hasSuperuserUrl = false } = database
      this.#opened.set(row.ref, { runsAsSuperuser, hasSuperuserUrl })
      await this.#isWell(row, database)
      return this.#watch(database)
    } catch (error) {
      const reason = ailmentAtOpening(error)
      if (reason !== undefined) await this.#ails(row.ref, reason, row)
      throw error
    }
  }

  async #isWell(row: ProjectRow, { versionNumber, address }: Database): Promise<void> {
    const { ref, status, version_number, db_host, db_port } = row
    const { control } = this.#scene.deps
    if (status === 'ACTIVE_UNHEALTHY')
      await control.write([changeStatus(ref, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY')])
    if (version_number !== versionNumber) await control.write([setVersion(ref, versionNumber)])
    if (address && (address.host !== db_host || address.port !== db_port))
      await control.write([setAddress(ref, address)])
  }

  /** @param known as it was read; nothing is written that stands there already */
  async #ails(ref: string, reason: string, known?: ProjectRow): Promise<void> {
    this.#recovery.begin(ref)
    if (known?.status === 'ACTIVE_UNHEALTHY' && known.status_reason === reason) return
    await this.#scene.deps.control.write([changeStatus(ref, active, 'ACTIVE_UNHEALTHY', reason)])
  }

  #watch(database: Database): Database {
    const known = this.#watched.get(database)
    if (known) return known
    const { ref } = database
    const watched = watchedDatabase(database, (error) => {
      const reason = this.#scene.isClosed ? undefined : ailmentInUse(error)
      if (reason === undefined) return
      this.#ails(ref, reason).catch((err: unknown) => {
        this.#scene.deps.log.error({ err, project: ref }, 'the status of a project could not be written')
      })
    })
    this.#watched.set(database, watched)
    return watched
  }

  /** A refusal means that the project is paused or gone by now. */
  async #askAgain(ref: string): Promise<'well' | 'ailing'> {
    try {
      await this.database(ref)
      return 'well'
    } catch (error) {
      return error instanceof HttpError || this.#scene.isClosed ? 'well' : 'ailing'
    }
  }
}

function refusal(reason: 'paused' | 'changing' | 'going-down' | 'failed', row: ProjectRow): HttpError {
  switch (reason) {
    case 'paused':
      return new HttpError('project_inactive')
    case 'changing':
      return new HttpError('project_busy')
    case 'going-down':
      return new HttpError('project_busy', 'The project is being deleted')
    case 'failed':
      return new HttpError('database_unavailable', row.status_reason ?? undefined)
  }
}
