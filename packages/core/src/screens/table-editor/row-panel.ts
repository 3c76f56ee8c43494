/** One row as a form beside the rows: every column, hidden ones too. What is changed is staged as in the grid. SPEC §4 */
import type { Cell } from '@basedeck/platform-client/contract'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { rowAfter } from '../../rules/results/followed-row.js'
import { readableCell } from '../../rules/results/readable-cell.js'
import { rowNumber } from '../../rules/results/row-number.js'
import type { NewValue } from '../../rules/table-editor/staged-edits.js'
import { tableEditText } from '../../text/table-editing.js'
import { tableReferenceText as text } from '../../text/table-references.js'
import type { EditedGrid, ShownRow } from '../editing/edited-grid.js'
import type { EditedRows } from '../editing/grid-editing.js'
import type { OpenEditor } from '../editing/row-editing.js'
import type { CellAction } from './row-references.js'

/** A value of the row. */
export interface RowField {
  name: string
  /** As it was declared: `character varying(20)`. */
  type: string
  isKey: boolean
  comment: string | null
  /** As the editor takes it; without an editor as one reads it. */
  value: string | null
  isCut: boolean
  isChanged: boolean
  /** Drawn in the place of a value: the column's default. */
  word?: string
  /** Why PostgreSQL refused it. */
  problem?: string
  /** Null: it can't be changed; `hint` says why. */
  editor: OpenEditor | null
  hint?: string
  /** Choosing a row that it refers to. */
  picks: readonly CellAction[]
  /** The whole value to be edited. Null: it can't be read; the user was told. */
  read(): Promise<{ value: Cell } | null>
  /** Why the value can't be kept; null: it can. */
  problemOf(value: NewValue): string | null
  /** Stages a value, also after another row was opened. */
  set(value: NewValue): void
}

/** The open row. */
export interface ShownRowForm {
  /** Another one: another row is shown. */
  key: string
  title: string
  state: 'new' | 'deleted' | null
  fields: readonly RowField[]
  hasPrevious: boolean
  hasNext: boolean
}

/** A row beside the rows. */
export interface RowPanel {
  readonly $openRow: ReadableAtom<ShownRowForm | null>
  closeRow(): void
  /** @param by 1: the next one; -1: the previous one */
  stepRow(by: number): void
}

export interface RowPanelSession extends RowPanel {
  /** @param row as it is shown */
  openRow(row: number): void
  /** Another row was chosen: an open panel shows it. */
  followRow(row: number): void
}

export interface RowPanelParts extends Pick<EditedRows, 'rowEditing' | 'setValues'> {
  /** The page with all columns, as the table has them. */
  $all: ReadableAtom<EditedGrid | null>
  /** How many rows the page shows, new ones included, and how many there are before it; negative: from the end. */
  $extent: ReadableAtom<{ shown: number; before: number }>
  picksOf(row: ShownRow, column: NonNullable<ReturnType<EditedGrid['columnAt']>>): readonly CellAction[]
  /** The row was stepped to: the grid goes there. */
  shown(row: number): void
}

export function createRowPanel(parts: RowPanelParts): RowPanelSession {
  const { $all, $extent, rowEditing, setValues, picksOf } = parts
  /** A row of these rows: it is found in others by its key. */
  const $open = atom<{ grid: EditedGrid; row: number } | null>(null)
  const indexIn = (after: EditedGrid, { grid, row }: { grid: EditedGrid; row: number }): number =>
    rowAfter(row, { before: grid, after, count: $extent.get().shown }) ?? -1
  const current = () => {
    const grid = $all.get()
    const open = $open.get()
    const row = grid && open ? indexIn(grid, open) : -1
    return grid && row >= 0 && row < $extent.get().shown ? { grid, row, shown: grid.rowAt(row) } : null
  }
  const openRow = (row: number) => {
    const grid = $all.get()
    if (grid && row >= 0 && row < $extent.get().shown) $open.set({ grid, row })
  }
  const fieldOf = (grid: EditedGrid, row: number, at: number): RowField[] => {
    const column = grid.columnAt(at)
    if (!column) return []
    const shown = grid.rowAt(row)
    const mark = grid.mark(row, at)
    const value = grid.rows.cell(row, at)
    const editor = rowEditing.editorOf(shown, column, value)
    const hint = rowEditing.refusalOf(shown, column)
    return [
      {
        name: column.name,
        type: column.declared,
        isKey: column.isKey,
        comment: column.comment,
        value: editor ? value : readableCell(value, column.type),
        isCut: grid.isCut(row, at),
        isChanged: mark?.isChanged ?? false,
        ...(mark?.word === undefined ? {} : { word: mark.word }),
        ...(mark?.problem === undefined ? {} : { problem: mark.problem }),
        editor,
        ...(editor || hint === null ? {} : { hint }),
        picks: picksOf(shown, column),
        read: () => rowEditing.valueOf(shown, column),
        problemOf: (typed) => rowEditing.problemOf(column, typed),
        set(typed) {
          if (rowEditing.editorOf(shown, column, value)) void setValues(shown, [[column, typed]])
        },
      },
    ]
  }

  return {
    $openRow: computed(
      [$open, $all, $extent, rowEditing.$mayWrite],
      (open, grid, extent): ShownRowForm | null => {
        const row = open && grid ? indexIn(grid, open) : -1
        if (!grid || row < 0 || row >= extent.shown) return null
        const shown = grid.rowAt(row)
        return {
          key: grid.keyAt(row) ?? `${extent.before} ${row - grid.newRows}`,
          title:
            shown.type === 'new'
              ? tableEditText.newRow
              : text.rowTitle(rowNumber(extent.before, row - grid.newRows)),
          state: grid.rowState(row),
          fields: grid.columns.flatMap((_, at) => fieldOf(grid, row, at)),
          hasPrevious: row > 0,
          hasNext: row + 1 < extent.shown,
        }
      },
    ),
    openRow,
    followRow(row) {
      if ($open.get()) openRow(row)
    },
    closeRow: () => $open.set(null),
    stepRow(by) {
      const at = current()
      if (!at) return
      openRow(at.row + by)
      parts.shown(at.row + by)
    },
  }
}
