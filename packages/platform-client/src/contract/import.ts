/**
 * Imports a CSV file into a table, in one transaction. The body is streamed: its first line is the plan as JSON, all
 * that follows are lines of CSV in UTF-8. The answer is lines of JSON (`ImportLine`).
 */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { impersonatedRole } from './impersonation.js'
import { runId } from './params.js'
import { IMPORT_ACCESS, IMPORT_PATH } from './query-access.js'

/** Bytes that an engine without `largeImports` takes (200 MB). */
export const SMALL_IMPORT_BYTES = 200 * 1024 * 1024
/** PostgreSQL's tables have at most 1,600 columns; the temporary table of an import adds two columns. */
export const MAX_IMPORT_COLUMNS = 1598
/** Rejected rows that are listed where the whole import is refused. */
export const LISTED_REJECTED_ROWS = 100

const MAX_NAME_BYTES = 63
const name = v.pipe(
  v.string(),
  v.nonEmpty('Enter a name'),
  v.maxBytes(MAX_NAME_BYTES, `A name has at most ${MAX_NAME_BYTES} bytes`),
)

/** The types that a new table's columns may have: PostgreSQL's own, and lists of the usual ones. */
export const IMPORT_TYPES = [
  'text',
  'varchar',
  'bpchar',
  'name',
  'bool',
  'int2',
  'int4',
  'int8',
  'numeric',
  'float4',
  'float8',
  'money',
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'interval',
  'uuid',
  'json',
  'jsonb',
  'jsonpath',
  'xml',
  'bytea',
  'bit',
  'varbit',
  'inet',
  'cidr',
  'macaddr',
  'macaddr8',
  'point',
  'line',
  'lseg',
  'box',
  'path',
  'polygon',
  'circle',
  'tsvector',
  'tsquery',
  'oid',
  'pg_lsn',
  'int4range',
  'int8range',
  'numrange',
  'daterange',
  'tsrange',
  'tstzrange',
  'int4multirange',
  'int8multirange',
  'nummultirange',
  'datemultirange',
  'tsmultirange',
  'tstzmultirange',
  'text[]',
  'varchar[]',
  'bool[]',
  'int2[]',
  'int4[]',
  'int8[]',
  'numeric[]',
  'float4[]',
  'float8[]',
  'date[]',
  'timestamp[]',
  'timestamptz[]',
  'uuid[]',
  'json[]',
  'jsonb[]',
] as const
/** A type of a new table's column. */
export type ImportType = (typeof IMPORT_TYPES)[number]

/** The first line of an import's body. */
export const importPlan = v.object({
  runId,
  schema: name,
  table: name,
  /** The table is made in the same transaction. Absent: it is there. */
  create: v.optional(
    v.object({
      /** An identity column that is the primary key; absent: the table has none. */
      idColumn: v.optional(name),
      /** An imported column that is the primary key; not together with `idColumn`. */
      primaryKey: v.optional(name),
      /** Its row-level security is on, so that other roles see only what a policy allows. Absent: off. */
      rowSecurity: v.optional(v.boolean()),
      types: v.record(v.string(), v.picklist(IMPORT_TYPES)),
    }),
  ),
  /** The column that each cell of a line goes into; null: it is not imported. */
  columns: v.pipe(
    v.array(v.nullable(name)),
    v.minLength(1, 'columns must not be empty'),
    v.maxLength(MAX_IMPORT_COLUMNS, `A file has at most ${MAX_IMPORT_COLUMNS} columns`),
    v.check((columns) => columns.some((column) => column !== null), 'Choose at least one column'),
    v.check((columns) => {
      const named = columns.filter((column) => column !== null)
      return new Set(named).size === named.length
    }, 'Two columns of the file go into the same column'),
  ),
  /**
   * What an empty cell is. `null`: NULL; `text`: an empty text in a column of texts, NULL in others; `quoted`: NULL, or the
   * empty text for any type where it is quoted, as COPY reads CSV.
   */
  empty: v.picklist(['null', 'text', 'quoted']),
  /**
   * `direct`: the file as it is, copied into the table at once; all or nothing, without a list of bad rows, and every
   * column must be imported. `checked`: each line begins with two cells more: its number in the file, increasing, and
   * why it can't be read, or nothing; then only the third cell is set, to the line itself.
   */
  form: v.variant('type', [
    v.object({
      type: v.literal('direct'),
      header: v.boolean(),
      /** One sign of ASCII. */
      delimiter: v.pipe(
        v.string(),
        v.regex(/^[\t -!#-&(-~]$/, 'A delimiter is one sign of ASCII, and no quote'),
      ),
      quote: v.picklist(['"', "'"]),
    }),
    v.object({ type: v.literal('checked'), onBadRows: v.picklist(['refuse', 'skip']) }),
  ]),
  role: v.optional(impersonatedRole),
})
/** The first line of an import's body. */
export type ImportPlan = v.InferOutput<typeof importPlan>

/** A row that was not imported. */
export interface RejectedRow {
  /** Its first line in the file, from 1. */
  line: number
  /** The number of the file's column whose value is wrong, from 0; null: it can't be told. */
  column: number | null
  /** What PostgreSQL says; absent for a line that the sender could not read. */
  reason?: string
  /** What the sender said of a line that it could not read; the only cell is then the line. */
  fault?: string
  cells: (string | null)[]
}

/**
 * A line of the answer. Rejected rows come first: all of them when they are skipped, else the first hundred. The last
 * line is `imported`, `refused` or `failed`; without it the answer broke off, and nothing is certain.
 */
export type ImportLine =
  | ({ type: 'rejected' } & RejectedRow)
  /**
   * Committed: so many rows, without the rejected ones. The sequences of identity and serial columns were moved past the
   * imported values; `behind` names the columns whose sequence the importing role may not move.
   */
  | { type: 'imported'; rows: number; rejected: number; behind?: string[] }
  /** Rolled back, because so many rows can't be imported. */
  | { type: 'refused'; rejected: number }
  /** Rolled back: what the call would have answered with, had nothing been sent before. */
  | { type: 'failed'; status: number; body: unknown }

/** How far an import is. `bytes` of the file have arrived; of `rows` rows, `checked` were looked at one by one. */
export type ImportProgress =
  | { phase: 'receiving' | 'saving'; bytes: number }
  | { phase: 'checking'; bytes: number; checked: number; rows: number }
  | { phase: 'ended' }

const REQUIRES = { ref: 'Project ref is required' }

/**
 * Imports a file; see `importPlan`. 400 with PostgreSQL's fields when it fails before a rejected row was told; 413 when
 * the file is larger than the project's engine takes. `cancelQuery` cancels it by the plan's `runId`.
 */
export const importRows = endpoint({
  method: 'POST',
  path: IMPORT_PATH,
  access: IMPORT_ACCESS,
  servedBy: 'holder',
  limit: 'runs',
  audit: true,
  streamsBody: true,
  response: gives<ImportLine>(),
  requires: REQUIRES,
})
/** How far an import of the caller is, by the `runId` of its plan. */
export const importProgress = endpoint({
  method: 'GET',
  path: `${IMPORT_PATH}/{runId}`,
  params: { runId },
  access: IMPORT_ACCESS,
  servedBy: 'beginner',
  response: gives<ImportProgress>(),
  requires: REQUIRES,
})
