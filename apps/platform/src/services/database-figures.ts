/** Figures of a database that reports show: counters since its statistics began, and what is measured at a moment. */
import { DATABASE_COUNTERS, type ReportSeriesName } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import type { ProjectLife } from '../project-life/project-life.js'

const TIMEOUT_MS = 5000
const SQL = `
  select json_build_object(
    'TRANSACTIONS', xact_commit + xact_rollback, 'ROLLBACKS', xact_rollback,
    'BLOCKS_READ', blks_read, 'BLOCKS_HIT', blks_hit, 'ROWS_FETCHED', tup_fetched,
    'ROWS_CHANGED', tup_inserted + tup_updated + tup_deleted, 'TEMP_BYTES', temp_bytes, 'DEADLOCKS', deadlocks,
    'WAL_BYTES', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') end,
    'DEAD_ROWS', (select coalesce(sum(n_dead_tup), 0) from pg_stat_user_tables),
    'LOCK_WAITS', (select count(*) from pg_stat_activity where wait_event_type = 'Lock'))
  from pg_stat_database where datname = current_database()`

/** By the name of their series; counters are totals. */
export type DatabaseFigures = Partial<Record<ReportSeriesName, number>>

/** Empty while the database does not answer. */
export async function databaseFigures(
  life: Pick<ProjectLife, 'database'>,
  ref: string,
): Promise<DatabaseFigures> {
  try {
    const database = await life.database(ref)
    const { results } = await database.run({
      runId: `figures-${randomUUID()}`,
      query: SQL,
      readOnly: true,
      timeoutMs: TIMEOUT_MS,
    })
    return JSON.parse(results[0]?.rows[0]?.[0] ?? '{}') as DatabaseFigures
  } catch {
    return {}
  }
}

const GAUGES = ['DEAD_ROWS', 'LOCK_WAITS'] as const

/**
 * What is kept: what is measured as it is, and how much counters grew. A counter that shrank began again, and what it grew
 * is not known.
 * @param before undefined: nothing was measured before
 */
export function keptFigures(before: DatabaseFigures | undefined, now: DatabaseFigures): DatabaseFigures {
  const kept: DatabaseFigures = {}
  for (const name of GAUGES) {
    const value = now[name]
    if (typeof value === 'number') kept[name] = value
  }
  for (const name of DATABASE_COUNTERS) {
    const [earlier, later] = [before?.[name], now[name]]
    if (typeof earlier === 'number' && typeof later === 'number' && later >= earlier)
      kept[name] = later - earlier
  }
  return kept
}
