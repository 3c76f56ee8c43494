/**
 * The statements that make a described table, turn one description into another, copy a table, and remove one. They run in
 * one transaction, in this order.
 */
import { nameWithEnd } from '../rules/structure/object-name.js'
import {
  addColumnStatements,
  afterLargestStatement,
  alterColumnStatements,
  columnDefinition,
  commentStatements,
  dropColumnStatement,
  dropConstraintStatement,
  loosenStatements,
  renameColumnStatement,
  tightenStatements,
  type DdlOrigin,
  type DdlStatement,
  type TableName,
} from './column-ddl.js'
import type { EntityType } from './entity-types.js'
import { REALTIME_PUBLICATION } from './published-tables.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from './quoting.js'
import {
  type DescribedColumn,
  type ForeignKey,
  type ReadDescription,
  type Realtime,
  type TableDescription,
} from './table-description.js'

/** Makes a schema. */
export function createSchemaStatements(name: string, comment: string | null): DdlStatement[] {
  const schema = quoteIdentifier(name)
  return [
    { sql: `create schema ${schema}`, step: { step: 'create-schema' }, from: { part: 'name' } },
    ...(comment === null
      ? []
      : [
          {
            sql: `comment on schema ${schema} is ${quoteLiteral(comment)}`,
            step: { step: 'create-schema' as const },
          },
        ]),
  ]
}

/** Makes a described table, with its comments and its row-level security. */
export function createTableStatements(table: TableDescription): DdlStatement[] {
  const entries: { text: string; from?: DdlOrigin }[] = [
    ...table.columns.map((column, at) => ({
      text: columnDefinition(column),
      from: { column: at, part: 'type' as const },
    })),
    ...(table.primaryKey.length === 0 ? [] : [{ text: primaryKeyOf(table.primaryKey) }]),
    ...table.foreignKeys.map((key, at) => ({ text: foreignKeyOf(key), from: { foreignKey: at } })),
  ]
  const lines: (DdlOrigin | undefined)[] = [{ part: 'name' }]
  for (const { text, from } of entries) lines.push(...text.split('\n').map(() => from))
  const created: DdlStatement = {
    sql:
      entries.length === 0
        ? `create table ${nameOf(table)} ()`
        : `create table ${nameOf(table)} (\n${entries.map(({ text }) => `  ${text}`).join(',\n')}\n)`,
    step: {
      step: 'create-table',
      refersTo: othersOf(table.foreignKeys, table),
    },
    from: { part: 'name' },
    lines,
  }
  return [
    created,
    ...(table.comment === null ? [] : [tableComment(table, table.comment)]),
    ...table.columns.flatMap((column, at) => commentStatements(table, column, at)),
    ...(table.isRlsOn ? [rlsStatement(table, true)] : []),
  ]
}

/**
 * What turns a table of the database into what is described. Columns are the same where their positions are. The table
 * gets its new name in its old schema, then moves.
 * @param cascades whether what depends on a column that goes is removed with it
 */
