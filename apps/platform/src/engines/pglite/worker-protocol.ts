/** The messages between the main thread and a database's worker. */
import type {
  Cell,
  DatabaseErrorReport,
  ImpersonatedRole,
  ResultField,
} from '@basedeck/platform-client/contract'
import type { Actor, BatchRequest, EngineErrorCode, RunRequest } from '../engine.js'
import type { SessionBatchOutcome, SessionOutcome } from '../session/session.js'

/** Given to the worker at its start. */
export interface WorkerSettings {
  directory: string
  /** The directory of the template database, which may not exist yet. */
  templatesDirectory: string
}

/** The calls of a worker, one at a time: arguments and results. */
export interface WorkerCalls {
  run: [RunRequest, SessionOutcome]
  batch: [BatchRequest, SessionBatchOutcome]
  /** Materializes a query's rows under `cursor`, for `fetch`; returns its columns. */
  openCursor: [
    { cursor: string; query: string; parameters: Cell[]; as: Actor; role?: ImpersonatedRole },
    ResultField[],
  ]
  fetch: [{ cursor: string; rows: number; as: Actor }, Cell[][]]
  closeCursor: [{ cursor: string; as: Actor }, void]
  /** Writes what COPY … TO STDOUT sends into `file`. */
  copyOut: [{ sql: string; file: string }, void]
  /** Runs the messages that `file` holds: COPY … FROM STDIN and its data. Returns the number of rows. */
  copyIn: [{ file: string }, number]
  version: [Record<string, never>, number]
}

export type CallName = keyof WorkerCalls

export interface CallMessage<Name extends CallName = CallName> {
  call: Name
  input: WorkerCalls[Name][0]
}

export type WorkerMessage =
  | { type: 'result'; value: unknown }
  | { type: 'database-error'; report: DatabaseErrorReport }
  | { type: 'engine-error'; code: EngineErrorCode; message: string }
  /** The session has been reset and is ready for the next call. */
  | { type: 'idle' }

/** Cursors of streams: the reset after each run leaves them open. */
export const CURSOR_PREFIX = 'basedeck_stream_'
