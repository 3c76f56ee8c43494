/**
 * PostgreSQL sends a transaction from its log as soon as it is written there, a moment before other sessions see it, and while it
 * waits for a synchronous standby. Until they see it, row-level security would find none of its rows.
 */
import type { PipelineStatement } from '../../../engines/session/pipeline-request.js'

const XID_BITS = 32

/**
 * Whether what follows in the same round trip sees them all; its one value is `t` or `f`.
 * @param transactions their ids, of which PostgreSQL sends the lower 32 bits: each is near the newest one
 */
export function visibleStatement(transactions: readonly number[]): PipelineStatement {
  return {
    text: `select pg_catalog.bool_and(pg_catalog.pg_visible_in_snapshot((
      next - case when behind < ${2 ** (XID_BITS - 1)} then behind else behind - ${2 ** XID_BITS} end)::text::xid8, now))
    from (select now, next, (next - t) & ${2 ** XID_BITS - 1} as behind
      from (select pg_catalog.pg_current_snapshot() as now) s,
        lateral (select pg_catalog.pg_snapshot_xmax(now)::text::int8 as next) n, pg_catalog.unnest($1::int8[]) t) x`,
    values: [`{${transactions.join(',')}}`],
  }
}