export function tableChanges(
  before: ReadDescription,
  after: TableDescription,
  cascades = false,
): DdlStatement[] {
  const renamed: TableName = { schema: after.schema, name: after.name }
  const kept = after.columns.flatMap((column, at) => {
    const old = before.columns.find(({ position }) => position === column.position)
    return old ? [{ old, column, at }] : []
  })
  const gone = before.columns.filter((old) => !kept.some((one) => one.old === old))
  // A generated column may be computed from another new one.
  const added = after.columns
    .map((column, at) => ({ column, at }))
    .filter(({ at }) => !kept.some((one) => one.at === at))
    .toSorted((one, other) => Number(one.column.generated !== null) - Number(other.column.generated !== null))
  /** A column's name as it is after the change; undefined: it goes. */
  const newName = (name: string) => kept.find(({ old }) => old.name === name)?.column.name
  const isSameKey = sameList(before.primaryKey.map(newName), after.primaryKey)
  const keys = foreignKeyChanges(before, after, newName)
  // A constraint of columns that go alone goes with them.
  const keyGoes = !isSameKey && before.constraints.primaryKey !== null && !before.primaryKey.every(isGone)
  const constraintsOf = ({ position }: DescribedColumn) => ({
    unique: position === null ? undefined : before.constraints.unique[position],
    check: position === null ? undefined : before.constraints.check[position],
  })

  return [
    ...(before.name === after.name ? [] : [renameTableStatement(before, after.name)]),
    ...(before.schema === after.schema
      ? []
      : [moveTableStatement({ schema: before.schema, name: after.name }, after.schema)]),
    ...keys.gone.map((key) => dropForeignKey(renamed, key, before)),
    ...kept.flatMap(({ old, column }) => loosenStatements(renamed, old, column, constraintsOf(old))),
    ...(keyGoes ? [dropConstraintStatement(renamed, before.constraints.primaryKey ?? '')] : []),
    ...gone.map(({ name }) => dropColumnStatement(renamed, name, cascades)),
    ...renames(renamed, kept),
    ...kept.flatMap(({ old, column, at }) => alterColumnStatements(renamed, old, column, at)),
    ...added.flatMap(({ column, at }) => addColumnStatements(renamed, column, at)),
    ...(isSameKey || after.primaryKey.length === 0
      ? []
      : [
          {
            sql: `alter table ${nameOf(renamed)} add ${primaryKeyOf(after.primaryKey)}`,
            step: { step: 'add-key' as const },
          },
        ]),
    ...kept.flatMap(({ old, column, at }) => tightenStatements(renamed, old, column, at)),
    ...keys.added.map(({ key, at }): DdlStatement => ({
      sql: `alter table ${nameOf(renamed)} add ${foreignKeyOf(key)}`,
      step: { step: 'add-foreign-key', refersTo: othersOf([key], after) },
      from: { foreignKey: at },
    })),
    ...(before.comment === after.comment ? [] : [tableComment(renamed, after.comment)]),
    ...(before.isRlsOn === after.isRlsOn ? [] : [rlsStatement(renamed, after.isRlsOn)]),
  ]

  function isGone(name: string): boolean {
    return newName(name) === undefined
  }
}

interface KeptColumn {
  old: DescribedColumn
  column: DescribedColumn
  at: number
}

/** A column gets a temporary name while another column still has its new name. */
function renames(table: TableName, kept: readonly KeptColumn[]): DdlStatement[] {
  const waiting = kept.filter(({ old, column }) => old.name !== column.name)
  const held = new Set(kept.map(({ old }) => old.name))
  const statements: DdlStatement[] = []
  const later: { from: string; to: string; at: number }[] = []
  for (let left = waiting; left.length > 0;) {
    const free = left.find(({ column }) => !held.has(column.name))
    const next = free ?? left[0]
    if (!next) break
    const { old, column, at } = next
    const to = free ? column.name : nameWithEnd(old.name, '_renamed', [...held])
    statements.push(renameColumnStatement(table, old.name, to, at))
    if (!free) later.push({ from: to, to: column.name, at })
    held.delete(old.name)
    held.add(to)
    left = left.filter((one) => one !== next)
  }
  return [...statements, ...later.map(({ from, to, at }) => renameColumnStatement(table, from, to, at))]
}

interface ForeignKeyChanges {
  gone: ForeignKey[]
  added: { key: ForeignKey; at: number }[]
}

function foreignKeyChanges(
  before: ReadDescription,
  after: TableDescription,
  newName: (name: string) => string | undefined,
): ForeignKeyChanges {
  /** A key that refers to its own table refers to it under its new name. */
  const targetOf = ({ target }: ForeignKey) =>
    isSameTable(target, before)
      ? { schema: after.schema, name: after.name, columns: target.columns.map(newName) }
      : target
  const isSame = (old: ForeignKey, key: ForeignKey) =>
    sameList(old.columns.map(newName), key.columns) &&
    isSameTable(targetOf(old), key.target) &&
    sameList(targetOf(old).columns, key.target.columns) &&
    old.onDelete === key.onDelete &&
    old.onUpdate === key.onUpdate
  const stays = (old: ForeignKey) =>
    after.foreignKeys.some((key) => key.name === old.name && isSame(old, key))
  return {
    gone: before.foreignKeys.filter((old) => !stays(old)),
    added: after.foreignKeys.flatMap((key, at) =>
      before.foreignKeys.some((old) => old.name === key.name && isSame(old, key)) ? [] : [{ key, at }],
    ),
  }
}

