/** Activity of a database: what runs, what is large, which tables are scanned, its settings. */
import type { CatalogueList } from './catalogue-list.js'

/** The sessions of this database, without the one of this query. */
export const activity: CatalogueList = {
  columns: [
    { key: 'pid', kind: 'number', sql: 's.pid' },
    { key: 'role', kind: 'text', sql: 's.usename' },
    { key: 'application', kind: 'text', sql: `nullif(s.application_name, '')` },
    {
      key: 'state',
      kind: 'word',
      sql: `case when s.state = 'active' and s.wait_event_type = 'Lock' then 'locked' else s.state end`,
    },
    {
      key: 'since',
      kind: 'time',
      sql: `to_char(coalesce(s.query_start, s.backend_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    },
    { key: 'query', kind: 'code', sql: `nullif(left(s.query, 500), '')` },
  ],
  from: 'pg_catalog.pg_stat_activity s',
  where: `s.datname = pg_catalog.current_database() and s.pid <> pg_catalog.pg_backend_pid() and s.backend_type = 'client backend'`,
  search: `concat_ws(' ', s.query, s.usename, s.application_name)`,
  order: [{ sql: 's.pid', type: 'int' }],
}

export const tableSizes: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: `n.nspname || '.' || c.relname` },
    { key: 'size', kind: 'bytes', sql: 'pg_catalog.pg_total_relation_size(c.oid)' },
    { key: 'rows', kind: 'count', sql: 'case when c.reltuples >= 0 then c.reltuples::int8 end' },
  ],
  from: 'pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace',
  where: `c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  search: `(n.nspname || '.' || c.relname)`,
  // The pages that PostgreSQL has counted: reading the true size of ten thousand tables to sort them would take long.
  order: [
    { sql: 'c.relpages', type: 'int' },
    { sql: 'c.oid', type: 'oid' },
  ],
  descending: true,
}

export const tableScans: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: `s.schemaname || '.' || s.relname` },
    { key: 'scans', kind: 'count', sql: 's.seq_scan' },
    { key: 'scannedRows', kind: 'count', sql: 's.seq_tup_read' },
    { key: 'indexScans', kind: 'count', sql: 's.idx_scan' },
    { key: 'live', kind: 'count', sql: 's.n_live_tup' },
    { key: 'dead', kind: 'count', sql: 's.n_dead_tup' },
  ],
  from: 'pg_catalog.pg_stat_user_tables s',
  where: 's.seq_tup_read > 0',
  search: `(s.schemaname || '.' || s.relname)`,
  order: [
    { sql: 's.seq_tup_read', type: 'int8' },
    { sql: 's.relid', type: 'oid' },
  ],
  descending: true,
  isMoving: true,
}

/** The settings that decide how much may run at once, and for how long. */
export const settings: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 's.name' },
    { key: 'value', kind: 'code', sql: `pg_catalog.current_setting(s.name, true)` },
    { key: 'comment', kind: 'text', sql: 's.short_desc' },
  ],
  from: 'pg_catalog.pg_settings s',
  where: `s.name in ('max_connections', 'shared_buffers', 'work_mem', 'maintenance_work_mem', 'effective_cache_size',
    'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'wal_level', 'max_wal_senders',
    'max_replication_slots', 'ssl', 'server_version', 'TimeZone', 'default_transaction_isolation', 'autovacuum')`,
  search: 's.name',
  order: [{ sql: 's.name', type: 'text' }],
}

/**
 * Whether somebody can install the extension from here: the server has it, and the caller or the owner of the database is
 * allowed to. One that needs a superuser and is not trusted can't be installed where neither is one.
 */
const INSTALLABLE = `exists (select from pg_catalog.pg_available_extension_versions v
    where v.name = a.name and v.version = a.default_version
      and (not v.superuser or coalesce((to_jsonb(v) ->> 'trusted')::boolean, false) or exists (
        select from pg_catalog.pg_roles r where r.rolsuper and (r.rolname = current_user
          or r.oid = (select d.datdba from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())))))`

