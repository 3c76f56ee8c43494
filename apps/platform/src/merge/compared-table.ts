/** A table that is in a branch and its parent: which columns both have, and how its rows are put in the same order. */
import { printed, qualifiedName, quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import { randomUUID } from 'node:crypto'
import type { Actor, Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { mergeText as text } from '../text/merge.js'

interface TableColumn {
  name: string
  /** `int8`, `uuid`, …; of a domain its base. */
  type: string
  isGenerated: boolean
  /** Its place in the primary key, from 1; 0: it is not in it. */
  keyPlace: number
}

/** How two values of a key column are compared; the database sorts in the same way. */
export type KeyOrder = 'integer' | 'bytes'

export interface ComparedTable {
  schema: string
  table: string
  key: string[]
  keyOrders: KeyOrder[]
  columns: string[]
  only: { parent: string[]; branch: string[] }
  /** Its rows in the order of the key: first a value of each key column to compare by, then `columns`. */
  query: string
}

const COLUMNS_SQL = `select a.attname, pg_catalog.coalesce(b.typname, t.typname), a.attgenerated <> '',
  pg_catalog.coalesce(pg_catalog.array_position(i.indkey::int2[], a.attnum), -1) + 1
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_catalog.pg_type t on t.oid = a.atttypid
left join pg_catalog.pg_type b on b.oid = t.typbasetype
left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p')
order by a.attnum`.replaceAll('pg_catalog.coalesce', 'coalesce')

async function columnsOf(
  database: Pick<Database, 'run'>,
  { schema, table }: TableName,
  as: Actor,
): Promise<TableColumn[]> {
  const { results } = await database.run({
    runId: randomUUID(),
    query: COLUMNS_SQL,
    parameters: [schema, table],
    readOnly: true,
    as,
  })
  return (results[0]?.rows ?? []).map(([name, type, generated, place]) => ({
    name: name ?? '',
    type: type ?? '',
    isGenerated: generated === 't',
    keyPlace: Number(place),
  }))
}

export interface TableName {
  schema: string
  table: string
}

/** @throws DomainError rows_not_comparable; DatabaseError, EngineError */
export async function comparedTable(
  parent: Pick<Database, 'run'>,
  branch: Pick<Database, 'run'>,
  name: TableName,
  as: Actor,
): Promise<ComparedTable> {
  const [theirs, own] = [await columnsOf(parent, name, as), await columnsOf(branch, name, as)]
  const said = `${name.schema}.${name.table}`
  const refuse = (sentence: string) => new DomainError('rows_not_comparable', sentence)
  if (own.length === 0) throw refuse(text.noTable(said, 'branch'))
  if (theirs.length === 0) throw refuse(text.noTable(said, 'parent'))
  const [key, other] = [keyOf(own), keyOf(theirs)]
  if (key.length === 0 || other.length === 0) throw refuse(text.noKey(said))
  if (key.map((one) => one.name).join('\n') !== other.map((one) => one.name).join('\n'))
    throw refuse(text.otherKey(said))
  const differs = key.find(({ type }, at) => orderOf(type) !== orderOf(other[at]?.type ?? ''))
  if (differs) throw refuse(text.otherType(differs.name))
  const inParent = new Set(written(theirs))
  const columns = written(own).filter((column) => inParent.has(column))
  const isCommon = new Set(columns)
  return {
    ...name,
    key: key.map((one) => one.name),
    keyOrders: key.map(({ type }) => orderOf(type)),
    columns,
    only: {
      parent: written(theirs).filter((column) => !isCommon.has(column)),
      branch: written(own).filter((column) => !isCommon.has(column)),
    },
    query: queryOf(name, key, columns),
  }
}

function keyOf(columns: readonly TableColumn[]): TableColumn[] {
  return columns.filter(({ keyPlace }) => keyPlace > 0).sort((one, other) => one.keyPlace - other.keyPlace)
}

/** PostgreSQL computes the others from these. */
function written(columns: readonly TableColumn[]): string[] {
  return columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name)
}

const INTEGERS = new Set(['int2', 'int4', 'int8', 'oid'])

function orderOf(type: string): KeyOrder {
  return INTEGERS.has(type) ? 'integer' : 'bytes'
}

/** A text that is the same for equal values, whatever a session has set; its bytes are the order. */
function sortedBy({ name, type }: TableColumn): string {
  const column = quoteIdentifier(name)
  if (INTEGERS.has(type) || type === 'uuid') return column
  const value = canonical(column, type) ?? printed(name)
  return `${value} collate "C"`
}

function canonical(column: string, type: string): string | undefined {
  switch (type) {
    case 'text':
    case 'varchar':
    case 'bpchar':
    case 'name':
      return `${column}::pg_catalog.text`
    // 1.0 and 1.00 are one key, and so are 0 and -0.
    case 'numeric':
      return `pg_catalog.trim_scale(${column})::pg_catalog.text`
    case 'float4':
    case 'float8':
      return `(${column} + 0)::pg_catalog.text`
    case 'citext':
      return `pg_catalog.lower(${column}::pg_catalog.text)`
    case 'date':
    case 'timestamp':
    case 'timestamptz':
    case 'interval':
      return `extract(epoch from ${column})::pg_catalog.text`
    case 'bytea':
      return `pg_catalog.encode(${column}, 'hex')`
    default:
      return undefined
  }
}

/** The same on both sides, so that values are written alike. */
const WRITTEN_BY: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '3',
  lc_monetary: 'C',
}

const SET = Object.entries(WRITTEN_BY).map(
  ([name, value]) => `pg_catalog.set_config('${name}', ${quoteLiteral(value)}, true)`,
)

/** Sets them until the end of the transaction. */
export const WRITTEN_ALIKE = `select ${SET.join(', ')}`

function queryOf({ schema, table }: TableName, key: readonly TableColumn[], columns: readonly string[]) {
  const sorted = key.map(sortedBy)
  const all = [...sorted, ...columns.map((column) => quoteIdentifier(column))]
  // PostgreSQL asks a condition without columns once, before it reads the first row.
  const set = `(select pg_catalog.concat(${SET.join(', ')})) is not null`
  return `select ${all.join(', ')}\nfrom only_rows\nwhere ${set}\norder by ${sorted.join(', ')}`.replace(
    'only_rows',
    () => qualifiedName(schema, table),
  )
}
