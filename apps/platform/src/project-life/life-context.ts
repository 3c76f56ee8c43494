/** What the parts of the projects' life share. */
import { requireProjectRow, type ProjectRow } from '../control/projects.js'
import type { DatabaseKey } from '../engines/engine-registry.js'
import { EngineError } from '../engines/engine.js'
import { DatabaseTargets } from './database-targets.js'
import type { ProjectLifeDeps } from './project-life.js'
import { JobQueue } from './job-queue.js'
import { engineText } from '../text/engines.js'

export interface LifeContext {
  deps: ProjectLifeDeps
  targets: DatabaseTargets
  jobs: JobQueue
  isClosed: boolean
}

export function createLifeContext(deps: ProjectLifeDeps): LifeContext {
  return { deps, targets: new DatabaseTargets(deps), jobs: new JobQueue(), isClosed: false }
}

/** @throws DomainError project_not_found */
export function requireRow({ deps }: LifeContext, ref: string): Promise<ProjectRow> {
  return requireProjectRow(deps.control, ref)
}

/** @throws EngineError while the platform stops */
export function requireOpen({ isClosed }: LifeContext): void {
  if (isClosed) throw new EngineError('closed', engineText.stopping)
}

export function databaseKey({ deps }: LifeContext, { ref, engine }: ProjectRow): DatabaseKey {
  return { id: ref, engine: deps.operatorDatabase?.ref === ref ? 'postgres' : engine }
}
