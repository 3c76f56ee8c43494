/** What runs the databases of the projects: one interface, one contract suite, three engines. */
import type {
  DatabaseId,
  Cell,
  CsvForm,
  DatabaseErrorReport,
  EndedState,
  ImpersonatedRole,
  Notice,
  ResultField,
  RunningQuery,
  StatementResult,
} from '@basedeck/platform-client/contract'
import type { StatementEnd } from '@basedeck/platform-client/row-stream'
import type { Writable } from 'node:stream'
import type { NetworkRules } from './network-rules.js'
import type { PipelineRequest, PipelineResult } from './session/pipeline-request.js'
import type { ChangesSignIn, SignIn } from './server/sign-in.js'

export type EngineKind = 'cluster' | 'pglite' | 'postgres'

/** What a database does at this moment. `closed`: known, and opened when it is asked. */
export type DatabaseState = 'opening' | 'working' | 'idle' | 'closed'

export interface OpenOptions {
  /** For signing in as the owner over the network; used when the database is made. Default: one is made up. */
  ownerPassword?: string
  /** Repairs a database that SQL of the project has locked; default false: the error `blocked`. */
  repair?: boolean
  /** Bytes of memory that its server is set up for, asked at each start; undefined: PostgreSQL's defaults. */
  memory?(): Promise<number | undefined>
  /** Who may connect to its server over the network, asked at each start. Default: as its files say. */
  network?(): Promise<NetworkRules>
}

/** Tells when work in a database has ended. */
export interface EndedTurns {
  /** Names the work that ended last: one more than that before it. Databases of one process share no name. */
  readonly lastEnded: number
  /** Waits until other work than `last` has ended, for `ms` at most. False: none has. */
  endedSince(last: number, ms: number): Promise<boolean>
}

/** A program that opens databases. */
export interface Engine {
  readonly kind: EngineKind
  /** Where its PostgreSQL comes from, for the line printed at start: `PostgreSQL 15.18 from PATH`. */
  readonly description: string
  /**
   * Opens a database, creating it at the first time. Concurrent calls for one id share one opening.
   * @throws EngineError
   */
  open(id: DatabaseId, options?: OpenOptions): Promise<Database>
  /**
   * Closes that database now: running statements are cancelled, the data stays. The next `open` waits for it.
   * Idempotent.
   */
  stop(id: DatabaseId): Promise<void>
  /**
   * Stops the database and deletes it with everything that was made for it, including the remains of an interrupted
   * creation. A database that was added by URL is only forgotten. Idempotent.
   * @throws EngineError `directory` when something can't be deleted
   */
  remove(id: DatabaseId): Promise<void>
  /** The state of each database that it currently knows. */
  states(): Promise<DatabaseState[]>
  /** Closes every database and ends every process it started. Idempotent. */
  close(): Promise<void>
}

/**
 * Why a run may only query. `superuser`: it runs as an owner who is a superuser, and nobody confirmed it. `report`: it fills a
 * report.
 */
export type OnlyQueries = 'superuser' | 'report'

/**
 * Who a run acts as: the project's non-superuser owner, the server's own superuser (migrations only), the login of
 * read-only members, which reads what the owner reads and can't change anything, or the login of the project's services, which
 * has no rights but those of the role that it takes.
 */
export type Actor = 'owner' | 'admin' | 'reader' | 'service'

/** Caps on what one run may send back, over all its results. Default 100,000 rows, 50 MB, 1 MB a cell. */
export interface RunLimits {
  rows: number
  /** Bytes of the cells: their text, and 4 for each, as on PostgreSQL's wire. */
  bytes: number
  /** Bytes of one cell; longer ones are cut at a character border and listed. */
  cellBytes: number
}

/** A text as psql reads it: statements are sent one by one, and data follows `copy … from stdin;`. */
export interface ScriptOptions {
  /** Each statement is a separate transaction. Default: one transaction for all, unless the text ends one itself. */
  separately?: boolean
  /** Statements that don't run, by their index. */
  leaveOut?: number[]
}

export interface RunRequest {
  /** Names the run for `cancel`; unique among the runs under way. */
  runId: string
  query: string
  /** Values as text, for `$1 …`; only with a single statement. */
  parameters?: Cell[]
  /**
   * Runs in a READ ONLY transaction that the text can't make writable, one statement per message; rolled back at the
   * end.
   */
  readOnly?: boolean
  /**
   * Default `owner`. A run as `reader` is READ ONLY whatever `readOnly` says, and its text may only contain queries:
   * `readerRefusal` of sql-guard.
   */
  as?: Actor
  /** For a READ ONLY run as the owner: apply the checks of a reader's text, and why. Absent: they are not. */
  onlyQueries?: OnlyQueries
  /**
   * The role that the owner or the reader acts as until the run ends. The text then can't begin or end a transaction.
   */
  role?: ImpersonatedRole
  /** Rolls everything back at the end, as far as a transaction can. The text then can't begin or end a transaction. */
  discard?: boolean
  /** Reads the text as a script; not READ ONLY. */
  script?: ScriptOptions
  limits?: Partial<RunLimits>
  /** Takes fields, rows and notices while they come; the outcome then holds no rows. */
  into?: RowSink
  /**
   * How long the run may take, not counting the wait for its turn; default 60,000, 0: no limit. The text can't change
   * it.
   */
  timeoutMs?: number
  /** Aborting cancels the run in the database. */
  signal?: AbortSignal
}

