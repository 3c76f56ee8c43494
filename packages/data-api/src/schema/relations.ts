/** How relations are connected: by foreign keys, junctions, views over both, and functions that compute a relation. */
import type { DataFunction } from './data-function.js'
import type { DataSchema, Reference } from './data-schema.js'
import type { Table } from './table.js'
import { relationsShowing, shownBy } from './view-columns.js'

/** How many rows stand on each side. */
export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** A pair of columns that are equal: one of each side. */
export type ColumnPair = readonly [own: string, other: string]

/** The table between two that are connected many-to-many. */
export interface Junction {
  table: Table
  constraints: readonly [own: string, other: string]
  own: readonly ColumnPair[]
  other: readonly ColumnPair[]
}

/** One way from a relation to another. */
export interface Relation {
  cardinality: Cardinality
  target: Table
  /** The foreign key, or the function. */
  constraint: string
  pairs: readonly ColumnPair[]
  /** Whether the foreign key is on the side of the origin. */
  isOwnKey: boolean
  junction?: Junction
  computed?: DataFunction
}

/** Whether at most one row stands on the other side. */
export function isToOne({ cardinality, computed }: Relation): boolean {
  if (computed) return cardinality === 'many-to-one'
  return cardinality === 'many-to-one' || cardinality === 'one-to-one'
}

const known = new WeakMap<DataSchema, Map<number, Relation[]>>()

/** All ways that lead from a relation to others. They are found once for each schema that was read. */
export function relationsOf(schema: DataSchema, table: Table): readonly Relation[] {
  if (table.id === 0) return []
  const tables = known.get(schema) ?? new Map<number, Relation[]>()
  known.set(schema, tables)
  const found = tables.get(table.id)
  if (found) return found
  const direct = directRelations(schema, table)
  const relations = [...computedRelations(schema, table), ...direct, ...throughJunctions(schema, direct)]
  tables.set(table.id, relations)
  return relations
}

/** A function of the row that returns rows of a table. It replaces what was detected under its name. */
function computedRelations(schema: DataSchema, table: Table): Relation[] {
  return schema.functionsOfRow(table).flatMap((computed): Relation[] => {
    const target = schema.tableById(schema.type(computed.returnType).relation)
    if (!target || !computed.returnsSet) return []
    const cardinality = computed.rows === 1 ? 'many-to-one' : 'one-to-many'
    return [{ cardinality, target, constraint: computed.name, pairs: [], isOwnKey: false, computed }]
  })
}

function directRelations(schema: DataSchema, table: Table): Relation[] {
  if (table.isPartition) return []
  const found: Relation[] = []
  for (const [base, own] of shownBy(schema, table.id)) {
    for (const reference of schema.referencesFrom(base)) {
      const names = namesOf(own, reference.columns)
      if (!names) continue
      const cardinality = isUnique(schema, reference) ? 'one-to-one' : 'many-to-one'
      found.push(...toEach(schema, reference, cardinality, reference.target, names, true))
    }
    for (const reference of schema.referencesTo(base)) {
      const names = namesOf(own, reference.targetColumns)
      if (!names) continue
      const cardinality = isUnique(schema, reference) ? 'one-to-one' : 'one-to-many'
      found.push(...toEach(schema, reference, cardinality, reference.table, names, false))
    }
  }
  return found
}

function toEach(
  schema: DataSchema,
  reference: Reference,
  cardinality: Cardinality,
  base: number,
  own: readonly string[],
  isOwnKey: boolean,
): Relation[] {
  const columns = isOwnKey ? reference.targetColumns : reference.columns
  return [...relationsShowing(schema, base)].flatMap((id): Relation[] => {
    const target = schema.tableById(id)
    const names = namesOf(shownBy(schema, id).get(base), columns)
    if (!target || target.isPartition || !names) return []
    const pairs = own.map((name, index): ColumnPair => [name, names[index] as string])
    return [{ cardinality, target, constraint: reference.constraint, pairs, isOwnKey }]
  })
}

/** A table whose primary key has the columns of two foreign keys connects their targets. */
function throughJunctions(schema: DataSchema, direct: readonly Relation[]): Relation[] {
  return direct
    .filter((relation) => !relation.isOwnKey && relation.cardinality === 'one-to-many')
    .flatMap((first) => {
      const key = primaryKeyNames(schema, first.target)
      if (!first.pairs.every(([, column]) => key.includes(column))) return []
      return directRelations(schema, first.target)
        .filter((second) => second.isOwnKey && second.constraint !== first.constraint)
        .filter((second) => second.pairs.every(([column]) => key.includes(column)))
        .map((second): Relation => {
          const constraints = [first.constraint, second.constraint] as const
          const junction = { table: first.target, constraints, own: first.pairs, other: second.pairs }
          return {
            cardinality: 'many-to-many',
            target: second.target,
            constraint: first.target.name,
            pairs: [],
            isOwnKey: false,
            junction,
          }
        })
    })
}

/** The names of a relation's primary key; of a view, those of the table that it shows whole. Empty when there is none. */
export function primaryKeyNames(schema: DataSchema, table: Table): string[] {
  for (const [base, columns] of shownBy(schema, table.id)) {
    const key = schema.keys(base).find(({ isPrimary }) => isPrimary)
    const names = key && namesOf(columns, key.columns)
    if (names) return names
  }
  return []
}

function isUnique(schema: DataSchema, { table, columns }: Reference): boolean {
  return schema
    .keys(table)
    .some((key) => key.columns.length === columns.length && key.columns.every((one) => columns.includes(one)))
}

function namesOf(
  shown: ReadonlyMap<number, string> | undefined,
  numbers: readonly number[],
): string[] | undefined {
  const names = numbers.map((number) => shown?.get(number))
  return names.every((name) => name !== undefined) ? (names as string[]) : undefined
}
