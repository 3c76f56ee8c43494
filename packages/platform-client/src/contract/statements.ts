/** How often the statements of a project's database ran, and how long they took, over time. Their texts are in the database. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** What the calls of a statement came to in some time. */
export interface StatementTotals {
  calls: number
  /** Milliseconds of all calls. */
  total_ms: number
}

/** A statement of a role in the last hours, and in as many hours before. */
export interface ComparedStatement {
  /** PostgreSQL's id of the statement: a number of 64 bits, as `pg_stat_statements` has it. */
  query_id: string
  role: string
  now: StatementTotals
  before: StatementTotals
}

/** An hour or a day of a statement. */
export interface StatementPoint extends StatementTotals {
  /** Where it begins, ISO 8601. */
  at: string
  rows: number
}

const PATH = '/platform/projects/{ref}/statements'
const REQUIRES = { ref: 'Project ref is required' }
const MAX_HOURS = 7 * 24
const MAX_ROLE = 63

/**
 * What each statement came to in the last hours, and in as many hours before. Measured about every ten minutes while the database is
 * in use, of the statements that took the longest. `since`: the first hour that is kept; null: nothing was measured yet.
 */
export const compareStatements = endpoint({
  method: 'GET',
  path: `${PATH}/comparison`,
  access: inProject('read', 'database'),
  query: v.object({
    /** Default 24, at most 168. */
    hours: v.optional(
      v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(MAX_HOURS)),
      '24',
    ),
  }),
  response: gives<{ since: string | null; statements: ComparedStatement[] }>(),
  requires: REQUIRES,
})

/** The hours of the last 14 days or the days of the last 90 in which a statement ran, the oldest first. */
export const getStatementHistory = endpoint({
  method: 'GET',
  path: `${PATH}/{queryId}/history`,
  params: { queryId: v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)) },
  access: inProject('read', 'database'),
  query: v.object({
    /** Default: `hour`. */
    resolution: v.optional(v.picklist(['hour', 'day']), 'hour'),
    /** Default: all roles together. */
    role: v.optional(v.pipe(v.string(), v.maxLength(MAX_ROLE))),
  }),
  response: gives<{ points: StatementPoint[] }>(),
  requires: REQUIRES,
})
