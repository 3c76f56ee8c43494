/** The result of a run: every value as PostgreSQL's own text, not rounded or converted. */

/** One column of a result, in the order of the statement; names may repeat. */
export interface ResultField {
  name: string
  /** PostgreSQL's type oid. */
  dataTypeId: number
  /** PostgreSQL's type name as one writes it: `int8`, `timestamptz`, `int4[]`, `public.mood`. */
  dataType: string
  /**
   * The domain of the column; `dataType` is the type below it. Absent for an expression, of which PostgreSQL tells only
   * the type below, and for domains of the system catalogues.
   */
  domain?: string
  /** Oid of the column's table; absent for an expression. */
  tableId?: number
  /** Attribute number in that table; absent for an expression. */
  columnId?: number
}

declare const READABLE: unique symbol

/**
 * A value as PostgreSQL's own text, as it is stored, compared, copied and exported: `t` of a boolean. Any string may be one,
 * except a `ReadableText`, which the compiler refuses.
 */
export type StoredText = string & { readonly [READABLE]?: never }

/** A value as one reads it: `true` of a boolean. It is made where a value is drawn, and is nothing else than drawn. */
export type ReadableText = string & { readonly [READABLE]: true }

/** A value as PostgreSQL's text; `null` is SQL's NULL. */
export type Cell = StoredText | null

/** A message that the server raised during the run (NOTICE, WARNING, INFO …). */
export interface Notice {
  severity: string
  code: string
  message: string
  detail?: string
  hint?: string
}

/** Something that belongs to the session of a run, and ended with the run: each run has a session as good as new. */
export interface EndedState {
  kind:
    | 'temporary_table'
    | 'setting'
    | 'role'
    | 'prepared_statement'
    /** Declared with hold. */
    | 'cursor'
    /** Of LISTEN. */
    | 'channel'
    | 'advisory_lock'
  name: string
}

/** Marks a truncated result. */
export interface Truncation {
  /** The cap that was reached first. */
  reason: 'rows' | 'bytes'
  /** Rows that were sent. */
  rows: number
  /** Bytes of cell text that were sent. */
  bytes: number
}

/** The result of one statement. */
export interface StatementResult {
  /** Command tag without its counts: `SELECT`, `INSERT`, `CREATE TABLE`; empty text: `''`. */
  command: string
  /**
   * Rows returned or affected in the database, including those not sent; null when the statement has no count or it
   * is unknown.
   */
  rowCount: number | null
  /** Empty when the statement returns no rows. */
  fields: ResultField[]
  rows: Cell[][]
  truncated?: Truncation
  /** Cells cut for size: row index, column index, bytes of the whole value. */
  cut?: [row: number, column: number, fullBytes: number][]
  notices: Notice[]
}

/** PostgreSQL's error report, as the driver gives it, with its position in the caller's own text. */
export interface DatabaseErrorReport {
  message: string
  /** As psql prints it: the severity line, `LINE n:` with a caret, DETAIL, HINT. */
  formattedError: string
  /** SQLSTATE, `42P01`. */
  code: string
  severity?: string
  detail?: string
  hint?: string
  /** 1-based offset in characters (code points) in the caller's text. */
  position?: number
  /** The same position: 1-based line and column (UTF-16 units, as editors count), and the UTF-16 offset. */
  at?: TextLocation
  /** Notices before the failure. */
  notices?: Notice[]
  /** Which statement of the text failed, from 0. */
  statementIndex?: number
  /** Version 2: what the statements before gave. */
  results?: StatementResult[]
  /** Of a script: all statements that are refused for want of a right, when nothing else is wrong before them. */
  refused?: RefusedStatement[]
  /** Version 2: what became of the statements before, when there are some. */
  outcome?: RunRemains
  length?: number
  name?: string
  schema?: string
  table?: string
  column?: string
  dataType?: string
  constraint?: string
  where?: string
  /** Source file, line and routine of the server, as PostgreSQL reports them. */
  file?: string
  line?: string
  routine?: string
}

/** A statement of a script that was refused, because a right, a role or an extension is missing here. */
export interface RefusedStatement {
  /** From 0. */
  statementIndex: number
  message: string
  /** SQLSTATE. */
  code: string
}

/** Whether the statements before the failed one were kept. `unknown`: called code may have committed. */
export type RunRemains = 'kept' | 'rolled_back' | 'unknown'

/** A position in a text. */
export interface TextLocation {
  /** 1-based. */
  line: number
  /** 1-based, in UTF-16 units. */
  column: number
  /** 0-based, in UTF-16 units. */
  offset: number
}
