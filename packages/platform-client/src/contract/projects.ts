/** Projects. Each has a separate database. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName, newPassword } from './names.js'
import type { AuditEntry } from './audit-entry.js'
import { inProject } from './permission.js'
import type { ProjectService } from './services.js'

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

/** What can run a project's database. */
export type EngineKind = 'cluster' | 'pglite' | 'postgres'

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
  organization_slug: string
  cloud_provider: string
  region: string
  status: ProjectStatus
  /** Why the status is INIT_FAILED or ACTIVE_UNHEALTHY, as a sentence. */
  status_reason?: string
  /** SQL of its members may read files and start programs on the server of the database. */
  runs_as_superuser?: true
  db_host: string
  /** `15.18`; absent until the database was opened once. */
  dbVersion?: string
  engine: EngineKind
  engine_description: string
  /** The project's own address; `services` answer below it. */
  restUrl: string
  /** What is served to applications. What is not in it answers 404. */
  services: readonly ProjectService[]
  /** An opaque handle, sent back as `x-connection-encrypted`; never a real string. */
  connectionString?: string
  inserted_at: string
  /** Changes with every change of the project; sent back as `expected_updated_at`. */
  updated_at: string
  is_branch_enabled: boolean
  parent_project_ref?: string
}

/** Where a project's database and API are, with the secrets that the caller may see. */
export interface ProjectSettings {
  ref: string
  name: string
  status: ProjectStatus
  region: string
  db_host: string
  db_name: string
  /** 0: no other program can connect. */
  db_port: number
  db_user: string
  inserted_at: string
  app_config?: { db_schema: string; endpoint: string; protocol: string }
  /** Absent for callers who may not read service keys. */
  service_api_keys?: { api_key: string; name: string; tags: string }[]
  jwt_secret?: string
}

/** Measurements of a database while it was in use. */
export interface DatabaseSample {
  at: string
  size_bytes: number
  connections: number
}

/** Further data for the home page of a project. */
export interface ProjectActivity {
  /** The last changes, newest first; null when the caller may not see them. */
  entries: AuditEntry[] | null
  /** Of the last 24 hours, the oldest first. */
  history: DatabaseSample[]
  /** Absent while the database can't be asked. */
  database?: {
    size_bytes: number
    tables: number
    /** Client sessions that are open now. */
    connections: number
    /** How many sessions may be open; null: the engine has a single one, that of the platform. */
    max_connections: number | null
    /** ISO 8601; null: the engine has no server that starts. */
    started_at: string | null
  }
}

const PATH = '/platform/projects'
const REQUIRES = { ref: 'Project ref is required' }

/** How to trust the certificate of a server that is reached over TLS. */
export const tlsOptions = v.object({
  /** As libpq's sslmode. */
  mode: v.picklist(['disable', 'prefer', 'require', 'verify-ca', 'verify-full']),
  /** PEM; for a certificate that no public authority signed. */
  ca: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100_000),
      v.includes('-----BEGIN CERTIFICATE-----', 'The certificate must be in PEM form'),
    ),
  ),
})

const databaseUrl = v.pipe(
  v.string('The database URL must be a text'),
  v.trim(),
  v.maxLength(2000, 'The database URL is too long'),
  v.regex(
    /^postgres(ql)?:\/\/\S+$/,
    'The database URL must be of the form postgresql://user:password@host:5432/database',
  ),
)

/** A new password of a database. PostgreSQL takes no NUL, and no terminal any other of the control characters. */
export const databasePassword = v.pipe(
  newPassword,
  v.check(
    (text) => !/[\p{Cc}\p{Cs}]/u.test(text),
    'The password holds characters that can’t be typed; leave them out',
  ),
)

/** A project with a new database, or with the existing one of `database_url`, which is not changed. */
export const projectBody = v.object({
  name: displayName('The name of the project'),
  organization_slug: v.pipe(v.string('Slug is required'), v.nonEmpty('Slug is required')),
  /** The password of the database's owner; generated when absent. */
  db_pass: v.optional(databasePassword),
  region: v.optional(v.string()),
  engine: v.optional(v.picklist(['cluster', 'pglite'], 'engine must be cluster or pglite')),
  database_url: v.optional(databaseUrl),
  tls: v.optional(tlsOptions),
})
/** What the probe of a database takes before a project is made of it: its address, and how it is reached by TLS. */
export const databaseProbeBody = v.object({
  organization_slug: v.pipe(v.string('Slug is required'), v.nonEmpty('Slug is required')),
  database_url: databaseUrl,
  tls: v.optional(tlsOptions),
})
/** What may change of a project; an absent field stays as it is. */
export const projectChanges = v.object({
  name: v.optional(displayName('The name of the project')),
  /** 409 with the stored row when it was changed meanwhile. */
  expected_updated_at: v.optional(v.pipe(v.string(), v.isoTimestamp('This is not a timestamp'))),
})

