/** The tables and views of a schema with their columns, keys and what they refer to or read: one row for each. */
import { MAY_SEE } from './relations.js'
import type { Statement } from './statements.js'

/** Tables and views that are drawn; a schema may have more. */
export const GRAPH_TABLES = 2000

/** Steps from a table along foreign keys and views, to the tables that are drawn with it. */
export const GRAPH_STEPS = [1, 2, 3] as const
/** One of `GRAPH_STEPS`. */
export type GraphSteps = (typeof GRAPH_STEPS)[number]

/** Which tables and views are drawn. */
export interface GraphPart {
  schema: string
  /** They, or one of their columns, have this in their names; empty: all. */
  words: string
  /** Only what is related to one of them; null: all. */
  around: { id: string; steps: GraphSteps } | null
}

/** Views by the tables that they read. */
const READS = `pg_catalog.pg_rewrite w
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and d.objid = w.oid
      and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid <> w.ev_class`

/** The nearest are drawn first. */
const nearest = (id: string, steps: string) => `joined (one, other) as (
  select o.conrelid, o.confrelid from pg_catalog.pg_constraint o where o.contype = 'f' and o.conparentid = 0
  union
  select w.ev_class, d.refobjid from ${READS}
), links (one, other) as materialized (
  select one, other from joined union select other, one from joined
), reached (oid, distance) as (
  select ${id}::oid, 0
  union
  select l.other, r.distance + 1 from reached r join links l on l.one = r.oid where r.distance < ${steps}::int
), near as (
  select oid, min(distance) as distance from reached group by oid
), `

/**
 * Rows of oid, name, kind, columns and foreign keys as JSON, the number of all tables and views of the schema, the number
 * of those that were found, and the oids that a view reads as JSON. They are in the order of the names, or the nearest
 * first.
 */
export function schemaGraphStatement({ schema, words, around }: GraphPart): Statement {
  const parameters: string[] = [schema]
  const parameter = (value: string) => `$${parameters.push(value)}`
  const near = around === null ? '' : nearest(parameter(around.id), parameter(String(around.steps)))
  const wanted = words.replaceAll('\0', '').trim()
  const pattern = wanted === '' ? null : `${parameter(`%${wanted.replace(/[\\%_]/g, '\\$&')}%`)}::text`
  const isFound =
    pattern === null
      ? 'true'
      : `(a.relname ilike ${pattern} or exists (select from pg_catalog.pg_attribute t
    where t.attrelid = a.oid and t.attnum > 0 and not t.attisdropped and t.attname ilike ${pattern}))`
  return {
    query: `with recursive ${near}all_tables as (
  select c.oid, c.relname, c.relkind from pg_catalog.pg_class c
  where c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = $1::text)
    and c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition and ${MAY_SEE}
), shown as (
  select a.*, ${around === null ? '0' : 'near.distance'} as distance, count(*) over () as found,
    (select count(*) from all_tables) as all_tables
  from all_tables a${around === null ? '' : ' join near on near.oid = a.oid'}
  where ${isFound}
  order by distance, a.relname, a.oid
  limit ${GRAPH_TABLES}
)
select s.oid, s.relname, s.relkind,
  (select json_agg(json_build_object(
      'name', a.attname,
      'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'isNullable', not a.attnotnull,
      'isKey', exists (select from pg_catalog.pg_index i
        where i.indrelid = s.oid and i.indisprimary and a.attnum = any (i.indkey))
    ) order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = s.oid and a.attnum > 0 and not a.attisdropped),
  (select json_agg(json_build_object(
      'name', o.conname,
      'to', o.confrelid::text,
      'columns', (select json_agg(a.attname order by k.ordinal)
        from unnest(o.conkey) with ordinality k (number, ordinal)
        join pg_catalog.pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.number),
      'toColumns', (select json_agg(a.attname order by k.ordinal)
        from unnest(o.confkey) with ordinality k (number, ordinal)
        join pg_catalog.pg_attribute a on a.attrelid = o.confrelid and a.attnum = k.number)
    ) order by o.conname)
    from pg_catalog.pg_constraint o where o.conrelid = s.oid and o.contype = 'f' and o.conparentid = 0),
  s.all_tables, s.found,
  (select json_agg(distinct d.refobjid::text) from ${READS}
    where w.ev_class = s.oid and s.relkind in ('v', 'm'))
from shown s order by s.distance, s.relname, s.oid`,
    parameters,
  }
}
