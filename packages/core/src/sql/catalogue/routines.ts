/** Functions, types, extensions and publications. */
import type { CatalogueList } from './catalogue-list.js'

export const functions: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'p.proname' },
    { key: 'kind', kind: 'word', sql: 'p.prokind' },
    { key: 'arguments', kind: 'code', sql: 'pg_catalog.pg_get_function_arguments(p.oid)' },
    { key: 'returns', kind: 'code', sql: 'pg_catalog.pg_get_function_result(p.oid)' },
    { key: 'language', kind: 'text', sql: 'l.lanname' },
    { key: 'security', kind: 'word', sql: `case when p.prosecdef then 'definer' else 'invoker' end` },
  ],
  from: 'pg_catalog.pg_proc p join pg_catalog.pg_language l on l.oid = p.prolang',
  // PostgreSQL has no function that returns the definition of an aggregate.
  definition: `case when p.prokind <> 'a' then pg_catalog.pg_get_functiondef(p.oid) || ';' end`,
  schema: 'p.pronamespace',
  type: `case when exists (select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e')
    then 'extension' else 'own' end`,
  search: 'p.proname::text',
  order: [
    { sql: 'p.proname', type: 'name' },
    { sql: 'p.oid', type: 'oid' },
  ],
}

export const types: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 't.typname' },
    {
      key: 'values',
      kind: 'text',
      sql: `(select pg_catalog.string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid)`,
    },
    { key: 'owner', kind: 'text', sql: 'pg_catalog.pg_get_userbyid(t.typowner)' },
    { key: 'comment', kind: 'text', sql: `pg_catalog.obj_description(t.oid, 'pg_type')` },
  ],
  from: 'pg_catalog.pg_type t',
  where: `t.typtype = 'e'`,
  definition: `pg_catalog.format(E'create type %s.%I as enum (%s);', t.typnamespace::pg_catalog.regnamespace, t.typname,
    (select pg_catalog.string_agg(pg_catalog.quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
      from pg_catalog.pg_enum e where e.enumtypid = t.oid))`,
  schema: 't.typnamespace',
  search: 't.typname::text',
  order: [
    { sql: 't.typname', type: 'name' },
    { sql: 't.oid', type: 'oid' },
  ],
}

export const publications: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'p.pubname' },
    { key: 'owner', kind: 'text', sql: 'pg_catalog.pg_get_userbyid(p.pubowner)' },
    {
      key: 'events',
      kind: 'text',
      sql: `pg_catalog.concat_ws(', ', case when p.pubinsert then 'INSERT' end, case when p.pubupdate then 'UPDATE' end,
    case when p.pubdelete then 'DELETE' end, case when p.pubtruncate then 'TRUNCATE' end)`,
    },
    { key: 'whole', kind: 'flag', sql: 'p.puballtables' },
    {
      key: 'tables',
      kind: 'number',
      sql: '(select count(*) from pg_catalog.pg_publication_tables t where t.pubname = p.pubname)',
    },
  ],
  from: 'pg_catalog.pg_publication p',
  search: 'p.pubname::text',
  order: [{ sql: 'p.pubname', type: 'name' }],
}
