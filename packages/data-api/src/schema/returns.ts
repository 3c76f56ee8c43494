/** What a function returns: nothing, values, or rows with columns. */
import type { DataFunction } from './data-function.js'
import type { DataSchema } from './data-schema.js'
import { rowsOf, type Table } from './table.js'

/** What a function returns. */
export type Returns =
  | { kind: 'void' }
  /** One value, or a set of values. */
  | { kind: 'value' }
  /** Rows with known columns, which can be filtered and have relations. */
  | { kind: 'rows'; table: Table }

/** What a function returns. */
export function returnsOf(schema: DataSchema, called: DataFunction): Returns {
  if (called.outputs.length > 0)
    return { kind: 'rows', table: rowsOf(called.schema, called.name, called.outputs) }
  const type = schema.type(called.returnType)
  const table = type.relation === 0 ? undefined : schema.tableById(type.relation)
  if (table) return { kind: 'rows', table }
  return { kind: type.name === 'void' ? 'void' : 'value' }
}
