/** Why a statement should be asked about, as PostgreSQL's grammar sees it. */
import type { TextRange } from './positions.js'

/** Reasons to ask, named after what the statement does. */
export type ReasonKind =
  | 'insert'
  | 'update'
  | 'delete'
  | 'merge'
  /** An insert, update, delete or merge inside a `with`; `name` is the kind. */
  | 'hidden-write'
  | 'update-without-where'
  | 'delete-without-where'
  /** `where true`, `where 1 = 1`: every row is meant. */
  | 'tautological-where'
  | 'truncate'
  | 'drop'
  | 'drop-column'
  | 'select-into'
  | 'row-lock'
  | 'table-lock'
  /** A function is called that may do anything; `name` as written, with its schema. */
  | 'function'
  /** `(value).name`: a column of a composite value, or a function call. */
  | 'attribute-call'
  | 'do-block'
  | 'execute'
  | 'call'
  | 'copy-from'
  | 'copy-file'
  | 'copy-program'
  | 'transaction-control'
  | 'role-change'
  | 'search-path-change'
  | 'setting-change'
  | 'schema-change'
  | 'permission-change'
  | 'maintenance'
  | 'load-library'
  | 'notification'
  /** Prepared statements and cursors: what they hold is run later. */
  | 'session-state'
  | 'unknown-statement'

/** One reason and its position in the text; several may have the same position. */
export interface Reason extends TextRange {
  reason: ReasonKind
  /** The function, table, setting or write it is about. */
  name?: string | undefined
}

const DANGEROUS: ReadonlySet<ReasonKind> = new Set([
  'delete',
  'update-without-where',
  'delete-without-where',
  'tautological-where',
  'truncate',
  'drop',
  'drop-column',
  'copy-program',
])

/** True for what destroys data, and for programs that run on the server. */
export function isDangerous(reason: Reason): boolean {
  return DANGEROUS.has(reason.reason)
}
