/**
 * The column names in a statement that reads or changes rows, and all names that the statement defines. A name that
 * is neither of these nor a column of its tables is misspelt. When in doubt, a name counts as known.
 *
 * @rule sql.names  @spec §2
 */
import { isNode, listIn, namesIn, textIn, unwrap, type Json, type Node } from './nodes.js'
import type { TextRange, Positions } from './positions.js'

/** A column that a statement names, with its range in the text. */
export interface ColumnUse extends TextRange {
  name: string
}

/** The names in one statement: columns that it uses, and names that it makes up itself. */
export interface StatementNames {
  columns: ColumnUse[]
  /** Aliases, output names, names of `with`, and what calls and types are called. */
  made: Set<string>
  /** Whether rows come from other sources than tables and queries, such as a function. */
  isOpen: boolean
}

const READ: ReadonlySet<string> = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'ExplainStmt',
])
/** Rows with columns that are not visible in the text. */
const OPEN: ReadonlySet<string> = new Set(['RangeFunction', 'RangeTableFunc', 'JsonTable', 'XmlExpr'])

/** Undefined for other statements. */
export function namesOf(statement: Node, positions: Positions): StatementNames | undefined {
  if (!READ.has(unwrap(statement).type)) return undefined
  const names: StatementNames = { columns: [], made: new Set(), isOpen: false }
  walk(statement, names, positions)
  return names
}

function walk(value: Json | undefined, names: StatementNames, positions: Positions): void {
  if (Array.isArray(value)) for (const item of value) walk(item, names, positions)
  else if (isNode(value)) {
    if (OPEN.has(unwrap(value).type)) names.isOpen = true
    column(value, names, positions)
    for (const field of MAKING_ONE) {
      const name = textIn(value, field)
      if (name !== undefined) names.made.add(name)
    }
    for (const field of MAKING_SEVERAL) for (const name of namesIn(value, field)) names.made.add(name)
    for (const inner of Object.values(value)) walk(inner, names, positions)
  }
}

/** Fields with a name of any kind, and fields with a list of names: output names, aliases, calls, types. */
const MAKING_ONE = ['name', 'ctename', 'relname', 'aliasname', 'colname']
const MAKING_SEVERAL = ['colnames', 'aliascolnames', 'funcname', 'names']

/** `a`, `t.a`: its last name. `t.*` has none, and only a name of a column has `fields`. */
function column(content: Node, names: StatementNames, positions: Positions): void {
  const fields = listIn(content, 'fields')
  const name = textIn(unwrap(fields.at(-1)).content, 'sval')
  if (name === undefined) return
  const first = positions.indexAt(positions.offsetOfByte(Number(content['location'])))
  // Each further name follows a dot.
  const token = positions.tokens[first + (fields.length - 1) * 2]
  if (token) names.columns.push({ name, start: token.start, end: token.end })
}
