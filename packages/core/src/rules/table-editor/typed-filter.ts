/**
 * A filter of a table typed as text: a column, an operator and a value, as in `total >= 5000`, `name ilike %berg%`,
 * `id in (1, 2)` or `deleted_at is null`.
 * @rule grid.typed-filter  @spec §3
 */
import type { FilterOperator, TableFilter } from './table-address.js'

/** The filter, or what the text lacks. */
export type TypedFilter =
  | { type: 'filter'; filter: TableFilter }
  /** `column`: it begins with no column; `operator`: none follows the column; `value`: what follows can't be its value. */
  | { type: 'problem'; missing: 'column' | 'operator' | 'value' }

/** As one may type them; the longest first. */
const SIGNS: readonly (readonly [string, FilterOperator])[] = [
  ['~~*', 'ilike'],
  ['~~', 'like'],
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['<>', 'neq'],
  ['!=', 'neq'],
  ['=', 'eq'],
  ['>', 'gt'],
  ['<', 'lt'],
]
const WORDS: readonly FilterOperator[] = ['ilike', 'like', 'in', 'is', 'eq', 'neq', 'gte', 'lte', 'gt', 'lt']
/** What a value can be compared with by `is`. */
export const IS_VALUES = ['null', 'not null', 'true', 'false', 'unknown'] as const

/**
 * The filter that a text says, or what it lacks.
 * @param columns the names of the table's columns
 */
export function typedFilter(text: string, columns: readonly string[]): TypedFilter {
  const found = columnAt(text.trim(), columns)
  if (!found) return { type: 'problem', missing: 'column' }
  const operator = operatorAt(found.rest)
  if (!operator) return { type: 'problem', missing: 'operator' }
  const value = valueOf(operator.operator, operator.rest.trim())
  if (value === undefined) return { type: 'problem', missing: 'value' }
  return { type: 'filter', filter: { column: found.column, operator: operator.operator, value } }
}

/** Whether a chosen operator still lacks its value. A text can be compared with an empty one. */
export function lacksValue({ operator, value }: Pick<TableFilter, 'operator' | 'value'>): boolean {
  if (operator === 'eq' || operator === 'neq') return false
  if (operator === 'is') return !IS_VALUES.some((one) => one === value)
  return value === ''
}

/** A name in double quotes, or the longest name that the text begins with. */
function columnAt(text: string, columns: readonly string[]): { column: string; rest: string } | undefined {
  const quoted = /^"(?:[^"]|"")+"/.exec(text)?.[0]
  if (quoted !== undefined) {
    const column = quoted.slice(1, -1).replaceAll('""', '"')
    return columns.includes(column) ? { column, rest: text.slice(quoted.length).trim() } : undefined
  }
  const isAt = (name: string, at: string) =>
    at.startsWith(name) && !/^[\p{L}\p{N}_$]/u.test(at.slice(name.length))
  const longest = (names: readonly string[], at: string) =>
    names.filter((name) => isAt(name, at)).toSorted((one, other) => other.length - one.length)[0]
  const column =
    longest(columns, text) ??
    columns.find(
      (name) =>
        name.toLowerCase() ===
        longest(
          columns.map((one) => one.toLowerCase()),
          text.toLowerCase(),
        ),
    )
  return column === undefined ? undefined : { column, rest: text.slice(column.length).trim() }
}

function operatorAt(text: string): { operator: FilterOperator; rest: string } | undefined {
  const sign = SIGNS.find(([written]) => text.startsWith(written))
  if (sign) return { operator: sign[1], rest: text.slice(sign[0].length) }
  const word = /^[a-z]+(?![\w])/i.exec(text)?.[0]
  const operator = WORDS.find((one) => one === word?.toLowerCase())
  return operator && { operator, rest: text.slice(operator.length) }
}

function valueOf(operator: FilterOperator, text: string): string | undefined {
  if (operator === 'is') return IS_VALUES.find((value) => value === text.toLowerCase().replace(/\s+/g, ' '))
  if (operator === 'in') {
    const inner = (/^\((.*)\)$/s.exec(text)?.[1] ?? text).trim()
    return inner === '' ? undefined : inner
  }
  const quoted = /^'((?:[^']|'')*)'$/s.exec(text)?.[1]
  if (quoted !== undefined) return quoted.replaceAll("''", "'")
  return text === '' ? undefined : text
}

/** The values of a list: separated by commas, those with a comma in single or double quotes. */
export function listedValues(text: string): string[] {
  const values: string[] = []
  const pattern = /\s*(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/gy
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (!found) return []
    const [, single, double, bare = ''] = found
    values.push(single?.replaceAll("''", "'") ?? double?.replaceAll('""', '"') ?? bare.trim())
  }
  return values
}
