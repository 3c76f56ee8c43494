/** What the data API serves to a role, as its documentation shows it: the list, and one table or function of it. */
import type { Statement } from './catalogue/statements.js'
import type { ReachedKind } from './data-api-reach.js'

/** The roles that applications act as. */
export const API_ROLES = ['anon', 'authenticated', 'service_role'] as const
/** One of `API_ROLES`. */
export type ApiRole = (typeof API_ROLES)[number]

/** A table, view or function of the exposed schemas that a role reaches. */
export interface ApiObject {
  /** PostgreSQL's oid; a function and a relation may have the same. */
  id: string
  kind: ReachedKind
  schema: string
  name: string
  comment: string | null
  /** Of a function, as PostgreSQL writes them; null: it is a relation. */
  arguments: string | null
}

/** Entries of the list. */
export const API_OBJECTS_MAX = 2000

/** By schema in the order of exposure, relations before functions. */
export function apiObjectsStatement(schemas: readonly string[], role: ApiRole): Statement {
  return {
    query: `with role as (select pg_catalog.to_regrole($2)::oid as id), exposed as (
  select n.oid, n.nspname, e.ordinal from pg_catalog.json_array_elements_text($1::json) with ordinality e (name, ordinal)
  join pg_catalog.pg_namespace n on n.nspname = e.name
  where pg_catalog.has_schema_privilege((select id from role), n.oid, 'USAGE')
)
select id, kind, schema, name, comment, arguments from (
  select c.oid::text as id, case c.relkind when 'f' then 'foreign-table' when 'v' then 'view' when 'm' then 'materialized-view'
      else 'table' end as kind,
    n.nspname::text as schema, c.relname::text as name, pg_catalog.obj_description(c.oid, 'pg_class') as comment,
    null as arguments, n.ordinal
  from exposed n join pg_catalog.pg_class c on c.relnamespace = n.oid
  where c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
    and (pg_catalog.has_any_column_privilege((select id from role), c.oid, 'SELECT, INSERT, UPDATE')
      or pg_catalog.has_table_privilege((select id from role), c.oid, 'DELETE'))
  union all
  select p.oid::text, 'function', n.nspname, p.proname, pg_catalog.obj_description(p.oid, 'pg_proc'),
    pg_catalog.pg_get_function_identity_arguments(p.oid), n.ordinal
  from exposed n join pg_catalog.pg_proc p on p.pronamespace = n.oid
  where p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
    and pg_catalog.has_function_privilege((select id from role), p.oid, 'EXECUTE')
) found
order by ordinal, kind = 'function', name, arguments
limit ${API_OBJECTS_MAX}`,
    parameters: [JSON.stringify(schemas), role],
  }
}

/** What the statement says. */
export function apiObjectsIn(rows: readonly (readonly (string | null)[])[]): ApiObject[] {
  return rows.map(([id, kind, schema, name, comment = null, parameters = null]) => ({
    id: id ?? '',
    kind: (kind ?? 'table') as ReachedKind,
    schema: schema ?? '',
    name: name ?? '',
    comment,
    arguments: parameters,
  }))
}

/** A column as the role sees it. */
export interface ApiColumn {
  name: string
  /** As PostgreSQL writes it: `character varying(20)`. */
  type: string
  /** `N` number, `S` text, `B` boolean, `D` date and time, `A` array, `E` enumeration, and so on: PostgreSQL's category. */
  category: string
  isNullable: boolean
  /** An expression; null: it has none. */
  default: string | null
  comment: string | null
  /** Its place in the primary key, from 1; null: it is not in it. */
  key: number | null
  /** What it refers to, as `schema.table.column`; null: nothing. */
  refersTo: string | null
  /** The labels of an enumeration. */
  labels: readonly string[] | null
  /** PostgreSQL gives the value: it is generated, or an identity that is always generated. */
  isGenerated: boolean
  /** An identity whose value may be given. */
  isIdentity: boolean
  mayRead: boolean
  mayInsert: boolean
  mayUpdate: boolean
}

/** A relation as the role sees it. */
export interface ApiTable {
  columns: readonly ApiColumn[]
  /** Every column of it may be read, so that `select *` is allowed. */
  readsAll: boolean
  mayDelete: boolean
}

