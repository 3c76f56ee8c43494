// A result as a table of a hundred thousand rows and more: cells can be selected, copied and opened.
import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { isInRange, isSingleCell, rangeBetween } from '@basedeck/core/rules'
import { DataGrid as Grid } from 'react-data-grid'
import type { CellMouseArgs, CellMouseEvent, DataGridHandle } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'

import { CellMenu } from './cell-menu.js'
import type { CellMenuTarget } from './cell-menu.js'
import styles from './data-grid.module.css'
import { RENDERERS, gridColumns } from './grid-columns.js'
import { keyEffect } from './grid-keys.js'
import { chosenCell, positionOf } from './grid-position.js'
import type { DataGridProps, GridRow } from './grid-props.js'
import { RangeProvider } from './grid-range.js'
import { rowNumberWidth, rowNumbers } from './row-numbers.js'

export type { DataGridProps, GridColumn, GridRows, GridText } from './grid-props.js'

interface CellAt {
  row: number
  column: number
}

/** A block of cells, from the one where it began. */
interface Reach {
  from: CellAt
  to: CellAt
}

const LAST = Number.MAX_SAFE_INTEGER

/** A read-only grid. It fills its parent, which has to have a height. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, rowCount, isCut, text, onCopyCell, onOpenCell } = props
  const grid = useRef<DataGridHandle>(null)
  const [menu, setMenu] = useState<CellMenuTarget>()
  const [reach, setReach] = useState<Reach>()
  const range = reach && rangeBetween(reach.from, reach.to)
  const numberWidth = rowNumberWidth(rowCount)
  const numbers = useMemo(() => rowNumbers(rowCount), [rowCount])
  const { nullWord, rowNumber } = text
  const drawnColumns = useMemo(
    () => gridColumns({ columns, rows, nullWord, rowNumber, numberWidth, isCut }),
    [columns, rows, nullWord, rowNumber, numberWidth, isCut],
  )

  function choose(row: number, column: number) {
    grid.current?.setActivePosition({ rowIdx: row, idx: column }, { shouldFocus: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const position = positionOf(event.target)
    const effect = position && keyEffect(event, position)
    if (!position || !effect) return
    // Without a block Escape is not the grid's: the dialog over it closes.
    if (effect.type === 'single' && !reach) return
    event.stopPropagation()
    if (effect.type === 'leave') return
    event.preventDefault()
    if (effect.type === 'go') choose(effect.to.row, effect.to.column)
    if (effect.type === 'open') onOpenCell(position.row, position.column - 1)
    if (effect.type === 'menu') openMenu(position.row, position.column, event.target as Element)
    if (effect.type === 'single') setReach(undefined)
    if (effect.type === 'all') extendTo(LAST, LAST, { row: 0, column: 0 })
    if (effect.type === 'extend') {
      const { row, column } = reach?.to ?? { row: position.row, column: position.column - 1 }
      extendTo(row + effect.rows, column + effect.columns)
    }
  }

  /** Extends the block from the selected cell, or from its first one, to this cell. */
  function extendTo(row: number, column: number, start?: CellAt) {
    const chosen = positionOf(chosenCell(grid.current?.element))
    const from = start ?? reach?.from ?? (chosen && { row: chosen.row, column: chosen.column - 1 })
    if (!from || from.row < 0) return
    const to = {
      row: Math.max(0, Math.min(rowCount - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    }
    setReach({ from, to })
    if (!start) grid.current?.scrollToCell({ rowIdx: to.row, idx: to.column + 1 })
  }

  /** A drag beyond its first cell selects cells, not text. */
  function onDrag(event: PointerEvent) {
    if (event.buttons !== 1) return
    const position = positionOf((event.target as Element).closest('[role=gridcell]'))
    const chosen = positionOf(chosenCell(grid.current?.element))
    if (!position || !chosen || position.row < 0 || position.column === 0) return
    if (!reach && position.row === chosen.row && position.column === chosen.column) return
    getSelection()?.removeAllRanges()
    extendTo(position.row, position.column - 1)
  }

  function onCopy() {
    if (range && !isSingleCell(range)) return props.onCopyRange(range)
    const position = positionOf(chosenCell(grid.current?.element))
    if (position && getSelection()?.isCollapsed !== false) onCopyCell(position.row, position.column - 1)
  }

  function takeRow(row: number) {
    choose(row, 1)
    setReach({ from: { row, column: 0 }, to: { row, column: columns.length - 1 } })
  }

  function openMenu(row: number, column: number, anchor: CellMenuTarget['anchor']) {
    const isInside = range && !isSingleCell(range) && isInRange(range, row, column - 1)
    setMenu({ row, column: column - 1, range: isInside ? range : undefined, anchor })
  }

  function onContextMenu({ column, rowIdx }: CellMouseArgs<GridRow>, event: CellMouseEvent) {
    if (column.idx === 0) return
    event.preventDefault()
    // While the menu of another cell is open, the press does not reach this cell.
    if (!range || !isInRange(range, rowIdx, column.idx - 1)) choose(rowIdx, column.idx)
    const point = new DOMRect(event.clientX, event.clientY, 0, 0)
    openMenu(rowIdx, column.idx, { getBoundingClientRect: () => point })
  }

  return (
    // The grid gets a key only after this element: `keyEffect` decides first.
    <div role="presentation" className={styles.container} onKeyDownCapture={onKeyDown} onPointerMove={onDrag}>
      <RangeProvider range={range}>
        <Grid
          ref={grid}
          className={styles.grid}
          aria-label={label}
          columns={drawnColumns}
          rows={numbers}
          rowHeight={30}
          headerRowHeight={32}
          renderers={RENDERERS}
          onCellCopy={onCopy}
          onCellContextMenu={onContextMenu}
          onCellDoubleClick={({ column, rowIdx }) => column.idx > 0 && onOpenCell(rowIdx, column.idx - 1)}
          onCellMouseDown={({ column, rowIdx }, event) => {
            // Shift extends the block, and the second button opens its menu.
            const keeps = column.idx > 0 && (event.shiftKey || (event.button !== 0 && range !== undefined))
            if (column.idx > 0 && !keeps) return setReach(undefined)
            event.preventGridDefault()
            event.preventDefault()
            if (column.idx > 0 && event.shiftKey) extendTo(rowIdx, column.idx - 1)
            if (column.idx === 0) takeRow(rowIdx)
          }}
          onActivePositionChange={({ column, rowIdx }) => {
            if (reach && (reach.from.row !== rowIdx || reach.from.column !== (column?.idx ?? 0) - 1))
              setReach(undefined)
            // Tab into the grid focuses the corner above the row numbers: move to the first value.
            if (column?.idx === 0 && rowCount > 0) choose(0, 1)
          }}
        />
      </RangeProvider>
      <CellMenu
        target={menu}
        text={text}
        focusAfter={() => chosenCell(grid.current?.element)}
        onClose={() => setMenu(undefined)}
        onCopyCell={onCopyCell}
        onCopyRow={props.onCopyRow}
        onCopyRange={props.onCopyRange}
        onOpenCell={onOpenCell}
      />
    </div>
  )
}