/** Extensions that the product's integrations need. */
export const integrations: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'wanted.name' },
    { key: 'installed', kind: 'flag', sql: 'x.oid is not null' },
    { key: 'installable', kind: 'flag', sql: `x.oid is null and ${INSTALLABLE}` },
    { key: 'version', kind: 'code', sql: 'coalesce(x.extversion, a.default_version)' },
    { key: 'purpose', kind: 'word', sql: 'wanted.name' },
  ],
  from: `(values ('wrappers'), ('postgres_fdw'), ('pg_net'), ('supabase_vault'), ('pg_cron'), ('pgmq')) wanted(name)
  left join pg_catalog.pg_extension x on x.extname = wanted.name
  left join pg_catalog.pg_available_extensions a on a.name = wanted.name`,
  search: 'wanted.name',
  type: `case when wanted.name in ('wrappers', 'postgres_fdw') then 'wrapper' else 'other' end`,
  order: [{ sql: 'wanted.name', type: 'text' }],
}

/** Servers whose tables are mounted as foreign tables. */
export const foreignServers: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 's.srvname' },
    { key: 'wrapper', kind: 'text', sql: 'w.fdwname' },
    {
      key: 'tables',
      kind: 'count',
      sql: '(select count(*) from pg_catalog.pg_foreign_table t where t.ftserver = s.oid)',
    },
  ],
  from: 'pg_catalog.pg_foreign_server s join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw',
  search: 's.srvname::text',
  order: [{ sql: 's.srvname', type: 'name' }],
}

/** Tables whose changes are published. */
export const publishedTables: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: `t.schemaname || '.' || t.tablename` },
    { key: 'publication', kind: 'text', sql: 't.pubname' },
  ],
  from: 'pg_catalog.pg_publication_tables t',
  search: `(t.schemaname || '.' || t.tablename)`,
  order: [
    { sql: 't.pubname', type: 'name' },
    { sql: 't.schemaname', type: 'name' },
    { sql: 't.tablename', type: 'name' },
  ],
}

/** Bytes of the log that the server keeps for it. A server that follows another has no own place in the log. */
const SLOT_LAG = `case when s.restart_lsn is not null and not pg_catalog.pg_is_in_recovery()
    then greatest(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), s.restart_lsn), 0)::int8 end`

/** Subscriptions to other servers, and how far each is behind. */
export const subscriptions: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 's.subname' },
    { key: 'enabled', kind: 'flag', sql: 's.subenabled' },
    { key: 'publications', kind: 'text', sql: `pg_catalog.array_to_string(s.subpublications, ', ')` },
    {
      key: 'received',
      kind: 'time',
      sql: `pg_catalog.to_char(t.last_msg_receipt_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    },
    {
      key: 'lag',
      kind: 'bytes',
      sql: 'greatest(pg_catalog.pg_wal_lsn_diff(t.received_lsn, t.latest_end_lsn), 0)::int8',
    },
  ],
  from: `pg_catalog.pg_subscription s
  left join pg_catalog.pg_stat_subscription t on t.subid = s.oid and t.relid is null`,
  where: 's.subdbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())',
  search: 's.subname::text',
  order: [
    { sql: 's.subname', type: 'name' },
    { sql: 's.oid', type: 'oid' },
  ],
}

export const replicationSlots: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 's.slot_name' },
    { key: 'kind', kind: 'text', sql: 's.slot_type' },
    { key: 'active', kind: 'flag', sql: 's.active' },
    { key: 'database', kind: 'text', sql: 's.database' },
    { key: 'lag', kind: 'bytes', sql: SLOT_LAG },
  ],
  from: 'pg_catalog.pg_replication_slots s',
  search: 's.slot_name::text',
  order: [{ sql: 's.slot_name', type: 'name' }],
}
