/**
 * What a call does, as SQL.
 * @rule api.sql  @spec §2
 */
import { qualifiedName, quoteIdentifier, quoteLiteral } from '../../../sql/quoting.js'
import type { ApiCall, SampleFilter, SampleRow } from './api-call.js'
import type { SampleValue } from './sample-value.js'
import type { ApiTarget } from './ways.js'

export function sqlCall({ schema, name }: Pick<ApiTarget, 'schema' | 'name'>, call: ApiCall): string {
  const table = qualifiedName(schema, name)
  switch (call.call) {
    case 'read':
      return `select ${columnsOf(call.columns)} from ${table} limit 10;\n`
    case 'filter':
      return `select ${columnsOf(call.columns)} from ${table} where ${equals(call.where)};\n`
    case 'insert':
      return `${insertOf(table, call.row)};\n`
    case 'update':
      return `update ${table} set ${settingsOf(call.row)} where ${equals(call.where)};\n`
    case 'delete':
      return `delete from ${table} where ${equals(call.where)};\n`
    case 'upsert': {
      const { conflict, row } = call
      const others = Object.keys(row).filter((column) => !conflict.includes(column))
      const set = others.map((column) => `${quoteIdentifier(column)} = excluded.${quoteIdentifier(column)}`)
      const keys = conflict.map(quoteIdentifier).join(', ')
      return `${insertOf(table, row)}\non conflict (${keys}) do update set ${set.join(', ')};\n`
    }
    case 'function': {
      const given = Object.entries(call.arguments).map(
        ([argument, value]) => `${quoteIdentifier(argument)} => ${literal(value)}`,
      )
      return `select * from ${table}(${given.join(', ')});\n`
    }
  }
}

const columnsOf = (columns: readonly string[] | null) =>
  columns === null ? '*' : columns.map(quoteIdentifier).join(', ')
const equals = ({ column, value }: SampleFilter) => `${quoteIdentifier(column)} = ${literal(value)}`
const settingsOf = (row: SampleRow) =>
  Object.entries(row)
    .map(([column, value]) => `${quoteIdentifier(column)} = ${literal(value)}`)
    .join(', ')

function insertOf(table: string, row: SampleRow): string {
  const columns = Object.keys(row).map(quoteIdentifier).join(', ')
  return `insert into ${table} (${columns}) values (${Object.values(row).map(literal).join(', ')})`
}

function literal(value: SampleValue): string {
  if (typeof value === 'string') return quoteLiteral(value)
  return typeof value === 'object' ? `'{}'` : String(value)
}
