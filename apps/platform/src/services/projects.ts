/** The projects of the installation: today one, `default`; its status follows its database. */
import type { Project, ProjectStatus, ProjectSummary } from '@basedeck/platform-client/contract'
import { EngineError, type Database, type Engine } from '../engines/engine.js'
import { HttpError } from '../http/error-table.js'

export const DEFAULT_REF = 'default'

export interface Projects {
  list(): ProjectSummary[]
  /** @throws HttpError project_not_found */
  describe(ref: string): Project
  /** The open database of a project; opens it when needed. @throws HttpError, EngineError */
  database(ref: string): Promise<Database>
}

export interface ProjectsOptions {
  engine: Engine
  createdAt: string
  /** Origin of the projects' own API, with the port it really has. */
  apiUrl: () => string
  /** What a person may know of where the database is: a host, never a password. */
  databaseHost: string
}

export function createProjects(options: ProjectsOptions): Projects {
  const { engine } = options
  let status: ProjectStatus = 'COMING_UP'
  let reason: string | undefined
  let version: string | undefined

  async function database(ref: string): Promise<Database> {
    requireKnown(ref)
    try {
      const opened = await engine.open(ref)
      status = 'ACTIVE_HEALTHY'
      reason = undefined
      version = versionText(opened.versionNumber)
      return opened
    } catch (error) {
      status = version === undefined ? 'INIT_FAILED' : 'ACTIVE_UNHEALTHY'
      reason = error instanceof EngineError ? error.message : 'The database could not be opened'
      throw error
    }
  }

  const common = {
    id: 1,
    ref: DEFAULT_REF,
    name: 'Default project',
    organization_id: 1,
    cloud_provider: 'local',
    region: 'local',
    inserted_at: options.createdAt,
    is_branch_enabled: false,
  }
  return {
    database,
    list: () => [{ ...common, status, organization_slug: DEFAULT_REF, preview_branch_refs: [] }],
    describe(ref) {
      requireKnown(ref)
      return {
        ...common,
        status,
        ...(reason === undefined ? {} : { status_reason: reason }),
        ...(version === undefined ? {} : { dbVersion: version }),
        db_host: options.databaseHost,
        engine: engine.kind,
        engine_description: engine.description,
        restUrl: `${options.apiUrl()}/${ref}`,
      }
    },
  }
}

function requireKnown(ref: string): void {
  if (ref !== DEFAULT_REF) throw new HttpError('project_not_found')
}

/** `server_version_num` as PostgreSQL writes its version: 150018 → 15.18. */
function versionText(versionNumber: number): string {
  return `${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`
}
