// Rows that come and go move the others: what is selected stays on its row.
import { blockAfter, rangeBetween, rowAfter } from '@basedeck/core/rules'
import { useLayoutEffect, useRef } from 'react'

import type { GridMarks } from './grid-editing.js'
import type { CellAt, Reach } from './grid-props.js'

/** What is selected. */
export interface Selected {
  /** Null: no cell of a row. */
  cell: CellAt | null
  reach: Reach | undefined
}

/** The rows that are shown. */
export interface RowsShown {
  /** Undefined: which row is which is not known. */
  marks: GridMarks | undefined
  count: number
  /** How many rows stand before them; it changes when another page is asked for. */
  rowsBefore: number
}

/**
 * On another page the selection keeps its row and column.
 * @param onMoved where the selection is now, when that is somewhere else; a cell whose row is gone is null
 */
export function useFollowedRows(
  { marks, count, rowsBefore }: RowsShown,
  selected: () => Selected,
  onMoved: (now: Selected) => void,
) {
  const shown = useRef({ marks, rowsBefore })
  useLayoutEffect(() => {
    const { marks: before, rowsBefore: earlier } = shown.current
    if (before === marks) return
    shown.current = { marks, rowsBefore }
    if (!before || !marks || earlier !== rowsBefore) return
    const change = { before, after: marks, count }
    const { cell, reach } = selected()
    if (!cell) return
    const row = rowAfter(cell.row, change)
    const top = reach && blockAfter(rangeBetween(reach.from, reach.to), change)
    const by =
      reach && top !== null && top !== undefined ? top - rangeBetween(reach.from, reach.to).top : null
    if (row === cell.row && (by === 0 || !reach)) return
    onMoved({
      cell: row === null ? null : { ...cell, row },
      reach: reach && by !== null ? { from: movedBy(reach.from, by), to: movedBy(reach.to, by) } : undefined,
    })
  })
}

function movedBy({ row, column }: CellAt, rows: number): CellAt {
  return { row: row + rows, column }
}
