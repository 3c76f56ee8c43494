/** What is done with whole rows of a table: copied, marked as deleted, set back. What can't be done says why. */
import { newId } from '@basedeck/platform-client'
import type { ReadableAtom } from 'nanostores'
import type { CellRange } from '../../rules/results/grid-range.js'
import {
  afterInserted,
  afterRowReverted,
  afterRowsDeleted,
  type EditedRow,
  type NewValue,
  type StagedEdits,
  type StagedInsert,
} from '../../rules/table-editor/staged-edits.js'
import type { RowSet } from '../../sql/row-set.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'
import { identityIn, type EditedGrid, type ShownRow } from './edited-grid.js'
import type { RowEditing } from './row-editing.js'

/** An entry of the menu of rows. */
export interface RowChange {
  id: 'duplicate' | 'delete' | 'revert'
  label: string
  disabled: boolean
  /** Why it can't be done. */
  hint?: string
  run(): void
}

/** Rows count as they are shown. */
export interface RowChanges {
  /** What the menu of these rows offers. */
  rowChanges(range: CellRange): readonly RowChange[]
  deleteRows(range: CellRange): void
}

export interface RowChangesParts {
  $table: ReadableAtom<TableDetail | null>
  /** The page that is shown, as it was read. */
  $rows: ReadableAtom<RowSet | null>
  $grid: ReadableAtom<EditedGrid | null>
  $edits: ReadableAtom<StagedEdits>
  rowEditing: RowEditing
  /** False: a copy of a row would lack columns that are not shown. */
  canDuplicate: boolean
  /** One step that can be undone. */
  change(next: StagedEdits): void
  tell(message: string): void
}

/** The rows of the grid in a block. */
export function rowsIn(grid: EditedGrid | null, { top, bottom }: CellRange): ShownRow[] {
  if (!grid) return []
  const last = Math.min(bottom, grid.rows.length - 1)
  return Array.from({ length: Math.max(0, last - top + 1) }, (_, at) => grid.rowAt(top + at))
}

export function createRowChanges(parts: RowChangesParts): RowChanges {
  const { $table, $rows, $grid, $edits, rowEditing, canDuplicate, change, tell } = parts
  const { $mayWrite, tableRefusal } = rowEditing
  const viewRefusal = (can: 'canInsert' | 'canDelete') =>
    tableRefusal() ?? ($table.get()?.[can] === true ? null : text.readOnly.view)

  /** The rows that a delete would take. It leaves out rows that can't be told apart from others. */
  const deletedRows = (range: CellRange): EditedRow[] => {
    const table = $table.get()
    const rows = $rows.get()
    if (!table || !rows) return []
    return rowsIn($grid.get(), range).flatMap((shown): EditedRow[] => {
      if (shown.type === 'new') return [{ key: shown.id, id: [], compared: {} }]
      const identity = identityIn(table, rows, shown.row, 'all')
      return identity ? [identity] : []
    })
  }
  const deleteRefusal = (rows: readonly EditedRow[]) =>
    viewRefusal('canDelete') ?? (rows.length === 0 ? text.cellReadOnly.long : null)
  const deleteRows = (range: CellRange) => {
    if (!$table.get() || !$rows.get()) return
    const rows = deletedRows(range)
    const refusal = deleteRefusal(rows)
    if (refusal !== null) return tell(refusal)
    change(afterRowsDeleted($edits.get(), rows))
  }

  const duplicateRows = async (range: CellRange) => {
    const table = $table.get()
    if (!table || viewRefusal('canInsert') !== null) return
    const copies: StagedInsert[] = []
    for (const shown of rowsIn($grid.get(), range)) {
      const values: Record<string, NewValue> = {}
      for (const column of table.columns) {
        if (column.made !== null || (column.isKey && column.defaultText !== null)) continue
        const changed = rowEditing.stagedOf(shown, column)
        const stored = changed || shown.type === 'new' ? null : await rowEditing.storedOf(shown, column)
        if (changed) values[column.name] = changed
        else if (stored)
          values[column.name] =
            stored.value === null ? { type: 'null' } : { type: 'text', text: stored.value }
      }
      copies.push({ id: newId(), values })
    }
    change(afterInserted($edits.get(), ...copies))
  }

  const changedKeys = (range: CellRange): string[] => {
    const { updates, deletes, inserts } = $edits.get()
    const changed = new Set([
      ...[...updates, ...deletes].map(({ key }) => key),
      ...inserts.map(({ id }) => id),
    ])
    return rowsIn($grid.get(), range).flatMap((shown) => {
      const key = shown.type === 'new' ? shown.id : shown.identity?.key
      return key !== undefined && changed.has(key) ? [key] : []
    })
  }
  const stateOf = (refusal: string | null) => ({
    disabled: $mayWrite.get().disabled || refusal !== null,
    ...(refusal === null ? {} : { hint: refusal }),
  })

  return {
    rowChanges(range) {
      const rows = range.bottom - range.top + 1
      const changed = changedKeys(range)
      const duplicate: RowChange = {
        id: 'duplicate',
        label: text.duplicate(rows),
        ...stateOf(viewRefusal('canInsert')),
        run: () => void duplicateRows(range),
      }
      const remove: RowChange = {
        id: 'delete',
        label: text.deleteRows(rows),
        ...stateOf(deleteRefusal(deletedRows(range))),
        run: () => deleteRows(range),
      }
      const revert: RowChange = {
        id: 'revert',
        label: text.revertRows(changed.length),
        disabled: false,
        run: () => change(changedKeys(range).reduce(afterRowReverted, $edits.get())),
      }
      return [...(canDuplicate ? [duplicate] : []), remove, ...(changed.length > 0 ? [revert] : [])]
    },
    deleteRows,
  }
}
