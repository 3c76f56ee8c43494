/** Schemas, tables, their columns, indexes and triggers. */
import type { CatalogueList } from './catalogue-list.js'

const NO_TEMPORARY = `n.nspname !~ '^pg_(toast|temp)'`

/** Only relations that the role owns or has some privilege on. SPEC §6. */
export const MAY_SEE = `(pg_catalog.pg_has_role(c.relowner, 'USAGE')
    or pg_catalog.has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
    or pg_catalog.has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE, REFERENCES'))`

const ENTITIES = `c.relkind in ('r', 'v', 'm', 'f', 'p')`

export const schemas: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'n.nspname' },
    { key: 'owner', kind: 'text', sql: 'pg_catalog.pg_get_userbyid(n.nspowner)' },
    { key: 'tables', kind: 'count', sql: 'coalesce(held.tables, 0)' },
    { key: 'comment', kind: 'text', sql: `pg_catalog.obj_description(n.oid, 'pg_namespace')` },
    // A drawing shows partitions as their table.
    { key: 'drawn', kind: 'number', sql: 'coalesce(held.drawn, 0)', hidden: true },
  ],
  from: `pg_catalog.pg_namespace n
  left join (
    select c.relnamespace, count(*) as tables, count(*) filter (where not c.relispartition) as drawn
    from pg_catalog.pg_class c where ${ENTITIES} and ${MAY_SEE} group by 1
  ) held on held.relnamespace = n.oid`,
  where: NO_TEMPORARY,
  search: 'n.nspname::text',
  order: [{ sql: 'n.nspname', type: 'name' }],
}

export const tables: CatalogueList = {
  columns: [
    { key: 'id', kind: 'code', sql: 'c.oid', hidden: true },
    {
      key: 'schema',
      kind: 'text',
      sql: '(select n.nspname from pg_catalog.pg_namespace n where n.oid = c.relnamespace)',
      hidden: true,
    },
    { key: 'name', kind: 'name', sql: 'c.relname' },
    { key: 'type', kind: 'word', sql: 'c.relkind' },
    { key: 'rls', kind: 'flag', sql: `case when c.relkind in ('r', 'p') then c.relrowsecurity end` },
    // -1: not analyzed yet.
    {
      key: 'rows',
      kind: 'count',
      sql: `case when c.relkind in ('r', 'm', 'p') and c.reltuples >= 0 then c.reltuples::int8 end`,
    },
    {
      key: 'size',
      kind: 'bytes',
      sql: `case when c.relkind in ('r', 'm') then pg_catalog.pg_total_relation_size(c.oid) end`,
    },
    { key: 'comment', kind: 'text', sql: `pg_catalog.obj_description(c.oid, 'pg_class')` },
  ],
  from: 'pg_catalog.pg_class c',
  where: `${ENTITIES}\n  and ${MAY_SEE}`,
  schema: 'c.relnamespace',
  search: 'c.relname::text',
  type: 'c.relkind::text',
  owner: { sql: 'c.oid', type: 'oid' },
  definition: `case when c.relkind in ('v', 'm') then pg_catalog.format(
    case c.relkind when 'v' then E'create view %s.%I as\\n%s' else E'create materialized view %s.%I as\\n%s' end,
    c.relnamespace::pg_catalog.regnamespace, c.relname, pg_catalog.pg_get_viewdef(c.oid, true)) end`,
  order: [
    { sql: 'c.relname', type: 'name' },
    { sql: 'c.oid', type: 'oid' },
  ],
}

/** The columns of one table. */
export const columns: CatalogueList = {
  columns: [
    { key: 'position', kind: 'number', sql: 'a.attnum' },
    { key: 'name', kind: 'name', sql: 'a.attname' },
    { key: 'type', kind: 'type', sql: 'pg_catalog.format_type(a.atttypid, a.atttypmod)' },
    { key: 'nullable', kind: 'flag', sql: 'not a.attnotnull' },
    { key: 'default', kind: 'code', sql: 'pg_catalog.pg_get_expr(d.adbin, d.adrelid)' },
    {
      key: 'key',
      kind: 'flag',
      sql: `exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey))`,
    },
    { key: 'comment', kind: 'text', sql: 'pg_catalog.col_description(c.oid, a.attnum)' },
  ],
  from: `pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum`,
  where: `a.attnum > 0 and not a.attisdropped\n  and ${ENTITIES}\n  and ${MAY_SEE}`,
  owner: { sql: 'a.attrelid', type: 'oid' },
  search: 'a.attname::text',
  order: [{ sql: 'a.attnum', type: 'int2' }],
}

