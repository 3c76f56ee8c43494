/** The order in which the rows of a table are read, and where in that order a page begins. */
import type { Cell } from '@basedeck/platform-client/contract'
import type { TableSort } from '../rules/table-editor/table-address.js'
import { quoteIdentifier } from './quoting.js'
import type { ReadColumn, ReadTable } from './read-table.js'
import { hasOrder } from './types.js'

/**
 * The row behind or before which a page begins, by its values in the order of the rows.
 * PostgreSQL finds it by an index, where an offset reads every row before the page.
 */
export interface PageEdge {
  side: 'after' | 'before'
  values: readonly string[]
}

/**
 * The wanted order, then the key, so that no row is on two pages or on none.
 * The key follows the direction of the last wanted column: an index gives the rows in both.
 */
export function orderTerms(table: ReadTable, sorts: readonly TableSort[]): TableSort[] {
  const wanted = sorts.filter(({ column }) => table.columns.some(({ name }) => name === column))
  const isAscending = wanted.at(-1)?.isAscending ?? true
  const key = table.key.filter((name) => !wanted.some(({ column }) => column === name))
  return [...wanted, ...key.map((column) => ({ column, isAscending }))]
}

/** Whether rows are ordered by the values of the column; otherwise by their texts. */
export function isOrdered({ type, isOrdered: isKnown, isComposite }: ReadColumn): boolean {
  // A filter by `<` would fail: PostgreSQL can't read a text as a row when it doesn't know the row's type.
  return isComposite !== true && (isKnown ?? hasOrder(type))
}

/** Whether each row has its position in the order, so that it can be read from its end. */
export function hasEnd(table: ReadTable): boolean {
  return table.key.length + table.rowId.length > 0
}

/** Whether a page can begin at a row: each row has its position in one direction, and no value of the order is NULL. */
export function canSeek(table: ReadTable, sorts: readonly TableSort[]): boolean {
  const terms = orderTerms(table, sorts)
  return (
    table.key.length > 0 &&
    terms.every(({ column, isAscending }) => {
      const known = table.columns.find(({ name }) => name === column)
      return isAscending === terms[0]?.isAscending && known?.isNullable === false && isOrdered(known)
    })
  )
}

/**
 * The values of a row by which a page begins behind or before it.
 * @param row its cells, in the order of the table's columns
 * @param longest characters of a cell that is certainly whole
 * @returns null: pages can't begin at this row
 */
export function seekValues(
  table: ReadTable,
  sorts: readonly TableSort[],
  row: readonly Cell[],
  longest: number,
): string[] | null {
  if (!canSeek(table, sorts)) return null
  const cells = orderTerms(table, sorts).map(
    ({ column }) => row[table.columns.findIndex(({ name }) => name === column)],
  )
  const isWhole = (cell: Cell | undefined): cell is string =>
    typeof cell === 'string' && cell.length <= longest
  return cells.every(isWhole) ? cells : null
}

/** `order by r."id"`; empty: the rows come as they are stored. @param source the name of the table in the statement */
export function orderBy(
  table: ReadTable,
  sorts: readonly TableSort[],
  { source, isReversed }: { source: string; isReversed?: boolean },
): string {
  const terms = orderTerms(table, sorts).map(({ column, isAscending }) => {
    const known = table.columns.find(({ name }) => name === column)
    // A bare name is the column as it is read, with its value cut: no index has that order.
    const own = `${source}.${quoteIdentifier(column)}`
    const name = known && !isOrdered(known) ? `${own}::text` : own
    return isAscending === (isReversed ?? false) ? `${name} desc` : name
  })
  const rest = table.key.length > 0 ? [] : table.rowId.map((name) => (isReversed ? `${name} desc` : name))
  const all = [...terms, ...rest]
  return all.length === 0 ? '' : `\norder by ${all.join(', ')}`
}

/** The condition of the rows behind or before a row: `("a", "id") > ($1, $2)`. */
export function seekCondition(
  table: ReadTable,
  sorts: readonly TableSort[],
  edge: PageEdge,
  given: (value: string) => string,
): string {
  const terms = orderTerms(table, sorts)
  const isAscending = terms[0]?.isAscending ?? true
  const operator = isAscending === (edge.side === 'after') ? '>' : '<'
  const columns = terms.map(({ column }) => quoteIdentifier(column)).join(', ')
  return `(${columns}) ${operator} (${edge.values.map(given).join(', ')})`
}
