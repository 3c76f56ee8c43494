/** Types of PostgreSQL as requests need them. */

/** A type. */
export interface DataType {
  schema: string
  name: string
  /** As SQL writes it, with its schema where that is not PostgreSQL's own: `integer`, `public.mood[]`. */
  sql: string
  /** `b` base, `c` composite, `d` domain, `e` enum, `p` pseudo, `r` range, `m` multirange. */
  kind: string
  /** PostgreSQL's `typcategory`: `A` array, `S` string, `N` number … */
  category: string
  /** Of a domain: what stands beneath. */
  base: number
  /** Of an array: the type of an element. */
  element: number
  /** Of a composite: its relation. */
  relation: number
  /** Of an enum: its labels in order. */
  labels: readonly string[]
}

/** `[oid, schema, name, sql, kind, category, base, element, relation, labels]` */
export type TypeTuple = [
  number,
  string,
  string,
  string,
  string,
  string,
  number,
  number,
  number,
  string[] | null,
]

/** A type that nothing is known of: its values travel as text. */
export const UNKNOWN_TYPE: DataType = {
  schema: 'pg_catalog',
  name: 'text',
  sql: 'text',
  kind: 'b',
  category: 'S',
  base: 0,
  element: 0,
  relation: 0,
  labels: [],
}

/** Reads what the statement of the schema gives. */
export function typeOf(tuple: TypeTuple): DataType {
  const [, schema, name, sql, kind, category, base, element, relation, labels] = tuple
  return { schema, name, sql, kind, category, base, element, relation, labels: labels ?? [] }
}
