/** The columns of a table as a definition of the document. */
import type { DataSchema } from '../schema/data-schema.js'
import { primaryKeyNames, relationsOf } from '../schema/relations.js'
import type { Column, Table } from '../schema/table.js'

type Json = Record<string, unknown>

const INTEGERS = new Set(['int2', 'int4', 'int8'])
const NUMBERS = new Set(['float4', 'float8', 'numeric'])
const ANYTHING = new Set(['json', 'jsonb'])

/** A table with its columns. */
export function definitionOf(schema: DataSchema, table: Table): Json {
  const keys = primaryKeyNames(schema, table)
  const required = table.columns.filter(({ isNotNull }) => isNotNull).map(({ name }) => name)
  return {
    ...(table.comment === null ? {} : { description: table.comment }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      table.columns.map((column) => [column.name, columnProperty(schema, table, column, keys)]),
    ),
    type: 'object',
  }
}

/** What JSON holds for a type. */
export function propertyOf(schema: DataSchema, id: number, sizedType?: string | null): Json {
  const type = schema.type(id)
  const format = sizedType ?? type.sql
  if (type.base !== 0) return { ...propertyOf(schema, type.base), format }
  if (ANYTHING.has(type.name)) return { format }
  if (type.category === 'A') {
    const { format: _, ...items } = propertyOf(schema, type.element)
    return { format, type: 'array', items }
  }
  const maxLength = /^character(?: varying)?\((\d+)\)$/.exec(sizedType ?? '')?.[1]
  return {
    format,
    type: INTEGERS.has(type.name)
      ? 'integer'
      : NUMBERS.has(type.name)
        ? 'number'
        : type.name === 'bool'
          ? 'boolean'
          : 'string',
    ...(maxLength === undefined ? {} : { maxLength: Number(maxLength) }),
    ...(type.labels.length > 0 ? { enum: type.labels } : {}),
  }
}

function columnProperty(schema: DataSchema, table: Table, column: Column, keys: readonly string[]): Json {
  const property = propertyOf(schema, column.type, column.typeWithSize)
  const value = column.defaultSql === null ? undefined : literalOf(column.defaultSql)
  const description = descriptionOf(schema, table, column, keys)
  return {
    ...(value === undefined ? {} : { default: value }),
    ...(description === '' ? {} : { description }),
    ...property,
  }
}

/** The comment, and which key the column is of, in the marks that readers of the document look for. */
function descriptionOf(
  schema: DataSchema,
  table: Table,
  { name, comment }: Column,
  keys: readonly string[],
): string {
  const notes = keys.includes(name) ? ['This is a Primary Key.<pk/>'] : []
  const target = relationsOf(schema, table).find(
    (one) =>
      one.isOwnKey &&
      one.pairs.some(([own]) => own === name) &&
      one.target.kind !== 'v' &&
      one.target.kind !== 'm',
  )
  const other = target?.pairs.find(([own]) => own === name)?.[1]
  if (target && other !== undefined)
    notes.push(
      `This is a Foreign Key to \`${target.target.name}.${other}\`.<fk table='${target.target.name}' column='${other}'/>`,
    )
  const note = notes.length === 0 ? [] : [`Note:\n${notes.join('\n')}`]
  return [...(comment === null ? [] : [comment]), ...note].join('\n\n')
}

/** The value of a default that is one; expressions stay as they are. */
function literalOf(sql: string): unknown {
  const text = /^'((?:[^']|'')*)'::/.exec(sql)?.[1]
  if (text !== undefined) return text.replaceAll("''", "'")
  if (/^-?\d+(?:\.\d+)?$/.test(sql)) return Number(sql)
  if (sql === 'true' || sql === 'false') return sql === 'true'
  return sql
}
