/** The rows of a table, under its own name. */
import { qualifiedName, quoteIdentifier } from '@basedeck/sql-guard/quoting'
import type { Table } from '../schema/table.js'
import type { Rows } from './field-sql.js'

/** `"public"."todos" as "todos"`: errors of PostgreSQL then name the table as the sender does. */
export function tableRows(table: Table): Rows {
  const alias = quoteIdentifier(table.name)
  return { from: `${qualifiedName(table.schema, table.name)} as ${alias}`, alias, row: `${alias}.*`, table }
}

/** A whole row as a column. The alias alone would be a column of that name, where the table has one. */
export function typedRow(table: Table, alias: string): string {
  return `row(${alias}.*)::${qualifiedName(table.schema, table.name)}`
}
