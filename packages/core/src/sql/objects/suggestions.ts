/** Names that the form of an object suggests. */
import type { Statement } from '../catalogue/statements.js'
import { MAY_SEE } from '../catalogue/relations.js'
import type { Suggestions } from './object-kind.js'

/** Names of one kind that are fetched. */
export const SUGGESTED_MAX = 500

/** Where the names are looked for. */
export interface SuggestionPlace {
  schema: string
  table: string
  /** Of an extension. */
  name?: string
}

/** One row with a name for each suggestion, in order. @param what types and schemas have statements of their own */
export function suggestionsStatement(
  what: Exclude<Suggestions, 'types' | 'schemas'>,
  { schema, table, name = '' }: SuggestionPlace,
): Statement {
  switch (what) {
    case 'relations':
      return named(
        `c.relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm') and n.nspname = $1 and ${MAY_SEE} order by 1`,
        [schema],
      )
    case 'columns':
      return named(
        `a.attname from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
        [schema, table],
      )
    case 'functions':
      return named(
        `p.proname from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where n.nspname = $1 and p.prorettype = 'pg_catalog.trigger'::pg_catalog.regtype order by 1`,
        [schema],
      )
    case 'roles':
      return named(`r.rolname from pg_catalog.pg_roles r where r.rolname !~ '^pg_' order by 1`, [])
    case 'languages':
      return named(
        `l.lanname from pg_catalog.pg_language l where l.lanname not in ('c', 'internal') order by 1`,
        [],
      )
    case 'versions':
      return named(
        `v.version from pg_catalog.pg_available_extension_versions v where v.name = $1::name order by 1 desc`,
        [name],
      )
    case 'methods':
      return named(
        `m.amname from pg_catalog.pg_am m where m.amtype = 'i' order by m.amname <> 'btree', 1`,
        [],
      )
  }
}

function named(query: string, parameters: string[]): Statement {
  return { query: `select ${query} limit ${SUGGESTED_MAX}`, parameters }
}
