/**
 * What a filter under the head of a column means: a part of the text, a comparison, a regular expression, NULL.
 * @rule results.filter  @spec §2 (results grid)
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { compareKeys, sortKey } from './result-order.js'

/** Tells whether a value is wanted. */
export type CellTest = (cell: Cell) => boolean
/** Null: the text filters nothing. `problem`: why it can't be read. */
export type ReadFilter = { test: CellTest } | { problem: string } | null

const COMPARISON = /^(<=|>=|<>|!=|<|>|=)\s*(.*)$/s
const REGULAR_EXPRESSION = /^(!?)\/(.*)\/(i?)$/s
const NULL_WORD = /^(!?)null$/i

/**
 * `customer` holds it in any case; `> 5`, `= x`, `!= x` compare; `/^a/i` is a regular expression, `!/^a/` its opposite;
 * `null` and `!null` are about NULL. A comparison is never true for NULL, as in SQL.
 * @param type PostgreSQL's name of it, as `int8`
 */
export function readFilter(text: string, type: string): ReadFilter {
  if (text.trim() === '') return null
  const nullWord = NULL_WORD.exec(text.trim())
  if (nullWord) return { test: (cell) => (cell === null) === (nullWord[1] === '') }
  const expression = REGULAR_EXPRESSION.exec(text.trim())
  if (expression) return byExpression(expression)
  const comparison = COMPARISON.exec(text.trim())
  if (comparison) return { test: byComparison(comparison[1] ?? '=', comparison[2] ?? '', type) }
  const wanted = text.toLowerCase()
  return { test: (cell) => cell !== null && cell.toLowerCase().includes(wanted) }
}

function byExpression([, not, source = '', flags]: RegExpExecArray): ReadFilter {
  try {
    const expression = new RegExp(source, `${flags}u`)
    return { test: (cell) => cell !== null && expression.test(cell) === (not === '') }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : source }
  }
}

function byComparison(operator: string, text: string, type: string): CellTest {
  const wanted = sortKey(text, type)
  const holds = HOLDS[operator] ?? (() => false)
  return (cell) => cell !== null && holds(compareKeys(sortKey(cell, type), wanted))
}

const HOLDS: Readonly<Record<string, (sign: number) => boolean>> = {
  '=': (sign) => sign === 0,
  '!=': (sign) => sign !== 0,
  '<>': (sign) => sign !== 0,
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
}
