/**
 * Whether a query shows the plain columns of one table, and which: what makes its rows recognisable as that table's.
 *
 * @rule sql.single-table  @spec §3
 */
import type { ExprRef, SelectedColumn, Statement as AstStatement } from 'pgsql-ast-parser'
import { withAutoLimit } from '../auto-limit.js'
import { loadParser } from './parser.js'

/** The only table of a query that selects plain columns, and those columns. */
export interface SingleTable {
  /** Undefined: found by the search path. */
  schema?: string
  table: string
  /** In the order of the result; `label` is the name shown there. */
  columns: 'all' | { name: string; label: string }[]
}

/** Beyond this the parser takes too long. UTF-16 units. */
const LONGEST_QUERY = 4000

/**
 * The table of a plain select: one table, no join, no grouping, no computed column. Undefined for everything else, also for
 * what the parser can't read.
 */
export async function singleTableOf(sql: string): Promise<SingleTable | undefined> {
  if (sql.length > LONGEST_QUERY || !isSingleSelect(sql)) return undefined
  const { parse } = await loadParser()
  let statements: AstStatement[]
  try {
    statements = parse(sql)
  } catch {
    return undefined
  }
  const [statement] = statements
  return statement ? tableOf(statement) : undefined
}

function isSingleSelect(sql: string): boolean {
  const limit = withAutoLimit(sql, 1)
  return limit.type === 'added' || limit.reason === 'has-limit'
}

function tableOf(statement: AstStatement): SingleTable | undefined {
  if (statement.type !== 'select' || statement.groupBy || statement.having || statement.distinct)
    return undefined
  const [source, ...others] = statement.from ?? []
  if (source?.type !== 'table' || source.join || others.length > 0) return undefined
  const { schema, name: table, alias } = source.name
  const columns = columnsOf(statement.columns ?? [], alias ?? table)
  return columns && { ...(schema === undefined ? {} : { schema }), table, columns }
}

function columnsOf(columns: readonly SelectedColumn[], source: string): SingleTable['columns'] | undefined {
  const refs = columns.map(({ expr }) => (expr.type === 'ref' && belongsTo(expr, source) ? expr : undefined))
  if (refs.length === 1 && refs[0]?.name === '*') return 'all'
  const plain = refs.flatMap((ref, index) =>
    ref && ref.name !== '*' ? { name: ref.name, label: columns[index]?.alias?.name ?? ref.name } : [],
  )
  return plain.length === columns.length && plain.length > 0 ? plain : undefined
}

function belongsTo(ref: ExprRef, source: string): boolean {
  return ref.table === undefined || (ref.table.name === source && ref.table.schema === undefined)
}
