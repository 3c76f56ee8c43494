/** The messages between the main thread and a database's worker. */
import type {
  Cell,
  DatabaseErrorReport,
  ImpersonatedRole,
  Notice,
  ResultField,
} from '@basedeck/platform-client/contract'
import type { StatementEnd } from '@basedeck/platform-client/row-stream'
import type { Actor, BatchRequest, EngineErrorCode, RunRequest } from '../engine.js'
import type { PipelineRequest, PipelineResult } from '../session/pipeline-request.js'
import type { SessionBatchOutcome, SessionOutcome } from '../session/session.js'
import type { ClientStatus } from './socket/backend-messages.js'
import type { ClientLinkEnd } from './socket/client-link.js'
import type { ParkedState } from './socket/parked-state.js'

/** What a new database begins with, when the build has prepared it. */
export type PreparedKind = 'control' | 'project'

/** Given to the worker at its start. */
export interface WorkerSettings {
  prepared: PreparedKind
  directory: string
  /** The directory of the template database, which may not exist yet. */
  templatesDirectory: string
  /** For the bytes of clients that are connected through the socket. */
  link: ClientLinkEnd
}

/** The calls of a worker, one at a time: arguments and results. */
export interface WorkerCalls {
  /** `streams`: what the run gives is told while it runs, by messages of type `told`. */
  run: [Omit<RunRequest, 'into' | 'signal'> & { streams?: boolean }, SessionOutcome]
  batch: [BatchRequest, SessionBatchOutcome]
  /** Cells are bytes of their own: a message copies all that a view looks at a part of. */
  serve: [
    PipelineRequest & { as: 'service' },
    (Omit<PipelineResult, 'rows'> & { rows: (Uint8Array | null)[][] })[],
  ]
  /** Of a `serve` that stays open. */
  endServe: [{ isKept: boolean; as: 'service' }, void]
  /** Opens `cursor` for a query's rows in a transaction that stays open between the calls; returns its columns. */
  openCursor: [
    { cursor: string; query: string; parameters: Cell[]; as: Actor; role?: ImpersonatedRole },
    ResultField[],
  ]
  fetch: [{ cursor: string; rows: number; as: Actor }, { bytes: Uint8Array; rows: number }]
  /** Gathers the remaining rows of the open cursor, and ends its transaction; `fetch` goes on. */
  keepCursor: [{ as: Actor }, void]
  closeCursor: [{ cursor: string; as: Actor }, void]
  /** Runs the messages that `file` holds: COPY … FROM STDIN and its data. Returns the number of rows. */
  copyIn: [{ file: string }, number]
  /** A step of an import, in a transaction that stays open between the calls. */
  importAsk: [{ sql: string }, Cell[][]]
  importImpersonate: [{ role: ImpersonatedRole }, void]
  version: [Record<string, never>, number]
  /** Begins the session of a client; returns the settings that it is told. */
  beginClient: [{ settings: [name: string, value: string][] }, [name: string, value: string][]]
  /** Passes bytes between the client and PostgreSQL until that is ready for a query. */
  serveClient: [Record<string, never>, { status: ClientStatus; taken: number }]
  /** Puts the client's session aside for others; undefined: it holds what can't be put aside. */
  parkClient: [Record<string, never>, ParkedState | undefined]
  resumeClient: [{ state: ParkedState }, void]
  /** The client is gone. */
  leaveClient: [Record<string, never>, void]
}

export type CallName = keyof WorkerCalls

export interface CallMessage<Name extends CallName = CallName> {
  call: Name
  input: WorkerCalls[Name][0]
}

/** What a run tells its `RowSink`. */
export type Told =
  | { of: 'fields'; fields: ResultField[] }
  | { of: 'rows'; messages: Uint8Array<ArrayBuffer>; count: number }
  | { of: 'notice'; statement: number; notice: Notice }
  | { of: 'complete'; statement: StatementEnd }

/** How a worker's run tells the main thread what it gives, while it runs. */
export interface Teller {
  tell(told: Told): void
  /** Resolves when the main thread has room for more. */
  whenRoom(): Promise<void>
}

export type WorkerMessage =
  | { type: 'result'; value: unknown }
  | { type: 'database-error'; report: DatabaseErrorReport }
  | { type: 'engine-error'; code: EngineErrorCode; message: string }
  /** Of a run that streams. */
  | { type: 'told'; told: Told }
  /** Waits for the answer `room` before it goes on. */
  | { type: 'full' }
  /** The session has been reset and is ready for the next call. */
  | { type: 'idle' }

/** Cursors of streams: the reset after each run leaves them open. */
export const CURSOR_PREFIX = 'basedeck_stream_'
