/** What the parts of the projects' life share. */
import { projectByRef, type ProjectRow } from '../control/projects.js'
import type { PlaceToEnd } from '../engines/engine-house.js'
import { EngineError } from '../engines/engine.js'
import { HttpError } from '../http/error-table.js'
import { DatabasePlaces } from './database-places.js'
import type { ProjectLifeDeps } from './project-life.js'
import { Works } from './works.js'

export interface Scene {
  deps: ProjectLifeDeps
  places: DatabasePlaces
  works: Works
  isClosed: boolean
}

export function createScene(deps: ProjectLifeDeps): Scene {
  return { deps, places: new DatabasePlaces(deps), works: new Works(), isClosed: false }
}

/** @throws HttpError project_not_found */
export async function requireRow({ deps }: Scene, ref: string): Promise<ProjectRow> {
  const row = await projectByRef(deps.control, ref)
  if (!row) throw new HttpError('project_not_found')
  return row
}

/** @throws EngineError while the platform stops */
export function requireOpen({ isClosed }: Scene): void {
  if (isClosed) throw new EngineError('closed', 'The platform is stopping.')
}

export function placeToEnd({ deps }: Scene, { ref, engine }: ProjectRow): PlaceToEnd {
  return { ref, engine: deps.operatorDatabase?.ref === ref ? 'postgres' : engine }
}
