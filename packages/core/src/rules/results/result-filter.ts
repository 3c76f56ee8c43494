/**
 * What a filter under the head of a column means: a part of the text, a comparison, a regular expression, NULL. A part and an
 * expression are looked for in the value as one reads it; a comparison is one of values of the column's type.
 * @rule results.filter  @spec §2 (results grid)
 */
import type { Cell, StoredText } from '@basedeck/platform-client/contract'
import { readableCell } from './readable-cell.js'
import { compareKeys, orderOf, type TypedKey, type ValueOrder } from '../values/value-order.js'

/** Tells whether a value is wanted. */
export type CellTest = (cell: Cell) => boolean
/** Why a filter can't be read. `message`: of the regular expression. */
export type FilterProblem =
  | { reason: 'expression'; message: string }
  /** The typed value is none of the type. */
  | { reason: 'value'; value: string }
  /** Values of the type have no order here. */
  | { reason: 'order' }
/** Null: the text filters nothing. */
export type ReadFilter = { test: CellTest } | { problem: FilterProblem } | null

const REGULAR_EXPRESSION = /^(!?)\/(.*)\/(i?)$/s
const NULL_WORD = /^(!?)null$/i

/**
 * `customer` holds it in any case; `> 5`, `= x`, `!= x` compare; `/^a/i` is a regular expression, `!/^a/` its opposite;
 * `null` and `!null` are about NULL. A comparison is never true for NULL, as in SQL.
 * @param type PostgreSQL's name of it, as `int8`
 */
export function readFilter(text: string, type: string): ReadFilter {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const nullWord = NULL_WORD.exec(trimmed)
  if (nullWord) return { test: (cell) => (cell === null) === (nullWord[1] === '') }
  const expression = REGULAR_EXPRESSION.exec(trimmed)
  if (expression) return byExpression(expression, type)
  const comparison = COMPARISONS.find(([operator]) => trimmed.startsWith(operator))
  if (comparison) return byComparison(comparison, trimmed.slice(comparison[0].length).trimStart(), type)
  const wanted = text.toLowerCase()
  return { test: (cell) => readableCell(cell, type)?.toLowerCase().includes(wanted) ?? false }
}

function byExpression([, not, source = '', flags]: RegExpExecArray, type: string): ReadFilter {
  try {
    const expression = new RegExp(source, `${flags}u`)
    return {
      test(cell) {
        const shown = readableCell(cell, type)
        return shown !== null && expression.test(shown) === (not === '')
      },
    }
  } catch (error) {
    return { problem: { reason: 'expression', message: error instanceof Error ? error.message : source } }
  }
}

function byComparison([operator, holds]: Comparison, value: string, type: string): ReadFilter {
  const order = orderOf(type)
  if (order.type === 'none') return byText(operator, holds, value, type)
  const wanted = typedKey(order, value)
  if (!wanted) return { problem: { reason: 'value', value } }
  const keyOf = (cell: StoredText) => (wanted.of ?? order.key)(cell)
  return {
    test(cell) {
      const key = cell === null ? undefined : keyOf(cell)
      return key !== undefined && holds(compareKeys(key, wanted.key))
    },
  }
}

function typedKey(order: Exclude<ValueOrder, { type: 'none' }>, value: string): TypedKey | undefined {
  if (order.typed) return order.typed(value)
  const key = order.key(value)
  return key === undefined ? undefined : { key }
}

/** Without an order only the same text is the same value. */
function byText(operator: string, holds: (sign: number) => boolean, value: string, type: string): ReadFilter {
  if (!['=', '!=', '<>'].includes(operator)) return { problem: { reason: 'order' } }
  return { test: (cell) => cell !== null && holds(readableCell(cell, type) === value ? 0 : 1) }
}

type Comparison = readonly [operator: string, holds: (sign: number) => boolean]

/** An operator stands behind those that begin with it. */
const COMPARISONS: readonly Comparison[] = [
  ['=', (sign) => sign === 0],
  ['!=', (sign) => sign !== 0],
  ['<>', (sign) => sign !== 0],
  ['<=', (sign) => sign <= 0],
  ['<', (sign) => sign < 0],
  ['>=', (sign) => sign >= 0],
  ['>', (sign) => sign > 0],
]
