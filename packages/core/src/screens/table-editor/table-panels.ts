/** What is shown beside the rows, one at a time: a value in full, a row as a form, or the row that a cell refers to. */
import type { Cell } from '@basedeck/platform-client/contract'
import { atom, computed } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { tableReferenceText as text } from '../../text/table-references.js'
import type { Needs } from '../context.js'
import type { GridEditing } from '../editing/grid-editing.js'
import { createCellPanel, type CellPanel } from '../query/cell-panel.js'
import { createRowPanel, type RowPanel, type RowPanelParts } from './row-panel.js'
import { createRowReferences, type RowReferences, type RowReferencesParts } from './row-references.js'

/** Rows and columns count as they are shown. */
export interface TablePanels extends CellPanel, RowPanel, RowReferences {
  /** Opens a row as a form. */
  openRow(row: number): void
}

export interface TablePanelsParts extends RowReferencesParts, Pick<RowPanelParts, '$all' | '$extent'> {
  valueAt: GridEditing['valueAt']
  /** Another row was opened: the grid goes there. */
  goTo(row: number): void
}

export function createTablePanels(
  context: Needs<'client' | 'queries' | 'host' | 'impersonation' | 'router'>,
  { $grid, $all, $extent, valueAt, goTo, ...parts }: TablePanelsParts,
): TablePanels & Disposable {
  const { rowEditing, setValues } = parts
  const scope = createScope()
  const { picksOf, follow, dispose, ...references } = createRowReferences(context, { ...parts, $grid })
  scope.add(dispose)
  const { followRow, ...rows } = createRowPanel({
    $all,
    $extent,
    rowEditing,
    setValues,
    picksOf,
    shown: goTo,
  })
  /** A value that the grid shows cut, read whole to be viewed: of a row of a page as it was read. */
  const $whole = atom<{ page: object; row: number; name: string; value: Cell } | null>(null)
  const cells = createCellPanel(context, {
    $cellAt: computed([$grid, $whole], (grid, whole) => (row: number, column: number) => {
      const field = grid?.fields[column]
      if (!grid || !field) return null
      const isWhole = whole?.page === grid.page && whole.row === row && whole.name === field.name
      return { field, cell: isWhole && grid.isCut(row, column) ? whole.value : grid.rows.cell(row, column) }
    }),
  })
  let viewed: { page: object; row: number; column: number } | null = null
  const readWhole = (row: number, column: number) => {
    const grid = $grid.get()
    const field = grid?.fields[column]
    if (!grid || !field) return
    const { page } = grid
    viewed = { page, row, column }
    if (!grid.isCut(row, column)) return
    void valueAt(row, column).then((read) => {
      if (read && $grid.get()?.page === page) $whole.set({ page, row, name: field.name, value: read.value })
    })
  }
  // The page was read again: the value may be another one.
  scope.add(
    $grid.listen((grid) => {
      if (grid && viewed && grid.page !== viewed.page && cells.$openCell.get())
        readWhole(viewed.row, viewed.column)
    }),
  )
  const closeAll = () => {
    cells.closeCell()
    rows.closeRow()
    references.closePeek()
  }
  const openRow = (row: number) => {
    closeAll()
    rows.openRow(row)
  }

  return {
    ...cells,
    ...rows,
    ...references,
    openRow,
    openLink(row, column) {
      if (references.linkOf(row, column) === null) return
      closeAll()
      references.openLink(row, column)
    },
    cellActions: (row, column) => [
      ...references.cellActions(row, column, closeAll),
      { label: rowEditing.tableRefusal() === null ? text.editRow : text.viewRow, run: () => openRow(row) },
    ],
    viewCell(row, column) {
      closeAll()
      cells.viewCell(row, column)
      readWhole(row, column)
    },
    followCell(row, column) {
      followRow(row)
      follow(row, column)
      cells.followCell(row, column)
      if (cells.$openCell.get()) readWhole(row, column)
    },
    dispose: scope.dispose,
  }
}
