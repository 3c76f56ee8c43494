/**
 * A block of cells, pasted from a cell on. A cell that typing would refuse is left out and marked, and the user is told.
 */
import { newId } from '@basedeck/platform-client'
import type { Cell } from '@basedeck/platform-client/contract'
import { atom, type ReadableAtom } from 'nanostores'
import { clipboardBlock, tiledBlock } from '../../rules/results/cell-block.js'
import { hasEmptyText, typedAs } from '../../rules/values/cell-input.js'
import type { CellBlock, CellRange } from '../../rules/results/grid-range.js'
import { leftOutReasons, type LeftOutCell } from '../../rules/results/left-out-cells.js'
import {
  afterCellsEdited,
  afterInsertEdited,
  afterInserted,
  type CellEdit,
  type NewValue,
  type StagedInsert,
} from '../../rules/table-editor/staged-edits.js'
import type { TableColumn, TableDetail } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'
import type { Needs } from '../context.js'
import { NO_REFUSED_CELLS, type EditedGrid, type RefusedCells, type ShownRow } from './edited-grid.js'
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

/** What a clipboard has beside its plain text, and where it goes. */
export interface PasteOptions {
  /** The same as a table. Default: none. */
  html?: string
  /** The selected cells: a block that fits into them several times fills them. Default: one cell. */
  range?: CellRange
}

/** A block of cells, from the one that was pasted into. */
export interface PastedSize {
  rows: number
  columns: number
}

export interface Pasting {
  /**
   * Pastes from this cell on, as it is shown. Rows beyond the last become new rows.
   * @returns the cells that were there and are pasted into; null: none
   */
  paste(pasted: string, row: number, column: number, options?: PasteOptions): Promise<PastedSize | null>
  /** The same of values that are known exactly; null is NULL. */
  give(cells: CellBlock, row: number, column: number): Promise<void>
  /** The cells that the last paste left out. */
  readonly $refused: ReadableAtom<RefusedCells>
  /** They are no longer marked. */
  forget(): void
  /** These are no longer marked. */
  forgetCells(row: ShownRow, columns: readonly string[]): void
}

/** A cell that gets a pasted value. */
interface TakenCell {
  at: number
  shown: ShownRow
  column: TableColumn
  value: NewValue
  pasted: string
}

/** Where a block of values goes. */
interface Putting {
  row: number
  column: number
  valueOf(column: TableColumn, cell: Cell): NewValue
  /** What the user is told when cells were left out. */
  said(taken: number, leftOut: number): string
}

/** Milliseconds to read what was left out. */
const LEFT_OUT_MS = 15_000