/** @param before the table under the name that its keys know */
function dropForeignKey(table: TableName, key: ForeignKey, before: TableName): DdlStatement {
  return {
    ...dropConstraintStatement(table, key.name ?? ''),
    step: { step: 'drop-foreign-key', refersTo: othersOf([key], before) },
  }
}

/** Other tables that foreign keys refer to. */
function othersOf(keys: readonly ForeignKey[], table: TableName): string[] {
  const others = keys.filter(({ target }) => !isSameTable(target, table))
  return [...new Set(others.map(({ target }) => `${target.schema}.${target.name}`))]
}

/** What a copy of a table is made with. */
export interface TableCopy extends TableName {
  comment: string | null
  copiesRows: boolean
}

/**
 * A copy with its columns, defaults, keys, checks, indexes and comments, and with foreign keys and row-level security. Its
 * sequences are its own, and go on after the largest value.
 */
export function duplicateTableStatements(table: ReadDescription, copy: TableCopy): DdlStatement[] {
  const whole = nameOf(copy)
  const stored = table.columns.filter(({ generated }) => generated === null)
  const names = stored.map(({ name }) => quoteIdentifier(name)).join(', ')
  const serials = table.columns.filter((column) => column.identity === null && takesNext(column.default))
  const counted = table.columns.filter((column) => column.identity !== null || serials.includes(column))
  // A key that refers to its own table refers to the copy.
  const keys = table.foreignKeys.map((key) =>
    isSameTable(key.target, table)
      ? { ...key, target: { ...key.target, schema: copy.schema, name: copy.name } }
      : key,
  )
  return [
    {
      sql: `create table ${whole} (like ${nameOf(table)} including all)`,
      step: { step: 'create-table', refersTo: [] },
      from: { part: 'name' },
    },
    ...serials.flatMap((column) => ownSequence(copy, column)),
    ...(copy.copiesRows && names !== ''
      ? [
          {
            sql: `insert into ${whole} (${names}) overriding system value\nselect ${names} from ${nameOf(table)}`,
            step: { step: 'copy-rows' as const },
          },
          ...counted.map(({ name }) => afterLargestStatement(copy, name)),
        ]
      : []),
    ...keys.map((key): DdlStatement => ({
      sql: `alter table ${whole} add ${foreignKeyOf(key)}`,
      step: { step: 'add-foreign-key', refersTo: othersOf([key], copy) },
    })),
    ...(copy.comment === null ? [] : [tableComment(copy, copy.comment)]),
    ...(table.isRlsOn ? [rlsStatement(copy, true)] : []),
    ...(table.isRlsForced === true ? [forcedRlsStatement(copy)] : []),
  ]
}

function takesNext(expression: string | null): boolean {
  return expression !== null && /^(pg_catalog\.)?nextval\(/i.test(expression)
}

/** The copy would otherwise take its numbers from the sequence of the original, and prevent its deletion. */
function ownSequence(table: TableName, { name, type }: DescribedColumn): DdlStatement[] {
  const made = qualifiedName(table.schema, nameWithEnd(`${table.name}_${name}`, '_seq'))
  const as = ['bigint', 'integer', 'smallint'].includes(type) ? ` as ${type}` : ''
  return [
    { sql: `create sequence ${made}${as}`, step: { step: 'set-sequence' } },
    {
      sql: `alter table ${nameOf(table)} alter column ${quoteIdentifier(name)} set default nextval(${quoteLiteral(made)})`,
      step: { step: 'set-sequence' },
    },
    {
      sql: `alter sequence ${made} owned by ${nameOf(table)}.${quoteIdentifier(name)}`,
      step: { step: 'set-sequence' },
    },
  ]
}

const DROPPED: Readonly<Record<EntityType, string>> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
}

