/**
 * What is wrong in a described table before PostgreSQL is asked, by the path of each problem.
 * @rule structure.problems  @spec §4
 */
import { mayBeIdentity } from './column-types.js'
import { expressionProblem, typeProblem, type ExpressionProblem } from './ddl-expression.js'
import { columnNameProblem, nameProblem, type NameProblem } from './object-name.js'

/** PostgreSQL's limit. */
export const COLUMNS_MAX = 1600

/** A table as its form holds it, as far as something may be wrong in it. */
export interface TableToCheck {
  name: string
  columns: readonly ColumnToCheck[]
  foreignKeys: readonly ForeignKeyToCheck[]
}

/** A column of such a table. An empty text means that the field has no value. */
export interface ColumnToCheck {
  key: string
  name: string
  type: string
  default: string
  identity: string
  /** Null: its values are typed. */
  generated: string | null
  /** Whether its values are computed no longer. */
  stopsComputing: boolean
  check: string
}

/** A foreign key of such a table; `target` is null while none is chosen: pairs of the key of a column and the name of a column of the target. */
export interface ForeignKeyToCheck {
  target: unknown
  pairs: readonly { column: string; target: string }[]
}

/** Why something can't be as it is. */
export type TableProblem =
  | { kind: 'name'; reason: NameProblem }
  | { kind: 'type'; reason: ExpressionProblem | 'empty' | 'words' }
  | { kind: 'expression'; reason: ExpressionProblem }
  | { kind: 'identity' | 'target' | 'pair' | 'columns' }

/** A problem and its path: `columns.0.name`. */
export interface PlacedProblem {
  path: string
  problem: TableProblem
}

/**
 * All problems, those of the table before those of its columns.
 * @param others names of columns that the form does not show
 */
export function tableProblems(table: TableToCheck, others?: readonly string[]): PlacedProblem[] {
  const problems: PlacedProblem[] = []
  const add = (path: string, problem: TableProblem) => void problems.push({ path, problem })
  const wrongName = nameProblem(table.name)
  if (wrongName) add('name', { kind: 'name', reason: wrongName })
  if (table.columns.length > COLUMNS_MAX) add('columns', { kind: 'columns' })
  const taken = new Set(others)
  for (const [index, column] of table.columns.entries()) {
    for (const { path, problem } of columnProblems(column, taken)) add(`columns.${index}.${path}`, problem)
    taken.add(column.name)
  }
  for (const [index, key] of table.foreignKeys.entries()) {
    if (key.target === null) add(`foreignKeys.${index}.target`, { kind: 'target' })
    const isWhole = key.pairs.every(
      ({ column, target }) => target !== '' && table.columns.some((one) => one.key === column),
    )
    if (key.target !== null && (key.pairs.length === 0 || !isWhole))
      add(`foreignKeys.${index}.pairs`, { kind: 'pair' })
  }
  return problems
}

function columnProblems(column: ColumnToCheck, taken: ReadonlySet<string>): PlacedProblem[] {
  const name = columnNameProblem(column.name, taken.has(column.name) ? [column.name] : undefined)
  const type = typeProblem(column.type)
  // Generated values leave no room for a default.
  const generated = column.stopsComputing ? '' : (column.generated ?? '')
  const hasDefault = column.identity === 'none' && generated.trim() === ''
  const wrongDefault = hasDefault ? expressionProblem(column.default) : null
  const wrongCheck = expressionProblem(column.check)
  const wrongGenerated = expressionProblem(generated)
  const isNoNumber = column.identity !== 'none' && type === null && !mayBeIdentity(column.type)
  return [
    ...(name ? [{ path: 'name', problem: { kind: 'name' as const, reason: name } }] : []),
    ...(type ? [{ path: 'type', problem: { kind: 'type' as const, reason: type } }] : []),
    ...(wrongDefault
      ? [{ path: 'default', problem: { kind: 'expression' as const, reason: wrongDefault } }]
      : []),
    ...(wrongGenerated
      ? [{ path: 'generated', problem: { kind: 'expression' as const, reason: wrongGenerated } }]
      : []),
    ...(wrongCheck ? [{ path: 'check', problem: { kind: 'expression' as const, reason: wrongCheck } }] : []),
    ...(isNoNumber ? [{ path: 'identity', problem: { kind: 'identity' as const } }] : []),
  ]
}
