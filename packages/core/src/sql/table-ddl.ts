/**
 * The statements that make a described table, turn one description into another, copy a table, and remove one. They run in
 * one transaction, in this order.
 */
import { nameWithEnd } from '../rules/object-name.js'
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
import { qualifiedName, quoteIdentifier, quoteLiteral } from './quoting.js'
import {
  REALTIME_PUBLICATIONS,
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
      refersTo: [...new Set(table.foreignKeys.map(({ target }) => `${target.schema}.${target.name}`))],
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

/** What turns a table of the database into what is described. Columns are the same where their positions are. */
export function tableChanges(before: ReadDescription, after: TableDescription): DdlStatement[] {
  const renamed: TableName = { schema: before.schema, name: after.name }
  const kept = after.columns.flatMap((column, at) => {
    const old = before.columns.find(({ position }) => position === column.position)
    return old ? [{ old, column, at }] : []
  })
  const gone = before.columns.filter((old) => !kept.some((one) => one.old === old))
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
    ...keys.gone.map((key) => dropForeignKey(renamed, key)),
    ...kept.flatMap(({ old, column }) => loosenStatements(renamed, old, column, constraintsOf(old))),
    ...(keyGoes ? [dropConstraintStatement(renamed, before.constraints.primaryKey ?? '')] : []),
    ...gone.map(({ name }) => dropColumnStatement(renamed, name, false)),
    ...renames(renamed, kept),
    ...kept.flatMap(({ old, column, at }) => alterColumnStatements(renamed, old, column, at)),
    ...after.columns.flatMap((column, at) =>
      kept.some((one) => one.at === at) ? [] : addColumnStatements(renamed, column, at),
    ),
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
      step: { step: 'add-foreign-key', refersTo: `${key.target.schema}.${key.target.name}` },
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
  const isSame = (old: ForeignKey, key: ForeignKey) =>
    sameList(old.columns.map(newName), key.columns) &&
    old.target.schema === key.target.schema &&
    old.target.name === key.target.name &&
    sameList(old.target.columns, key.target.columns) &&
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

function dropForeignKey(table: TableName, { name, target }: ForeignKey): DdlStatement {
  return {
    ...dropConstraintStatement(table, name ?? ''),
    step: { step: 'drop-foreign-key', refersTo: `${target.schema}.${target.name}` },
  }
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
    ...table.foreignKeys.map((key): DdlStatement => ({
      sql: `alter table ${whole} add ${foreignKeyOf(key)}`,
      step: { step: 'add-foreign-key', refersTo: `${key.target.schema}.${key.target.name}` },
    })),
    ...(copy.comment === null ? [] : [tableComment(copy, copy.comment)]),
    ...(table.isRlsOn ? [rlsStatement(copy, true)] : []),
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

/** The table enters the publication of realtime, which is made with the first table, or leaves it. */
export function realtimeStatement(table: TableName, { publication }: Realtime, isOn: boolean): DdlStatement {
  const name = quoteIdentifier(publication ?? REALTIME_PUBLICATIONS[0])
  if (isOn && publication === null)
    return {
      sql: `create publication ${name} for table ${nameOf(table)}`,
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

function sameList(one: readonly (string | undefined)[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index])
}
