/** What requests can name, read from the answer of the schema's statement and held compactly. */
import { functionOf, type DataFunction, type FunctionTuple } from './data-function.js'
import { typeOf, UNKNOWN_TYPE, type DataType, type TypeTuple } from './data-type.js'
import { tableOf, type RelationTuple, type Table } from './table.js'
import { viewColumnsOf, type ViewColumn } from './view-query.js'

/** A foreign key: columns by number. */
export interface Reference {
  constraint: string
  table: number
  columns: readonly number[]
  target: number
  targetColumns: readonly number[]
}

/** The relations, functions and types of the asked schemas. */
export interface DataSchema {
  /** The asked schemas that exist, with their comments. */
  schemas: ReadonlyMap<string, string | null>
  table(schema: string, name: string): Table | undefined
  tableById(id: number): Table | undefined
  /** All relations of a schema, composite types among them, in order of their names. */
  tablesIn(schema: string): Table[]
  /** Names of tables and views. Nothing is read for them. */
  tableNamesIn(schema: string): string[]
  type(id: number): DataType
  /** All types that columns and functions use. */
  types(): DataType[]
  functions(schema: string, name: string): readonly DataFunction[]
  functionNamesIn(schema: string): string[]
  /** Functions with a row of the table as their only argument: computed fields and relations. */
  functionsOfRow(table: Table): readonly DataFunction[]
  /** Each a primary key or unique constraint, as numbers of columns; the primary key comes first. */
  keys(table: number): readonly { isPrimary: boolean; columns: readonly number[] }[]
  /** Foreign keys from a table. */
  referencesFrom(table: number): readonly Reference[]
  /** Foreign keys to a table. */
  referencesTo(table: number): readonly Reference[]
  viewColumns(view: number): readonly ViewColumn[]
  /** Views that show columns of a relation. */
  viewsOf(table: number): readonly number[]
  /** Settings that a role has by `alter role … set`. */
  roleSettings(role: string): readonly [name: string, value: string][]
}

interface Answer {
  schemas: [string, string | null][] | null
  types: TypeTuple[] | null
  relations: RelationTuple[] | null
  keys: [number, string, number[]][] | null
  references: [string, number, number[], number, number[]][] | null
  views: [number, string][] | null
  functions: FunctionTuple[] | null
  roles: [string, [string, string][] | null][] | null
}

/**
 * Reads the answer of `schemaStatement`.
 * @param json the text of its only column
 */
export function dataSchemaOf(json: string): DataSchema {
  const answer = JSON.parse(json) as Answer
  const types = new Map((answer.types ?? []).map((tuple) => [tuple[0], typeOf(tuple)]))
  const { byName, byId, inSchema, isComposite } = relationsOf(answer.relations ?? [])
  const functions = (answer.functions ?? []).map(functionOf)
  const functionsByName = groupedBy(functions, functionKey)
  const ofRow = groupedBy(
    functions.filter((one) => one.arguments.length === 1),
    (one) => types.get(one.arguments[0]?.type ?? 0)?.relation ?? 0,
  )
  const references = (answer.references ?? []).map(
    ([constraint, table, columns, target, targetColumns]): Reference => ({
      constraint,
      table,
      columns,
      target,
      targetColumns,
    }),
  )
  const from = groupedBy(references, ({ table }) => table)
  const to = groupedBy(references, ({ target }) => target)
  const keys = keysOf(answer.keys ?? [])
  const views = new Map((answer.views ?? []).map(([view, query]) => [view, viewColumnsOf(query)]))
  const showing = showingOf(views)
  const roles = new Map((answer.roles ?? []).map(([role, settings]) => [role, settings ?? []]))
  return {
    schemas: new Map(answer.schemas ?? []),
    table: (schema, name) => byName(schema, name),
    tableById: byId,
    tablesIn: (schema) => inSchema(schema).map((name) => byName(schema, name) as Table),
    tableNamesIn: (schema) => inSchema(schema).filter((name) => !isComposite(schema, name)),
    type: (id) => types.get(id) ?? UNKNOWN_TYPE,
    types: () => [...types.values()],
    functions: (schema, name) => functionsByName.get(functionKey({ schema, name })) ?? [],
    functionNamesIn: (schema) => [
      ...new Set(functions.filter((one) => one.schema === schema).map(({ name }) => name)),
    ],
    functionsOfRow: (table) => (table.id === 0 ? [] : (ofRow.get(table.id) ?? [])),
    keys: (table) => keys.get(table) ?? [],
    referencesFrom: (table) => from.get(table) ?? [],
    referencesTo: (table) => to.get(table) ?? [],
    viewColumns: (view) => views.get(view) ?? [],
    viewsOf: (table) => showing.get(table) ?? [],
    roleSettings: (role) => roles.get(role) ?? [],
  }
}

/** No name of PostgreSQL has a NUL, and each may have a dot. */
function functionKey({ schema, name }: { schema: string; name: string }): string {
  return `${schema}\0${name}`
}

/** A relation stays the tuple that was read until it is asked for. */
function relationsOf(tuples: readonly RelationTuple[]) {
  const held = new Map<number, RelationTuple | Table>()
  const schemas = new Map<string, Map<string, number>>()
  const composites = new Set<number>()
  for (const tuple of tuples) {
    const [id, schema, name, kind] = tuple
    if (kind === 'c') composites.add(id)
    held.set(id, tuple)
    const names = schemas.get(schema) ?? new Map<string, number>()
    schemas.set(schema, names.set(name, id))
  }
  const byId = (id: number): Table | undefined => {
    const found = held.get(id)
    if (!Array.isArray(found)) return found
    const table = tableOf(found)
    held.set(id, table)
    return table
  }
  return {
    byId,
    byName: (schema: string, name: string) => byId(schemas.get(schema)?.get(name) ?? -1),
    isComposite: (schema: string, name: string) => composites.has(schemas.get(schema)?.get(name) ?? -1),
    inSchema: (schema: string) => [...(schemas.get(schema)?.keys() ?? [])],
  }
}

function keysOf(tuples: NonNullable<Answer['keys']>) {
  const keys = new Map<number, { isPrimary: boolean; columns: number[] }[]>()
  for (const [table, type, columns] of tuples) {
    const list = keys.get(table) ?? []
    keys.set(table, list)
    if (type === 'p') list.unshift({ isPrimary: true, columns })
    else list.push({ isPrimary: false, columns })
  }
  return keys
}

/** Of each relation the views that show columns of it. */
function showingOf(views: ReadonlyMap<number, readonly ViewColumn[]>): Map<number, number[]> {
  const showing = new Map<number, Set<number>>()
  for (const [view, columns] of views) {
    for (const { source } of columns) showing.set(source, (showing.get(source) ?? new Set()).add(view))
  }
  return new Map([...showing].map(([source, set]) => [source, [...set]]))
}

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
