/** A block from a spreadsheet, pasted from a cell on. A cell that typing would refuse is left out, and the user is told. */
import { newId } from '@basedeck/platform-client'
import type { ReadableAtom } from 'nanostores'
import { hasEmptyText, typedAs } from '../../rules/cell-input.js'
import { leftOutReasons, type LeftOutCell } from '../../rules/left-out-cells.js'
import { pastedCells } from '../../rules/pasted-cells.js'
import { afterInserted, type NewValue, type StagedInsert } from '../../rules/staged-edits.js'
import type { TableColumn, TableDetail } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'
import type { Needs } from '../context.js'
import type { EditedGrid } from './edited-grid.js'
import { emptyValue, type EditStep, type RowEditing } from './row-editing.js'

export interface PastingParts {
  $table: ReadableAtom<TableDetail | null>
  $grid: ReadableAtom<EditedGrid | null>
  rowEditing: RowEditing
  /** Why a cell can't be changed; null: it can. */
  refusalAt(row: number, column: number): string | null
  /** Takes all steps as one that can be undone. */
  stage(steps: readonly (Promise<EditStep | null> | EditStep)[]): Promise<void>
}

/** Milliseconds to read what was left out. */
const LEFT_OUT_MS = 15_000

/** @returns pastes from this cell on, as it is shown. Rows beyond the last become new rows. */
export function createPasting(
  { host }: Needs<'host'>,
  { $table, $grid, rowEditing, refusalAt, stage }: PastingParts,
): (pasted: string, row: number, column: number) => Promise<void> {
  const newRowRefusal = () =>
    rowEditing.tableRefusal() ?? ($table.get()?.canInsert === true ? null : text.readOnly.view)
  const refusalOf = (row: number, column: number, of: TableColumn, isNew: boolean) =>
    isNew ? (newRowRefusal() ?? rowEditing.columnRefusal(of, true)) : refusalAt(row, column)

  return async (pasted, row, column) => {
    const grid = $grid.get()
    if (!grid || rowEditing.isUnknown()) return
    const steps: (Promise<EditStep | null> | EditStep)[] = []
    const cellsOfSteps: LeftOutCell[] = []
    const added: StagedInsert[] = []
    const leftOut: LeftOutCell[] = []
    let taken = 0
    for (const [down, cells] of pastedCells(pasted).entries()) {
      const at = row + down
      const isNew = at >= grid.rows.length
      const values: Record<string, NewValue> = {}
      for (const [right, cell] of cells.entries()) {
        const of = grid.columnAt(column + right)
        const value = of && pastedValue(of, cell)
        const why = value
          ? (refusalOf(at, column + right, of, isNew) ?? rowEditing.problemOf(of, value))
          : text.noColumn
        if (!value || why !== null) {
          leftOut.push({ column: of?.name, value: cell, why: why ?? '' })
          continue
        }
        taken++
        if (isNew) values[of.name] = value
        else {
          steps.push(rowEditing.stepTo(grid.rowAt(at), of, value))
          cellsOfSteps.push({ column: of.name, value: cell, why: text.notRead })
        }
      }
      if (Object.keys(values).length > 0) added.push({ id: newId(), values })
    }
    if (added.length > 0) steps.push((from) => afterInserted(from, ...added))
    if (steps.length > 0) await stage(steps)
    const made = await Promise.all(steps)
    const unread = cellsOfSteps.filter((_, index) => made[index] === null)
    leftOut.push(...unread)
    if (leftOut.length > 0)
      host.notifier.notify({
        kind: 'error',
        message: text.pastedPart(taken - unread.length, leftOut.length),
        detail: leftOutReasons(leftOut)
          .map(({ count, value, column: of, why }) => text.leftOutCells(count, text.leftOut(value, of, why)))
          .join('\n'),
        durationMs: LEFT_OUT_MS,
      })
  }
}

/** An empty cell is empty as the column can be. */
function pastedValue(column: TableColumn, pasted: string): NewValue {
  if (pasted === '' && !hasEmptyText(column.type)) return emptyValue(column)
  return { type: 'text', text: typedAs(column.type, pasted) }
}
