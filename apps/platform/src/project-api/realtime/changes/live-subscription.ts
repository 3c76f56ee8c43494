/** A subscription whose parameters were checked: which changes of which tables, for whom. */
import type { ChangeFilter } from './change-filter.js'
import type { TableShape } from './table-shape.js'
import type { ChangeType } from './table-change.js'

/** As whom a change is looked at. */
export interface Viewer {
  role: string
  /** Text of JSON. Equal ones are asked once. */
  claims: string
}

export interface LiveSubscription {
  /** The answer to the join names it. */
  id: number
  event: ChangeType | '*'
  schema: string
  /** `*`: all of the schema. */
  table: string
  filters: readonly ChangeFilter[]
  /** Columns beside the key; undefined: all. */
  select: readonly string[] | undefined
  viewer: Viewer
}

export function isOfTable(
  { schema, table }: LiveSubscription,
  shape: Pick<TableShape, 'schema' | 'table'>,
): boolean {
  return (schema === '*' || schema === shape.schema) && (table === '*' || table === shape.table)
}
