/** How the server is used: tables that are not kept, sessions that hold it up, limits that come near. */
import { IN_USER_SCHEMA, type AdvisorRule } from '../advisor-rule.js'

export const SERVER_RULES: readonly AdvisorRule[] = [
  {
    name: 'table_bloat',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, t.relname, 'table', format('%s of %s rows of %I.%I are dead.', t.n_dead_tup, t.n_dead_tup + t.n_live_tup, n.nspname, t.relname),
        format('vacuum (analyze) %I.%I;', n.nspname, t.relname)
      from pg_stat_user_tables t join pg_namespace n on n.nspname = t.schemaname
      where ${IN_USER_SCHEMA} and t.n_dead_tup > 10000 and t.n_dead_tup > t.n_live_tup
        and not exists (select from pg_stat_progress_vacuum under_way where under_way.relid = t.relid)`,
  },
  {
    name: 'never_analyzed',
    level: 'INFO',
    categories: ['PERFORMANCE'],
    sql: `select n.nspname, t.relname, 'table', format('The planner knows nothing of the %s rows of %I.%I.', t.n_live_tup, n.nspname, t.relname),
        format('analyze %I.%I;', n.nspname, t.relname)
      from pg_stat_user_tables t join pg_namespace n on n.nspname = t.schemaname
      where ${IN_USER_SCHEMA} and t.n_live_tup > 10000 and t.last_analyze is null and t.last_autoanalyze is null
        -- Autovacuum comes once a minute.
        and pg_postmaster_start_time() < now() - interval '10 minutes'`,
  },
  {
    name: 'long_transaction',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select '', a.pid::text, 'session', format('A transaction of %I is open since %s (%s, process %s).', a.usename, to_char(a.xact_start, 'YYYY-MM-DD HH24:MI'), a.state, a.pid),
        format('select pg_terminate_backend(%s);', a.pid)
      from pg_stat_activity a
      where a.datname = current_database() and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
        and a.xact_start < now() - case when a.state like 'idle in transaction%' then interval '10 minutes' else interval '1 hour' end`,
  },
  {
    name: 'connections_near_limit',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select '', current_database()::text, 'database', format('%s of %s connections are in use.', used.count, most.count), null
      from (select count(*) from pg_stat_activity where backend_type = 'client backend') used,
        (select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) most (count)
      where used.count > 0.85 * most.count`,
  },
  {
    name: 'inactive_replication_slot',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    sql: `select '', s.slot_name::text, 'replication slot', format('No client reads the replication slot %I. The server keeps %s of changes for it.', s.slot_name, pg_size_pretty(behind.bytes)),
        format('select pg_drop_replication_slot(%L);', s.slot_name)
      from pg_replication_slots s
        cross join lateral (select case when pg_is_in_recovery() then 0 else pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn) end) behind (bytes)
      where not s.active and not s.temporary and behind.bytes > 104857600`,
  },
  {
    name: 'transaction_ids_near_end',
    level: 'ERROR',
    categories: ['PERFORMANCE'],
    sql: `select '', d.datname::text, 'database', format('%s %% of the transaction ids are used. At the end PostgreSQL takes no more writes.', round(100.0 * age(d.datfrozenxid) / 2147483647)), 'vacuum (freeze);'
      from pg_database d where d.datname = current_database() and age(d.datfrozenxid) > 1200000000`,
  },
]
