/** A list of a database's catalogue as data, from which its statements are built. */

/** How a value is shown: a `number` as it is, a `count` with separators of thousands. Every value arrives as PostgreSQL's text. */
export type ColumnKind =
  | 'name'
  | 'text'
  | 'word'
  | 'code'
  | 'type'
  | 'index'
  | 'number'
  | 'count'
  | 'bytes'
  | 'flag'
  | 'time'
  | 'level'

/** A column of a catalogue list, and the SQL expression that gives it. */
export interface CatalogueColumn {
  key: string
  kind: ColumnKind
  /** The expression that gives it. */
  sql: string
  /** Fetched, but not shown. */
  hidden?: boolean
}

/** A column that orders the list, with the type its text is read back as. */
export interface OrderKey {
  sql: string
  type: string
}

/** A list of a database's catalogue as data: its columns, its source, its search and its order. */
export interface CatalogueList {
  columns: readonly CatalogueColumn[]
  from: string
  where?: string
  /** The oid of an entry's schema; a list without it covers the whole database. */
  schema?: string
  /** The text that a search is matched with. */
  search: string
  /** Never null, and unique together. */
  order: readonly OrderKey[]
  /** The newest first, or the largest. */
  descending?: boolean
  /** The kind of an entry, by which a list may be narrowed. */
  type?: string
  /** Only entries of one object: the expression compared with its id, and the id's type. */
  owner?: OrderKey
  /** The SQL definition of an entry; null without one. The last order key is then its oid. */
  definition?: string
  /** Its order keys change while it is read: they are statistics. */
  isMoving?: true
  /** A relation that may be missing in a database. */
  relation?: string
}
