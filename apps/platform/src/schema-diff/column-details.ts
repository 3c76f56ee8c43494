/** What the comparison does not see of columns and partitions: it is read beside it, so that a difference is told. */
import { OWN_SCHEMAS } from './own-names.js'

/** One column, as far as the comparison leaves it out. */
export interface ColumnDetail {
  /** `schema.table.column`. */
  name: string
  storage: string
  compression: string
  statistics: string
  /** The place among the columns that are there, from 1. */
  place: string
}

export const COLUMN_DETAILS_SQL = `
select n.nspname || '.' || c.relname || '.' || a.attname as name, a.attstorage::text as storage,
  a.attcompression::text as compression, coalesce(a.attstattarget, -1)::text as statistics,
  (row_number() over (partition by c.oid order by a.attnum))::text as place
from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', ${OWN_SCHEMAS.map((name) => `'${name}'`).join(', ')})`

export function columnDetailsIn(rows: readonly Record<string, unknown>[]): ColumnDetail[] {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return rows.map((row) => ({
    name: textOf(row['name']),
    storage: textOf(row['storage']),
    compression: textOf(row['compression']),
    statistics: textOf(row['statistics']),
    place: textOf(row['place']),
  }))
}

/** Columns of both that differ in a detail, by the detail. */
export function differingColumns(
  from: readonly ColumnDetail[],
  to: readonly ColumnDetail[],
): { kind: string; names: string[] }[] {
  const before = new Map(from.map((column) => [column.name, column]))
  const differing = (detail: keyof ColumnDetail) =>
    to.filter((column) => {
      const old = before.get(column.name)
      return old !== undefined && old[detail] !== column[detail]
    })
  const named = (kind: string, detail: keyof ColumnDetail) => ({
    kind,
    names: differing(detail)
      .map(({ name }) => name)
      .sort(),
  })
  const tables = new Set(differing('place').map(({ name }) => name.slice(0, name.lastIndexOf('.'))))
  return [
    named('storage of a column', 'storage'),
    named('compression of a column', 'compression'),
    named('statistics target of a column', 'statistics'),
    { kind: 'order of columns', names: [...tables].sort() },
  ].filter(({ names }) => names.length > 0)
}
