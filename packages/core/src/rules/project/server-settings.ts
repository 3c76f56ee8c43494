/**
 * Settings of PostgreSQL: which a project's members may change, and what a change of each does.
 * @rule project.server-settings  @spec §2
 */
import type { EngineKind, SettingEffect } from '@basedeck/platform-client/contract'

/**
 * Those that may be changed. The others name files, programs, libraries and addresses, or decide whether a commit is kept: they
 * belong to who runs the server. Source: PostgreSQL 18, "Server Configuration".
 */
export const CHANGEABLE_SETTINGS: readonly string[] = [
  // Memory
  'shared_buffers',
  'work_mem',
  'hash_mem_multiplier',
  'maintenance_work_mem',
  'autovacuum_work_mem',
  'logical_decoding_work_mem',
  'effective_cache_size',
  'temp_buffers',
  'temp_file_limit',
  // Limits
  'max_connections',
  'superuser_reserved_connections',
  'max_locks_per_transaction',
  'max_pred_locks_per_transaction',
  'max_prepared_transactions',
  'max_worker_processes',
  'max_parallel_workers',
  'max_parallel_workers_per_gather',
  'max_parallel_maintenance_workers',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
  'deadlock_timeout',
  'tcp_keepalives_idle',
  'tcp_keepalives_interval',
  // Replication
  'max_wal_senders',
  'max_replication_slots',
  'max_slot_wal_keep_size',
  'wal_keep_size',
  'max_logical_replication_workers',
  'max_sync_workers_per_subscription',
  'wal_sender_timeout',
  // The write-ahead log
  'max_wal_size',
  'min_wal_size',
  'checkpoint_timeout',
  'checkpoint_completion_target',
  'wal_compression',
  'wal_buffers',
  'commit_delay',
  'commit_siblings',
  // The planner
  'random_page_cost',
  'seq_page_cost',
  'cpu_tuple_cost',
  'cpu_index_tuple_cost',
  'cpu_operator_cost',
  'effective_io_concurrency',
  'maintenance_io_concurrency',
  'default_statistics_target',
  'from_collapse_limit',
  'join_collapse_limit',
  'constraint_exclusion',
  'plan_cache_mode',
  'jit',
  'jit_above_cost',
  'enable_partitionwise_join',
  'enable_partitionwise_aggregate',
  'enable_seqscan',
  'enable_nestloop',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_indexscan',
  'enable_bitmapscan',
  // Autovacuum
  'autovacuum',
  'autovacuum_max_workers',
  'autovacuum_naptime',
  'autovacuum_vacuum_threshold',
  'autovacuum_vacuum_scale_factor',
  'autovacuum_vacuum_insert_threshold',
  'autovacuum_analyze_threshold',
  'autovacuum_vacuum_insert_scale_factor',
  'autovacuum_analyze_scale_factor',
  'autovacuum_vacuum_cost_delay',
  'autovacuum_vacuum_cost_limit',
  'vacuum_cost_delay',
  'vacuum_cost_limit',
  'autovacuum_freeze_max_age',
  'vacuum_freeze_min_age',
  // What is written down
  'log_min_duration_statement',
  'log_lock_waits',
  'log_temp_files',
  'log_autovacuum_min_duration',
  'log_connections',
  'log_disconnections',
  'log_checkpoints',
  'log_statement',
  'track_io_timing',
  'track_functions',
  'track_activity_query_size',
  'track_wal_io_timing',
  'compute_query_id',
  // How values are read and shown
  'TimeZone',
  'DateStyle',
  'IntervalStyle',
  'bytea_output',
  'xmloption',
  'extra_float_digits',
  'default_transaction_isolation',
  'default_transaction_deferrable',
  'gin_fuzzy_search_limit',
  'default_toast_compression',
  'default_text_search_config',
  'search_path',
  'row_security',
]

const CHANGEABLE = new Set(CHANGEABLE_SETTINGS)

/** As `pg_settings.context`. */
export type SettingContext =
  | 'internal'
  | 'postmaster'
  | 'sighup'
  | 'superuser-backend'
  | 'backend'
  | 'superuser'
  | 'user'

/** What a change does; `internal` settings have no change. The one session of PGlite begins when its database is opened. */
export function settingEffect(context: SettingContext, engine: EngineKind): SettingEffect {
  if (context === 'postmaster' || engine === 'pglite') return 'restart'
  return context === 'sighup' ? 'at_once' : 'new_connections'
}

/** Where a change is written: into the database, as `ALTER DATABASE` does, or for the whole server. */
export function settingPlace(context: SettingContext): 'database' | 'server' {
  return context === 'user' || context === 'superuser' ? 'database' : 'server'
}

const UNITS: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  bytes: [
    ['TB', 1024 ** 4],
    ['GB', 1024 ** 3],
    ['MB', 1024 ** 2],
    ['kB', 1024],
    ['B', 1],
  ],
  time: [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
    ['ms', 1],
    ['us', 0.001],
  ],
}

/**
 * A value of `pg_settings` as PostgreSQL shows it: with the largest unit that leaves a whole number. -1 and 0 have none, since they
 * usually turn something off; nor has a text that names its unit already.
 * @param unit of the value, such as `8kB` or `ms`; null: none
 */
export function settingText(value: string, unit: string | null): string {
  const number = Number(value)
  if (unit === null || value === '' || !Number.isFinite(number) || number <= 0) return value
  const [, times = '', name = ''] = /^(\d*)(\w+)$/.exec(unit) ?? []
  const kind = Object.values(UNITS).find((units) => units.some(([one]) => one === name))
  const size = kind?.find(([one]) => one === name)?.[1]
  if (!kind || size === undefined) return `${value}${unit}`
  const amount = number * Number(times || 1) * size
  const [shown, divisor] = kind.find(([, one]) => Number.isInteger(amount / one)) ?? [name, size]
  return `${amount / divisor}${shown}`
}

/** Why a setting can't be changed; null: it can. */
export type FixedReason = 'internal' | 'operator' | 'platform' | 'server'

/**
 * `operator`: it names files, programs or addresses. `platform`: Basedeck sets it for the server. `server`: the server belongs to
 * somebody else, or has no settings of its own, and only those of a database can be changed.
 * @param isPlatforms the platform writes it into the server’s file
 */
export function fixedReason(
  { name, context, isPlatforms }: { name: string; context: SettingContext; isPlatforms: boolean },
  engine: EngineKind,
): FixedReason | null {
  if (context === 'internal') return 'internal'
  if (!CHANGEABLE.has(name)) return 'operator'
  if (engine !== 'cluster' && context !== 'user') return 'server'
  return isPlatforms && settingPlace(context) === 'server' ? 'platform' : null
}
