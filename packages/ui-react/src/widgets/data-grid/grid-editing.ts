// What a grid whose cells can be changed is given. Rows and columns count as they are shown.
import type { CellEditor, CellRange, FollowedRows, NewValue } from '@basedeck/core/rules'

/** How a cell differs from a stored one. */
export interface CellMark {
  isChanged: boolean
  /** Drawn in the place of a value. */
  word?: string
  /** Why its value was refused. */
  problem?: string
}

/** Rows at the top that are new, rows to delete, changed cells; and which row is which, after rows have come or gone. */
export interface GridMarks extends FollowedRows {
  rowState(row: number): 'new' | 'deleted' | null
  mark(row: number, column: number): CellMark | null
}

export interface OpenEditor {
  editor: CellEditor
  column: string
  canBeNull: boolean
  hasDefault: boolean
  /** Whether an emptied field is an empty text; otherwise it is NULL. */
  hasEmptyText: boolean
}

/** An entry of the menu of rows. */
export interface GridChange {
  label: string
  disabled: boolean
  /** Why it can't be done. */
  hint?: string
  run(): void
}

export interface GridEditing {
  text: EditText
  /** Null: the cell can't be changed. */
  editorAt(row: number, column: number): OpenEditor | null
  /** Why a cell can't be changed; null: it can. */
  refusalAt(row: number, column: number): string | null
  /**
   * Tells the user why a cell can't be changed.
   * @param isChange a key was pressed that would change it; otherwise its value is shown
   */
  refuse(row: number, column: number, isChange: boolean): void
  /** The whole value; null: it can't be read, and the user was told. */
  valueAt(row: number, column: number): Promise<{ value: string | null } | null>
  problemOf(column: number, value: NewValue): string | null
  setCell(row: number, column: number, value: NewValue): Promise<void>
  /** Turns a boolean over. @returns false: it is none */
  turnOver(row: number, column: number): boolean
  /** Writes the present date or time. @returns false: the column holds neither */
  writePresent(row: number, column: number): boolean
  clearCells(range: CellRange): Promise<void>
  /** Copies the block and empties it. */
  cutRange(range: CellRange): Promise<void>
  fillDown(range: CellRange): Promise<void>
  /** One value for each cell. */
  fillWith(range: CellRange, value: string | null): Promise<void>
  /** @returns the block of cells that were pasted into, from this one; null: none */
  paste(
    pasted: string,
    row: number,
    column: number,
    options?: { html?: string; range?: CellRange },
  ): Promise<{ rows: number; columns: number } | null>
  /** What the menu offers for these rows. */
  rowChanges(range: CellRange): readonly GridChange[]
  deleteRows(range: CellRange): void
  undo(): void
  redo(): void
  save(): Promise<void>
}

/** The words of editing. */
export interface EditText {
  edit: string
  setNull: string
  setDefault: string
  setEmpty: string
  newRow: string
  changedCell: string
  emptyText: string
  loadingValue: string
  pickDate: string
  commitKeys: string
  commitKeysLines: string
  /** No value of the list begins with the typed letters. */
  noChoice(letters: string): string
}
