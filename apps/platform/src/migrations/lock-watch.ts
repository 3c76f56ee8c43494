/** Finds out who holds the locks that a migration waits for, while it waits. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../engines/engine.js'

/** The session of a migration says so, and is found by it. */
export function applicationOf(version: string): string {
  return `basedeck migration ${version}`
}

const LOOK_AGAIN_MS = 1000

/** Sessions that hold what the named one waits for: pid, user, program, what it runs. */
const HOLDERS_SQL = `select b.pid::text, coalesce(b.usename::text, ''), coalesce(b.application_name, ''),
  pg_catalog.left(pg_catalog.regexp_replace(coalesce(b.query, ''), '\\s+', ' ', 'g'), 100)
from pg_catalog.pg_stat_activity a
cross join lateral pg_catalog.unnest(pg_catalog.pg_blocking_pids(a.pid)) p (pid)
join pg_catalog.pg_stat_activity b on b.pid = p.pid
where a.application_name = $1
order by b.xact_start nulls last limit 3`

export interface LockWatch {
  /** The last that were seen; empty: it waited for none. */
  holders(): readonly string[]
  stop(): void
}

/** Looks once a second until it is stopped. A database with one session is not asked before the migration has ended. */
export function watchLocks(database: Pick<Database, 'run'>, version: string): LockWatch {
  const stopped = new AbortController()
  let seen: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  async function look(): Promise<void> {
    try {
      const { results } = await database.run({
        runId: randomUUID(),
        query: HOLDERS_SQL,
        parameters: [applicationOf(version)],
        readOnly: true,
        signal: stopped.signal,
      })
      const rows = results[0]?.rows ?? []
      if (rows.length > 0)
        seen = rows.map(([pid, user, application, query]) =>
          [`${pid}`, user, application, query].filter((part) => part !== '' && part !== null).join(', '),
        )
    } catch {
      // Whom it waits for is not worth more than the migration itself.
    }
    if (!stopped.signal.aborted) begin()
  }
  function begin(): void {
    timer = setTimeout(() => void look(), LOOK_AGAIN_MS)
  }
  begin()
  return {
    holders: () => seen,
    stop() {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}
