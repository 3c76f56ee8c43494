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

/** What a type is made of: labels, attributes, what a domain or a range is over. */
const MADE_OF = `case t.typtype
    when 'e' then (select pg_catalog.string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid)
    when 'c' then (select pg_catalog.string_agg(a.attname || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped)
    when 'd' then pg_catalog.format_type(t.typbasetype, t.typtypmod)
    when 'r' then (select pg_catalog.format_type(r.rngsubtype, null) from pg_catalog.pg_range r where r.rngtypid = t.oid) end`

export const types: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 't.typname' },
    { key: 'kind', kind: 'word', sql: 't.typtype' },
    { key: 'values', kind: 'text', sql: MADE_OF },
    { key: 'owner', kind: 'text', sql: 'pg_catalog.pg_get_userbyid(t.typowner)' },
    { key: 'comment', kind: 'text', sql: `pg_catalog.obj_description(t.oid, 'pg_type')` },
  ],
  from: 'pg_catalog.pg_type t',
  // The row type of a table is none of its own.
  where: `(t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and exists (
    select from pg_catalog.pg_class c where c.oid = t.typrelid and c.relkind = 'c'))`,
  type: 't.typtype::text',
  definition: `case t.typtype when 'e' then pg_catalog.format(E'create type %s.%I as enum (%s);', t.typnamespace::pg_catalog.regnamespace, t.typname,
    (select pg_catalog.string_agg(pg_catalog.quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
      from pg_catalog.pg_enum e where e.enumtypid = t.oid))
    when 'c' then pg_catalog.format(E'create type %s.%I as (%s);', t.typnamespace::pg_catalog.regnamespace, t.typname,
    (select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname) || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped))
    when 'd' then pg_catalog.format(E'create domain %s.%I as %s%s%s%s;', t.typnamespace::pg_catalog.regnamespace, t.typname,
      pg_catalog.format_type(t.typbasetype, t.typtypmod), ' default ' || pg_catalog.pg_get_expr(t.typdefaultbin, 0),
      case when t.typnotnull then ' not null' end,
      (select pg_catalog.string_agg(pg_catalog.format(E'\\n  constraint %I %s', k.conname, pg_catalog.pg_get_constraintdef(k.oid)), '' order by k.conname)
        from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype = 'c'))
    when 'r' then pg_catalog.format(E'create type %s.%I as range (subtype = %s);', t.typnamespace::pg_catalog.regnamespace, t.typname,
      (select pg_catalog.format_type(r.rngsubtype, null) from pg_catalog.pg_range r where r.rngtypid = t.oid)) end`,
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
      kind: 'count',
      sql: '(select count(*) from pg_catalog.pg_publication_tables t where t.pubname = p.pubname)',
    },
  ],
  from: 'pg_catalog.pg_publication p',
  search: 'p.pubname::text',
  order: [
    { sql: 'p.pubname', type: 'name' },
    { sql: 'p.oid', type: 'oid' },
  ],
}

/** Sequences, with the last number that each gave where the role may see it. */
export const sequences: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'c.relname' },
    { key: 'type', kind: 'type', sql: 'pg_catalog.format_type(s.seqtypid, null)' },
    {
      key: 'last',
      kind: 'number',
      // PostgreSQL may ask it of other relations too, while it joins.
      sql: `case when c.relkind = 'S' then case when pg_catalog.has_sequence_privilege(c.oid, 'SELECT, USAGE')
    then pg_catalog.pg_sequence_last_value(c.oid) end end`,
    },
    { key: 'increment', kind: 'number', sql: 's.seqincrement' },
    { key: 'maximum', kind: 'number', sql: 's.seqmax' },
    {
      key: 'column',
      kind: 'text',
      sql: `(select t.relname || '.' || a.attname from pg_catalog.pg_depend d
    join pg_catalog.pg_class t on t.oid = d.refobjid
    join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype in ('a', 'i')
      and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjsubid > 0 limit 1)`,
    },
    { key: 'comment', kind: 'text', sql: `pg_catalog.obj_description(c.oid, 'pg_class')` },
  ],
  from: 'pg_catalog.pg_class c join pg_catalog.pg_sequence s on s.seqrelid = c.oid',
  definition: `pg_catalog.format(E'create sequence %s.%I as %s\\n  increment by %s minvalue %s maxvalue %s start with %s cache %s%s;',
    c.relnamespace::pg_catalog.regnamespace, c.relname, pg_catalog.format_type(s.seqtypid, null), s.seqincrement, s.seqmin,
    s.seqmax, s.seqstart, s.seqcache, case when s.seqcycle then ' cycle' end)`,
  schema: 'c.relnamespace',
  search: 'c.relname::text',
  order: [
    { sql: 'c.relname', type: 'name' },
    { sql: 'c.oid', type: 'oid' },
  ],
}
