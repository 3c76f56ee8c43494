/** The `Database` type that typed clients of the family expect, as a file of TypeScript. */
import { DATABASE_NOTE } from '../family-names.js'
import { returnsOf } from '../schema/returns.js'
import type { DataFunction } from '../schema/data-function.js'
import type { DataSchema } from '../schema/data-schema.js'
import { isToOne, relationsOf, type Relation } from '../schema/relations.js'
import type { Column, Table } from '../schema/table.js'
import { typescriptOf, wordOf } from './typescript-type.js'

/**
 * Tables, views, functions, enums and composite types of each schema, and short names for a table's rows.
 * @param schemas the exposed schemas, in their order
 */
export function databaseTypes(schema: DataSchema, schemas: readonly string[]): string {
  const [first = 'public'] = schemas
  return [
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]',
    '',
    'export type Database = {',
    ...indented(1, [
      `${DATABASE_NOTE}: {`,
      "  PostgrestVersion: '14'",
      '}',
      ...schemas.flatMap((name) => [`${wordOf(name)}: {`, ...indented(1, schemaLines(schema, name)), '}']),
    ]),
    '}',
    '',
    ...shortNames(first),
    '',
  ].join('\n')
}

function schemaLines(schema: DataSchema, name: string): string[] {
  const all = schema.tablesIn(name)
  const tables = all.filter(({ kind }) => kind === 'r' || kind === 'p' || kind === 'f')
  const views = all.filter(({ kind }) => kind === 'v' || kind === 'm')
  const composites = all.filter(({ kind }) => kind === 'c')
  const enums = schema.types().filter((type) => type.schema === name && type.labels.length > 0)
  return [
    ...group(
      'Tables',
      tables.map((table) => tableLines(schema, table, true)),
    ),
    ...group(
      'Views',
      views.map((table) => tableLines(schema, table, false)),
    ),
    ...group('Functions', functionLines(schema, name)),
    ...group(
      'Enums',
      enums.map((type) => [
        `${wordOf(type.name)}: ${type.labels.map((label) => JSON.stringify(label)).join(' | ')}`,
      ]),
    ),
    ...group(
      'CompositeTypes',
      composites.map((table) => [`${wordOf(table.name)}: {`, ...indented(1, rowLines(schema, table)), '}']),
    ),
  ]
}

/** A group without members has none of any name. */
function group(name: string, members: readonly (readonly string[])[]): string[] {
  if (members.length === 0) return [`${name}: {`, '  [_ in never]: never', '}']
  return [`${name}: {`, ...indented(1, members.flat()), '}']
}

function tableLines(schema: DataSchema, table: Table, isTable: boolean): string[] {
  const part = (name: string, lines: readonly string[]) => [`${name}: {`, ...indented(1, lines), '}']
  const writable = table.columns
  return [
    `${wordOf(table.name)}: {`,
    ...indented(1, [
      ...part('Row', rowLines(schema, table)),
      ...(table.isInsertable
        ? part(
            'Insert',
            writable.map((column) => givenLine(schema, column, !isTable || isOptional(column))),
          )
        : []),
      ...(table.isUpdatable
        ? part(
            'Update',
            writable.map((column) => givenLine(schema, column, true)),
          )
        : []),
      ...relationshipLines(schema, table),
    ]),
    '}',
  ]
}

function rowLines(schema: DataSchema, table: Table): string[] {
  const computed = schema
    .functionsOfRow(table)
    .filter((one) => !one.returnsSet && !table.column.has(one.name))
  return [
    ...table.columns.map(
      ({ name, type, isNotNull }) =>
        `${wordOf(name)}: ${typescriptOf(schema, type)}${isNotNull ? '' : ' | null'}`,
    ),
    ...computed.map(({ name, returnType }) => `${wordOf(name)}: ${typescriptOf(schema, returnType)} | null`),
  ]
}

function isOptional({ isNotNull, hasDefault }: Column): boolean {
  return !isNotNull || hasDefault
}

/** A generated column can't be given at all. */
function givenLine(
  schema: DataSchema,
  { name, type, isNotNull, isGenerated }: Column,
  isOptional: boolean,
): string {
  if (isGenerated) return `${wordOf(name)}?: never`
  return `${wordOf(name)}${isOptional ? '?' : ''}: ${typescriptOf(schema, type)}${isNotNull ? '' : ' | null'}`
}

/** Foreign keys of the relation itself, to tables and to views of them. */
function relationshipLines(schema: DataSchema, table: Table): string[] {
  const own = relationsOf(schema, table).filter(
    (one) => one.isOwnKey && isToOne(one) && one.target.schema === table.schema,
  )
  if (own.length === 0) return ['Relationships: []']
  return ['Relationships: [', ...indented(1, own.flatMap(relationshipLine)), ']']
}

function relationshipLine({ constraint, pairs, cardinality, target }: Relation): string[] {
  const names = (side: 0 | 1) => pairs.map((pair) => JSON.stringify(pair[side])).join(', ')
  return [
    '{',
    `  foreignKeyName: ${JSON.stringify(constraint)}`,
    `  columns: [${names(0)}]`,
    `  isOneToOne: ${cardinality === 'one-to-one'}`,
    `  referencedRelation: ${JSON.stringify(target.name)}`,
    `  referencedColumns: [${names(1)}]`,
    '},',
  ]
}

/** Functions by name; one in several forms is a union of them. */
function functionLines(schema: DataSchema, within: string): string[][] {
  return schema.functionNamesIn(within).map((name) => {
    const forms = schema.functions(within, name).map((one) => formOf(schema, one))
    return forms.length === 1
      ? [`${wordOf(name)}: ${forms[0]}`]
      : [
          `${wordOf(name)}:`,
          ...indented(
            1,
            forms.map((form) => `| ${form}`),
          ),
        ]
  })
}

function formOf(schema: DataSchema, one: DataFunction): string {
  const given = one.arguments.map(
    ({ name, type, hasDefault }) => `${wordOf(name)}${hasDefault ? '?' : ''}: ${typescriptOf(schema, type)}`,
  )
  return `{ Args: ${given.length === 0 ? 'never' : `{ ${given.join('; ')} }`}; Returns: ${returned(schema, one)} }`
}

function returned(schema: DataSchema, one: DataFunction): string {
  const returns = returnsOf(schema, one)
  if (returns.kind === 'void') return 'undefined'
  const value =
    returns.kind === 'value'
      ? typescriptOf(schema, one.returnType)
      : `{ ${rowLines(schema, returns.table).join('; ')} }`
  return one.returnsSet
    ? `${value.includes(' | ') && returns.kind === 'value' ? `(${value})` : value}[]`
    : value
}

function shortNames(first: string): string[] {
  const schema = `Database[${JSON.stringify(first)}]`
  const row = (name: string, part: string) =>
    `export type ${name}<Name extends keyof ${schema}['Tables']> = ${schema}['Tables'][Name]['${part}']`
  return [
    `export type Tables<Name extends keyof (${schema}['Tables'] & ${schema}['Views'])> = (${schema}['Tables'] & ${schema}['Views'])[Name]['Row']`,
    row('TablesInsert', 'Insert'),
    row('TablesUpdate', 'Update'),
    `export type Enums<Name extends keyof ${schema}['Enums']> = ${schema}['Enums'][Name]`,
  ]
}

function indented(levels: number, lines: readonly string[]): string[] {
  return lines.map((line) => '  '.repeat(levels) + line)
}