/** One row with one text of JSON: only the columns that the role may read or write. */
export function apiTableStatement(id: string, role: ApiRole): Statement {
  const may = (privilege: string) =>
    `pg_catalog.has_column_privilege((select id from role), a.attrelid, a.attnum, '${privilege}')`
  const updatable = (bit: number) => `pg_catalog.pg_column_is_updatable(a.attrelid, a.attnum, true) and
      pg_catalog.pg_relation_is_updatable(a.attrelid, true) & ${bit} <> 0`
  return {
    query: `with role as (select pg_catalog.to_regrole($2)::oid as id)
select pg_catalog.json_build_object(
  'mayDelete', pg_catalog.has_table_privilege((select id from role), $1::oid, 'DELETE')
    and pg_catalog.pg_relation_is_updatable($1::oid, true) & 16 <> 0,
  'readsAll', not exists (select from pg_catalog.pg_attribute a
    where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped and not ${may('SELECT')}),
  'columns', coalesce((select pg_catalog.json_agg(pg_catalog.json_build_object(
    'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod), 'category', t.typcategory,
    'isNullable', not a.attnotnull, 'default', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
    'comment', pg_catalog.col_description(a.attrelid, a.attnum),
    'key', (select pg_catalog.array_position(k.conkey, a.attnum) from pg_catalog.pg_constraint k
      where k.conrelid = a.attrelid and k.contype = 'p'),
    'refersTo', (select pg_catalog.concat_ws('.', m.nspname, f.relname, b.attname)
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class f on f.oid = k.confrelid join pg_catalog.pg_namespace m on m.oid = f.relnamespace
      join pg_catalog.pg_attribute b on b.attrelid = f.oid
        and b.attnum = k.confkey[pg_catalog.array_position(k.conkey, a.attnum)]
      where k.conrelid = a.attrelid and k.contype = 'f' and a.attnum = any (k.conkey) and k.conparentid = 0
      order by k.oid limit 1),
    'labels', (select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e
      where e.enumtypid = t.oid),
    'isGenerated', a.attgenerated <> '' or a.attidentity = 'a', 'isIdentity', a.attidentity = 'd',
    'mayRead', ${may('SELECT')}, 'mayInsert', ${may('INSERT')} and ${updatable(8)},
    'mayUpdate', ${may('UPDATE')} and ${updatable(4)}) order by a.attnum)
    from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped
      and (${may('SELECT')} or ${may('INSERT')} or ${may('UPDATE')})), '[]'))::text
where exists (select from pg_catalog.pg_class where oid = $1::oid)`,
    parameters: [id, role],
  }
}

/** An argument that a caller gives. */
export interface ApiArgument {
  /** Empty: it has none. */
  name: string
  type: string
  category: string
  hasDefault: boolean
}

/** A function as it is called. */
export interface ApiFunction {
  arguments: readonly ApiArgument[]
  /** As PostgreSQL writes it: `SETOF orders`. */
  returns: string
  /** It changes nothing, so that it can be called by GET. */
  isStable: boolean
}

/** One row with one text of JSON. */
export function apiFunctionStatement(id: string): Statement {
  return {
    query: `select pg_catalog.json_build_object(
  'returns', pg_catalog.pg_get_function_result(p.oid), 'isStable', p.provolatile <> 'v',
  'arguments', coalesce((select pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', coalesce(p.proargnames[a.place], ''), 'type', pg_catalog.format_type(a.type, null), 'category', t.typcategory,
      'hasDefault', a.ordinal > p.pronargs - p.pronargdefaults) order by a.ordinal)
    from (select type, place, row_number() over (order by place) as ordinal
      from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u (type, place)
      where p.proargmodes is null or p.proargmodes[place] in ('i', 'b', 'v')) a
    join pg_catalog.pg_type t on t.oid = a.type), '[]'))::text
from pg_catalog.pg_proc p where p.oid = $1::oid`,
    parameters: [id],
  }
}

/** The one JSON of a row; null: it is gone. Written by the statements above. */
export function apiDetailIn<Detail extends ApiTable | ApiFunction>(
  rows: readonly (readonly (string | null)[])[],
): Detail | null {
  const text = rows[0]?.[0]
  return text == null ? null : (JSON.parse(text) as Detail)
}
