/** Running SQL: the plain list of rows, the typed form, the batch, and the cancel. */
import * as v from 'valibot'
import { USUAL_MAX_MEMBERS } from './body-bounds.js'
import { endpoint, gives } from './endpoint.js'
import { impersonatedRole } from './impersonation.js'
import { runId } from './params.js'
import { inProject } from './permission.js'
import { QUERY_ACCESS, QUERY_PATH } from './query-access.js'
import type { EndedState, RunRemains, StatementResult } from './result.js'

/** Bytes of SQL text in one run (0.98 MB); parameters don't count. CONTRACT "SQL and content". */
export const QUERY_LIMIT_BYTES = Math.floor(0.98 * 1024 * 1024)

/** Bytes; a run may carry large parameters: a cell of 16 MB, the largest that an import takes. */
export const MAX_RUN_BODY = 20 * 1024 * 1024
/** Bytes of a body with one SQL text and no parameters: in JSON a character may take six. */
export const TEXT_MAX_BODY = 8 * 1024 * 1024
/** PostgreSQL counts the parameters of a statement in 16 bits. */
const MAX_PARAMETERS = 65_535
/** Checked in one pass: a schema for each of 65,535 elements takes a hundred times as long. */
const parameters = v.pipe(
  v.custom<(string | null)[]>(isListOfTexts, 'parameters must be a list of texts and nulls'),
  v.maxLength(MAX_PARAMETERS),
)

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => one === null || typeof one === 'string')
}

/** A run: one SQL text, with as many parameters as PostgreSQL takes. */
const ONE_TEXT = {
  maxBody: MAX_RUN_BODY,
  maxMembers: MAX_PARAMETERS + USUAL_MAX_MEMBERS,
  maxSql: { each: QUERY_LIMIT_BYTES, all: QUERY_LIMIT_BYTES },
} as const
/** A batch: a statement for each staged edit. */
const MANY_TEXTS = {
  maxBody: MAX_RUN_BODY,
  maxMembers: MAX_PARAMETERS + USUAL_MAX_MEMBERS,
  maxSql: { each: QUERY_LIMIT_BYTES, all: 8 * QUERY_LIMIT_BYTES },
} as const
const count = v.pipe(v.number(), v.integer(), v.minValue(1))

/** What `queryPlain` takes. */
export const queryBody = v.object({
  query: v.string('query must be a text'),
  disable_statement_timeout: v.optional(v.boolean()),
})

/** What `queryTyped` takes. A result has at most `maxRows` rows and `maxBytes` bytes; a truncated one is marked. */
export const typedQueryBody = v.object({
  query: v.string('query must be a text'),
  runId,
  /** A READ ONLY transaction that the text can't lift. */
  readOnly: v.optional(v.boolean()),
  /**
   * READ ONLY, one statement, and 42501 for anything but a query, and for functions that do more than read: what somebody else wrote, such
   * as a block of a shared report, runs without a question.
   */
  onlyQueries: v.optional(v.boolean()),
  /** Acts as this role until the run ends; the text is then one transaction that it can't end itself. */
  role: v.optional(impersonatedRole),
  parameters: v.optional(parameters),
  /**
   * Runs writable, and rolls everything back at the end: what belongs to no transaction stays, such as numbers taken from a
   * sequence. The text can't begin or end a transaction.
   */
  discard: v.optional(v.boolean()),
  /**
   * Reads the text as psql does: statement by statement, with the lines of data after `copy … from stdin;`. In one
   * transaction, unless the text ends one itself.
   */
  script: v.optional(
    v.object({
      /** Each statement is a transaction of its own; the first error ends the run. */
      separately: v.optional(v.boolean()),
      /** Indexes of statements that don't run, from 0. */
      leaveOut: v.optional(
        v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(10_000)),
      ),
    }),
  ),
  /** At most the server's cap. */
  maxRows: v.optional(count),
  maxBytes: v.optional(count),
  /** Milliseconds; 0: no timeout. Default 60,000. */
  timeoutMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))),
})