/** Every project that the caller may see. */
export const listProjects = endpoint({
  method: 'GET',
  path: PATH,
  access: 'profile',
  response: gives<ProjectSummary[]>(),
})
/** 201, COMING_UP; then ACTIVE_HEALTHY, or INIT_FAILED with the reason. */
export const createProject = endpoint({
  method: 'POST',
  path: PATH,
  access: { action: 'create', resource: 'projects', of: 'organization-in-body' },
  hostedOnly: true,
  audit: true,
  body: projectBody,
  response: gives<Project>(),
})
/** Tests a database before it is added: signs in and reads the version. */
export const probeDatabase = endpoint({
  method: 'POST',
  path: '/platform/database-probe',
  access: { action: 'create', resource: 'projects', of: 'organization-in-body' },
  evenFull: true,
  hostedOnly: true,
  audit: true,
  body: databaseProbeBody,
  response: gives<
    | { reachable: true; version: string; tls: boolean }
    | { reachable: false; reason: string; untrusted?: true }
  >(),
})
/** One project, with the state of its database. 404 for callers who may not see it. */
export const getProject = endpoint({
  method: 'GET',
  path: `${PATH}/{ref}`,
  access: inProject('read', 'projects'),
  servedBy: 'holder-if-there',
  response: gives<Project>(),
  requires: REQUIRES,
})
/** Renames a project. 409 with the stored one when `expected_updated_at` is stale. */
export const updateProject = endpoint({
  method: 'PATCH',
  path: `${PATH}/{ref}`,
  access: inProject('update', 'projects'),
  audit: true,
  body: projectChanges,
  response: gives<Project>(),
  requires: REQUIRES,
})
/** What a deleted project left in the data directory of a process that has been away for a day. */
export interface FilesLeft {
  /** Within that data directory. */
  folder: string
  /** The id in the data directory’s `basedeck.json`; only for administrators of the installation. */
  process?: string
}
/** `name` must be typed again. Deletes the database and its files; a database added by URL is only forgotten. */
export const deleteProject = endpoint({
  method: 'DELETE',
  path: `${PATH}/{ref}`,
  access: inProject('delete', 'projects'),
  servedBy: 'holder-unless-lost',
  hostedOnly: true,
  audit: true,
  body: v.object({ name: v.string() }),
  response: gives<{ ref: string; files_left?: FilesLeft }>(),
  requires: REQUIRES,
})
/** PAUSING, then INACTIVE: the database is stopped and keeps its data. */
export const pauseProject = endpoint({
  method: 'POST',
  path: `${PATH}/{ref}/pause`,
  access: inProject('update', 'project_settings'),
  evenFull: true,
  servedBy: 'holder',
  audit: true,
  response: gives<Project>(),
  requires: REQUIRES,
})
/**
 * “Prepare this database”: SQL that makes the roles, schemas and logins of a project in a database that was added by URL, to
 * be run as the user of that URL; again as often as one likes. 501 `unsupported` for a database that was made here.
 */
export const getPrepareSql = endpoint({
  method: 'GET',
  path: `${PATH}/{ref}/prepare-sql`,
  access: inProject('update', 'database'),
  servedBy: 'holder',
  response: gives<{ sql: string }>(),
  requires: REQUIRES,
})
/** Also retries INIT_FAILED and restarts ACTIVE_UNHEALTHY. */
export const resumeProject = endpoint({
  method: 'POST',
  path: `${PATH}/{ref}/resume`,
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  audit: true,
  response: gives<Project>(),
  requires: REQUIRES,
})
/** To an organization where the caller may create projects. */
export const transferProject = endpoint({
  method: 'POST',
  path: `${PATH}/{ref}/transfer`,
  access: inProject('delete', 'projects'),
  hostedOnly: true,
  audit: true,
  body: v.object({ organization_slug: v.pipe(v.string(), v.nonEmpty('Slug is required')) }),
  response: gives<Project>(),
  requires: REQUIRES,
})
/** The activity of a project's database, and its measurements. */
export const getProjectActivity = endpoint({
  method: 'GET',
  path: `${PATH}/{ref}/activity`,
  access: inProject('read', 'projects'),
  servedBy: 'holder-if-there',
  response: gives<ProjectActivity>(),
  requires: REQUIRES,
})
/** Where a project's database and API are. */
export const getProjectSettings = endpoint({
  method: 'GET',
  path: `${PATH}/{ref}/settings`,
  access: inProject('read', 'projects'),
  carries: 'maybe service_key',
  response: gives<ProjectSettings>(),
  requires: REQUIRES,
})
