/** Lists and stops the running queries of a PostgreSQL database, by its own catalogue. */
import type { Cell, RunningQuery } from '@basedeck/platform-client/contract'

/** Milliseconds; a list that takes longer is of no use. */
export const RUNNING_TIMEOUT_MS = 5000

/** One row, one column: the list as JSON, without this session and without idle ones. */
export const RUNNING_SQL = `
select coalesce(json_agg(q order by q."forMs" desc), '[]')::text from (
  select a.pid::text as id,
    left(a.query, 4000) as query,
    coalesce(a.usename::text, '') as "user",
    a.application_name as application,
    case when a.state like 'idle%' then 'idle' when a.wait_event_type = 'Lock' then 'locked' else 'running' end as state,
    greatest(0, floor(extract(epoch from clock_timestamp()
      - case when a.state like 'idle%' then a.state_change else a.query_start end) * 1000))::int8 as "forMs",
    case when a.state = 'active' and a.wait_event is not null
      then a.wait_event_type || ': ' || a.wait_event end as "waitsFor",
    (select coalesce(json_agg(blocker::text), '[]') from unnest(pg_blocking_pids(a.pid)) blocker) as "blockedBy",
    (select coalesce(json_agg(distinct n.nspname || '.' || c.relname || ': ' || l.mode), '[]')
      from pg_locks l join pg_class c on c.oid = l.relation join pg_namespace n on n.oid = c.relnamespace
      where l.pid = a.pid and l.granted and l.database = a.datid and c.relkind in ('r', 'p', 'm', 'f')
        and n.nspname not in ('pg_catalog', 'pg_toast', 'information_schema')) as locks,
    a.state = 'active' and coalesce(not r.rolsuper, false)
      and (pg_has_role(a.usesysid, 'MEMBER') or pg_has_role('pg_signal_backend', 'MEMBER')) as "canCancel"
  from pg_stat_activity a left join pg_roles r on r.oid = a.usesysid
  where a.datname = current_database() and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
    and a.state is distinct from 'idle'
) q`

export function runningQueriesIn(rows: readonly (readonly Cell[])[]): RunningQuery[] {
  const listed = JSON.parse(rows[0]?.[0] ?? '[]') as (Omit<RunningQuery, 'waitsFor'> & {
    waitsFor: string | null
  })[]
  return listed.map(({ waitsFor, ...query }) => (waitsFor === null ? query : { ...query, waitsFor }))
}

/** Stops the statement of a process of this database, if it is at one. `$1`: the process. Gives when it began, too. */
export const CANCEL_RUNNING_SQL = `
select pg_cancel_backend(pid)::text, query_start::text from pg_stat_activity
where pid = $1::int and datname = current_database() and state = 'active' and pid <> pg_backend_pid()`

/** Ends the session of a process that is still at the statement it was to stop. `$1`: the process; `$2`: its beginning. */
export const END_RUNNING_SQL = `
select pg_terminate_backend(pid)::text from pg_stat_activity
where pid = $1::int and datname = current_database() and state = 'active' and query_start = $2::timestamptz`

/** Milliseconds in which a statement that obeys has stopped, unless it has much to undo. */
export const OBEYS_WITHIN_MS = 3000

/** Undefined when the text is not a process id. */
export function processIn(id: string): string | undefined {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31 ? id : undefined
}