/** A query whose rows are read while they come. `timeoutMs` counts while the reader waits for the next ones. */
export interface StreamRequest extends Omit<RunRequest, 'readOnly' | 'limits' | 'into'> {
  /** The rows come as lines of CSV, as COPY writes them; the query then takes no parameters. */
  csv?: CsvForm
  /** Called once, before the first rows, even if there are none. */
  onFields?(fields: ResultField[]): void
}

/** Some rows of a stream. */
export interface RowPiece {
  /** PostgreSQL's DataRow messages, whole, one after the other; or lines of CSV, of which a long one may be in parts. */
  bytes: Buffer
  /** How many rows end in it. */
  rows: number
}

/** Takes what a run gives while it runs. Statements and rows count from 0. */
export interface RowSink {
  /** Columns of the next statement; `dataType` is empty where the name is known only at the end. */
  fields(fields: ResultField[]): void
  /** PostgreSQL's DataRow messages, one after the other. The bytes are only good during the call. */
  rows(messages: Buffer, count: number): void
  notice(statement: number, notice: Notice): void
  complete(statement: StatementEnd): void
  /** The run begins again: nothing that it gave so far counts. */
  again(): void
  /** Resolves when more may be sent; undefined: now. The run is held up until then, and its timeout goes on. */
  whenRoom(): Promise<void> | undefined
}

export interface RunOutcome {
  results: StatementResult[]
  durationMs: number
  /** The text left a transaction open; it was rolled back. */
  rolledBackOpenTransaction?: true
  /** What the text left in its session, and what ended with the run. Absent: nothing. */
  ended?: EndedState[]
}

/** What an import asks of its transaction, one step at a time. */
export interface ImportSteps {
  /** Runs our own SQL; gives the rows of its last statement. @throws DatabaseError, EngineError */
  ask(sql: string): Promise<Cell[][]>
  /** Acts as a role from now on. @throws DatabaseError, EngineError */
  impersonate(role: ImpersonatedRole): Promise<void>
}

/** Rows from outside, copied into a table between two pieces of work, all in one transaction. */
export interface ImportRequest<Value> extends Pick<RunRequest, 'runId' | 'query' | 'signal'> {
  /** Before the data. */
  prepare(steps: ImportSteps): Promise<void>
  /** `COPY … FROM STDIN`, which takes the data. */
  copy: string
  data: AsyncIterable<Uint8Array>
  /** After the data, of which so many rows were copied. */
  finish(steps: ImportSteps, rows: number): Promise<{ commits: boolean; value: Value }>
}

/** The state of a run; `forMs` counts from its arrival. */
export interface RunProgress {
  state: 'waiting' | 'running'
  forMs: number
}

export interface BatchStatement {
  query: string
  parameters?: Cell[]
  /** The number of rows the statement must affect or return, else the whole batch is rolled back. */
  expectRows?: number
}

export interface BatchRequest extends Pick<RunRequest, 'runId' | 'limits' | 'timeoutMs' | 'signal' | 'role'> {
  as?: Exclude<Actor, 'reader'>
  statements: BatchStatement[]
  /** The caller knows the types: fields come without their names, which would take a statement more. Default false. */
  withoutTypes?: boolean
}

export type BatchOutcome =
  | { type: 'committed'; results: StatementResult[]; durationMs: number }
  /** Rolled back: statement `index` touched `rows` rows instead of the expected ones. */
  | { type: 'mismatch'; index: number; expected: number; rows: number; durationMs: number }

export interface ServeRequest extends Omit<PipelineRequest, 'staysOpen'> {
  runId: string
  timeoutMs: number
}

/** Whether what the transaction did is kept, by what it gave. What it throws is thrown, and nothing is kept. */
export type IsKept = (rows: PipelineResult[]) => boolean | Promise<boolean>

export interface DatabaseAddress {
  host: string
  port: number
}

/** How other programs sign in as the owner. */
export interface OwnerLogin {
  /** Signs in at that address with the stored password, and out again. @throws EngineError with the reason */
  tryAt(target: DatabaseAddress & { user: string; database?: string }): Promise<void>
  /** Changes the password in the database, and then the stored one. Absent: the database belongs to somebody else. */
  setPassword?(password: string): Promise<void>
}

