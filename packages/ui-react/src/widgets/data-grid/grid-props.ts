// The props of a grid of results: columns, rows of text, labels, and callbacks of a cell.

import type { CellRange, CopyFormat, ReadableRows } from '@basedeck/core/rules'
import type { ReadableAtom } from 'nanostores'

import type { GridEditing, GridMarks } from './grid-editing.js'

/** A column of a result. Two columns may have the same name. */
export interface GridColumn {
  name: string
  /** The name of its type, shown beside the name. */
  type: string
  /** The width at first, in pixels; the user can change it. */
  width: number
  /** The width at which the name and the type are seen whole. */
  head: number
  align: 'left' | 'right'
  /** Drawn in the code font. */
  code: boolean
  /** What a column of a table is. */
  marks?: readonly ('key' | 'reference' | 'made' | 'required')[]
  /** Its number among all columns of the result; what is done with a column names this number. */
  index: number
  isFrozen: boolean
  /** `rank` counts from 1 where several columns order the rows. */
  sorted?: { descending: boolean; rank: number | null }
  /** Whether rows can be ordered by it, and by which order or why not. Absent: nothing is to be said. */
  sorting?: { isPossible: boolean; note: string }
  filter?: { text: string; problem?: string; chosen?: ReadonlySet<string | null> }
}

/** What can be done with a column; each is given its `index`. */
export interface ColumnActions {
  /** @param adds other sorted columns stay */
  onSort(index: number, adds: boolean): void
  onSetSort(sort: { column: number; descending: boolean }[]): void
  /** Absent: there are no fields for filters. */
  onFilter?(index: number, text: string): void
  /** Absent: there is no list of values. */
  onListValues?(index: number): void
  onHide(index: number): void
  onToggleFrozen(index: number): void
  /** Before another column; null: to the end. */
  onMove(index: number, before: number | null): void
  /** Pixels. */
  onResize(index: number, width: number): void
  /** More entries of the column's menu, read when it opens. `hint`: why it can't be done. */
  othersOf?(index: number): readonly { label: string; hint?: string; run(): void }[]
}

/** The words about columns. */
export interface ColumnText {
  columnMenu(name: string): string
  filterOf(name: string): string
  filterHint: string
  sortAscending: string
  sortDescending: string
  sortNone: string
  values: string
  freeze: string
  unfreeze: string
  /** The mark in the head of a frozen column. */
  frozen: string
  marks: Readonly<Record<'key' | 'reference' | 'made' | 'required', string>>
  hide: string
}

/** The labels of the grid. */
export interface GridText {
  nullWord: string
  copyCell: string
  viewCell: string
  copyRow: string
  copyRange: string
  copyAs: string
  copyFormats: Readonly<Record<CopyFormat, string>>
  /** The accessible name of the column of row numbers. */
  rowNumber: string
}

/** The number of a row, from 0: its values are read when it is drawn. */
export type GridRow = number

/** A cell where it is shown, without the row numbers. */
export interface CellAt {
  row: number
  column: number
}

/** A block of cells, from the one where it began. */
export interface Reach {
  from: CellAt
  to: CellAt
}

/** A cell may lead to something: the row that it refers to. */
export interface CellLinks {
  /** What a press on its arrow does; null: it leads nowhere. */
  linkOf(row: number, column: number): string | null
  /** A press on its arrow, or Mod+Enter. */
  openLink(row: number, column: number): void
}

/** What is offered for a value while it is typed. */
export type OfferedRows =
  | { status: 'loading' }
  | { status: 'failed' | 'empty'; title: string }
  | {
      status: 'ready'
      rows: readonly { key: string; label: string; detail: string; note?: string }[]
      note?: string
    }

/** Rows that a cell may refer to, offered under its field. What is typed is never replaced by itself. */
export interface CellChoices {
  /** @returns what the list is called; null: nothing is offered for the cell */
  open(row: number, column: number): string | null
  readonly $rows: ReadableAtom<OfferedRows>
  search(words: string): void
  /** The row becomes the cell's value. */
  choose(key: string): void
  close(): void
}

/** Rows and columns are counted from 0, as they are given; the row numbers are no column. */
export interface DataGridProps {
  label: string
  /** Keep the same array between renders, or every cell in view is drawn again. */
  columns: readonly GridColumn[]
  /** The values, read where they are drawn; null is NULL. */
  rows: ReadableRows
  /** How many rows there are now. */
  rowCount: number
  /** Rows before the first one; negative: they are counted from the last row, which is -1. Default 0. */
  rowsBefore?: number
  /** Whether only the start of the value is there. Keep the same function between renders. */
  isCut?(row: number, column: number): boolean
  text: GridText
  columnText: ColumnText
  actions: ColumnActions
  /** A field for a filter under each head. */
  hasFilters: boolean
  /**
   * A cell to bring into view and to choose; another object goes there again. A new row takes the focus; without
   * `takesFocus` the cell gets it when another cell has it: a search keeps it in its field.
   */
  goTo?: { row: number; column: number; takesFocus?: boolean } | null
  /** Asked once when the grid is there: true gives the focus to its first cell. */
  takesFocus?(): boolean
  /** Pixels from the top to scroll to; another object scrolls there again. Absent: it stays where it is. */
  scrollTo?: { top: number }
  /** @param top in pixels */
  onScroll?(top: number): void
  /** The chosen block, when it is more than one cell. */
  onSelect(range: CellRange | null): void
  /** Another cell was selected, by a key, the mouse or `goTo`. */
  onChoose(row: number, column: number): void
  /** Absent: the browser's own search. */
  onFind?(): void
  /** Mod+C on the chosen cell while no text is selected, or the menu's item. */
  onCopyCell(row: number, column: number): void
  onCopyRow(row: number): void
  /** Mod+C while a block of cells is chosen, or the menu's item. */
  onCopyRange(range: CellRange): void
  onCopyRangeAs(format: CopyFormat, range: CellRange): void
  /** Enter on the chosen cell, or the menu's item. */
  onOpenCell?: ((row: number, column: number) => void) | undefined
  /** Where cells lead to. Absent: nowhere. Keep the same object between renders. */
  links?: CellLinks
  /** Absent: nothing is offered while a value is typed. Keep the same object between renders. */
  choices?: CellChoices
  /** More entries of a cell's menu, read when it opens. */
  cellActions?(row: number, column: number): readonly { label: string; run(): void }[]
  /** A double click on a row's number, or Mod+Shift+Enter. Absent: nothing. */
  onOpenRow?(row: number): void
  /** New rows, rows to delete and changed cells. Keep the same object between renders. */
  marks?: GridMarks
  /** Absent: the grid can only be read. Keep the same object between renders. */
  editing?: GridEditing
}
