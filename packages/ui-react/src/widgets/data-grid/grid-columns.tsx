// How the columns are drawn: the row numbers first, then the result's own, each cell no more than a text.
import { Cell } from 'react-data-grid'
import type { CellRendererProps, Column, Renderers } from 'react-data-grid'

import { cellText, isShortened } from './cell-text.js'
import styles from './data-grid.module.css'
import type { DataGridProps, GridColumn, GridRow, GridRows, GridText } from './grid-props.js'
import { RangeCell } from './grid-range.js'

interface ColumnsToDraw extends Pick<GridText, 'nullWord' | 'rowNumber'> {
  columns: readonly GridColumn[]
  rows: GridRows
  /** Pixels. */
  numberWidth: number
  isCut: DataGridProps['isCut']
}

/** The row numbers are column 0, the result's column n is column n + 1: names may repeat. */
export function gridColumns({ columns, rows, nullWord, rowNumber, numberWidth, isCut }: ColumnsToDraw) {
  return [
    numberColumn(rowNumber, numberWidth),
    ...columns.map((column, index) => valueColumn({ column, index, rows, nullWord, isCut })),
  ]
}

/** A row number is the header of its row and not a cell of the result. */
export const RENDERERS: Renderers<GridRow, unknown> = {
  renderCell: (key, props: CellRendererProps<GridRow, unknown>) =>
    props.column.idx === 0 ? (
      <Cell key={key} {...props} role="rowheader" />
    ) : (
      <RangeCell key={key} {...props} />
    ),
}

function numberColumn(name: string, width: number): Column<GridRow> {
  return {
    key: 'row-number',
    name,
    width,
    minWidth: width,
    frozen: true,
    resizable: false,
    cellClass: styles.number,
    headerCellClass: styles.header,
    renderHeaderCell: () => <span className={styles.hidden}>{name}</span>,
    renderCell: ({ rowIdx }) => rowIdx + 1,
  }
}

interface ValueColumn extends Pick<ColumnsToDraw, 'rows' | 'nullWord' | 'isCut'> {
  column: GridColumn
  /** Of the result, from 0. */
  index: number
}

function valueColumn({ column, index, rows, nullWord, isCut }: ValueColumn): Column<GridRow> {
  const { name, type, width, align, code } = column
  return {
    key: String(index),
    name,
    width,
    resizable: true,
    cellClass: [styles.value, code && styles.code, align === 'right' && styles.right]
      .filter(Boolean)
      .join(' '),
    headerCellClass: styles.header,
    renderHeaderCell: () => (
      <>
        {name} <span className={styles.type}>{type}</span>
      </>
    ),
    renderCell: ({ row, rowIdx }) => {
      const value = rows.cell(row, index)
      if (value === null) return <span className={styles.null}>{nullWord}</span>
      const text = cellText(value)
      if (isShortened(value) || isCut?.(rowIdx, index)) return <span className={styles.cut}>{text}</span>
      return text
    },
  }
}
