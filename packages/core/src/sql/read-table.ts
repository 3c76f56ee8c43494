/** What reading the rows of a table depends on. */

/** A column, as far as reading its values depends on it. */
export interface ReadColumn {
  name: string
  /** As in a result: `int8`, `timestamptz`, `int4[]`; of a domain its base. */
  type: string
  /** Absent: a value may be NULL. */
  isNullable?: boolean
  /** Whether PostgreSQL puts its values in an order. Absent: as its own type of this name does. */
  isOrdered?: boolean
  /** Whether the role that reads the rows may not read it. Absent: it may. */
  isHidden?: boolean
  /** Whether a value is a row of a type. Absent: it is not. */
  isComposite?: boolean
}

/** A table, as far as reading its rows depends on it. */
export interface ReadTable {
  schema: string
  name: string
  columns: readonly ReadColumn[]
  /** The columns of its primary key, in their order; empty: it has none. */
  key: readonly string[]
  /** The system columns that tell its rows apart; empty: those of a view can't be told apart. */
  rowId: readonly string[]
}
