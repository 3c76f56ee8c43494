// The field over a cell: which cell it is over, and where it is on the screen.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { DataGridHandle } from 'react-data-grid'

import type { EditedCell } from './cell-editor.js'
import { chooseCell, chosenCell, positionOf } from './grid-position.js'
import type { DataGridProps } from './grid-props.js'

export interface CellEditorOptions extends Pick<
  DataGridProps,
  'editing' | 'choices' | 'onOpenCell' | 'rowCount'
> {
  grid: RefObject<DataGridHandle | null>
  columnCount: number
}

export function useCellEditor({
  grid,
  editing,
  choices,
  onOpenCell,
  rowCount,
  columnCount,
}: CellEditorOptions) {
  const [edited, setEdited] = useState<EditedCell>()
  const opened = useRef(0)

  // The grid draws the chosen row in another element when rows come or go above it.
  useLayoutEffect(() => {
    const followElement = () => {
      const anchor = chosenCell(grid.current?.element)
      if (edited && anchor && anchor !== edited.anchor && positionOf(anchor)?.row === edited.row)
        setEdited({ ...edited, anchor })
    }
    followElement()
  }, [grid, edited])

  /** A cell that can't be changed shows its value. @param typed the character that replaces the value */
  function openEditor(row: number, column: number, typed?: string) {
    if (!editing) return onOpenCell?.(row, column)
    const open = editing.editorAt(row, column)
    const anchor = chosenCell(grid.current?.element)
    if (!open || !anchor) {
      editing.refuse(row, column, typed !== undefined)
      return typed === undefined ? onOpenCell?.(row, column) : undefined
    }
    const begins = typed === undefined ? {} : { typed }
    const key = ++opened.current
    const listed = open.editor.kind === 'line' ? (choices?.open(row, column) ?? null) : null
    setEdited({ ...open, key, row, index: column, anchor, listed, ...begins })
    void editing.valueAt(row, column).then((value) => {
      setEdited((now) => (now?.key === key ? (value ? { ...now, value } : undefined) : now))
    })
  }

  /** @param step to the cell that is chosen next; absent: the same one */
  function closeEditor({ row, index }: EditedCell, step?: { rows: number; columns: number }) {
    setEdited(undefined)
    if (!step) return
    const to = Math.max(0, Math.min(rowCount - 1, row + step.rows))
    chooseCell(grid.current, to, Math.max(1, Math.min(columnCount, index + 1 + step.columns)))
  }

  /** Rows have come or gone: the field follows its row. @param row null: it is gone */
  function moveEditor(row: number | null) {
    setEdited((open) => (open && row !== null ? { ...open, row } : undefined))
  }

  return { edited, openEditor, closeEditor, moveEditor }
}
