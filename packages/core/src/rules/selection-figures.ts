/**
 * What the footer tells of the selected cells: how many, how many different values, the least, the greatest, the sum.
 * @rule results.selection  @spec §2 (results grid)
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { valueType } from '../sql/types.js'
import { addExact, exactNumber, exactText, type ExactNumber } from './exact-number.js'
import { compareKeys, sortKey, type SortKey } from './result-order.js'

export interface SelectionFigures {
  cells: number
  nulls: number
  distinct: number
  /** Of the values; absent where columns of several kinds are selected, or no value is. */
  min?: string
  max?: string
  /** Exact, of numbers only. */
  sum?: string
}

/** Gathers the figures cell by cell. */
export interface SelectionCounter {
  add(cell: Cell): void
  figures(): SelectionFigures
}

/** @param types of the selected columns */
export function createSelectionCounter(types: readonly string[]): SelectionCounter {
  const sorts = new Set(types.map((type) => valueType(type).sort))
  const isOneSort = sorts.size === 1
  const isNumber = isOneSort && sorts.has('number')
  const [type = ''] = types
  const seen = new Set<string>()
  let cells = 0
  let nulls = 0
  let sum: ExactNumber | undefined = isNumber ? exactNumber('0') : undefined
  let least: { cell: string; key: SortKey } | undefined
  let greatest: { cell: string; key: SortKey } | undefined
  return {
    add(cell) {
      cells++
      if (cell === null) {
        nulls++
        return
      }
      seen.add(cell)
      if (!isOneSort) return
      const key = sortKey(cell, type)
      if (!least || compareKeys(key, least.key) < 0) least = { cell, key }
      if (!greatest || compareKeys(key, greatest.key) > 0) greatest = { cell, key }
      if (!sum) return
      const number = exactNumber(cell)
      sum = number && addExact(sum, number)
    },
    figures: () => ({
      cells,
      nulls,
      distinct: seen.size,
      ...(least && greatest ? { min: least.cell, max: greatest.cell } : {}),
      ...(sum && least ? { sum: exactText(sum) } : {}),
    }),
  }
}
