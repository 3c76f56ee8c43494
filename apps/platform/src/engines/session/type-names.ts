/**
 * Names of types as one writes them: `int8`, `timestamptz`, `int4[]`, `sales.mood`. Types of `pg_catalog` stay bare, and of
 * `public` those that are not called as one of them: an enum `public.bool` is no boolean. Built-in names are kept; a user's type is asked for each time, since it may be renamed or dropped.
 */
import type { Cell } from '@basedeck/platform-client/contract'

const FIRST_USER_OID = 16384

/** What PostgreSQL prints for a type that doesn't exist (any more). */
const UNKNOWN_TYPE = '???'

/** Runs a query and gives its rows. */
export type Ask = (sql: string) => Promise<Cell[][]>

/** One per database. */
export class TypeNames {
  readonly #builtIn = new Map<number, string>()
  #isPrimed = false

  /** Asks for the names of all built-in types, once. */
  async prime(ask: Ask): Promise<void> {
    if (this.#isPrimed) return
    for (const [oid, name] of await ask(lookup(`t.oid < ${FIRST_USER_OID}`)))
      if (oid && name) this.#builtIn.set(Number(oid), name)
    this.#isPrimed = this.#builtIn.size > 0
  }

  /** The name of a built-in type, if it was asked for before. */
  known(oid: number): string | undefined {
    return this.#builtIn.get(oid)
  }

  /** The names of `oids`. `ask` is called at most once, and not at all when all are known. */
  async namesOf(oids: Iterable<number>, ask: Ask): Promise<Map<number, string>> {
    const names = new Map<number, string>()
    const missing: number[] = []
    for (const oid of new Set(oids)) {
      const known = this.#builtIn.get(oid)
      if (known === undefined) missing.push(oid)
      names.set(oid, known ?? UNKNOWN_TYPE)
    }
    if (missing.length === 0) return names
    for (const [oid, name] of await ask(lookup(`t.oid in (${missing.join(', ')})`))) {
      if (!oid || !name) continue
      names.set(Number(oid), name)
      if (Number(oid) < FIRST_USER_OID) this.#builtIn.set(Number(oid), name)
    }
    return names
  }
}

/** A column that comes from a table or a view. */
export interface TableColumn {
  tableID: number
  columnID: number
}

/**
 * The names of users' domains, by `columnKey`. PostgreSQL sends the type below a domain; the catalogue knows the domain of a
 * column. `ask` is not called without a user's table.
 */
export async function domainsOf(columns: readonly TableColumn[], ask: Ask): Promise<Map<string, string>> {
  const tables = new Set(columns.map(({ tableID }) => tableID).filter((oid) => oid >= FIRST_USER_OID))
  if (tables.size === 0) return new Map()
  const rows = await ask(`
select a.attrelid::pg_catalog.text || '.' || a.attnum::pg_catalog.text, ${nameOf('t', 'n')}
from pg_catalog.pg_attribute a
join pg_catalog.pg_type t on t.oid = a.atttypid
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where a.attrelid in (${[...tables].join(', ')}) and t.typtype = 'd' and t.oid >= ${FIRST_USER_OID}`)
  return new Map(rows.flatMap(([key, name]) => (key && name ? [[key, name]] : [])))
}

/** Names a column of a table. */
export function columnKey({ tableID, columnID }: TableColumn): string {
  return `${tableID}.${columnID}`
}

const nameOf = (type: string, schema: string): string => `
  case when ${schema}.nspname = 'pg_catalog'
       then case ${type}.typname when 'char' then '"char"' else ${type}.typname::pg_catalog.text end
       when ${schema}.nspname = 'public' and not exists (
         select from pg_catalog.pg_type built_in
         where built_in.typnamespace = 'pg_catalog'::pg_catalog.regnamespace and built_in.typname = ${type}.typname)
       then pg_catalog.quote_ident(${type}.typname)
       else pg_catalog.quote_ident(${schema}.nspname) || '.' || pg_catalog.quote_ident(${type}.typname) end`

function lookup(which: string): string {
  return `
select t.oid::pg_catalog.text, case when e.oid is null then ${nameOf('t', 'n')} else ${nameOf('e', 'm')} || '[]' end
from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
left join pg_catalog.pg_type e on e.typarray = t.oid
left join pg_catalog.pg_namespace m on m.oid = e.typnamespace
where ${which}`
}
