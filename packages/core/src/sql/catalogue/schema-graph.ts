/** The tables of a schema with their columns, keys and foreign keys: one row for each table. */
import { MAY_SEE } from './relations.js'
import type { Statement } from './statements.js'

/** Tables that are drawn; a schema may have more. */
export const GRAPH_TABLES = 500

/**
 * Rows of oid, name, kind, columns and foreign keys as JSON, and the number of all tables of the schema, in the order of
 * the names.
 */
export function schemaGraphStatement(schema: string): Statement {
  return {
    query: `with shown as (
  select c.oid, c.relname, c.relkind, count(*) over () as all_tables
  from pg_catalog.pg_class c
  where c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = $1::text)
    and c.relkind in ('r', 'p', 'f') and not c.relispartition and ${MAY_SEE}
  order by c.relname, c.oid
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
      'columns', (select json_agg(a.attname order by k.place)
        from unnest(o.conkey) with ordinality k (number, place)
        join pg_catalog.pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.number),
      'toColumns', (select json_agg(a.attname order by k.place)
        from unnest(o.confkey) with ordinality k (number, place)
        join pg_catalog.pg_attribute a on a.attrelid = o.confrelid and a.attnum = k.number)
    ) order by o.conname)
    from pg_catalog.pg_constraint o where o.conrelid = s.oid and o.contype = 'f' and o.conparentid = 0),
  s.all_tables
from shown s order by s.relname, s.oid`,
    parameters: [schema],
  }
}