export function createPasting(
  { host }: Needs<'host'>,
  { $table, $grid, rowEditing, refusalAt, stage }: PastingParts,
): Pasting {
  const $refused = atom<RefusedCells>(NO_REFUSED_CELLS)
  const newRowRefusal = () =>
    rowEditing.tableRefusal() ?? ($table.get()?.canInsert === true ? null : text.readOnly.view)
  const refusalOf = (row: number, column: number, of: TableColumn, isNew: boolean) =>
    isNew ? (newRowRefusal() ?? rowEditing.columnRefusal(of, true)) : refusalAt(row, column)

  const paste = async (pasted: string, row: number, column: number, { html, range }: PasteOptions = {}) => {
    const block = clipboardBlock(pasted, html)
    // New rows are shown above the others later.
    const shownRows = $grid.get()?.rows.length ?? 0
    const cells = range
      ? tiledBlock(block.cells, range.bottom - range.top + 1, range.right - range.left + 1)
      : block.cells
    const taken = await put(cells, {
      row,
      column,
      valueOf: block.isExact ? exactValue : typedValue,
      said: text.pastedPart,
    })
    const grid = $grid.get()
    if (!taken || !grid || shownRows <= row) return null
    const widest = Math.max(...cells.map(({ length }) => length))
    return {
      rows: Math.min(cells.length, shownRows - row),
      columns: Math.min(widest, grid.columns.length - column),
    }
  }
  /** @returns whether a cell took its value */
  const put = async (cells: CellBlock, { row, column, valueOf, said }: Putting): Promise<boolean> => {
    const grid = $grid.get()
    if (!grid || rowEditing.isUnknown()) return false
    const takenCells: TakenCell[] = []
    const added: StagedInsert[] = []
    const leftOut: LeftOutCell[] = []
    const refused = new Map<string, Map<string, string>>()
    const refuse = (at: number, cell: LeftOutCell) => {
      leftOut.push(cell)
      const key = at < grid.rows.length ? grid.keyAt(at) : null
      if (key === null || cell.column === undefined) return
      refused.set(key, (refused.get(key) ?? new Map<string, string>()).set(cell.column, cell.why))
    }
    let taken = 0
    for (const [down, line] of cells.entries()) {
      const at = row + down
      const isNew = at >= grid.rows.length
      const values: Record<string, NewValue> = {}
      for (const [right, cell] of line.entries()) {
        const of = grid.columnAt(column + right)
        const said = { column: of?.name, value: cell ?? text.nullWord }
        if (!of) {
          refuse(at, { ...said, why: text.noColumn })
          continue
        }
        const value = valueOf(of, cell)
        const why = refusalOf(at, column + right, of, isNew) ?? rowEditing.problemOf(of, value)
        if (why !== null) {
          refuse(at, { ...said, why })
          continue
        }
        taken++
        if (isNew) values[of.name] = value
        else takenCells.push({ at, shown: grid.rowAt(at), column: of, value, pasted: said.value })
      }
      if (Object.keys(values).length > 0) added.push({ id: newId(), values })
    }
    const read = Promise.all(takenCells.map((cell) => rowEditing.storedOf(cell.shown, cell.column)))
    const step = async (): Promise<EditStep> => stepOf(takenCells, await read, added)
    if (taken > 0) await stage([step()])
    for (const [index, stored] of (await read).entries()) {
      const cell = takenCells[index]
      if (stored || !cell) continue
      taken--
      refuse(cell.at, { column: cell.column.name, value: cell.pasted, why: text.notRead })
    }
    $refused.set(refused)
    if (leftOut.length > 0)
      host.notifier.notify({
        kind: 'error',
        message: said(taken, leftOut.length),
        detail: leftOutReasons(leftOut)
          .map(({ count, value, column: of, why }) => text.leftOutCells(count, text.leftOut(value, of, why)))
          .join('\n'),
        durationMs: LEFT_OUT_MS,
      })
    return taken > 0
  }

  return {
    paste,
    async give(cells, row, column) {
      await put(cells, { row, column, valueOf: exactValue, said: text.filledPart })
    },
    $refused,
    forget: () => $refused.set(NO_REFUSED_CELLS),
    forgetCells(shown, columns) {
      const key = shown.type === 'new' ? shown.id : shown.identity?.key
      const ofRow = $refused.get().get(key ?? '')
      if (!ofRow || key === undefined) return
      const left = new Map([...ofRow].filter(([column]) => !columns.includes(column)))
      $refused.set(new Map($refused.get()).set(key, left))
    },
  }
}

/** @param stored what each cell held, as it was read; null: it could not be read */
function stepOf(
  cells: readonly TakenCell[],
  stored: readonly ({ value: Cell } | null)[],
  added: readonly StagedInsert[],
): EditStep {
  const edits = cells.flatMap(({ shown, column, value }, index): CellEdit[] => {
    const before = stored[index]
    if (shown.type !== 'stored' || !shown.identity || !before) return []
    return [{ row: shown.identity, column: column.name, before: before.value, value }]
  })
  return (from) => {
    const ofNew = cells.reduce(
      (to, { shown, column, value }) =>
        shown.type === 'new' ? afterInsertEdited(to, shown.id, column.name, value) : to,
      afterCellsEdited(from, edits),
    )
    return added.length > 0 ? afterInserted(ofNew, ...added) : ofNew
  }
}

/** An empty cell of a plain text is empty as the column can be. */
function typedValue(column: TableColumn, pasted: string | null): NewValue {
  if ((pasted ?? '') === '' && !hasEmptyText(column.type)) return emptyValue(column)
  return { type: 'text', text: typedAs(column.type, pasted ?? '') }
}

/** A value that was copied from a grid. */
function exactValue(column: TableColumn, pasted: string | null): NewValue {
  return pasted === null ? { type: 'null' } : typedValue(column, pasted)
}
