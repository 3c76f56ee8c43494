/** The one statement that reads what requests can name: relations, columns, keys, views, functions, types, roles. */
import type { Statement } from '../request.js'

/**
 * What to ask of a database, once, so that requests can be planned. It is answered with one row and one column, `schema`: JSON as text.
 * Ask it outside of a transaction: until one ends, its search path would stay PostgreSQL's own schema.
 * @param asked the exposed schemas, and those that are only searched
 */
export function schemaStatement(asked: {
  schemas: readonly string[]
  extraSearchPath: readonly string[]
}): Statement {
  return { text: TEXT, values: [JSON.stringify(asked.schemas), JSON.stringify(asked.extraSearchPath)] }
}

/**
 * The first part sets an empty search path for this statement, so that types and expressions are written with their schema.
 * `qualified` holds one row that depends on it: what writes such texts takes its oid through it and so runs afterwards.
 */
const TEXT = `
with recursive qualified as materialized (
  select set_config('search_path', 'pg_catalog', true) is null as never
), asked as materialized (
  select n.oid, n.nspname, $1::text::jsonb ? n.nspname as exposed from pg_namespace n
  where $1::text::jsonb ? n.nspname or $2::text::jsonb ? n.nspname
), relations as materialized (
  select c.oid, s.nspname, c.relname, c.relkind, c.relispartition, s.exposed
  from pg_class c join asked s on s.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
), attributes as materialized (
  select a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, a.attgenerated, a.atthasdef
  from pg_attribute a join relations r on r.oid = a.attrelid where a.attnum > 0 and not a.attisdropped
), functions as materialized (
  select p.*, s.nspname, coalesce(p.proallargtypes, p.proargtypes::oid[]) as argument_types
  from pg_proc p join asked s on s.oid = p.pronamespace
  where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
    and (s.exposed or p.proargtypes[0] in (select t.oid from pg_type t join relations r on r.oid = t.typrelid))
), used(oid) as (
  select atttypid from attributes union select prorettype from functions
  union select unnest(argument_types) from functions
  union select more.oid from used join pg_type t on t.oid = used.oid
    cross join lateral (values (t.typelem), (t.typbasetype)) as more(oid) where more.oid <> 0
)
select json_build_object(
  'schemas', (select json_agg(json_build_array(nspname, obj_description(oid, 'pg_namespace'))) from asked),
  'types', (select json_agg(json_build_array(t.oid::bigint, n.nspname, t.typname,
      format_type(case when q.never then 0 else t.oid end, -1), t.typtype, t.typcategory, t.typbasetype::bigint,
      t.typelem::bigint, t.typrelid::bigint,
      (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)))
    from used join pg_type t on t.oid = used.oid join pg_namespace n on n.oid = t.typnamespace cross join qualified q),
  'relations', (select json_agg(json_build_array(r.oid::bigint, r.nspname, r.relname, r.relkind,
      case when r.relkind in ('r', 'p') then 28 when r.relkind in ('v', 'f') then pg_relation_is_updatable(r.oid, true) else 0 end,
      r.relispartition, obj_description(r.oid, 'pg_class'), columns.list) order by r.nspname, r.relname)
    from relations r left join (
      select a.attrelid, json_agg(
        case when d.adbin is null and a.atttypmod = -1 and a.described is null
          then json_build_array(a.attnum, a.attname, a.atttypid::bigint, a.flags)
          else json_build_array(a.attnum, a.attname, a.atttypid::bigint, a.flags,
            case when a.atttypmod <> -1 then format_type(case when q.never then 0 else a.atttypid end, a.atttypmod) end,
            pg_get_expr(d.adbin, case when q.never then 0 else d.adrelid end), a.described) end order by a.attnum) as list
      from (select a.*, n.description as described,
          a.attnotnull::int + 2 * a.atthasdef::int + 4 * (a.attidentity = 'a')::int + 8 * (a.attgenerated <> '')::int
          + 16 * (a.attidentity = 'd')::int as flags
        from attributes a left join pg_description n
          on n.classoid = 'pg_class'::regclass and n.objoid = a.attrelid and n.objsubid = a.attnum) a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.atthasdef cross join qualified q
      group by a.attrelid) as columns on columns.attrelid = r.oid),
  'keys', (select json_agg(json_build_array(k.conrelid::bigint, k.contype, k.conkey))
    from pg_constraint k join relations r on r.oid = k.conrelid where k.contype in ('p', 'u')),
  'references', (select json_agg(json_build_array(k.conname, k.conrelid::bigint, k.conkey, k.confrelid::bigint, k.confkey)
      order by k.conname, k.conrelid)
    from pg_constraint k join relations r on r.oid = k.conrelid join relations t on t.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0),
  'views', (select json_agg(json_build_array(r.oid::bigint, w.ev_action::text))
    from relations r join pg_rewrite w on w.ev_class = r.oid and w.rulename = '_RETURN' where r.relkind in ('v', 'm')),
  'functions', (select json_agg(json_build_array(f.nspname, f.proname, obj_description(f.oid, 'pg_proc'), f.provolatile,
      f.proretset, f.prorettype::bigint, f.prorows, f.provariadic <> 0, f.pronargdefaults,
      array_to_json(f.argument_types::bigint[]), f.proargnames, array_to_json(f.proargmodes::text[]), f.proconfig)
      order by f.nspname, f.proname, f.oid) from functions f),
  'roles', (select json_agg(json_build_array(o.rolname, (
      select json_agg(json_build_array(split_part(one, '=', 1), substr(one, strpos(one, '=') + 1)))
      from unnest(o.rolconfig) one join pg_settings s on s.name = split_part(one, '=', 1) and s.context = 'user')))
    from pg_roles o where o.rolconfig is not null and not o.rolsuper)
)::text as "schema"`
