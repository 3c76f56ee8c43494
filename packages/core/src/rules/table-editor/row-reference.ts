/**
 * The row of another table that a value refers to by a foreign key, and which values of a column a filter keeps.
 * @rule grid.row-reference  @spec §3, §4
 */
import type { Cell } from '@basedeck/platform-client/contract'
import type { TableFilter } from './table-address.js'

/** A foreign key: `columns[n]` refers to `targetColumns[n]`. */
export interface ForeignKey {
  columns: readonly string[]
  targetColumns: readonly string[]
}

/** The foreign keys that a column belongs to, those of a single column first. */
export function foreignKeysOf<Key extends ForeignKey>(keys: readonly Key[], column: string): readonly Key[] {
  return keys
    .filter(({ columns }) => columns.includes(column))
    .toSorted((one, other) => one.columns.length - other.columns.length)
}

/**
 * The filters that find the referenced row. Null: one of the values is NULL or not known, so there is no such row.
 * @param valueOf of a column of the referencing row
 */
export function referencedBy(
  { columns, targetColumns }: ForeignKey,
  valueOf: (column: string) => Cell | undefined,
): readonly TableFilter[] | null {
  const filters: TableFilter[] = []
  for (const [at, column] of columns.entries()) {
    const value = valueOf(column)
    const target = targetColumns[at]
    if (value === null || value === undefined || target === undefined) return null
    filters.push({ column: target, operator: 'eq', value })
  }
  return filters
}

/** The filter that keeps the rows with the same value, or drops them. */
export function filterOfValue(column: string, value: Cell, keeps: boolean): TableFilter {
  if (value === null) return { column, operator: 'is', value: keeps ? 'null' : 'not null' }
  return { column, operator: keeps ? 'eq' : 'neq', value }
}
