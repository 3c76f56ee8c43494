/**
 * A condition typed by hand, `price >= 1.50 and name ilike 'a%'`, as the filters of the table grid.
 *
 * @rule sql.filter-text  @spec §3
 */
import type { Expr, ExprBinary } from 'pgsql-ast-parser'
import { scan } from '../lexer/scan.js'
import { loadParser } from './parser.js'

/** The grid's operators, by their abbreviation in the address. */
export type FilterOperator = 'eq' | 'neq' | 'gt' | 'lt' | 'gte' | 'lte' | 'like' | 'ilike' | 'in' | 'is'

/** Values are texts as written, so no digit of a number is lost; `is` takes null, not null, true, false. */
export type TypedFilter =
  | { column: string; operator: Exclude<FilterOperator, 'in'>; value: string }
  | { column: string; operator: 'in'; values: string[] }

/**
 * `syntax`: no condition that can be read. `or`: only `and` joins filters. `unsupported`: a condition that the grid has no
 * filter for. The range is the part that decided.
 */
export type FilterText =
  | { type: 'filters'; filters: TypedFilter[] }
  | { type: 'not-filters'; reason: 'syntax' | 'or' | 'unsupported'; start: number; end: number }

/** Longer filters take the parser too long. UTF-16 units. */
const LONGEST_FILTER = 4000

/** Reads a condition. An empty text has no filters. Never throws but when the parser can't be loaded. */
export async function parseFilters(text: string): Promise<FilterText> {
  if (text.trim() === '') return { type: 'filters', filters: [] }
  const whole = { start: 0, end: text.length }
  if (text.length > LONGEST_FILTER || !isPlain(text))
    return { type: 'not-filters', reason: 'unsupported', ...whole }
  const { parse } = await loadParser()
  try {
    // With this entry the parser returns a list of one expression, which its types don't express.
    const [condition] = parse(text, { entry: 'expr', locationTracking: true }) as unknown as [Expr]
    return filtersOf(text, condition)
  } catch {
    return { type: 'not-filters', reason: 'syntax', ...whole }
  }
}

/** Strings with a prefix, parameters and comments are not left to a parser with smaller rules. */
function isPlain(text: string): boolean {
  return scan(text).every(({ kind, start, closed }) => {
    if (kind === 'string') return closed && text[start] === "'"
    if (kind === 'quoted') return closed && text[start] === '"'
    return kind !== 'comment' && kind !== 'parameter' && kind !== 'semicolon'
  })
}

function filtersOf(text: string, condition: Expr): FilterText {
  const filters: TypedFilter[] = []
  for (const part of conjunctsOf(condition)) {
    const filter = filterOf(text, part)
    if (!filter) {
      const isOr = part.type === 'binary' && part.op === 'OR'
      return { type: 'not-filters', reason: isOr ? 'or' : 'unsupported', ...rangeOf(part, text) }
    }
    filters.push(filter)
  }
  return { type: 'filters', filters }
}

function conjunctsOf(condition: Expr): Expr[] {
  if (condition.type !== 'binary' || condition.op !== 'AND') return [condition]
  return [...conjunctsOf(condition.left), ...conjunctsOf(condition.right)]
}

const OPERATORS: Readonly<Partial<Record<ExprBinary['op'], Exclude<FilterOperator, 'in' | 'is'>>>> = {
  '=': 'eq',
  '!=': 'neq',
  '>': 'gt',
  '<': 'lt',
  '>=': 'gte',
  '<=': 'lte',
  LIKE: 'like',
  ILIKE: 'ilike',
}

const TESTS: Readonly<Record<string, string>> = {
  'IS NULL': 'null',
  'IS NOT NULL': 'not null',
  'IS TRUE': 'true',
  'IS FALSE': 'false',
}

function filterOf(text: string, part: Expr): TypedFilter | undefined {
  if (part.type === 'unary') {
    const column = columnOf(part.operand)
    const value = TESTS[part.op]
    return column !== undefined && value !== undefined ? { column, operator: 'is', value } : undefined
  }
  if (part.type !== 'binary') return undefined
  const column = columnOf(part.left)
  if (column === undefined) return undefined
  if (part.op === 'IN') {
    const items = part.right.type === 'list' ? part.right.expressions : [part.right]
    const values = items.map((item) => valueOf(text, item))
    return values.every((value) => value !== undefined) ? { column, operator: 'in', values } : undefined
  }
  const operator = OPERATORS[part.op]
  const value = valueOf(text, part.right)
  return operator && value !== undefined ? { column, operator, value } : undefined
}

function columnOf(part: Expr): string | undefined {
  return part.type === 'ref' && part.table === undefined && part.name !== '*' ? part.name : undefined
}

function valueOf(text: string, part: Expr): string | undefined {
  if (part.type === 'string') return part.value
  if (part.type === 'boolean') return String(part.value)
  if (part.type !== 'integer' && part.type !== 'numeric') return undefined
  const { start, end } = rangeOf(part, text)
  return text.slice(start, end)
}

function rangeOf(part: Expr, text: string): { start: number; end: number } {
  const { start, end } = part._location ?? { start: 0, end: text.length }
  // The parser leaves the list's closing bracket out.
  const endsInList = part.type === 'binary' && (part.op === 'IN' || part.op === 'NOT IN')
  return { start, end: endsInList ? text.indexOf(')', end) + 1 : end }
}
