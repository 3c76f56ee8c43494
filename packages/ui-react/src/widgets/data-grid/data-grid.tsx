// A result as a table of a hundred thousand rows and more: a cell of it is chosen, copied or opened.
import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { DataGrid as Grid } from 'react-data-grid'
import type { CellMouseArgs, CellMouseEvent, DataGridHandle } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'

import { CellMenu } from './cell-menu.js'
import type { CellMenuPlace } from './cell-menu.js'
import styles from './data-grid.module.css'
import { RENDERERS, gridColumns, rowNumberWidth } from './grid-columns.js'
import { keyEffect } from './grid-keys.js'
import { chosenCell, placeOf } from './grid-place.js'
import type { DataGridProps, GridRow } from './grid-props.js'

export type { DataGridProps, GridColumn, GridRow, GridText } from './grid-props.js'

/** A read-only grid. It fills its parent, which has to have a height. */
export function DataGrid({ label, columns, rows, isCut, text, onCopyCell, onOpenCell }: DataGridProps) {
  const grid = useRef<DataGridHandle>(null)
  const [menu, setMenu] = useState<CellMenuPlace>()
  const numberWidth = rowNumberWidth(rows.length)
  const { nullWord, rowNumber } = text
  const drawnColumns = useMemo(
    () => gridColumns({ columns, nullWord, rowNumber, numberWidth, isCut }),
    [columns, nullWord, rowNumber, numberWidth, isCut],
  )

  function choose(row: number, column: number) {
    grid.current?.setActivePosition({ rowIdx: row, idx: column }, { shouldFocus: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const place = placeOf(event.target)
    const effect = place && keyEffect(event, place)
    if (!place || !effect) return
    event.stopPropagation()
    if (effect.type === 'leave') return
    event.preventDefault()
    if (effect.type === 'go') choose(effect.to.row, effect.to.column)
    if (effect.type === 'open') onOpenCell(place.row, place.column - 1)
    if (effect.type === 'menu') openMenu(place.row, place.column, event.target as Element)
  }

  function onCopy() {
    const place = placeOf(chosenCell(grid.current?.element))
    if (place && getSelection()?.isCollapsed !== false) onCopyCell(place.row, place.column - 1)
  }

  function openMenu(row: number, column: number, anchor: CellMenuPlace['anchor']) {
    setMenu({ row, column: column - 1, anchor })
  }

  function onContextMenu({ column, rowIdx }: CellMouseArgs<GridRow>, event: CellMouseEvent) {
    if (column.idx === 0) return
    event.preventDefault()
    // While another cell's menu is open, the press itself does not reach the cell.
    choose(rowIdx, column.idx)
    const point = new DOMRect(event.clientX, event.clientY, 0, 0)
    openMenu(rowIdx, column.idx, { getBoundingClientRect: () => point })
  }

  return (
    // The grid hears a key only after this element: what `keyEffect` decides comes first.
    <div role="presentation" className={styles.place} onKeyDownCapture={onKeyDown}>
      <Grid
        ref={grid}
        className={styles.grid}
        aria-label={label}
        columns={drawnColumns}
        rows={rows}
        rowHeight={30}
        headerRowHeight={32}
        renderers={RENDERERS}
        onCellCopy={onCopy}
        onCellContextMenu={onContextMenu}
        onCellDoubleClick={({ column, rowIdx }) => column.idx > 0 && onOpenCell(rowIdx, column.idx - 1)}
        onCellMouseDown={({ column }, event) => {
          if (column.idx > 0) return
          event.preventGridDefault()
          event.preventDefault()
        }}
        onActivePositionChange={({ column }) => {
          // Tab into the grid lands on the corner above the row numbers: the first value is meant.
          if (column?.idx === 0 && rows.length > 0) choose(0, 1)
        }}
      />
      <CellMenu
        place={menu}
        text={text}
        focusAfter={() => chosenCell(grid.current?.element)}
        onClose={() => setMenu(undefined)}
        onCopyCell={onCopyCell}
        onOpenCell={onOpenCell}
      />
    </div>
  )
}
