/** A difference between two schemas, as a statement with what it costs. Nothing here knows the library that found it. */

/** PostgreSQL's names of the locks on a table that others use; null: no such table is locked. */
export type ChangeLock =
  | 'ACCESS EXCLUSIVE'
  | 'SHARE ROW EXCLUSIVE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'SHARE'
  | null

/** One statement on the way from one schema to another. */
export interface SchemaChange {
  /** `table`, `column`, `materialized view`, `grant`, … in PostgreSQL's words. */
  kind: string
  /** Null: the object is in no schema. */
  schema: string | null
  /** With its table before it where it belongs to one: `orders.total`. */
  name: string
  verb: 'create' | 'alter' | 'drop'
  /** Without a semicolon at its end. */
  sql: string
  lock: ChangeLock
  /** PostgreSQL may write each row of the table again. */
  rewrites: boolean
  /** Rows or values are gone afterwards. */
  losesData: boolean
  /** It can't run in a transaction with the others. */
  isAlone: boolean
}

/** Something of which it is not known whether it is equal. */
export interface NotCompared {
  /** `statistics object`, `storage of a column`, … */
  kind: string
  /** In alphabetical order. */
  names: string[]
}

/** What makes one schema out of another, in the order in which it runs, and what was left out. */
export interface SchemaDiff {
  changes: SchemaChange[]
  notCompared: NotCompared[]
}
