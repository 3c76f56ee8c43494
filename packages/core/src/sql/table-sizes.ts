/** How large a table is, and what its statistics say of its rows. */
import type { Statement } from './catalogue/statements.js'

/** Bytes and rows. Null: the relation has no storage, or was never counted. SPEC §3 */
export interface TableSizes {
  /** With indexes and TOAST. */
  totalBytes: number | null
  /** The rows alone, with TOAST. */
  tableBytes: number | null
  indexBytes: number | null
  /** As the statistics count them. */
  liveRows: number | null
  deadRows: number | null
}

/** Partitions count with their partitioned table. */
export function tableSizesStatement(oid: string): Statement {
  return {
    query: `with parts as (
  select c.oid from pg_catalog.pg_class c where c.oid = $1::oid and c.relkind in ('r', 'm')
  union all
  select p.relid from pg_catalog.pg_partition_tree($1::oid) p where p.isleaf
    and exists (select from pg_catalog.pg_class c where c.oid = $1::oid and c.relkind = 'p')
)
select sum(pg_catalog.pg_total_relation_size(oid)), sum(pg_catalog.pg_table_size(oid)),
  sum(pg_catalog.pg_indexes_size(oid)), sum(pg_catalog.pg_stat_get_live_tuples(oid)),
  sum(pg_catalog.pg_stat_get_dead_tuples(oid)) from parts`,
    parameters: [oid],
  }
}

/** What the statement says. */
export function tableSizesIn(row: readonly (string | null)[] | undefined): TableSizes {
  const [totalBytes, tableBytes, indexBytes, liveRows, deadRows] = (row ?? []).map((cell) =>
    cell === null ? null : Number(cell),
  )
  return {
    totalBytes: totalBytes ?? null,
    tableBytes: tableBytes ?? null,
    indexBytes: indexBytes ?? null,
    liveRows: liveRows ?? null,
    deadRows: deadRows ?? null,
  }
}