/** A schema gets another name and another comment. @param before its comment before */
export function changeSchemaStatements(
  name: string,
  before: string | null,
  after: { name: string; comment: string | null },
): DdlStatement[] {
  const renamed = quoteIdentifier(after.name)
  return [
    ...(after.name === name
      ? []
      : [
          {
            sql: `alter schema ${quoteIdentifier(name)} rename to ${renamed}`,
            step: { step: 'rename' as const },
            from: { part: 'name' as const },
          },
        ]),
    ...(after.comment === before
      ? []
      : [
          {
            sql: `comment on schema ${renamed} is ${after.comment === null ? 'null' : quoteLiteral(after.comment)}`,
            step: { step: 'create-schema' as const },
          },
        ]),
  ]
}

/** Removes a schema. */
export function dropSchemaStatement(name: string, cascades: boolean): DdlStatement {
  return {
    sql: `drop schema ${quoteIdentifier(name)}${cascades ? ' cascade' : ''}`,
    step: { step: 'drop-table' },
  }
}

/** Removes a table, a view or another relation. */
export function dropTableStatement(
  { schema, name, kind }: TableName & { kind: EntityType },
  cascades: boolean,
): DdlStatement {
  return {
    sql: `drop ${DROPPED[kind]} ${qualifiedName(schema, name)}${cascades ? ' cascade' : ''}`,
    step: { step: 'drop-table' },
  }
}

/** Row-level security on or off. */
export function rlsStatement(table: TableName, isOn: boolean): DdlStatement {
  return {
    sql: `alter table ${nameOf(table)} ${isOn ? 'enable' : 'disable'} row level security`,
    step: { step: 'catalogue-only' },
  }
}

/** Row-level security holds for the owner too. */
function forcedRlsStatement(table: TableName): DdlStatement {
  return {
    sql: `alter table ${nameOf(table)} force row level security`,
    step: { step: 'catalogue-only' },
  }
}

/** The table enters the publication of realtime, which is made with the first table, or leaves it. */
export function realtimeStatement(table: TableName, { publication }: Realtime, isOn: boolean): DdlStatement {
  const name = quoteIdentifier(publication ?? REALTIME_PUBLICATION)
  if (isOn && publication === null)
    return {
      sql: `create publication ${name} for table ${nameOf(table)} with (publish_via_partition_root = true)`,
      step: { step: 'publish' },
    }
  return {
    sql: `alter publication ${name} ${isOn ? 'add' : 'drop'} table ${nameOf(table)}`,
    step: { step: 'publish' },
  }
}

function renameTableStatement(table: TableName, to: string): DdlStatement {
  return {
    sql: `alter table ${nameOf(table)} rename to ${quoteIdentifier(to)}`,
    step: { step: 'rename' },
    from: { part: 'name' },
  }
}

function moveTableStatement(table: TableName, schema: string): DdlStatement {
  return {
    sql: `alter table ${nameOf(table)} set schema ${quoteIdentifier(schema)}`,
    step: { step: 'set-schema' },
    from: { part: 'schema' },
  }
}

function tableComment(table: TableName, comment: string | null): DdlStatement {
  return {
    sql: `comment on table ${nameOf(table)} is ${comment === null ? 'null' : quoteLiteral(comment)}`,
    step: { step: 'comment' },
    from: { part: 'comment' },
  }
}

function primaryKeyOf(columns: readonly string[]): string {
  return `primary key (${columns.map(quoteIdentifier).join(', ')})`
}

function foreignKeyOf({ columns, target, onDelete, onUpdate }: ForeignKey): string {
  const own = columns.map(quoteIdentifier).join(', ')
  const other = target.columns.map(quoteIdentifier).join(', ')
  return (
    `foreign key (${own}) references ${qualifiedName(target.schema, target.name)} (${other})` +
    (onDelete === 'no action' ? '' : ` on delete ${onDelete}`) +
    (onUpdate === 'no action' ? '' : ` on update ${onUpdate}`)
  )
}

function nameOf({ schema, name }: TableName): string {
  return qualifiedName(schema, name)
}

/** Whether two names are of the same table. */
export function isSameTable(one: TableName, other: TableName): boolean {
  return one.schema === other.schema && one.name === other.name
}

function sameList(one: readonly (string | undefined)[], other: readonly (string | undefined)[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index])
}
