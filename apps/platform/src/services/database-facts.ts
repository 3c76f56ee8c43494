/** A few numbers of a project's database, for its home. */
import { randomUUID } from 'node:crypto'
import type { ProjectActivity } from '@basedeck/platform-client/contract'
import type { ProjectLife } from '../project-life/project-life.js'

const TIMEOUT_MS = 5000

// A server lists at least the session that asks; PGlite, which has no other one, lists none.
const SQL = `
  select json_build_object(
    'size_bytes', pg_database_size(current_database()),
    'tables', (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and n.nspname not in ('auth', 'storage', 'extensions', 'realtime', 'basedeck')),
    'connections', clients,
    'max_connections', case when clients > 0 then current_setting('max_connections')::int end,
    'started_at', case when clients > 0 then pg_postmaster_start_time() end)
  from (select count(*) as clients from pg_stat_activity where backend_type = 'client backend') as sessions`

/** Undefined while the database does not answer: a home is shown without its numbers. */
export async function databaseFacts(
  life: Pick<ProjectLife, 'database'>,
  ref: string,
): Promise<ProjectActivity['database']> {
  try {
    const database = await life.database(ref)
    const { results } = await database.run({
      runId: `facts-${randomUUID()}`,
      query: SQL,
      readOnly: true,
      timeoutMs: TIMEOUT_MS,
    })
    return JSON.parse(results[0]?.rows[0]?.[0] ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
