/** The statements that fetch the editor's catalogue: relations with their columns page by page, functions, schemas. */
import { MAY_SEE } from './relations.js'
import type { Statement } from './statements.js'

/** Relations of one page. */
export const COMPLETION_PAGE_SIZE = 1000

/**
 * Relations in the order of their oid: oid, schema, name, kind, comment, and the columns as a JSON list of
 * `[name, type, is not null, comment]`.
 * @param after the last oid of the page before; empty for the first
 */
export function relationsStatement(after: string): Statement {
  return {
    query: `select c.oid::text, n.nspname::text, c.relname::text, c.relkind::text,
  pg_catalog.obj_description(c.oid, 'pg_class'),
  (select pg_catalog.json_agg(pg_catalog.json_build_array(
      a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull, d.description) order by a.attnum)
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_description d
      on d.objoid = a.attrelid and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objsubid = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)::text
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p')
  and n.nspname !~ '^pg_(toast|temp)'
  and ${MAY_SEE}
  and c.oid > $1::oid
order by c.oid
limit ${COMPLETION_PAGE_SIZE}`,
    parameters: [after === '' ? '0' : after],
  }
}

/**
 * Functions that can be called, also those that only triggers call: schema, name, parameters, result, comment. Operators and
 * PostgreSQL's own triggers are left out.
 */
export const FUNCTIONS_STATEMENT: Statement = {
  query: `select n.nspname::text, p.proname::text, pg_catalog.pg_get_function_arguments(p.oid),
  pg_catalog.pg_get_function_result(p.oid), d.description
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
left join pg_catalog.pg_description d
  on d.objoid = p.oid and d.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objsubid = 0
where p.prokind in ('f', 'a', 'w')
  and (p.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype or n.nspname <> 'pg_catalog')
  and n.nspname !~ '^pg_(toast|temp)' and n.nspname <> 'information_schema'
  and pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
  and not exists (select from pg_catalog.pg_operator o where o.oprcode = p.oid)
order by p.proname, p.oid`,
  parameters: [],
}

/** What bare names mean, and what they may be: the kind of a name (`schema`, `path`, `type`, `sequence`, `role`) and the name. */
export const NAMES_STATEMENT: Statement = {
  query: `select 'schema', n.nspname::text, 0 as ordinal from pg_catalog.pg_namespace n
where n.nspname !~ '^pg_(toast|temp)'
union all
select 'path', path.name::text, path.ordinal::int
from unnest(pg_catalog.current_schemas(true)) with ordinality as path (name, ordinal)
union all
select 'type', pg_catalog.format_type(t.oid, null), 0 from pg_catalog.pg_type t
where t.typtype in ('b', 'd', 'e', 'r') and t.typcategory <> 'A' and pg_catalog.pg_type_is_visible(t.oid)
  and t.typname !~ '^_|^pg_|^reg'
union all
select 'sequence', s.name, 0 from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace,
  lateral (select n.nspname || '.' || c.relname union all select c.relname where pg_catalog.pg_table_is_visible(c.oid)) s (name)
where c.relkind = 'S' and n.nspname !~ '^pg_(toast|temp)'
union all
select 'role', r.rolname::text, 0 from pg_catalog.pg_roles r where r.rolname !~ '^pg_'
order by 1, 3, 2`,
  parameters: [],
}

/** The maximum of names; the rest is not completed. */
const FOREIGN_KEYS_MAX = 20_000

/** Foreign keys: schema, table and columns as a JSON list, and the same of the referenced table. */
export const FOREIGN_KEYS_STATEMENT: Statement = {
  query: `select n.nspname::text, c.relname::text,
  (select pg_catalog.json_agg(a.attname order by k.ordinal)
    from unnest(o.conkey) with ordinality as k (number, ordinal)
    join pg_catalog.pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.number)::text,
  fn.nspname::text, fc.relname::text,
  (select pg_catalog.json_agg(a.attname order by k.ordinal)
    from unnest(o.confkey) with ordinality as k (number, ordinal)
    join pg_catalog.pg_attribute a on a.attrelid = o.confrelid and a.attnum = k.number)::text
from pg_catalog.pg_constraint o
join pg_catalog.pg_class c on c.oid = o.conrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_class fc on fc.oid = o.confrelid
join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
where o.contype = 'f' and o.conparentid = 0
order by o.oid
limit ${FOREIGN_KEYS_MAX}`,
  parameters: [],
}

/** Labels of enums in their order: the type as PostgreSQL writes it, and the label. */
export const ENUMS_STATEMENT: Statement = {
  query: `select pg_catalog.format_type(e.enumtypid, null), e.enumlabel::text
from pg_catalog.pg_enum e
order by e.enumtypid, e.enumsortorder`,
  parameters: [],
}

/** All of them, for a caller that queries a database directly. */
export const COMPLETION_STATEMENTS = {
  relations: relationsStatement,
  functions: FUNCTIONS_STATEMENT,
  names: NAMES_STATEMENT,
  foreignKeys: FOREIGN_KEYS_STATEMENT,
  enums: ENUMS_STATEMENT,
  pageSize: COMPLETION_PAGE_SIZE,
}
