/**
 * A readable value: PostgreSQL's text, but a boolean is `true` or `false`. Arrays and records keep their
 * stored form. Rows hold stored texts; a readable one is made where a value is drawn, searched or copied for people.
 * @rule results.readable-cell  @spec §9
 */
import type { Cell, ReadableText, ResultField } from '@basedeck/platform-client/contract'
import type { RowSet } from '../../sql/row-set.js'
import { valueType } from '../../sql/types.js'

/** Values as they are drawn; they may grow. */
export interface ReadableRows {
  cell(row: number, column: number): ReadableText | null
}

interface StoredRows {
  fields: readonly Pick<ResultField, 'dataType'>[]
  rows: RowSet
}

const BOOLEANS: ReadonlyMap<Cell, string> = new Map([
  ['t', 'true'],
  ['f', 'false'],
])

/** A value as one reads it. @param type PostgreSQL's name of it, as `bool` */
export function readableCell(cell: Cell, type: string | undefined): ReadableText | null {
  const isBoolean = type !== undefined && valueType(type).sort === 'boolean'
  return (isBoolean ? (BOOLEANS.get(cell) ?? cell) : cell) as ReadableText | null
}

const made = new WeakMap<RowSet, StoredRows & { readable: ReadableRows }>()

/** The rows as they are drawn: the same object for the same rows, since each cell in view is drawn again for another one. */
export function readableRows({ fields, rows }: StoredRows): ReadableRows {
  const before = made.get(rows)
  if (before?.fields === fields) return before.readable
  const readable: ReadableRows = {
    cell: (row, column) => readableCell(rows.cell(row, column), fields[column]?.dataType),
  }
  made.set(rows, { fields, rows, readable })
  return readable
}