/** Whether another index of the table answers the same queries; of two the older one stays. */
const IS_DUPLICATE = `exists (select from pg_catalog.pg_index o where o.indrelid = i.indrelid and o.indexrelid < i.indexrelid
    and o.indisvalid and o.indkey::text = i.indkey::text and o.indclass::text = i.indclass::text
    and o.indcollation::text = i.indcollation::text and o.indoption::text = i.indoption::text
    and (o.indisunique or not i.indisunique)
    and coalesce(pg_catalog.pg_get_expr(o.indexprs, o.indrelid), '') = coalesce(pg_catalog.pg_get_expr(i.indexprs, i.indrelid), '')
    and coalesce(pg_catalog.pg_get_expr(o.indpred, o.indrelid), '') = coalesce(pg_catalog.pg_get_expr(i.indpred, i.indrelid), ''))`

const INDEX_STATE = `case when not i.indisvalid then 'invalid' when ${IS_DUPLICATE} then 'duplicate'
    when x.relkind = 'i' and not i.indisunique and pg_catalog.pg_stat_get_numscans(x.oid) = 0 then 'unused' else 'used' end`

export const indexes: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'x.relname' },
    { key: 'table', kind: 'text', sql: 'c.relname' },
    { key: 'unique', kind: 'flag', sql: 'i.indisunique' },
    { key: 'state', kind: 'word', sql: INDEX_STATE },
    { key: 'indexScans', kind: 'count', sql: 'pg_catalog.pg_stat_get_numscans(x.oid)' },
    {
      key: 'size',
      kind: 'bytes',
      sql: `case when x.relkind = 'i' then pg_catalog.pg_relation_size(x.oid) end`,
    },
    { key: 'definition', kind: 'index', sql: 'pg_catalog.pg_get_indexdef(x.oid)' },
  ],
  from: `pg_catalog.pg_class x
  join pg_catalog.pg_index i on i.indexrelid = x.oid
  join pg_catalog.pg_class c on c.oid = i.indrelid`,
  where: `x.relkind in ('i', 'I')`,
  definition: `pg_catalog.pg_get_indexdef(x.oid) || ';'`,
  schema: 'x.relnamespace',
  search: 'x.relname::text',
  order: [
    { sql: 'x.relname', type: 'name' },
    { sql: 'x.oid', type: 'oid' },
  ],
}

export const triggers: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 't.tgname' },
    { key: 'table', kind: 'text', sql: 'c.relname' },
    { key: 'function', kind: 'text', sql: 'p.proname' },
    {
      key: 'when',
      kind: 'word',
      sql: `case when t.tgtype & 2 <> 0 then 'before' when t.tgtype & 64 <> 0 then 'instead' else 'after' end`,
    },
    {
      key: 'events',
      kind: 'text',
      sql: `pg_catalog.concat_ws(', ', case when t.tgtype & 4 <> 0 then 'INSERT' end, case when t.tgtype & 16 <> 0 then 'UPDATE' end,
    case when t.tgtype & 8 <> 0 then 'DELETE' end, case when t.tgtype & 32 <> 0 then 'TRUNCATE' end)`,
    },
    { key: 'enabled', kind: 'word', sql: 't.tgenabled' },
  ],
  from: `pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_proc p on p.oid = t.tgfoid`,
  where: 'not t.tgisinternal',
  definition: `pg_catalog.pg_get_triggerdef(t.oid, true) || ';'`,
  schema: 'c.relnamespace',
  search: 't.tgname::text',
  order: [
    { sql: 't.tgname', type: 'name' },
    { sql: 't.oid', type: 'oid' },
  ],
}
