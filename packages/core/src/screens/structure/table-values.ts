/** A table's structure as the fields of a form, and back. */
import { isSameTable } from '../../sql/table-ddl.js'
import { structureText } from '../../text/structure.js'
import type {
  DescribedColumn,
  ForeignKey,
  ForeignKeyAction,
  Identity,
  TableDescription,
} from '../../sql/table-description.js'

/** A column as the form holds it. An empty text means that the field has no value. */
export interface ColumnValues {
  /** Of the row in the form: it stays when the column is renamed. */
  key: string
  position: number | null
  name: string
  type: string
  default: string
  isNullable: boolean
  isPrimary: boolean
  isUnique: boolean
  identity: Identity | 'none'
  /** The expression that its values are computed from; null or empty: they are typed. */
  generated: string | null
  /** Whether its values are computed no longer; those that it has stay. */
  stopsComputing: boolean
  check: string
  comment: string
}

/** A foreign key as the form holds it. */
export interface ForeignKeyValues {
  key: string
  name: string | null
  /** As typed, or chosen. */
  targetText: string
  /** `self`: the table itself, whatever its name will be. */
  target: { schema: string; name: string } | 'self' | null
  /**
   * `column` is the key of a column of the form; empty: none is chosen yet. `target` is the name of a column of the
   * referenced table, or the key of one of its own columns.
   */
  pairs: { column: string; target: string }[]
  onDelete: ForeignKeyAction
  onUpdate: ForeignKeyAction
}

/** A table as the form holds it. */
export interface TableValues {
  name: string
  schema: string
  comment: string
  isRlsOn: boolean
  columns: ColumnValues[]
  foreignKeys: ForeignKeyValues[]
  /** The description, as JSON, that typed values belong to; empty while nothing is typed. */
  base: string
}

export function newColumnValues(key: string, changes: Partial<ColumnValues> = {}): ColumnValues {
  return {
    key,
    position: null,
    name: '',
    type: 'text',
    default: '',
    isNullable: true,
    isPrimary: false,
    isUnique: false,
    identity: 'none',
    generated: null,
    stopsComputing: false,
    check: '',
    comment: '',
    ...changes,
  }
}

/** What a new table begins with. */
export function newTableValues(schema: string): TableValues {
  return {
    name: '',
    schema,
    comment: '',
    isRlsOn: true,
    columns: [
      newColumnValues('id', {
        name: 'id',
        type: 'bigint',
        isNullable: false,
        isPrimary: true,
        identity: 'by default',
      }),
      newColumnValues('created_at', {
        name: 'created_at',
        type: 'timestamptz',
        default: 'now()',
        isNullable: false,
      }),
    ],
    foreignKeys: [],
    base: '',
  }
}

/** How the form calls a column, which may get another name in it. */
export function keyOf({ position, name }: DescribedColumn): string {
  return position === null ? `new ${name}` : `c${position}`
}

/** @param only the columns that the form shows; default: all */
export function valuesOf(
  table: TableDescription,
  only: (column: DescribedColumn) => boolean = () => true,
): TableValues {
  const keyNamed = (name: string) => {
    const column = table.columns.find((one) => one.name === name)
    return column ? keyOf(column) : ''
  }
  const shown = table.columns.filter(only)
  return {
    name: table.name,
    schema: table.schema,
    comment: table.comment ?? '',
    isRlsOn: table.isRlsOn,
    columns: shown.map((column) => ({
      key: keyOf(column),
      position: column.position,
      name: column.name,
      type: column.type,
      default: column.default ?? '',
      isNullable: column.isNullable,
      isPrimary: table.primaryKey.includes(column.name),
      isUnique: column.isUnique,
      identity: column.identity ?? 'none',
      generated: column.generated,
      stopsComputing: false,
      check: column.check ?? '',
      comment: column.comment ?? '',
    })),
    foreignKeys: table.foreignKeys
      .filter((key) => isShown(key, shown))
      .map((key, index): ForeignKeyValues => {
        const { schema, name, columns } = key.target
        const target = isSameTable(key.target, table) ? 'self' : { schema, name }
        return {
          key: key.name ?? `new ${index}`,
          name: key.name,
          targetText: targetLabel(target),
          target,
          pairs: key.columns.map((column, at) => {
            const referenced = columns[at] ?? ''
            return {
              column: keyNamed(column),
              target: target === 'self' ? keyNamed(referenced) : referenced,
            }
          }),
          onDelete: key.onDelete,
          onUpdate: key.onUpdate,
        }
      }),
    base: '',
  }
}

function isShown({ columns }: ForeignKey, shown: readonly DescribedColumn[]): boolean {
  return columns.every((name) => shown.some((column) => column.name === name))
}

