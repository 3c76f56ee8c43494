/** What pg_stat_statements of a project's database has counted, where it is installed. */
import { randomUUID } from 'node:crypto'
import { quoteIdentifier } from '@basedeck/core/sql'
import type { StatementCounter } from '../control/statement-series.js'
import type { Database } from '../engines/engine.js'

/** Those that took the longest; PostgreSQL keeps 5,000 by default. */
const READ_MAX = 2000
const TIMEOUT_MS = 5000

const SCHEMA_SQL = `select n.nspname from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_stat_statements'`

/** What others may not see has no id, and is left out. */
const countersSql = (schema: string) => `
  select coalesce(json_agg(c), '[]') from (
    select s.queryid::text as query_id, r.rolname::text as role, sum(s.calls)::int8 as calls,
      sum(s.total_exec_time) as total_ms, sum(s.rows)::int8 as rows
    from ${quoteIdentifier(schema)}.pg_stat_statements s join pg_catalog.pg_roles r on r.oid = s.userid
    where s.queryid is not null
      and s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
    group by 1, 2 order by total_ms desc limit ${READ_MAX}
  ) c`

/** Empty: it is not installed, or can't be read. It never rejects: a database is measured without it too. */
export async function statementCounters(database: Pick<Database, 'run'>): Promise<StatementCounter[]> {
  const ask = async (query: string) => {
    const runId = `counters-${randomUUID()}`
    const { results } = await database.run({ runId, query, readOnly: true, timeoutMs: TIMEOUT_MS })
    return results[0]?.rows[0]?.[0] ?? null
  }
  try {
    const schema = await ask(SCHEMA_SQL)
    if (schema === null) return []
    return JSON.parse((await ask(countersSql(schema))) ?? '[]') as StatementCounter[]
  } catch {
    // The extension lacks its library, its version has other columns, or the login may not read it.
    return []
  }
}
