// How the columns are drawn: the row numbers first, then the result's own, each cell no more than a text.
import { rowNumber, type ReadableRows } from '@basedeck/core/rules'
import { ArrowRight } from 'lucide-react'
import { Cell } from 'react-data-grid'
import type { CellRendererProps, Column, Renderers } from 'react-data-grid'

import { Icon } from '../../elements/icon.js'
import { cellText, isShortened } from './cell-text.js'
import { ColumnHead, type ColumnHeadProps } from './column-head.js'
import styles from './data-grid.module.css'
import type { GridMarks } from './grid-editing.js'
import type { CellLinks, DataGridProps, GridColumn, GridRow, GridText } from './grid-props.js'
import { RangeCell } from './grid-range.js'

interface ColumnsToDraw extends Pick<GridText, 'nullWord' | 'rowNumber'> {
  head: Omit<ColumnHeadProps, 'column'>
  columns: readonly GridColumn[]
  rows: ReadableRows
  /** Pixels. */
  numberWidth: number
  rowsBefore: number
  isCut: DataGridProps['isCut']
  marks: GridMarks | undefined
  links: CellLinks | undefined
  /** Drawn in the place of the number of a new row. */
  newRow: string | undefined
}

/** The row numbers are column 0, the result's column n is column n + 1: names may repeat. */
export function gridColumns({
  columns,
  rows,
  rowNumber: name,
  rowsBefore,
  numberWidth,
  newRow,
  ...more
}: ColumnsToDraw) {
  return [
    numberColumn({
      name,
      rowsBefore,
      width: numberWidth,
      newRows: more.marks?.newRows ?? 0,
      newRow,
    }),
    ...columns.map((column, shownIndex) => valueColumn({ column, shownIndex, rows, ...more })),
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

interface NumberColumn {
  name: string
  rowsBefore: number
  /** Pixels. */
  width: number
  newRows: number
  newRow: string | undefined
}

function numberColumn({ name, rowsBefore, width, newRows, newRow }: NumberColumn): Column<GridRow> {
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
    renderCell: ({ rowIdx }) =>
      rowIdx < newRows ? <span aria-label={newRow}>+</span> : rowNumber(rowsBefore, rowIdx - newRows),
  }
}

interface ValueColumn extends Pick<
  ColumnsToDraw,
  'rows' | 'nullWord' | 'isCut' | 'head' | 'marks' | 'links'
> {
  column: GridColumn
  /** Where it is shown, from 0. */
  shownIndex: number
}

function valueColumn(parts: ValueColumn): Column<GridRow> {
  const { column, shownIndex, rows, nullWord, isCut, head, marks, links } = parts
  const { name, width, align, code, index, isFrozen } = column
  return {
    key: String(index),
    name,
    width,
    resizable: true,
    draggable: true,
    frozen: isFrozen,
    cellClass: [styles.value, code && styles.code, align === 'right' && styles.right]
      .filter(Boolean)
      .join(' '),
    headerCellClass: styles.header,
    renderHeaderCell: () => <ColumnHead column={column} {...head} />,
    renderCell: ({ row, rowIdx }) => {
      const word = marks?.mark(rowIdx, shownIndex)?.word
      if (word !== undefined) return <span className={styles.null}>{word}</span>
      const value = rows.cell(row, shownIndex)
      if (value === null) return <span className={styles.null}>{nullWord}</span>
      if (value.trim() === '')
        return <span className={value === '' ? styles.empty : styles.blank}>{cellText(value)}</span>
      const text = cellText(value)
      const link = links?.linkOf(rowIdx, shownIndex) ?? null
      if (link !== null)
        return <LinkedCell label={link} text={text} onOpen={() => links?.openLink(rowIdx, shownIndex)} />
      if (isShortened(value) || isCut?.(rowIdx, shownIndex)) return <span className={styles.cut}>{text}</span>
      return text
    },
  }
}

/** The arrow is for the mouse; the keyboard has Mod+Enter and the cell's menu. */
function LinkedCell({ label, text, onOpen }: { label: string; text: string; onOpen(): void }) {
  return (
    <span className={styles.linked}>
      <span className={styles.linkedText}>{text}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={label}
        title={label}
        className={styles.link}
        // The focus stays on the cell.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onOpen}
      >
        <Icon of={ArrowRight} size={12} />
      </button>
    </span>
  )
}
