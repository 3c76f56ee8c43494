/** A new row that is selected when it is saved: the selection goes on to where the row is when the page is read again. */
import type { ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { onlyAddedRow } from '../../rules/followed-row.js'
import type { StagedEdits } from '../../rules/staged-edits.js'
import type { EditedGrid } from '../editing/edited-grid.js'

export interface SavedRow extends Disposable {
  /** A cell was selected. */
  follow(row: number, column: number): void
  /** Is called while the saved rows are still shown as new ones. */
  saved(edits: StagedEdits): void
}

export interface SavedRowParts {
  $grid: ReadableAtom<EditedGrid | null>
  /** How many rows are shown, new ones included. */
  shownRows(): number
  goTo(row: number, column: number): void
}

export function createSavedRow({ $grid, shownRows, goTo }: SavedRowParts): SavedRow {
  const scope = createScope()
  let selected = { row: -1, column: 0 }
  let waiting: { before: EditedGrid; count: number; column: number } | null = null
  scope.add(
    $grid.listen((after) => {
      if (!after || !waiting || after.page === waiting.before.page) return
      const { before, count, column } = waiting
      waiting = null
      // PostgreSQL made the key: the row is known by being the only one that came.
      const row = onlyAddedRow({ before, after, count: shownRows() }, count)
      if (row !== null) goTo(row, column)
    }),
  )
  return {
    follow(row, column) {
      selected = { row, column }
      // Another cell was chosen meanwhile.
      waiting = null
    },
    saved({ inserts }) {
      const before = $grid.get()
      const isNew = before !== null && selected.row >= 0 && selected.row < before.newRows
      waiting = isNew && inserts.length === 1 ? { before, count: shownRows(), column: selected.column } : null
    },
    dispose: scope.dispose,
  }
}
