/** Projects as the platform lists and describes them. */
import { endpoint, gives } from './endpoint.js'

/** SPEC §3 and §4; a status unknown to a client is shown as it is. */
export type ProjectStatus =
  | 'COMING_UP'
  | 'ACTIVE_HEALTHY'
  | 'ACTIVE_UNHEALTHY'
  | 'INIT_FAILED'
  | 'GOING_DOWN'
  | 'PAUSING'
  | 'INACTIVE'
  | 'RESTORING'
  | 'REMOVED'
  | (string & {})

/** A project in a list. */
export interface ProjectSummary {
  id: number
  ref: string
  name: string
  organization_id: number
  organization_slug: string
  cloud_provider: string
  region: string
  status: ProjectStatus
  inserted_at: string
  is_branch_enabled: boolean
  preview_branch_refs: string[]
}

/** One project, whole. */
export interface Project {
  id: number
  ref: string
  name: string
  organization_id: number
  cloud_provider: string
  region: string
  status: ProjectStatus
  /** Why the status is INIT_FAILED or ACTIVE_UNHEALTHY, as a sentence. */
  status_reason?: string
  db_host: string
  /** `15.18`; absent until the database was opened once. */
  dbVersion?: string
  /** What runs the database. */
  engine: 'cluster' | 'pglite' | 'postgres'
  engine_description: string
  restUrl: string
  /** An opaque handle, sent back as `x-connection-encrypted`; never a real string. */
  connectionString?: string
  inserted_at: string
  is_branch_enabled: boolean
  parent_project_ref?: string
}

const requires = { ref: 'Project ref is required' }

export const listProjects = endpoint({
  method: 'GET',
  path: '/platform/projects',
  response: gives<ProjectSummary[]>(),
})
export const getProject = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}',
  response: gives<Project>(),
  requires,
})
