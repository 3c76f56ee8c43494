/** The sessions of a database, what each waits for, and the SQL that stops one. */
import type { Statement } from './catalogue/index.js'
import { quoteLiteral } from './quoting.js'

/** A session of the database. Times are in seconds; null: not known, or the session does nothing. */
export interface DatabaseSession {
  pid: string
  /** When it began, as PostgreSQL writes it: a later session may have the same process id. */
  began: string
  role: string
  application: string
  /** Where the program runs; empty: on the server itself. */
  client: string
  /** As PostgreSQL has it: `active`, `idle`, `idle in transaction`, …; empty: hidden from this login. */
  state: string
  /** `Lock: transactionid`; empty: it waits for nothing. */
  waitsFor: string
  /** What it waits to lock, `public.orders: AccessExclusiveLock`; empty: no table. */
  wantedLock: string
  blockedBy: string[]
  sessionSeconds: number
  transactionSeconds: number | null
  /** Since the statement began, or since the session has been idle. */
  statementSeconds: number | null
  /** The statement that runs, or the last one. */
  query: string
  /** Whether this login may stop it. */
  maySignal: boolean
}

/** More are not listed. */
export const SESSIONS_MAX = 500

/** One row with one JSON array: those that wait, hold locks and work come first. */
export const SESSION_LIST_STATEMENT: Statement = {
  query: `select coalesce(pg_catalog.json_agg(q), '[]')::text from (
  select a.pid::text as pid, a.backend_start::text as began, coalesce(a.usename::text, '') as role,
    coalesce(a.application_name, '') as application, coalesce(pg_catalog.host(a.client_addr), '') as client,
    coalesce(a.state, '') as state,
    case when a.state = 'active' and a.wait_event is not null then a.wait_event_type || ': ' || a.wait_event else '' end as "waitsFor",
    coalesce((select n.nspname || '.' || c.relname || ': ' || l.mode from pg_catalog.pg_locks l
      join pg_catalog.pg_class c on c.oid = l.relation join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where l.pid = a.pid and not l.granted and l.database = a.datid limit 1), '') as "wantedLock",
    case when a.wait_event_type = 'Lock'
      then (select coalesce(pg_catalog.json_agg(distinct b.pid::text), '[]') from pg_catalog.unnest(pg_catalog.pg_blocking_pids(a.pid)) b (pid))
      else '[]' end as "blockedBy",
    pg_catalog.date_part('epoch', pg_catalog.clock_timestamp() - a.backend_start) as "sessionSeconds",
    pg_catalog.date_part('epoch', pg_catalog.clock_timestamp() - a.xact_start) as "transactionSeconds",
    pg_catalog.date_part('epoch', pg_catalog.clock_timestamp()
      - case when a.state = 'active' then a.query_start else a.state_change end) as "statementSeconds",
    coalesce(pg_catalog.left(a.query, 10000), '') as query,
    coalesce(not r.rolsuper, false) and (pg_catalog.pg_has_role(a.usesysid, 'MEMBER')
      or pg_catalog.pg_has_role('pg_signal_backend', 'MEMBER')) as "maySignal"
  from pg_catalog.pg_stat_activity a left join pg_catalog.pg_roles r on r.oid = a.usesysid
  where a.datname = pg_catalog.current_database() and a.pid <> pg_catalog.pg_backend_pid() and a.backend_type = 'client backend'
  order by a.state is not distinct from 'idle', a.xact_start nulls last, a.pid limit ${SESSIONS_MAX}
) q`,
  parameters: [],
}

/** How a session is stopped: its statement, or all of it. */
export type SessionStop = 'cancel' | 'terminate'

/**
 * Stops a session. It gives no row when that session has ended, even if another one has its process id by now. As one text, so that
 * the audit log says which.
 */
export function sessionStopText(
  how: SessionStop,
  { pid, began }: Pick<DatabaseSession, 'pid' | 'began'>,
): string {
  return `select pg_catalog.pg_${how}_backend(a.pid) from pg_catalog.pg_stat_activity a
where a.pid = ${Number(pid)} and a.backend_start = ${quoteLiteral(began)}::timestamptz
  and a.datname = pg_catalog.current_database()`
}
