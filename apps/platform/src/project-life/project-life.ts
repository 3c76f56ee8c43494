/**
 * What happens to a project's database over its life: it comes up, is paused and resumed, and goes. Each change is a
 * status in the control plane and work behind it, which the next start takes up when the program was killed.
 */
import type { DatabaseId, EngineKind } from '@basedeck/platform-client/contract'
import type { Logger } from 'pino'
import type { Origin } from '../access/caller.js'
import type { Actor } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { ProjectRow } from '../control/projects.js'
import type { EngineRegistry } from '../engines/engine-registry.js'
import type { Database } from '../engines/engine.js'
import type { DatabaseUrl } from '../engines/server/database-url.js'
import type { TlsOptions } from '../engines/server/tls-settings.js'
import type { SecretBox } from '../secrets/secret-box.js'

/** Who asks for a change, for the audit log. */
export interface Asker {
  actor: Actor
  /** Null: the program itself, on somebody's behalf. */
  origin: Origin | null
}

export interface NewProjectRequest {
  name: string
  organizationId: number
  region: string | undefined
  /** Default: the best that runs here. */
  engine: Exclude<EngineKind, 'postgres'> | undefined
  /** Of the database's owner; made up when absent. */
  ownerPassword: string | undefined
  /** Given: a database of somebody's own is added; nothing is made. */
  existing: { url: string; tls: TlsOptions | undefined } | undefined
  /** Made up when absent. */
  ref?: string
}

/** What stays of a deleted project in the data directory of another process. */
export interface LeftBehind {
  /** That stands in the data directory’s `basedeck.json`. */
  installationId: string
  /** Within that data directory. */
  folder: string
}

export interface ProjectLife {
  /** Takes up or fails what a stopped program left unfinished. Call once at the start. */
  resumeUnfinished(): Promise<void>
  /** Takes up what other processes left unfinished that went away meanwhile, as far as any process can do it. */
  resumeUnfinishedOfOthers(): Promise<void>
  /** A project was changed, perhaps by another process: one by URL that was paused or deleted there is closed here. */
  changedElsewhere(ref: string): Promise<void>
  /** The row as COMING_UP, its keys made; the database opens behind it. @throws DomainError engine_unavailable */
  create(request: NewProjectRequest, asker: Asker | null): Promise<ProjectRow>
  /** PAUSING, then INACTIVE. @throws DomainError project_busy */
  pause(ref: string, asker: Asker): Promise<void>
  /**
   * RESTORING, then ACTIVE_HEALTHY; COMING_UP again for what INIT_FAILED. What ails begins again, and what SQL of the
   * project did to keep sessions out is put right.
   * @throws DomainError project_busy */
  resume(ref: string, asker: Asker): Promise<void>
  /**
   * GOING_DOWN; then row, secrets and files are gone. Where the process that holds the database has been away for a day,
   * the row alone is gone at once, and what is left is told.
   * @throws DomainError project_busy, EngineError `elsewhere`
   */
  remove(ref: string, asker: Asker): Promise<LeftBehind | undefined>
  /** Opens when needed; keeps status and version up to date. @throws DomainError project_not_found, project_inactive, EngineError */
  database(id: DatabaseId): Promise<Database>
  /** Whether this process may open the database: it holds its files, or needs only its URL. */
  isHere(row: ProjectRow): boolean
  /** What runs a project, for people: `PostgreSQL 15.18 from PATH`. */
  describeEngine(row: ProjectRow): string
  /** The SQL that makes the logins of a project in a database that was added by URL. Ask after it was opened. */
  prepareSql(ref: string): string
  /** Settles when no work is under way. */
  settled(): Promise<void>
  /** Begins nothing more; what is under way is taken up by the next start. */
  close(): Promise<void>
}

/** What `createProjectLife` is made of. */
export interface ProjectLifeDeps {
  control: ControlDatabase
  registry: EngineRegistry
  box: SecretBox
  log: Logger
  /** Of the data directory; stands in the rows of the databases made here. */
  installationId: string
  /** Where people reach the databases made here. */
  databaseHost: string
  now(): Date
  /**
   * The one project of a self-hosted platform whose database the operator gave by URL: the URL is not stored, it is given
   * at each start, and goes before whatever the row says of its engine.
   */
  operatorDatabase: { ref: string; url: DatabaseUrl; prepare: boolean } | undefined
  /** Lets people's SQL run as a superuser unasked, where a database was given by the URL of one; default false. */
  allowSuperuser?: boolean
}
