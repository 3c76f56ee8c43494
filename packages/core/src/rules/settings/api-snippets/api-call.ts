/**
 * Which calls the documentation of a table or function shows, with samples of its own columns, in no language yet.
 * @rule api.calls  @spec §2
 */
import type { ApiArgument, ApiColumn, ApiFunction, ApiTable } from '../../../sql/api-objects.js'
import { sampleValue, type SampleValue } from './sample-value.js'

/** A column, or an argument, and a value for it. */
export type SampleRow = Readonly<Record<string, SampleValue>>

/** The row that a call is about. */
export interface SampleFilter {
  column: string
  value: SampleValue
}

/** One call. `columns`: those that are read; null: all of them. */
export type ApiCall =
  | { call: 'read'; columns: readonly string[] | null }
  | { call: 'filter'; columns: readonly string[] | null; where: SampleFilter }
  | { call: 'insert'; row: SampleRow }
  | { call: 'update'; row: SampleRow; where: SampleFilter }
  | { call: 'delete'; where: SampleFilter }
  | { call: 'upsert'; row: SampleRow; conflict: readonly string[] }
  | { call: 'function'; arguments: SampleRow; isStable: boolean }

/** What the role may call, in the order in which it is shown. */
export function tableCalls(table: ApiTable): ApiCall[] {
  const readable = table.columns.filter(({ mayRead }) => mayRead)
  const columns = table.readsAll ? null : readable.map(({ name }) => name)
  const where = filterOf(readable)
  const inserted = insertedColumns(table.columns)
  const changed = table.columns.find(
    ({ mayUpdate, key, isGenerated }) => mayUpdate && key === null && !isGenerated,
  )
  const keys = keyOf(table.columns)
  const isUpsertable =
    keys.length > 0 &&
    changed !== undefined &&
    keys.every(({ mayInsert, mayUpdate, isGenerated }) => mayInsert && mayUpdate && !isGenerated)
  return [
    ...(readable.length > 0 ? [{ call: 'read', columns } as const] : []),
    ...(where ? [{ call: 'filter', columns, where } as const] : []),
    ...(inserted.length > 0 ? [{ call: 'insert', row: rowOf(inserted) } as const] : []),
    ...(changed && where ? [{ call: 'update', row: rowOf([changed]), where } as const] : []),
    ...(table.mayDelete && where ? [{ call: 'delete', where } as const] : []),
    ...(isUpsertable
      ? [
          {
            call: 'upsert',
            row: rowOf([...new Set([...keys, ...inserted, changed])]),
            conflict: keys.map(({ name }) => name),
          } as const,
        ]
      : []),
  ]
}

/** Null: a caller names the arguments, and one of this function has no name. */
export function functionCall({ arguments: given, isStable }: ApiFunction): ApiCall | null {
  if (given.some(({ name }) => name === '')) return null
  const needed = given.filter(({ hasDefault }) => !hasDefault)
  return { call: 'function', arguments: rowOf(needed), isStable }
}

function keyOf(columns: readonly ApiColumn[]): ApiColumn[] {
  return columns.filter(({ key }) => key !== null).toSorted((one, other) => (one.key ?? 0) - (other.key ?? 0))
}

/** By the key if there is one; arrays and documents are no good examples of a filter. */
function filterOf(readable: readonly ApiColumn[]): SampleFilter | null {
  const isPlain = ({ type, category }: ApiColumn) =>
    category !== 'A' && category !== 'C' && !type.startsWith('json')
  const column = keyOf(readable)[0] ?? readable.find(isPlain)
  return column ? { column: column.name, value: sampleValue(column) } : null
}

/** What must be given; else the first column that may be. */
function insertedColumns(columns: readonly ApiColumn[]): ApiColumn[] {
  const allowed = columns.filter(({ mayInsert, isGenerated }) => mayInsert && !isGenerated)
  const needed = allowed.filter(
    (column) => !column.isNullable && column.default === null && !column.isIdentity,
  )
  if (needed.length > 0) return needed
  return (
    allowed.find(({ key }) => key === null) ? allowed.filter(({ key }) => key === null) : allowed
  ).slice(0, 1)
}

function rowOf(columns: readonly (ApiColumn | ApiArgument)[]): SampleRow {
  return Object.fromEntries(columns.map((column) => [column.name, sampleValue(column)]))
}
