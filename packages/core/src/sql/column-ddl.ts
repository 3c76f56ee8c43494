/** The statements that make, change and remove a column. */
import { isSameType } from '../rules/structure/column-types.js'
import type { DdlStep } from '../rules/structure/ddl-lock.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from './quoting.js'
import type { DescribedColumn } from './table-description.js'

/** A statement that changes the structure. */
export interface DdlStatement {
  sql: string
  step: DdlStep
  /** What of the description it comes from: an error of PostgreSQL is shown there. */
  from?: DdlOrigin
  /** Of a statement with a part for each line: where each line comes from, the first line first. */
  lines?: readonly (DdlOrigin | undefined)[]
}

/** A part of a table's description. Positions count from 0. */
export type DdlOrigin =
  | { column: number; part: ColumnPart }
  | { foreignKey: number }
  | { part: 'name' | 'schema' | 'comment' }

/** A field of a column. */
export type ColumnPart = 'name' | 'type' | 'default' | 'check' | 'identity' | 'generated' | 'comment'

/** A name that stays the same in this text, or a call, or one value. */
const SIMPLE = /^(-?\d+(\.\d+)?|[a-z_]\w*(\(\))?|'(?:[^'\\]|'')*'(::[a-z_]\w*(\[\])?)?)$/i

/** An expression where PostgreSQL takes a simple one: anything else is put in brackets. */
export function bracketed(expression: string): string {
  const text = expression.trim()
  return SIMPLE.test(text) ? text : `(${text})`
}

/** A column as CREATE TABLE and ADD COLUMN write it. */
export function columnDefinition(column: DescribedColumn): string {
  const value =
    column.identity !== null
      ? ` generated ${column.identity} as identity`
      : column.generated !== null
        ? ` generated always as (${column.generated.trim()}) stored`
        : column.default === null
          ? ''
          : ` default ${bracketed(column.default)}`
  return (
    `${quoteIdentifier(column.name)} ${column.type.trim()}` +
    (column.isNullable ? '' : ' not null') +
    value +
    (column.isUnique ? ' unique' : '') +
    (column.check === null ? '' : ` check (${column.check.trim()})`)
  )
}

/** A table whose columns change. */
export interface TableName {
  schema: string
  name: string
}

/** @param at position of the column in the description */
export function addColumnStatements(table: TableName, column: DescribedColumn, at: number): DdlStatement[] {
  return [
    {
      sql: `alter table ${nameOf(table)} add column ${columnDefinition(column)}`,
      step: { step: 'add-column', column },
      from: { column: at, part: 'type' },
    },
    ...commentStatements(table, column, at),
  ]
}

/** The comment of a new column, if it has one. */
export function commentStatements(table: TableName, column: DescribedColumn, at: number): DdlStatement[] {
  return column.comment === null ? [] : [commentStatement(table, column, at)]
}

export function dropColumnStatement(table: TableName, column: string, cascades: boolean): DdlStatement {
  return {
    sql: `alter table ${nameOf(table)} drop column ${quoteIdentifier(column)}${cascades ? ' cascade' : ''}`,
    step: { step: 'drop-column' },
  }
}

/** Names of the constraints on the column alone. */
export interface ColumnConstraints {
  unique: string | undefined
  check: string | undefined
}

/** What goes before the column is changed: its constraints and defaults that do not fit the change. */
export function loosenStatements(
  table: TableName,
  before: DescribedColumn,
  after: DescribedColumn,
  { unique, check }: ColumnConstraints,
): DdlStatement[] {
  const gone = [
    ...(before.isUnique && !after.isUnique && unique !== undefined ? [unique] : []),
    ...(before.check !== null && before.check !== after.check && check !== undefined ? [check] : []),
  ]
  return gone.map((name) => dropConstraintStatement(table, name))
}

/**
 * The change of type, default, identity and nullability. The column has its new name already.
 * @param at position of the column in the description
 */