/** An open database of one project. */
export interface Database {
  readonly id: DatabaseId
  /** `server_version_num`, e.g. 150018. */
  readonly versionNumber: number
  /**
   * The address for other programs on this machine. Absent: reachable only through the platform, or by the URL it was
   * added with.
   */
  readonly address?: DatabaseAddress
  /** Absent: no other program can sign in. */
  readonly ownerLogin?: OwnerLogin
  /** Its owner may read files and start programs on the server. */
  readonly runsAsSuperuser?: boolean
  /** The user of its URL may do that, whether or not members' SQL runs as that user. */
  readonly hasSuperuserUrl?: boolean
  /** False: the user of its URL may make no other database on its server. */
  readonly mayCreateDatabases?: boolean
  /**
   * Runs a text of SQL. Several statements in one text are one implicit transaction, as in `psql -c`.
   * @throws DatabaseError when PostgreSQL refuses; a cancel or a timeout is one with code 57014
   * @throws EngineError when the database can't be reached or the engine refuses
   */
  run(request: RunRequest): Promise<RunOutcome>
  /** Runs all statements in one transaction, or none of them. Errors as `run`. */
  batch(request: BatchRequest): Promise<BatchOutcome>
  /** Stops a run; false when no run with that id exists. */
  cancel(runId: string): Promise<boolean>
  /** Whether a run is waiting or running; undefined when there is no such run. */
  progress(runId: string): RunProgress | undefined
  /** The running queries of the database, including those of other programs. @throws DatabaseError, EngineError */
  running(): Promise<RunningQuery[]>
  /** Stops a query that `running` lists; false when it has ended. @throws DatabaseError when the owner may not */
  cancelRunning(id: string): Promise<boolean>
  /** Streams the rows of one query, in a READ ONLY transaction, at the reader's pace. Memory stays constant. */
  stream(request: StreamRequest): AsyncIterable<RowPiece>
  /** `COPY … FROM STDIN`, as the owner; `rows` settles when the sink has ended and everything is stored, or nothing. */
  copyIn(sql: string): Promise<{ sink: Writable; rows: Promise<number> }>
  /** The most bytes of data that an import may have; absent when there is no limit. */
  readonly largestImportBytes?: number
  /**
   * Imports rows as the owner, without a time limit; memory stays constant. Nothing is kept when it throws.
   * @throws DatabaseError, EngineError, and what the data and the pieces of work throw
   */
  importRows<Value>(request: ImportRequest<Value>): Promise<Value>
  /**
   * How the thread of the projects' API signs in as the login of the services. Undefined: the database has no such login.
   * Absent: only this process reaches it, by `serve`.
   */
  serviceSignIn?(): Promise<SignIn | undefined>
  /**
   * How the thread of the projects' API signs in to decode changes. Undefined: the server writes too little into its log, or
   * its user may not replicate. Absent: no other session than ours reaches the database.
   */
  changesSignIn?(): Promise<ChangesSignIn | undefined>
  /**
   * How the functions of the project are joined to its database, as the owner. Undefined: the owner may read files and start
   * programs on the server. Absent: only this process reaches it.
   */
  ownerSignIn?(): Promise<SignIn | undefined>
  /**
   * One transaction of a service, as its login. Present where `serviceSignIn` is not. Errors as `run`.
   * @param isKept asked before it ends; default: it is committed
   */
  serve?(request: ServeRequest, isKept?: IsKept): Promise<PipelineResult[]>
  /**
   * Makes an empty database of the same PostgreSQL, prepared as that of a new project, for work that is thrown away.
   * @throws EngineError, DatabaseError with PostgreSQL's reason where its user may make no database
   */
  scratch(): Promise<Scratch>
  /** Counts as use until the returned function is called: a database in use is not closed. */
  use(): () => void
  /** Age of the oldest run in milliseconds, running or waiting; for "database busy, 3 s". */
  busyMs(): number
  /** Absent: other programs work in the database too, and this one does not learn when. */
  readonly turns?: EndedTurns
  close(): Promise<void>
}

/** A database for work that is thrown away, prepared as that of a new project. */
export interface Scratch {
  database: Database
  /** Whether it shares its server, and so its roles, with the database that it was made beside. */
  sharesServer: boolean
  /** Ends and deletes it. Idempotent. @throws EngineError */
  drop(): Promise<void>
}

/** PostgreSQL refused: its own report, positions in the caller's text. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly report: DatabaseErrorReport
  constructor(report: DatabaseErrorReport) {
    super(report.message)
    this.report = report
  }
}

export type EngineErrorCode =
  | 'unreachable'
  | 'authentication'
  /** The certificate of the server is not trusted. */
  | 'untrusted'
  /** TLS is required, but the server offers none. */
  | 'no-tls'
  | 'unavailable'
  /** The maximum of open databases is in use; try again later. */
  | 'busy'
  | 'directory'
  /** Another process on the control plane holds the database. */
  | 'elsewhere'
  | 'locked'
  | 'version'
  | 'unsupported'
  /** SQL of the project has locked its database. */
  | 'blocked'
  /** The database has no login for read-only members. */
  | 'no-reader'
  /** The database has no login for the project's services. */
  | 'no-service'
  /** The rows of a service's call are more than one answer may hold. */
  | 'too-large'
  | 'run-id-in-use'
  | 'lost'
  | 'closed'

/** An error of the engine, not of PostgreSQL; `message` is a sentence for people. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode
  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