/** What `queryBatch` takes: at least one statement, in order. */
export const batchBody = v.object({
  statements: v.pipe(
    v.array(
      v.object({
        query: v.string(),
        parameters: v.optional(parameters),
        /** The rows the statement must touch, else all is rolled back. */
        expectRows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      }),
    ),
    v.minLength(1, 'statements must not be empty'),
  ),
  runId,
  /** Acts as this role until the transaction ends. */
  role: v.optional(impersonatedRole),
  timeoutMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))),
})

/** Results of all statements of a run. */
export interface TypedQueryResponse {
  results: StatementResult[]
  /** Milliseconds in the database, waiting not counted. */
  durationMs: number
  /** The text left a transaction open; the server rolled it back. */
  rolledBackOpenTransaction?: boolean
  /** What the text left in its session, and what ended with the run; at most 100. Absent: nothing. */
  ended?: EndedState[]
}

/** The outcome of a batch: committed, or rolled back because a statement touched an unexpected number of rows. */
export type BatchResponse =
  | { type: 'committed'; results: StatementResult[]; durationMs: number }
  /** Rolled back: statement `index` touched `rows` rows. */
  | { type: 'mismatch'; index: number; expected: number; rows: number; durationMs: number }

const REQUIRES = { ref: 'Project ref is required' }

/**
 * Runs SQL and gives the rows of its last statement as objects: int8 and numeric as texts, json as it is. 400 with
 * PostgreSQL's fields when it fails; 413 when a value is too large. The header `x-truncated` says that rows are missing.
 */
export const queryPlain = endpoint({
  method: 'POST',
  path: QUERY_PATH,
  access: QUERY_ACCESS,
  evenFull: true,
  servedBy: 'holder',
  limit: 'runs',
  audit: 'only what may write',
  body: queryBody,
  ...ONE_TEXT,
  maxBody: TEXT_MAX_BODY,
  response: gives<Record<string, unknown>[]>(),
  requires: REQUIRES,
})
/**
 * Runs SQL and gives every statement's rows as PostgreSQL's own text, with their types. 400 with PostgreSQL's fields
 * when it fails, with the results before.
 */
export const queryTyped = endpoint({
  method: 'POST',
  path: QUERY_PATH,
  access: QUERY_ACCESS,
  evenFull: true,
  servedBy: 'holder',
  version: 2,
  limit: 'runs',
  audit: 'only what may write',
  body: typedQueryBody,
  ...MANY_TEXTS,
  response: gives<TypedQueryResponse>(),
  requires: REQUIRES,
})
/**
 * Runs statements in one transaction, rolled back as a whole at the first that touches another number of rows than
 * expected.
 */
export const queryBatch = endpoint({
  method: 'POST',
  path: QUERY_PATH,
  access: inProject('update', 'database'),
  evenFull: true,
  servedBy: 'holder',
  version: 2,
  limit: 'runs',
  audit: true,
  bodyKey: 'statements',
  body: batchBody,
  ...MANY_TEXTS,
  response: gives<BatchResponse>(),
  requires: REQUIRES,
})
/**
 * Whether a run is waiting or running, and for how many milliseconds; or has ended or is unknown. `outcome`: what became of
 * what it wrote, for a quarter of an hour.
 */
export const queryProgress = endpoint({
  method: 'GET',
  path: `${QUERY_PATH}/{runId}`,
  params: { runId },
  access: QUERY_ACCESS,
  servedBy: 'beginner',
  response: gives<
    { state: 'waiting' | 'running'; forMs: number } | { state: 'ended'; outcome?: RunRemains }
  >(),
  requires: REQUIRES,
})
/** Cancels a run by the id that its caller gave it. `cancelled` is false when it had ended, or had not begun. */
export const cancelQuery = endpoint({
  method: 'DELETE',
  path: `${QUERY_PATH}/{runId}`,
  params: { runId },
  access: QUERY_ACCESS,
  servedBy: 'beginner',
  audit: 'never, because no data is changed',
  response: gives<{ cancelled: boolean }>(),
  requires: REQUIRES,
})
