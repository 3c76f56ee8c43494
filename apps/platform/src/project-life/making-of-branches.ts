/** The databases of branches, while they are made or reset: filled before they open, stopped when the branch is deleted. */
import { branchMade, resetFailed } from '../control/branches.js'
import type { ControlStatement } from '../control/control-database.js'
import type { ProjectRow } from '../control/projects.js'
import type { Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { withoutPaths } from '../engines/without-paths.js'
import { projectText } from '../text/projects.js'
import { databaseKey, type LifeContext } from './life-context.js'

/** A branch whose files are there. */
export interface FilledBranch {
  opened(database: Database): Promise<void>
  /** Written together with its new status. */
  statements: ControlStatement[]
}

export class MakingOfBranches {
  readonly #context: LifeContext
  readonly #stops = new Map<string, AbortController>()

  constructor(context: LifeContext) {
    this.#context = context
  }

  /**
   * Undefined: it is opened as it is.
   * @throws with the reason, when a new branch could not be made
   */
  async fill(row: ProjectRow): Promise<FilledBranch | undefined> {
    const { deps } = this.#context
    const { branches, control } = deps
    const branch = await branches?.begun(row.ref)
    if (!branches || !branch) return undefined
    const { ref } = row
    const isReset = row.status === 'RESTORING'
    const stop = this.#stopOf(ref)
    try {
      stop.signal.throwIfAborted()
      const takenAt = await branches.fill(branch, { isReset, signal: stop.signal })
      return {
        opened: (database) => branches.opened(branch, database),
        statements: [branchMade(ref, takenAt)],
      }
    } catch (error) {
      if (this.#context.isClosed) throw error
      if (!isReset) throw new DomainError('branch_failed', reasonOf(error), { cause: error })
      deps.log.warn({ err: error, project: ref }, 'a branch could not be reset')
      await control.write([resetFailed(ref, reasonOf(error))])
      return undefined
    } finally {
      this.#stops.delete(ref)
    }
  }

  /** Stops it, and waits. */
  async stop(ref: string): Promise<void> {
    const { jobs, deps } = this.#context
    if (!jobs.isUnderWay(ref) || !(await deps.branches?.begun(ref))) return
    // It may still wait for its turn.
    this.#stopOf(ref).abort()
    await jobs.of(ref)
    this.#stops.delete(ref)
  }

  #stopOf(ref: string): AbortController {
    const stop = this.#stops.get(ref) ?? new AbortController()
    this.#stops.set(ref, stop)
    return stop
  }

  /** The program ends: the next start makes them again. */
  stopAll(): void {
    for (const stop of this.#stops.values()) stop.abort()
  }

  /** What a failed creation left. Of a branch nothing stays: it may hold rows that were to be masked. */
  async clear(row: ProjectRow): Promise<void> {
    const { registry, branches } = this.#context.deps
    const key = databaseKey(this.#context, row)
    if (!(await branches?.begun(row.ref))) return registry.stop(key)
    await registry.remove(key)
    await branches?.drop(row)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? withoutPaths(error.message) : projectText.disturbed
}
