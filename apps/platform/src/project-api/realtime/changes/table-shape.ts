/** What the messages of a table's changes need of its catalogue. */
import { quoteLiteral } from '@basedeck/core/sql'
import { PUBLICATION } from '../family-names.js'

export interface ShapeColumn {
  name: string
  /** As the catalogue names it: `int4`, `_text`. */
  type: string
  /** As SQL casts to it. */
  cast: string
  /** Of a domain, the type below; of an array, that of its elements. */
  base: string
  /** Part of the primary key. */
  isKey: boolean
  /** Part of the replica identity. */
  isIdentity: boolean
  /** Whether the role that asked may select it. */
  mayRead: boolean
}

export interface TableShape {
  oid: number
  schema: string
  table: string
  columns: ShapeColumn[]
}

const COLUMNS = (role: string) => `
  'oid', c.oid::int8, 'schema', n.nspname, 'table', c.relname, 'columns', (
    select pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', a.attname, 'type', t.typname, 'cast', pg_catalog.format('%I.%I', s.nspname, t.typname),
      'base', coalesce(b.typname, e.typname, t.typname),
      'isKey', coalesce(a.attnum = any (k.indkey), false),
      'isIdentity', c.relreplident = 'f' or coalesce(a.attnum = any (i.indkey), false),
      'mayRead', ${role === '' ? 'true' : `pg_catalog.has_schema_privilege(${role}, n.oid, 'usage') and pg_catalog.has_column_privilege(${role}, c.oid, a.attnum, 'select')`}
    ) order by a.attnum)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    join pg_catalog.pg_namespace s on s.oid = t.typnamespace
    left join pg_catalog.pg_type b on b.oid = t.typbasetype
    left join pg_catalog.pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    left join pg_catalog.pg_index k on k.indrelid = c.oid and k.indisprimary
    left join pg_catalog.pg_index i on i.indrelid = c.oid
      and case c.relreplident when 'i' then i.indisreplident else i.indisprimary end
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)`

/** One row, one JSON: the tables of these oids. */
export function shapesStatement(oids: readonly number[]): string {
  return `select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(${COLUMNS('')})), '[]')
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.oid in (${oids.join(', ')})`
}

/** One row, one JSON: the published tables of that name, with what the role may read. @param table undefined: all of the schema */
export function publishedStatement(schema: string, table: string | undefined, role: string): string {
  const wanted = [
    ...(schema === '*' ? [] : [`p.schemaname = ${quoteLiteral(schema)}`]),
    ...(table === undefined || table === '*' ? [] : [`p.tablename = ${quoteLiteral(table)}`]),
    `p.pubname = '${PUBLICATION}'`,
  ].join(' and ')
  return `select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(${COLUMNS(`${quoteLiteral(role)}::name`)})), '[]')
from pg_catalog.pg_publication_tables p
join pg_catalog.pg_namespace n on n.nspname = p.schemaname
join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
where ${wanted}`
}
