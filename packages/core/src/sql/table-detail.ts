/** What a table is, read in one statement: its name, its columns, its key, its size. */
import { MAY_SEE } from './catalogue/relations.js'
import type { Statement } from './catalogue/statements.js'
import type { EntityType } from './entity-types.js'
import type { ReadColumn, ReadTable } from './table-rows.js'

/** A column of a table. */
export interface TableColumn extends ReadColumn {
  /** The name of its type as it was declared: a domain's or an enum's own. */
  typeName: string
  isNullable: boolean
  isKey: boolean
}

/** A table, a view, or another relation with rows. */
export interface TableDetail extends ReadTable {
  id: string
  kind: EntityType
  comment: string | null
  /** Row-level security; null: it has none, as a view. */
  rls: { isOn: boolean; policies: number } | null
  /** As counted at the last ANALYZE; null: never, or it is a view. */
  estimatedRows: number | null
  columns: readonly TableColumn[]
}

/** Only relations that the role owns or has some privilege on. SPEC §6 */
export function tableDetailStatement(oid: string): Statement {
  return {
    query: `select n.nspname, c.relname, c.relkind, pg_catalog.obj_description(c.oid, 'pg_class'),
  case when c.relkind in ('r', 'p') then c.relrowsecurity end,
  (select count(*) from pg_catalog.pg_policy p where p.polrelid = c.oid),
  case when c.relkind in ('r', 'm', 'p') and c.reltuples >= 0 then c.reltuples::int8 end,
  (select json_agg(json_build_object(
      'name', a.attname,
      'type', coalesce(item.typname || '[]', t.typname),
      'typeName', coalesce(declared_item.typname || '[]', declared.typname),
      'isNullable', not a.attnotnull,
      'key', pg_catalog.array_position(i.indkey::int2[], a.attnum)
    ) order by a.attnum)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type declared on declared.oid = a.atttypid
    left join pg_catalog.pg_type declared_item on declared_item.oid = declared.typelem and declared.typcategory = 'A'
    join pg_catalog.pg_type t on t.oid = coalesce(nullif(declared.typbasetype, 0), declared.oid)
    left join pg_catalog.pg_type item on item.oid = t.typelem and t.typcategory = 'A'
    left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.oid = $1::oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and ${MAY_SEE}`,
    parameters: [oid],
  }
}

interface ColumnRow extends Omit<TableColumn, 'isKey'> {
  /** Its position in the primary key; null: it is not in it. */
  key: number | null
}

const ROW_IDS: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  r: ['ctid'],
  m: ['ctid'],
  p: ['tableoid', 'ctid'],
}

/** @param row of the statement; undefined: there is no such relation, or the role may not see it */
export function tableDetailIn(oid: string, row: readonly (string | null)[] | undefined): TableDetail | null {
  if (!row) return null
  const [schema, name, kind, comment = null, rls = null, policies, rows = null, columns] = row
  const read = JSON.parse(columns ?? '[]') as ColumnRow[]
  const inKey = read.filter(({ key }) => key !== null)
  return {
    id: oid,
    schema: schema ?? '',
    name: name ?? '',
    kind: kind as EntityType,
    comment,
    rls: rls === null ? null : { isOn: rls === 't', policies: Number(policies) },
    estimatedRows: rows === null ? null : Number(rows),
    columns: read.map(({ key, ...column }) => ({ ...column, isKey: key !== null })),
    key: inKey
      .toSorted((one, other) => Number(one.key) - Number(other.key))
      .map(({ name: column }) => column),
    rowId: ROW_IDS[kind as EntityType] ?? [],
  }
}
