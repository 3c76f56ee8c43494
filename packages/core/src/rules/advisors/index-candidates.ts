/**
 * Which indexes may help a plan: for each table that is read whole, the columns that it is narrowed by, those compared with
 * `=` first, then one that is compared otherwise. Whether one does help is tried by the database.
 * @rule advisors.index-candidates  @spec §2
 */
import type { PlanNode } from './statement-plan.js'

/** An index that may help. */
export interface IndexCandidate {
  schema: string
  table: string
  columns: readonly string[]
}

const MOST_COLUMNS = 3
/** No more are tried. */
export const CANDIDATES_MAX = 8

interface Narrowing {
  column: string
  isEqual: boolean
}

/**
 * Indexes that might help the steps of a plan which read a table row by row and keep few rows; the same one is named once.
 * @param plan with names of schemas: EXPLAIN (VERBOSE) gives them
 */
export function indexCandidates(plan: PlanNode): IndexCandidate[] {
  const found = new Map<string, IndexCandidate>()
  const visit = (node: PlanNode, conditions: readonly string[], order: readonly string[]) => {
    const joins = [node['Hash Cond'], node['Merge Cond'], node['Join Filter']].filter(
      (one) => one !== undefined,
    )
    const sorted = node['Node Type'] === 'Sort' ? (node['Sort Key'] ?? []) : []
    if (isWholeRead(node))
      for (const candidate of candidatesOf(node, conditions, order)) {
        const key = JSON.stringify(candidate)
        if (!found.has(key)) found.set(key, candidate)
      }
    for (const child of node.Plans ?? []) visit(child, [...conditions, ...joins], sorted)
  }
  visit(plan, [], [])
  return [...found.values()].slice(0, CANDIDATES_MAX)
}

function isWholeRead(node: PlanNode): boolean {
  return (
    node['Node Type'].endsWith('Seq Scan') && node['Relation Name'] !== undefined && node.Schema !== undefined
  )
}

/** One for its own conditions, and one for each condition that joins it to another table. */
function candidatesOf(node: PlanNode, joins: readonly string[], order: readonly string[]): IndexCandidate[] {
  const alias = node.Alias ?? node['Relation Name'] ?? ''
  const own = narrowingsIn(node.Filter ?? '', alias)
  const equal = own.filter(({ isEqual }) => isEqual).map(({ column }) => column)
  const other = own.find(({ isEqual }) => !isEqual)?.column
  const ordered = order.flatMap((key) => columnIn(key.replace(/ (DESC|ASC|NULLS .*)$/g, ''), alias) ?? [])
  const sets = [
    [...equal, ...(other === undefined ? ordered : [other])],
    ...joins.map((condition) => joinedColumns(condition, alias)),
  ]
  return sets
    .map((columns) => [...new Set(columns)].slice(0, MOST_COLUMNS))
    .filter((columns) => columns.length > 0)
    .map((columns) => ({ schema: node.Schema ?? '', table: node['Relation Name'] ?? '', columns }))
}

/** The conditions that must all hold; of an OR nothing is read. */
function narrowingsIn(filter: string, alias: string): Narrowing[] {
  return partsOf(filter).flatMap((part) => {
    const compared = /^(.+?) (=|<|>|<=|>=|~~) (.+)$/.exec(part)
    if (!compared) return []
    const [, left = '', operator = '', right = ''] = compared
    const column = columnIn(left, alias)
    // A comparison of two columns of the table narrows nothing.
    if (column === null || columnIn(right, alias) !== null) return []
    // `= ANY (…)` finds several values one after the other.
    return [{ column, isEqual: operator === '=' }]
  })
}

function joinedColumns(condition: string, alias: string): string[] {
  return partsOf(condition).flatMap((part) => {
    const [left, right, more] = part.split(' = ')
    if (left === undefined || right === undefined || more !== undefined) return []
    const mine = [columnIn(left, alias), columnIn(right, alias)].filter((one) => one !== null)
    return mine.length === 1 ? mine : []
  })
}

/** `((a = $1) AND (b > $2))` as `a = $1`, `b > $2`. */
function partsOf(condition: string): string[] {
  const whole = withoutParentheses(condition.trim())
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let from = 0
  for (let at = 0; at < whole.length; at++) {
    const sign = whole[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (depth === 0 && whole.startsWith(' OR ', at)) return []
    else if (depth === 0 && whole.startsWith(' AND ', at)) {
      parts.push(whole.slice(from, at))
      from = at + 5
    }
  }
  if (parts.length === 0) return whole === '' ? [] : [whole]
  return [...parts, whole.slice(from)].flatMap(partsOf)
}

/** Only a pair that holds all of it. */
function withoutParentheses(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0 && at < text.length - 1) return text
  }
  return withoutParentheses(text.slice(1, -1).trim())
}

/** The column in `o.customer`, `(o."Name")::text` or `customer`; null: it is something else, or of another table. */
function columnIn(expression: string, alias: string): string | null {
  const bare = withoutParentheses(expression.trim().replace(/::[a-z ]+(\(\d+\))?$/, ''))
  const match = /^(?:("(?:[^"]|"")+"|[a-z_][\w$]*)\.)?("(?:[^"]|"")+"|[a-z_][\w$]*)$/.exec(bare)
  if (!match) return null
  const [, of, column = ''] = match
  if (of !== undefined && unquoted(of) !== alias) return null
  return unquoted(column)
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}
