/** What all types have in common: their name, their schema, and the columns whose values are of them. */
import { nameWithEnd } from '../../rules/structure/object-name.js'
import { qualifiedName, quoteIdentifier } from '../quoting.js'
import { objectStatement, type ObjectStatement } from './object-kind.js'

/** A column whose values are of a type. */
export type TypeUse = {
  schema: string
  table: string
  column: string
  isArray: boolean
  default: string
}

/** The columns of tables that hold a type, or a list of it, as JSON. @param type its oid */
export function usesSql(type: string): string {
  return `(select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('schema', n.nspname, 'table', c.relname, 'column', a.attname,
      'isArray', a.atttypid <> ${type}, 'default', coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), '')) order by n.nspname, c.relname, a.attnum), '[]')
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.atttypid in (${type}, (select e.typarray from pg_catalog.pg_type e where e.oid = ${type}))
      and a.attnum > 0 and not a.attisdropped and a.attislocal)`
}

/** The tables of uses, as the cost of a statement names them. */
export function tablesOf(uses: readonly TypeUse[]): string[] {
  return [...new Set(uses.map(({ schema, table }) => `${schema}.${table}`))]
}

type Named = { schema: string; name: string }

/** Another schema, and another name. @param word `type`, `domain`, `view` */
export function movedStatements(
  word: string,
  before: Named,
  after: Named,
  on: readonly string[] = [],
): ObjectStatement[] {
  const cost = on.length === 0 ? {} : { lock: 'ACCESS EXCLUSIVE' as const, on }
  return [
    ...(before.schema === after.schema
      ? []
      : [
          objectStatement(
            `alter ${word} ${qualifiedName(before.schema, before.name)} set schema ${quoteIdentifier(after.schema)}`,
            cost,
            { field: 'schema' },
          ),
        ]),
    ...(before.name === after.name
      ? []
      : [
          objectStatement(
            `alter ${word} ${qualifiedName(after.schema, before.name)} rename to ${quoteIdentifier(after.name)}`,
            cost,
            { field: 'name' },
          ),
        ]),
  ]
}

/** A part of an object that gets another name. */
export type Renamed = { was: string; name: string }

/** Renames one after the other: through names that no part has, where one gets the name of another. */
export function renameSteps(renamed: readonly Renamed[]): Renamed[] {
  const changed = renamed.filter(({ was, name }) => was !== '' && was !== name)
  const taken = new Set(renamed.map(({ was }) => was))
  if (changed.every(({ name }) => !taken.has(name))) return changed
  const between = ({ was }: Renamed) => nameWithEnd(was, '~', [...taken])
  return [
    ...changed.map((one) => ({ was: one.was, name: between(one) })),
    ...changed.flatMap((one) => (one.name === between(one) ? [] : [{ was: between(one), name: one.name }])),
  ]
}
