/**
 * What the AI service is told about a project: the names and types of its tables and, only if allowed by a member, a
 * few rows of the tables in question. Both are limited in size and read in READ ONLY transactions.
 */
import { qualifiedName } from '@basedeck/core/sql'
import { confirmationFor } from '@basedeck/sql-guard'
import { randomUUID } from 'node:crypto'
import type { Database } from '../engines/engine.js'

export interface ProjectContext {
  /** One line per table; empty when the schema is unknown or may not be shared. */
  schema: string
  /** Rows of tables; empty when none are shared. */
  data: string
}

export const NO_CONTEXT: ProjectContext = { schema: '', data: '' }

const TABLES_MAX = 300
const SCHEMA_MAX = 24_000
const SAMPLED_TABLES = 3
const SAMPLED_ROWS = 3
const CELL_MAX = 120
const TIMEOUT_MS = 5_000

const TABLES = `select n.nspname::text, c.relname::text,
  (select pg_catalog.string_agg(
      pg_catalog.quote_ident(a.attname) || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
  and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
order by n.nspname <> 'public', n.nspname, c.relname
limit ${TABLES_MAX}`

/** @param spokenOf the conversation, searched for table names; undefined: no rows are shared */
export async function readContext(
  database: Database,
  spokenOf: string | undefined,
  signal: AbortSignal,
): Promise<ProjectContext> {
  const tables = await rowsOf(database, TABLES, signal)
  let schema = ''
  for (const [of, name, columns] of tables) {
    const line = `${of}.${name} (${columns ?? ''})\n`
    if (schema.length + line.length > SCHEMA_MAX) break
    schema += line
  }
  const data = spokenOf === undefined ? '' : await readSamples(database, tables, spokenOf, signal)
  return { schema: schema.trimEnd(), data }
}

type Row = readonly (string | null)[]

async function readSamples(
  database: Database,
  tables: readonly Row[],
  spokenOf: string,
  signal: AbortSignal,
): Promise<string> {
  const words = new Set(spokenOf.toLowerCase().match(/[\p{L}\p{N}_$]+/gu))
  const named = tables.filter(([, name]) => words.has((name ?? '').toLowerCase())).slice(0, SAMPLED_TABLES)
  const samples: string[] = []
  for (const [of, name] of named) {
    const sql = `select * from ${qualifiedName(of ?? '', name ?? '')} limit ${SAMPLED_ROWS}`
    if (confirmationFor(sql).type !== 'none') continue
    const rows = await rowsOf(database, sql, signal)
    const lines = rows.map((row) => row.map((cell) => (cell ?? 'null').slice(0, CELL_MAX)).join(' | '))
    samples.push([`${of}.${name}`, ...lines].join('\n'))
  }
  return samples.join('\n\n')
}

async function rowsOf(database: Database, query: string, signal: AbortSignal): Promise<readonly Row[]> {
  const { results } = await database.run({
    runId: `ai-${randomUUID()}`,
    query,
    readOnly: true,
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  return results[0]?.rows ?? []
}
