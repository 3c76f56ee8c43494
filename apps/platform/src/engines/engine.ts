/** What runs the databases of the projects: one interface, one contract suite, three engines. */
import type {
  DatabaseId,
  Cell,
  DatabaseErrorReport,
  ImpersonatedRole,
  ResultField,
  RunningQuery,
  StatementResult,
} from '@basedeck/platform-client/contract'
import type { Readable, Writable } from 'node:stream'

export type EngineKind = 'cluster' | 'pglite' | 'postgres'

/** What a database does at this moment. `asleep`: known, but closed until it is asked. */
export type DatabaseState = 'opening' | 'working' | 'idle' | 'asleep'

export interface OpenOptions {
  /** For signing in as the owner over the network; used when the database is made. Default: one is made up. */
  ownerPassword?: string
  /** Puts right what SQL of the project did to keep sessions out; default false: that is an error `blocked`. */
  repair?: boolean
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
   * Closes that database now: what is under way there is cancelled, its data stays. The next `open` begins after it.
   * Idempotent.
   */
  stop(id: DatabaseId): Promise<void>
  /**
   * Stops the database and deletes it with all that was made for it, also what an interrupted creation left. One that
   * belongs to somebody else is only forgotten. Idempotent.
   * @throws EngineError `directory` when something can't be deleted
   */
  remove(id: DatabaseId): Promise<void>
  /** Of each database that it knows at this moment. */
  states(): Promise<DatabaseState[]>
  /** Closes every database and ends every process it started. Idempotent. */
  close(): Promise<void>
}

/**
 * Who a run acts as: the project's non-superuser owner, the server's own superuser (migrations only), or the login of
 * members who only read, which sees what the owner sees and has no right to change anything.
 */
export type Actor = 'owner' | 'admin' | 'reader'

/** Caps on what one run may send back, over all its results. Default 100,000 rows, 50 MB, 1 MB a cell. */
export interface RunLimits {
  rows: number
  /** Bytes of the cells: their text, and 4 for each, as on PostgreSQL's wire. */
  bytes: number
  /** Bytes of one cell; longer ones are cut at a character border and listed. */
  cellBytes: number
}

export interface RunRequest {
  /** Names the run for `cancel`; unique among the runs under way. */
  runId: string
  query: string
  /** Values as text, for `$1 …`; only with a single statement. */
  parameters?: Cell[]
  /** Runs in a READ ONLY transaction that the text can't lift, one statement a message; rolled back at the end. */
  readOnly?: boolean
  /**
   * Default `owner`. A run as `reader` is READ ONLY whatever `readOnly` says, and its text is refused where it holds
   * more than queries: `readerRefusal` of sql-guard.
   */
  as?: Actor
  /** Of a READ ONLY run as the owner: its text is refused as a reader's would be. Default false. */
  onlyQueries?: boolean
  /** Whom the owner or the reader acts as until the run ends; the text can't begin or end a transaction then. */
  role?: ImpersonatedRole
  limits?: Partial<RunLimits>
  /** How long the run may take, waiting for its turn not counted; default 60,000, 0: for ever. The text can't lift it. */
  timeoutMs?: number
  /** Aborting cancels the run in the database. */
  signal?: AbortSignal
}

/** A query whose rows are read one slice after the other. `timeoutMs` is per slice. */
export interface StreamRequest extends Omit<RunRequest, 'readOnly' | 'limits'> {
  /** Called once, before the first slice, also when there is none. */
  onFields?(fields: ResultField[]): void
}

export interface RunOutcome {
  results: StatementResult[]
  durationMs: number
  /** The text left a transaction open; it was rolled back. */
  rolledBackOpenTransaction?: true
}

/** How far a run is; `forMs` counts from its arrival. */
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

export interface BatchRequest extends Pick<RunRequest, 'runId' | 'limits' | 'timeoutMs' | 'signal'> {
  as?: Exclude<Actor, 'reader'>
  statements: BatchStatement[]
}

export type BatchOutcome =
  | { type: 'committed'; results: StatementResult[]; durationMs: number }
  /** Rolled back: statement `index` touched `rows` rows instead of the expected ones. */
  | { type: 'mismatch'; index: number; expected: number; rows: number; durationMs: number }

export interface DatabaseAddress {
  host: string
  port: number
}

/** An open database of one project. */
export interface Database {
  readonly id: DatabaseId
  /** `server_version_num`, e.g. 150018. */
  readonly versionNumber: number
  /** Where other programs on this machine reach it. Absent: only through the platform, or by the URL it was given by. */
  readonly address?: DatabaseAddress
  /** Its owner may read files and start programs on the server. */
  readonly runsAsSuperuser?: boolean
  /** The user of its URL may, whether or not people's SQL runs as that user. */
  readonly hasSuperuserUrl?: boolean
  /**
   * Runs a text of SQL. Several statements in one text are one implicit transaction, as in `psql -c`.
   * @throws DatabaseError when PostgreSQL refuses; a cancel or a timeout is one with code 57014
   * @throws EngineError when the database can't be reached or the engine refuses
   */
  run(request: RunRequest): Promise<RunOutcome>
  /** Runs all statements in one transaction, or none of them. Errors as `run`. */
  batch(request: BatchRequest): Promise<BatchOutcome>
  /** Stops a run; false when no run of that id is under way. */
  cancel(runId: string): Promise<boolean>
  /** Whether a run waits for its turn or is at work; undefined when it is not under way. */
  progress(runId: string): RunProgress | undefined
  /** What is at work in the database, also for others. @throws DatabaseError, EngineError */
  running(): Promise<RunningQuery[]>
  /** Stops what `running` lists; false when it is over. @throws DatabaseError when the owner may not */
  cancelRunning(id: string): Promise<boolean>
  /** Streams the rows of one query in slices, in a READ ONLY transaction. Memory stays constant. */
  stream(request: StreamRequest): AsyncIterable<Cell[][]>
  /** `COPY … TO STDOUT`, as the owner, in a READ ONLY transaction. What an engine can't stream lies in a file meanwhile. */
  copyOut(sql: string): Promise<Readable>
  /** `COPY … FROM STDIN`, as the owner; `rows` settles when the sink was ended and all is stored, or nothing. */
  copyIn(sql: string): Promise<{ sink: Writable; rows: Promise<number> }>
  /** Milliseconds the oldest run has been at work or waiting; for "database busy, 3 s". */
  busyMs(): number
  close(): Promise<void>
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
  /** The server offers no TLS, and it was asked for. */
  | 'no-tls'
  | 'unavailable'
  /** As many databases are at work as may be; later it will do. */
  | 'busy'
  | 'directory'
  /** Another program that shares the control plane keeps the database. */
  | 'elsewhere'
  | 'locked'
  | 'version'
  | 'unsupported'
  /** SQL of the project keeps sessions out of its database. */
  | 'blocked'
  /** The database has no login for members who only read. */
  | 'no-reader'
  | 'run-id-in-use'
  | 'lost'
  | 'closed'

/** The engine could not do its part; `message` is a sentence for a person. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode
  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