/**
 * What the form describes.
 * @param before the table it began with; null: a new one
 * @param shows which columns of that table are in the form; the others stay as they are
 */
export function descriptionOf(
  values: TableValues,
  before: TableDescription | null,
  shows: (column: DescribedColumn) => boolean = () => true,
): TableDescription {
  const { schema, name } = values
  const columns = values.columns.map(columnOf)
  const hidden = (before?.columns ?? []).filter((column) => !shows(column))
  const shown = (before?.columns ?? []).filter(shows)
  // A changed column stays at its position among those that the form does not show.
  const placed = hidden.length === 0 ? columns : merged(before?.columns ?? [], shows, columns)
  const nameOf = (key: string) => values.columns.find((column) => column.key === key)?.name ?? ''
  const hiddenNameOf = (key: string) => hidden.find((column) => keyOf(column) === key)?.name ?? ''
  const own = { schema, name }
  return {
    ...own,
    comment: textOrNull(values.comment),
    isRlsOn: values.isRlsOn,
    columns: placed,
    primaryKey: primaryKeyOf(values, before, hidden, placed),
    foreignKeys: [
      ...(before?.foreignKeys ?? [])
        .filter((key) => !isShown(key, shown))
        .map((key) => ({
          ...key,
          columns: key.columns.map((column) => renamed(column, before, placed)),
          ...(before !== null && isSameTable(key.target, before)
            ? {
                target: {
                  ...own,
                  columns: key.target.columns.map((column) => renamed(column, before, placed)),
                },
              }
            : {}),
        })),
      ...values.foreignKeys.map(({ name: keyName, target, pairs, onDelete, onUpdate }) => ({
        name: keyName,
        columns: pairs.map(({ column }) => nameOf(column)),
        target: {
          ...(target === 'self' ? own : (target ?? { schema: '', name: '' })),
          columns: pairs.map((pair) =>
            target === 'self' ? nameOf(pair.target) || hiddenNameOf(pair.target) : pair.target,
          ),
        },
        onDelete,
        onUpdate,
      })),
    ],
  }
}

function merged(
  before: readonly DescribedColumn[],
  shows: (column: DescribedColumn) => boolean,
  columns: readonly DescribedColumn[],
): DescribedColumn[] {
  const old = before.flatMap((column) =>
    shows(column) ? columns.filter(({ position }) => position === column.position) : [column],
  )
  return [...old, ...columns.filter(({ position }) => position === null)]
}

/** The name of a column of the table before, as it is now. */
function renamed(name: string, before: TableDescription | null, columns: readonly DescribedColumn[]): string {
  const position = before?.columns.find((column) => column.name === name)?.position
  return columns.find((column) => column.position === position)?.name ?? name
}

/** The order of the key stays while it has the same columns. */
function primaryKeyOf(
  { columns }: TableValues,
  before: TableDescription | null,
  hidden: readonly DescribedColumn[],
  placed: readonly DescribedColumn[],
): string[] {
  const old = (before?.primaryKey ?? []).map((name) => renamed(name, before, placed))
  const wanted = new Set([
    ...columns.filter(({ isPrimary }) => isPrimary).map(({ name }) => name),
    ...hidden.filter(({ name }) => before?.primaryKey.includes(name)).map(({ name }) => name),
  ])
  const kept = old.filter((name) => wanted.has(name))
  return [
    ...kept,
    ...placed.map(({ name }) => name).filter((name) => wanted.has(name) && !kept.includes(name)),
  ]
}

function columnOf(column: ColumnValues): DescribedColumn {
  const generated = generatedOf(column)
  const isIdentity = column.identity !== 'none' && generated === null
  return {
    position: column.position,
    name: column.name,
    type: column.type,
    isNullable: column.isNullable && !column.isPrimary && !isIdentity,
    default: isIdentity || generated !== null ? null : textOrNull(column.default),
    identity: isIdentity && column.identity !== 'none' ? column.identity : null,
    generated,
    comment: textOrNull(column.comment),
    isUnique: column.isUnique,
    check: textOrNull(column.check),
  }
}

/** The expression that the values of a column will be computed from; null: they are typed. */
export function generatedOf({ generated, stopsComputing }: ColumnValues): string | null {
  return stopsComputing || generated === null ? null : textOrNull(generated)
}

/** A referenced table, as one chooses it: other tables have a dot in their names. */
export function targetLabel(target: { schema: string; name: string } | 'self'): string {
  return target === 'self' ? structureText.thisTable : `${target.schema}.${target.name}`
}

/** How a column is called in labels. */
export function shownName({ name }: { name: string }): string {
  return name === '' ? structureText.unnamed : name
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text
}
