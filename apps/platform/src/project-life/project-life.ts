/**
 * The life of a project's database: created, paused, resumed, deleted. Each change is a status in the control plane
 * and a background job. If the program is killed, the next start continues the job.
 */
import type { DatabaseId, EngineKind } from '@basedeck/platform-client/contract'
import type { Logger } from 'pino'
import type { Origin } from '../access/caller.js'
import type { Actor } from '../control/audit.js'
import type { BranchRow } from '../control/branches.js'
import type { ControlDatabase, ControlStatement, Written } from '../control/control-database.js'
import type { ProjectRow } from '../control/projects.js'
import type { DatabaseTarget, EngineRegistry } from '../engines/engine-registry.js'
import type { Database } from '../engines/engine.js'
import type { DatabaseUrl } from '../engines/server/database-url.js'
import type { TlsOptions } from '../engines/server/tls-settings.js'
import type { Notify } from '../notifications/notice.js'
import type { SecretBox } from '../secrets/secret-box.js'

/** Who asks for a change, for the audit log. */
export interface Asker {
  /** Null: the program itself, or its operator. */
  actor: Actor | null
  /** Null: the program itself. */
  origin: Origin | null
}

export interface NewProjectRequest {
  name: string
  organizationId: number
  region: string | undefined
  /** Default: the best that runs here. */
  engine: Exclude<EngineKind, 'postgres'> | undefined
  /** The owner's password; generated when absent. */
  ownerPassword: string | undefined
  /** Given: an existing database is added by URL; none is created. */
  existing: { url: string; tls: TlsOptions | undefined } | undefined
  /** Generated when absent. */
  ref?: string
  /** Given: it is a branch. What is written with it, in the same transaction. */
  asBranch?(ref: string): readonly ControlStatement[]
  /** Given: its database is made beside this one, and is reached by the same URL. */
  beside?: DatabaseUrl | undefined
}

/** What stays of a deleted project in the data directory of another process. */
export interface LeftBehind {
  /** The installation id in the data directory’s `basedeck.json`. */
  installationId: string
  /** Within that data directory. */
  folder: string
}

export interface ProjectLife {
  /** Continues or fails the jobs that a stopped program left unfinished. Call once at the start. */
  resumeUnfinished(): Promise<void>
  /** Continues the jobs of processes that are away, as far as any process can do them. */
  resumeUnfinishedOfOthers(): Promise<void>
  /** A project was changed, perhaps by another process: one by URL that was paused or deleted there is closed here. */
  changedElsewhere(ref: string): Promise<void>
  /** The row as COMING_UP, its keys made; the database opens behind it. @throws DomainError engine_unavailable */
  create(request: NewProjectRequest, asker: Asker | null): Promise<ProjectRow>
  /** PAUSING, then INACTIVE. @throws DomainError project_busy */
  pause(ref: string, asker: Asker): Promise<void>
  /**
   * RESTORING, then ACTIVE_HEALTHY; COMING_UP again after INIT_FAILED. An unhealthy project is restarted, and a
   * database that its SQL has locked is repaired.
   * @throws DomainError project_busy
   */
  resume(ref: string, asker: Asker): Promise<void>
  /**
   * Writes `statements`, and in the same step restarts the project's server, which reads its settings at each start:
   * RESTORING, then ACTIVE_HEALTHY. One that is paused, or held by a process that is away, reads them at its next start.
   * The result is that of `statements`.
   * @throws DomainError project_busy: nothing was written
   */
  restartWith(ref: string, statements: readonly ControlStatement[]): Promise<Written>
  /**
   * GOING_DOWN; then row, secrets and files are deleted. If the process that holds the database has been away for a
   * day, only the row is deleted, and the result names the remaining files.
   * @throws DomainError project_busy, EngineError `elsewhere`
   */
  remove(ref: string, asker: Asker): Promise<LeftBehind | undefined>
  /**
   * Makes the database of a branch again from its parent: RESTORING, then ACTIVE_HEALTHY. `statements` are written in the
   * same step, and must note how it is made.
   * @throws DomainError project_busy: nothing was written
   */
  resetBranch(ref: string, statements: readonly ControlStatement[]): Promise<void>
  /** Opens when needed; keeps status and version up to date. @throws DomainError project_not_found, project_inactive, EngineError */
  database(id: DatabaseId): Promise<Database>
  /** `listener` is called each time the database of a project is given out; it must not ask for it again. */
  onUse(listener: (database: Database) => void): void
  /** Whether this process may open the database: it holds its files, or needs only its URL. */
  isHere(row: Pick<ProjectRow, 'installation_id'>): boolean
  /** Where the database of a project is. @throws EngineError, SecretError, DomainError project_not_found */
  targetOf(ref: string): Promise<DatabaseTarget>
  /** The same of one that was added by URL. @throws EngineError, SecretError, DomainError project_not_found */
  serverOf(ref: string): Promise<DatabaseUrl>
  /** What runs a project, for people: `PostgreSQL 15.18 from PATH`. */
  describeEngine(row: ProjectRow): string
  /** The SQL that makes the logins of a project in a database that was added by URL. Ask after it was opened. */
  prepareSql(ref: string): string
  /** Settles when no job is running. */
  settled(): Promise<void>
  /** Starts no more jobs; the next start continues the unfinished ones. */
  close(): Promise<void>
}

/** How the database of a branch comes to be, before it is opened. */
export interface BranchMaking {
  /** Undefined: it is no branch that is made or reset. */
  begun(ref: string): Promise<BranchRow | undefined>
  /** @returns the moment of the parent that it holds @throws with the reason; a reset left the branch as it was */
  fill(branch: BranchRow, how: { isReset: boolean; signal: AbortSignal }): Promise<Date>
  /** Its database is open, for nobody else yet. */
  opened(branch: BranchRow, database: Database): Promise<void>
  /**
   * Drops the database of a branch that is beside its parent’s, on a server that was added by URL; others are not touched.
   * @throws DomainError, EngineError, DatabaseError: the server has it still
   */
  drop(row: Pick<ProjectRow, 'ref' | 'engine' | 'parent_ref'>): Promise<void>
}

/** What `createProjectLife` is made of. */
export interface ProjectLifeDeps {
  control: ControlDatabase
  registry: EngineRegistry
  box: SecretBox
  log: Logger
  /** The id of the data directory; the rows of databases made here contain it. */
  installationId: string
  /** Where people reach the databases made here. */
  databaseHost: string
  now(): Date
  /** Tells the people of a project what became of it. Default: no notifications. */
  notify?: Notify | undefined
  /**
   * The one project of a self-hosted platform whose database the operator gave by URL: the URL is not stored but
   * given at each start, and overrides the engine in the row.
   */
  operatorDatabase: { ref: string; url: DatabaseUrl; prepare: boolean } | undefined
  /** Deletes the files of a project in a store outside the data directory; undefined without such a store. */
  removeFiles?: ((ref: string) => Promise<void>) | undefined
  /** Bytes of memory that the server of a project is set up for; default: PostgreSQL's own settings. */
  memoryOf?: ((ref: string) => Promise<number | undefined>) | undefined
  /** Makes the databases of branches; undefined: branches are opened as they are. */
  branches?: BranchMaking | undefined
  /** Lets people's SQL run as a superuser unasked, where a database was given by the URL of one; default false. */
  allowSuperuser?: boolean
}
