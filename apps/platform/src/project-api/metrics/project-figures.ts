/** The figures of one project for its metrics: of its database, its files and its replicas. */
import { randomUUID } from 'node:crypto'
import type { ControlDatabase } from '../../control/control-database.js'
import { storageSizeOf } from '../../control/samples.js'
import type { EngineReplicas } from '../../engines/engine-registry.js'
import type { ProjectFigures } from './figure-metrics.js'
import type { ProjectLife } from '../../project-life/project-life.js'
import { readTargetsOf } from '../../replicas/read-targets.js'

const TIMEOUT_MS = 5000
/** Figures that this login may not see are left out. */
const SQL = `
  select json_build_object(
    'database', (select json_build_object(
      'size_bytes', pg_database_size(datid), 'commits', xact_commit, 'rollbacks', xact_rollback,
      'max_connections', current_setting('max_connections')::int,
      'blocks_hit', blks_hit, 'blocks_read', blks_read, 'rows_fetched', tup_fetched,
      'rows_inserted', tup_inserted, 'rows_updated', tup_updated, 'rows_deleted', tup_deleted,
      'deadlocks', deadlocks, 'temp_files', temp_files, 'temp_bytes', temp_bytes,
      'wal_bytes', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') end,
      'dead_rows', (select coalesce(sum(n_dead_tup), 0) from pg_stat_user_tables),
      'live_rows', (select coalesce(sum(n_live_tup), 0) from pg_stat_user_tables),
      'oldest_transaction', (select coalesce(extract(epoch from max(now() - xact_start)), 0) from pg_stat_activity
        where datid = s.datid and pid <> pg_backend_pid()),
      'started_at', extract(epoch from pg_postmaster_start_time()))
      from pg_stat_database s where datname = current_database()),
    'connections', (select coalesce(json_object_agg(state, count), '{}') from (
      select coalesce(state, 'hidden') as state, count(*) from pg_stat_activity
      where datname = current_database() group by 1) by_state),
    'locks', (select coalesce(json_object_agg(mode, count), '{}') from (
      select case when granted then mode else 'waiting' end as mode, count(*) from pg_locks
      where pid <> pg_backend_pid() group by 1) by_mode))`

export interface ProjectFiguresDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'database'>
  registry: Pick<EngineReplicas, 'followings'>
}

/** What can't be asked is left out: a monitor learns by that that it is away. */
export async function projectFigures(deps: ProjectFiguresDeps, ref: string): Promise<ProjectFigures> {
  const [ofDatabase, storageBytes, replicas] = await Promise.all([
    databaseFigures(deps, ref),
    storageSizeOf(deps.control, ref).catch(() => null),
    readTargetsOf(deps, ref).then(
      (targets) => targets.replicas,
      () => [],
    ),
  ])
  return { ...ofDatabase, storageBytes, replicas }
}

type DatabasePart = Pick<ProjectFigures, 'database' | 'connections' | 'locks'>

async function databaseFigures(
  { life }: Pick<ProjectFiguresDeps, 'life'>,
  ref: string,
): Promise<DatabasePart> {
  try {
    const database = await life.database(ref)
    const { results } = await database.run({
      runId: `metrics-${randomUUID()}`,
      query: SQL,
      readOnly: true,
      timeoutMs: TIMEOUT_MS,
    })
    return JSON.parse(results[0]?.rows[0]?.[0] ?? '') as DatabasePart
  } catch {
    return { database: null, connections: {}, locks: {} }
  }
}
