/** What a run of SQL gives back: every value as PostgreSQL's own text, nothing rounded, nothing renamed. */

/** One column of a result, in the order of the statement; names may repeat. */
export interface ResultField {
  name: string
  /** PostgreSQL's type oid. */
  dataTypeId: number
  /** PostgreSQL's type name as one writes it: `int8`, `timestamptz`, `int4[]`, `public.mood`. */
  dataType: string
  /** Oid of the table the column stands in; absent for an expression. */
  tableId?: number
  /** Attribute number in that table; absent for an expression. */
  columnId?: number
}

/** A value as PostgreSQL's text; `null` is SQL's NULL. */
export type Cell = string | null

/** A message the server raised beside the result (NOTICE, WARNING, INFO …). */
export interface Notice {
  severity: string
  code: string
  message: string
  detail?: string
  hint?: string
}

/** Says that a result is not whole. */
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
  /** Rows returned or affected in the database, also those not sent; null when the statement has no count or it is not known. */
  rowCount: number | null
  /** Empty when the statement returns no rows. */
  fields: ResultField[]
  rows: Cell[][]
  truncated?: Truncation
  /** Cells cut for size: row index, column index, bytes of the whole value. */
  cut?: [row: number, column: number, fullBytes: number][]
  notices: Notice[]
}

/** PostgreSQL's error report, as the driver gives it, with the place in the caller's own text. */
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
  /** The same place: 1-based line and column (UTF-16 units, as editors count), and the UTF-16 offset. */
  at?: TextPlace
  /** What was raised before it failed. */
  notices?: Notice[]
  /** Which statement of the text failed, from 0. */
  statementIndex?: number
  /** Version 2: what the statements before gave. */
  results?: StatementResult[]
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

/**
 * What remains of the statements before the one that failed. `unknown`: code that was called may have committed by itself.
 */
export type RunRemains = 'kept' | 'rolled_back' | 'unknown'

/** A place in a text. */
export interface TextPlace {
  /** 1-based. */
  line: number
  /** 1-based, in UTF-16 units. */
  column: number
  /** 0-based, in UTF-16 units. */
  offset: number
}
