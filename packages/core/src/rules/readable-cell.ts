/**
 * A readable value: PostgreSQL's text, but a boolean is `true` or `false`. Arrays and records keep their
 * stored form.
 * @rule results.readable-cell  @spec §9
 */
import type { Cell, ResultField } from '@basedeck/platform-client/contract'
import { mappedRows, type RowSet } from '../sql/row-set.js'
import { valueType } from '../sql/types.js'

interface Rows {
  fields: readonly Pick<ResultField, 'dataType'>[]
  rows: RowSet
}

const BOOLEANS: ReadonlyMap<Cell, string> = new Map([
  ['t', 'true'],
  ['f', 'false'],
])

/** @param type PostgreSQL's name of it, as `bool` */
export function readableCell(cell: Cell, type: string | undefined): Cell {
  if (type === undefined || valueType(type).sort !== 'boolean') return cell
  return BOOLEANS.get(cell) ?? cell
}

/** The rows of a result; the same set when nothing changes. */
export function readableRows({ fields, rows }: Rows): RowSet {
  if (!fields.some(({ dataType }) => valueType(dataType).sort === 'boolean')) return rows
  return mappedRows(rows, (cell, column) => readableCell(cell, fields[column]?.dataType))
}
