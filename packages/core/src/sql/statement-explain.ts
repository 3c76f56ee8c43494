/** SQL that asks for the plan of a statement whose values are parameters, and that tries indexes which don't exist. */
import type { IndexCandidate } from '../rules/advisors/index-candidates.js'
import type { Statement } from './catalogue/index.js'
import { quoteIdentifier, quoteLiteral } from './quoting.js'
import { PLAN_NAME } from './statement-statistics.js'

const EXPLAINABLE =
  /^\s*(?:--[^\n]*\n\s*|\/\*.*?\*\/\s*)*\(*\s*(select|insert|update|delete|merge|with|values|table)\b/is
const OPTIONS = 'verbose, costs, format json'

/** Whether PostgreSQL has a plan for a statement that begins so. */
export function isExplainable(text: string): boolean {
  return EXPLAINABLE.test(text)
}

/** How many parameters a normalized text has: the highest number. */
export function parameterCount(text: string): number {
  return placeholdersIn(text).reduce((most, number) => Math.max(most, number), 0)
}

/** Numbers behind `$` outside of quotes, names and comments. */
function placeholdersIn(text: string): number[] {
  const pattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|([A-Za-z_0-9])?\$(\d+)/g
  return [...text.matchAll(pattern)].flatMap(([, before, number]) =>
    number === undefined || before !== undefined ? [] : [Number(number)],
  )
}

/** PostgreSQL writes the constant in `interval '1 day'` as `interval $1`, which it does not read again. */
function readable(text: string): string {
  return text
    .trim()
    .replace(/;\s*$/, '')
    .replace(/\b(interval|date|timestamptz?|time)\s+(\$\d+)/gi, '$2::$1')
}

/**
 * Statements whose last but one, or last, gives the plan; run in one session. `planAt` counts from 0. `EXPLAIN (GENERIC_PLAN)`,
 * which 16 brought, would need them sent without the extended protocol: PostgreSQL asks for the parameters there.
 */
export function explainStatements(text: string): { statements: string[]; planAt: number } {
  const sql = readable(text)
  const count = parameterCount(sql)
  if (count === 0) return { statements: [`explain (${OPTIONS}) ${sql}`], planAt: 0 }
  const values = Array.from({ length: count }, () => 'null').join(', ')
  return {
    statements: [
      'set plan_cache_mode = force_generic_plan',
      `prepare ${PLAN_NAME} as ${sql}`,
      `explain (${OPTIONS}) execute ${PLAN_NAME} (${values})`,
      `deallocate ${PLAN_NAME}`,
    ],
    planAt: 2,
  }
}

/** Makes the index; it is shown before it is built. */
export function indexText({ schema, table, columns }: IndexCandidate): string {
  return `create index concurrently on ${quoteIdentifier(schema)}.${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')})`
}

/** Tables are too small for an index to matter below so many rows. */
export const SMALL_TABLE_ROWS = 1000

/** Rows of the tables, as PostgreSQL estimates them: schema, name, rows. */
export function tableRowCountsStatement(candidates: readonly IndexCandidate[]): Statement {
  return {
    query: `select n.nspname::text, c.relname::text, c.reltuples::int8::text
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join json_to_recordset($1::json) wanted (schema text, "table" text) on wanted.schema = n.nspname and wanted."table" = c.relname
group by 1, 2, 3`,
    parameters: [JSON.stringify(candidates.map(({ schema, table }) => ({ schema, table })))],
  }
}

/**
 * Tries each index by itself, without building it. `steps` says where in the results its size and the plan with it are. The
 * hypothetical indexes are of the session alone, and are forgotten at the end.
 * @param schema of hypopg
 */
export function trialStatements(
  schema: string,
  candidates: readonly IndexCandidate[],
  text: string,
): { statements: string[]; steps: { sizeAt: number; planAt: number }[] } {
  const hypopg = quoteIdentifier(schema)
  const forget = `select ${hypopg}.hypopg_reset()`
  const statements: string[] = []
  const steps = candidates.map((candidate) => {
    const explained = explainStatements(text)
    const made = indexText(candidate).replace(' concurrently', '')
    statements.push(forget)
    const sizeAt = statements.length
    statements.push(
      `select ${hypopg}.hypopg_relation_size(i.indexrelid)::text from ${hypopg}.hypopg_create_index(${quoteLiteral(made)}) i`,
    )
    const planAt = statements.length + explained.planAt
    statements.push(...explained.statements)
    return { sizeAt, planAt }
  })
  return { statements: [...statements, forget], steps }
}
