/**
 * What a filter under the head of a column means: a part of the text, a comparison, a regular expression, NULL.
 * @rule results.filter  @spec §2 (results grid)
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { readableCell } from './readable-cell.js'
import { compareKeys, sortKey } from './result-order.js'

/** Tells whether a value is wanted. */
export type CellTest = (cell: Cell) => boolean
/** Null: the text filters nothing. `problem`: why it can't be read. */
export type ReadFilter = { test: CellTest } | { problem: string } | null

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
  if (comparison) return { test: byComparison(comparison, trimmed, type) }
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
    return { problem: error instanceof Error ? error.message : source }
  }
}

function byComparison([operator, holds]: Comparison, text: string, type: string): CellTest {
  const wanted = sortKey(text.slice(operator.length).trimStart(), type)
  return (cell) => cell !== null && holds(compareKeys(sortKey(cell, type), wanted))
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
