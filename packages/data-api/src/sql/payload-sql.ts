/** The rows of a body as SQL: PostgreSQL reads the JSON, each column as its own type. */
import { qualifiedName, quoteIdentifier, quoteLiteral } from '@basedeck/sql-guard/quoting'
import { refused } from '../errors.js'
import type { Payload } from '../language/payload.js'
import type { DataSchema } from '../schema/data-schema.js'
import type { DataType } from '../schema/data-type.js'
import { nearName } from '../schema/near-names.js'
import type { Column, Table } from '../schema/table.js'
import type { SqlText } from './sql-text.js'

/** What a write takes from a body. */
export interface PayloadSql {
  columns: readonly Column[]
  /** Behind `from`; the row is `"_p"`. */
  from: string
  /** The value of each column. */
  values: readonly string[]
}

/**
 * @param fillsDefaults whether a key that a row lacks means the column's default
 * @throws DataApiError PGRST204 for a column that the table has not
 */
export function payloadSql(
  sql: SqlText,
  schema: DataSchema,
  table: Table,
  payload: Payload,
  fillsDefaults: boolean,
): PayloadSql {
  const columns = [...new Set(payload.columns)].map((name) => columnOf(table, name))
  const json = `(${sql.text(payload.json)})::json`
  const read = columns.map(({ name, type }) => readAs(schema, name, type, payload.isText === true))
  const types = read.map((one) => one.column).join(', ')
  if (!fillsDefaults || !columns.some(hasDefault)) {
    const from = `${payload.isList ? 'json_to_recordset' : 'json_to_record'}(${json}) as "_p"(${types})`
    return { columns, from, values: read.map((one) => one.value('"_p"')) }
  }
  const rows = payload.isList ? `json_array_elements(${json})` : `(select ${json})`
  return {
    columns,
    from: `${rows} as "_e"("j") cross join lateral json_to_record("_e"."j") as "_p"(${types})`,
    values: columns.map((column, index) => {
      const value = read[index]?.value('"_p"') ?? 'null'
      if (!hasDefault(column)) return value
      return `case when "_e"."j" -> ${sql.text(column.name)} is null then ${defaultSql(table, column)} else ${value} end`
    }),
  }
}

/** How a column is read from JSON. */
export interface ReadColumn {
  /** Its name and type. */
  column: string
  /** Its value in a row of the given name. */
  value(row: string): string
}

/** JSON that stands in a text is read from it: else it would be a text in JSON. */
export function readAs(schema: DataSchema, name: string, id: number, isText: boolean): ReadColumn {
  const type = schema.type(id)
  const isJsonInText = isText && (type.name === 'json' || type.name === 'jsonb')
  const quoted = quoteIdentifier(name)
  return {
    column: `${quoted} ${isJsonInText ? 'text' : type.kind === 'p' ? anyType(type) : type.sql}`,
    value: (row) => (isJsonInText ? `(${row}.${quoted})::${type.sql}` : `${row}.${quoted}`),
  }
}

/** What is read for an argument of any type. */
function anyType({ category, sql }: DataType): string {
  return category === 'A' || sql === 'anyarray' ? 'text[]' : 'text'
}

function hasDefault({ defaultSql: expression, isIdentity, isGenerated }: Column): boolean {
  return !isGenerated && (expression !== null || isIdentity)
}

function defaultSql(table: Table, { name, defaultSql: expression }: Column): string {
  if (expression !== null) return expression
  const owner = quoteLiteral(qualifiedName(table.schema, table.name))
  return `nextval(pg_get_serial_sequence(${owner}, ${quoteLiteral(name)}))`
}

/** @throws DataApiError PGRST204 */
export function columnOf(table: Table, name: string): Column {
  const column = table.column.get(name)
  if (column) return column
  const near = nearName(name, table.column.keys())
  throw refused('PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`, {
    hint: near === undefined ? null : `Perhaps you meant '${near}'.`,
  })
}
