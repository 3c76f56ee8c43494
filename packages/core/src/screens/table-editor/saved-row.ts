/** A new row that is selected when it is saved: the selection goes on to where the row is when the page is read again. */
import type { ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { onlyAddedRow } from '../../rules/results/followed-row.js'
import type { StagedEdits } from '../../rules/table-editor/staged-edits.js'
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
  /** The key tells whether another row was selected meanwhile, or the grid was only drawn after the save had begun. */
  let selected: { key: string | null; column: number } = { key: null, column: 0 }
  let waiting: { before: EditedGrid; count: number; id: string } | null = null
  scope.add(
    $grid.listen((after) => {
      if (!after || !waiting || after.page === waiting.before.page) return
      const { before, count, id } = waiting
      waiting = null
      if (selected.key !== id) return
      // PostgreSQL made the key: the row is known by being the only one that came.
      const row = onlyAddedRow({ before, after, count: shownRows() }, count)
      if (row !== null) goTo(row, selected.column)
    }),
  )
  return {
    follow(row, column) {
      selected = { key: $grid.get()?.keyAt(row) ?? null, column }
    },
    saved({ inserts }) {
      const before = $grid.get()
      const [only, ...others] = inserts
      waiting = before && only && others.length === 0 ? { before, count: shownRows(), id: only.id } : null
    },
    dispose: scope.dispose,
  }
}
