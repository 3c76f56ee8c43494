// The selected block of cells: extended by keys, by a drag and by Shift, and taken as whole rows.
import { isSingleCell, rangeBetween, type CellRange } from '@basedeck/core/rules'
import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { CellMouseArgs, CellMouseEvent, DataGridHandle } from 'react-data-grid'

import { chooseCell, chosenCell, positionOf } from './grid-position.js'
import type { CellAt, GridRow, Reach } from './grid-props.js'

/** Beyond the last row and column. */
export const LAST = Number.MAX_SAFE_INTEGER

export interface CellBlockOptions {
  grid: RefObject<DataGridHandle | null>
  rowCount: number
  columnCount: number
  /** The block, when it is more than one cell. */
  onSelect(range: CellRange | null): void
}

export function useCellBlock({ grid, rowCount, columnCount, onSelect }: CellBlockOptions) {
  const [reach, setReachOnly] = useState<Reach>()
  const range = reach && rangeBetween(reach.from, reach.to)
  /** The pointer was pressed on a row number: a drag takes rows. */
  const dragsRows = useRef(false)
  const chosenPosition = () => positionOf(chosenCell(grid.current?.element))

  function setReach(next: Reach | undefined) {
    setReachOnly(next)
    const chosen = next && rangeBetween(next.from, next.to)
    onSelect(chosen && !isSingleCell(chosen) ? chosen : null)
  }

  /** From the selected cell, or from the block's first one, to this cell. */
  function extendTo(row: number, column: number, start?: CellAt) {
    const chosen = chosenPosition()
    const from = start ?? reach?.from ?? (chosen && { row: chosen.row, column: chosen.column - 1 })
    if (!from || from.row < 0) return
    const to = {
      row: Math.max(0, Math.min(rowCount - 1, row)),
      column: Math.max(0, Math.min(columnCount - 1, column)),
    }
    setReach({ from, to })
    if (!start) grid.current?.scrollToCell({ rowIdx: to.row, idx: to.column + 1 })
  }

  function takeRows(from: number, to: number) {
    setReach({ from: { row: from, column: 0 }, to: { row: to, column: columnCount - 1 } })
  }

  /** @param isExtended from the row that was taken before, as with Shift in a spreadsheet */
  function takeRow(row: number, isExtended: boolean) {
    const from = isExtended ? reach?.from.row : undefined
    if (from === undefined) chooseCell(grid.current, row, 1)
    takeRows(from ?? row, row)
  }

  /** A drag beyond its first cell selects cells, not text; over row numbers it selects rows. */
  function onDrag(event: PointerEvent) {
    if (event.buttons !== 1) return
    const position = positionOf((event.target as Element).closest('[role=gridcell], [role=rowheader]'))
    const chosen = chosenPosition()
    if (!position || !chosen || position.row < 0) return
    if (dragsRows.current) return reach?.to.row === position.row ? undefined : takeRow(position.row, true)
    if (position.column === 0) return
    if (!reach && position.row === chosen.row && position.column === chosen.column) return
    getSelection()?.removeAllRanges()
    extendTo(position.row, position.column - 1)
  }

  function onCellMouseDown({ column, rowIdx }: CellMouseArgs<GridRow>, event: CellMouseEvent) {
    dragsRows.current = column.idx === 0 && event.button === 0
    // Shift extends the block, and the second button opens its menu.
    const keeps = column.idx > 0 && (event.shiftKey || (event.button !== 0 && range !== undefined))
    if (column.idx > 0 && !keeps) return setReach(undefined)
    event.preventGridDefault()
    event.preventDefault()
    if (column.idx > 0 && event.shiftKey) extendTo(rowIdx, column.idx - 1)
    if (column.idx === 0) takeRow(rowIdx, event.shiftKey)
  }

  return { reach, range, setReach, extendTo, takeRows, onDrag, onCellMouseDown }
}
