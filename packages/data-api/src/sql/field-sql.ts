/** A column, a computed field, or something inside of it, as SQL. */
import { quoteIdentifier, qualifiedName } from '@basedeck/sql-guard/quoting'
import { DataApiError } from '../errors.js'
import type { Field } from '../language/name.js'
import type { DataSchema } from '../schema/data-schema.js'
import { UNKNOWN_TYPE, type DataType } from '../schema/data-type.js'
import { nearName } from '../schema/near-names.js'
import type { Table } from '../schema/table.js'
import type { SqlText } from './sql-text.js'

/** Rows that a level reads from. */
export interface Rows {
  /** What stands behind `from`, with its alias. */
  from: string
  /** The alias, quoted. */
  alias: string
  /** A whole row with its type, for functions of the row: `alias.*`, since a column may be called like the alias. */
  row: string
  table: Table
  /** Whether there may be other columns than the table's: a star then names each. Default: no. */
  isPartial?: boolean
}

/** What all texts of a statement share. */
export interface SqlContext {
  sql: SqlText
  schema: DataSchema
  /** The schema of the request. */
  within: string
}

/** An expression and its type. */
export interface Expression {
  sql: string
  type: DataType
}

/** Types of JSON: their steps need no conversion. */
const JSON_TYPES = new Set(['json', 'jsonb'])

/** @throws DataApiError 42703 when the relation has no such column and no function of the row has the name */
export function fieldSql(context: SqlContext, rows: Rows, { name, path }: Field): Expression {
  const column = columnSql(context, rows, name)
  if (path.length === 0) return column
  const isJson = JSON_TYPES.has(column.type.name)
  let sql = isJson ? column.sql : `to_jsonb(${column.sql})`
  for (const { arrow, key, isIndex } of path)
    sql += arrow + (isIndex ? inline(context, key) : `(${context.sql.text(key)})`)
  const isText = path.at(-1)?.arrow === '->>'
  const result = isText ? 'text' : isJson ? column.type.name : 'jsonb'
  return {
    sql: `(${sql})`,
    type: { ...UNKNOWN_TYPE, name: result, sql: result, category: isText ? 'S' : 'U' },
  }
}

/** Digits, as long as an integer has them; a longer number is a key. */
function inline(context: SqlContext, digits: string): string {
  return Math.abs(Number(digits)) <= 2_147_483_647 ? `(${Number(digits)})` : `(${context.sql.text(digits)})`
}

function columnSql({ schema, within }: SqlContext, rows: Rows, name: string): Expression {
  const column = rows.table.column.get(name)
  if (column) return { sql: `${rows.alias}.${quoteIdentifier(name)}`, type: plainType(schema, column.type) }
  const computed = schema.functionsOfRow(rows.table).find((one) => one.name === name && !one.returnsSet)
  if (computed) {
    const sql = `${qualifiedName(computed.schema, computed.name)}(${rows.row})`
    return { sql, type: plainType(schema, computed.returnType) }
  }
  throw unknownColumn(rows.table, name, within)
}

/** What a value is compared as: of a domain, the type beneath. */
function plainType(schema: DataSchema, id: number): DataType {
  let type = schema.type(id)
  while (type.base !== 0) type = schema.type(type.base)
  return type
}

/** As PostgreSQL would say it. It is not asked: `row.name` would also call any function of that name. */
function unknownColumn(table: Table, name: string, within: string): DataApiError {
  const near = nearName(name, table.column.keys())
  const owner = table.schema === within || table.id === 0 ? table.name : `${table.schema}.${table.name}`
  return new DataApiError({
    status: 400,
    code: '42703',
    message: `column ${owner}.${name} does not exist`,
    hint: near === undefined ? null : `Perhaps you meant to reference the column "${table.name}.${near}".`,
  })
}
