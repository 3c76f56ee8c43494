/** How long a change of the structure waits for a lock, and the sessions that hold it. */
import type { LockMode } from '../rules/structure/ddl-lock.js'
import { locksAgainst } from '../rules/structure/ddl-lock.js'
import type { Statement } from './catalogue/statements.js'

/** Seconds that a change waits for each lock: meanwhile everything else that wants the table waits behind it. */
export const LOCK_WAIT_SECONDS = 5

/** Begins each transaction that changes the structure. */
export const LOCK_WAIT_STATEMENT = `set local lock_timeout = '${LOCK_WAIT_SECONDS}s'`

/** A session that holds a lock. */
export interface LockHolder {
  pid: string
  user: string
  /** Empty: it did not say. */
  application: string
  /** As `pg_stat_activity` has it: `idle in transaction`. */
  state: string
  /** Since its transaction began; null: not known. */
  seconds: number | null
}

const MOST = 3

/**
 * The sessions that hold a lock on one of the tables which goes against the wanted one, the oldest transaction first.
 * @param tables `shop.orders`, without quotes
 */
export function lockHoldersStatement(tables: readonly string[], wanted: LockMode): Statement {
  return {
    query: `select a.pid::text, coalesce(a.usename::text, ''), coalesce(a.application_name, ''), coalesce(a.state, ''),
  pg_catalog.date_part('epoch', pg_catalog.clock_timestamp() - a.xact_start)::int8::text
from pg_catalog.pg_stat_activity a
where a.pid <> pg_catalog.pg_backend_pid() and exists (
  select from pg_catalog.pg_locks l
  join pg_catalog.pg_class c on c.oid = l.relation
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where l.pid = a.pid and l.granted and l.locktype = 'relation'
    and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
    and l.mode = any ($2::text[])
    and n.nspname || '.' || c.relname in (select pg_catalog.json_array_elements_text($1::json)))
order by a.xact_start nulls last limit ${MOST}`,
    parameters: [JSON.stringify(tables), `{${locksAgainst(wanted).join(',')}}`],
  }
}

/** The sessions in the statement's rows. */
export function lockHoldersIn(rows: readonly (readonly (string | null)[])[]): LockHolder[] {
  return rows.map(([pid, user, application, state, seconds]) => ({
    pid: pid ?? '',
    user: user ?? '',
    application: application ?? '',
    state: state ?? '',
    seconds: seconds == null ? null : Number(seconds),
  }))
}
