/**
 * What the footer tells of the selected cells: how many, how many different values, the least, the greatest, the sum.
 * @rule results.selection  @spec §2 (results grid)
 */
import type { Cell, ReadableText, StoredText } from '@basedeck/platform-client/contract'
import { valueType } from '../../sql/types.js'
import { addExact, exactNumber, exactText, type ExactNumber } from '../values/exact-number.js'
import { readableCell } from './readable-cell.js'
import { compareKeys, orderOf, type SortKey } from '../values/value-order.js'

export interface SelectionFigures {
  cells: number
  nulls: number
  distinct: number
  /**
   * Of the values, as one reads them; absent where they have no order here, where columns of several types are selected, or
   * where no value is.
   */
  min?: ReadableText
  max?: ReadableText
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
  const [type = ''] = types
  const isNumber = types.length > 0 && types.every(isSummed)
  const order = isNumber || new Set(types).size === 1 ? orderOf(type) : undefined
  let isOrdered = order !== undefined && order.type !== 'none'
  const seen = new Set<string>()
  let cells = 0
  let nulls = 0
  let sum: ExactNumber | undefined = isNumber ? exactNumber('0') : undefined
  let least: { cell: StoredText; key: SortKey } | undefined
  let greatest: { cell: StoredText; key: SortKey } | undefined
  const shown = (cell: StoredText) => readableCell(cell, type) as ReadableText
  return {
    add(cell) {
      cells++
      if (cell === null) {
        nulls++
        return
      }
      seen.add(cell)
      if (!isOrdered || !order || order.type === 'none') return
      const key = order.key(cell)
      isOrdered = key !== undefined
      if (key === undefined) return
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
      ...(isOrdered && least && greatest ? { min: shown(least.cell), max: shown(greatest.cell) } : {}),
      ...(sum && least ? { sum: exactText(sum) } : {}),
    }),
  }
}

/** Money has a sign of its currency, and no sum here. */
function isSummed(type: string): boolean {
  return valueType(type).exported === 'number'
}