export function alterColumnStatements(
  table: TableName,
  before: DescribedColumn,
  after: DescribedColumn,
  at: number,
): DdlStatement[] {
  const name = quoteIdentifier(after.name)
  const type = after.type.trim()
  const alter = (action: string, step: DdlStep, part: ColumnPart): DdlStatement => ({
    sql: `alter table ${nameOf(table)} alter column ${name} ${action}`,
    step,
    from: { column: at, part },
  })
  const changed: DdlStatement[] = []
  const newType = !isSameType(before.type, after.type)
  const newDefault = before.default !== after.default
  const quick: DdlStep = { step: 'catalogue-only' }
  if (before.identity !== null && after.identity === null)
    changed.push(alter('drop identity', quick, 'identity'))
  if (before.generated !== null && after.generated === null)
    changed.push(alter('drop expression', quick, 'generated'))
  // A default of the old type may have no value of the new one.
  if (before.default !== null && newDefault && (newType || after.default === null))
    changed.push(alter('drop default', quick, 'default'))
  // The values of a generated column are computed again.
  const using = after.generated === null ? ` using ${name}::${type}` : ''
  if (newType)
    changed.push(alter(`type ${type}${using}`, { step: 'set-type', from: before.type, to: type }, 'type'))
  if (newDefault && after.default !== null)
    changed.push(alter(`set default ${bracketed(after.default)}`, quick, 'default'))
  if (before.isNullable && !after.isNullable)
    changed.push(alter('set not null', { step: 'set-not-null' }, 'type'))
  if (!before.isNullable && after.isNullable) changed.push(alter('drop not null', quick, 'type'))
  if (after.identity !== null && before.identity === null)
    changed.push(
      alter(`add generated ${after.identity} as identity`, quick, 'identity'),
      afterLargestStatement(table, after.name),
    )
  if (after.identity !== null && before.identity !== null && after.identity !== before.identity)
    changed.push(alter(`set generated ${after.identity}`, quick, 'identity'))
  return changed
}

/** Constraints and the comment that the changed column gets. */
export function tightenStatements(
  table: TableName,
  before: DescribedColumn,
  after: DescribedColumn,
  at: number,
): DdlStatement[] {
  const name = quoteIdentifier(after.name)
  const add = (constraint: string, step: DdlStep, part: ColumnPart): DdlStatement => ({
    sql: `alter table ${nameOf(table)} add ${constraint}`,
    step,
    from: { column: at, part },
  })
  return [
    ...(!before.isUnique && after.isUnique ? [add(`unique (${name})`, { step: 'add-key' }, 'name')] : []),
    ...(after.check !== null && before.check !== after.check
      ? [add(`check (${after.check.trim()})`, { step: 'add-check' }, 'check')]
      : []),
    ...(before.comment === after.comment ? [] : [commentStatement(table, after, at)]),
  ]
}

export function renameColumnStatement(table: TableName, from: string, to: string, at: number): DdlStatement {
  return {
    sql: `alter table ${nameOf(table)} rename column ${quoteIdentifier(from)} to ${quoteIdentifier(to)}`,
    step: { step: 'rename' },
    from: { column: at, part: 'name' },
  }
}

export function dropConstraintStatement(table: TableName, constraint: string): DdlStatement {
  return {
    sql: `alter table ${nameOf(table)} drop constraint ${quoteIdentifier(constraint)}`,
    step: { step: 'catalogue-only' },
  }
}

/** The next value of the column's sequence follows the largest value that there is. */
export function afterLargestStatement(table: TableName, column: string): DdlStatement {
  const whole = nameOf(table)
  return {
    sql:
      `select pg_catalog.setval(pg_catalog.pg_get_serial_sequence(${quoteLiteral(whole)}, ${quoteLiteral(column)}), ` +
      `greatest(coalesce(max(${quoteIdentifier(column)}), 0), 0) + 1, false) from ${whole}`,
    step: { step: 'set-sequence' },
  }
}

function commentStatement(table: TableName, { name, comment }: DescribedColumn, at: number): DdlStatement {
  return {
    sql: `comment on column ${nameOf(table)}.${quoteIdentifier(name)} is ${comment === null ? 'null' : quoteLiteral(comment)}`,
    step: { step: 'comment' },
    from: { column: at, part: 'comment' },
  }
}

function nameOf({ schema, name }: TableName): string {
  return qualifiedName(schema, name)
}
