/** What the panels of the structure ask: whether a name is taken, which types there are, what a foreign key may refer to. */
import { MAY_SEE } from './catalogue/relations.js'
import type { Statement } from './catalogue/statements.js'

/** One row if a relation or a type of the schema has the name: they share their names. */
export function relationTakenStatement(schema: string, name: string): Statement {
  return {
    query: `select '1' from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1::text and c.relname = $2::text
union all
select '1' from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where n.nspname = $1::text and t.typname = $2::text and t.typtype <> 'b'
limit 1`,
    parameters: [schema, name],
  }
}

/** Finds the oid of a relation by its name. Returns no row when there is no such relation. */
export function relationIdStatement(schema: string, name: string): Statement {
  return {
    query: `select c.oid::text from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1::text and c.relname = $2::text`,
    parameters: [schema, name],
  }
}

/** One row if there is a schema of the name. */
export function schemaTakenStatement(name: string): Statement {
  return {
    query: `select '1' from pg_catalog.pg_namespace n where n.nspname = $1::text`,
    parameters: [name],
  }
}

/** Enumerated types, domains, ranges and composite types of the database, as a statement writes them. */
export const OWN_TYPES_STATEMENT: Statement = {
  query: `select pg_catalog.format_type(t.oid, null) from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
left join pg_catalog.pg_class c on c.oid = t.typrelid
where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and c.relkind = 'c'
    or t.typtype = 'b' and t.typcategory <> 'A')
  and pg_catalog.has_type_privilege(t.oid, 'USAGE')
order by 1 limit 500`,
  parameters: [],
}

/** Schemas in which the role may make tables; a table can be moved into them. */
export const OWN_SCHEMAS_STATEMENT: Statement = {
  query: `select n.nspname::text from pg_catalog.pg_namespace n
where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and pg_catalog.has_schema_privilege(n.oid, 'CREATE')
order by n.nspname <> 'public', n.nspname limit 1000`,
  parameters: [],
}

/** An index that a foreign key may refer to. */
const IS_KEY = `i.indrelid = c.oid and i.indisunique and i.indimmediate and i.indpred is null and i.indexprs is null`

/** Tables that one list shows; more words narrow it. */
export const TARGETS_MAX = 50

/**
 * Tables that a foreign key may refer to, whose name contains the words: schema, name, and their unique keys as a JSON list
 * of lists of columns, the primary key first.
 */
export function foreignKeyTargetsStatement(words: string): Statement {
  const pattern = `%${words
    .replaceAll('\0', '')
    .trim()
    .replace(/[\\%_]/g, '\\$&')}%`
  return {
    query: `select n.nspname::text, c.relname::text, (
  select pg_catalog.json_agg(k.columns order by k.isprimary desc, k.id)::text from (
    select i.indexrelid as id, i.indisprimary as isprimary, (
      select pg_catalog.json_agg(a.attname order by key.ordinal)
      from pg_catalog.unnest(i.indkey::int2[]) with ordinality key(number, ordinal)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.number
      where key.ordinal <= i.indnkeyatts) as columns
    from pg_catalog.pg_index i
    where ${IS_KEY}) k)
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and n.nspname || '.' || c.relname ilike $1 and ${MAY_SEE}
  and exists (select from pg_catalog.pg_index i where ${IS_KEY})
order by n.nspname <> 'public', n.nspname, c.relname limit ${TARGETS_MAX}`,
    parameters: [pattern],
  }
}

/** The comment of a schema. */
export function schemaCommentStatement(name: string): Statement {
  return {
    query: `select pg_catalog.obj_description(n.oid, 'pg_namespace') from pg_catalog.pg_namespace n where n.nspname = $1`,
    parameters: [name],
  }
}
