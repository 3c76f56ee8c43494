/** Changing the rows of a table: staged at once, saved in one transaction, never over another person's change. */
import { newId } from '@basedeck/platform-client'
import type { Cell } from '@basedeck/platform-client/contract'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { CellRange } from '../../rules/results/grid-range.js'
import {
  afterBroughtBack,
  afterInserted,
  editCounts,
  hasNoEdits,
  NO_EDITS,
  type NewValue,
  type StagedEdits,
} from '../../rules/table-editor/staged-edits.js'
import {
  afterColumnCarried,
  afterColumnDropped,
  missingColumns,
} from '../../rules/table-editor/staged-columns.js'
import { tabIdOf } from '../../rules/shell/tabs.js'
import type { RunRole } from '../../sessions/account/impersonation.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { tableEditsOf } from '../../sessions/table-editor/table-edits.js'
import type { RowSet } from '../../sql/row-set.js'
import { editPlan, editsAsSql } from '../../sql/staged-edits.js'
import type { TableColumn, TableDetail } from '../../sql/table-detail.js'
import { impersonationText } from '../../text/impersonation.js'
import { tableEditText as text } from '../../text/table-editing.js'
import type { Needs } from '../context.js'
import { createDeletionImpact } from './deletion-impact.js'
import { createEditSaving, rowTitle, type ShownConflict } from './edit-saving.js'
import type { EditedGrid, RefusedCells, RowProblems, ShownRow } from './edited-grid.js'
import { createFilling, type Filling } from './filling.js'
import { createQuickValues, type QuickValues } from './quick-values.js'
import { createPasting, type PastedSize, type PasteOptions } from './pasting.js'
import {
  createRowEditing,
  emptyValue,
  type EditStep,
  type OpenEditor,
  type RowEditing,
} from './row-editing.js'
import { createRowChanges, rowsIn, type RowChanges } from './row-changes.js'

/** The bar that says what is not saved. */
export interface EditBar {
  text: string
  /** False: everything was undone, and can be redone. */
  hasChanges: boolean
  isSaving: boolean
  canUndo: boolean
  canRedo: boolean
  /** Why the last save failed, or why a reload would lose the changes. */
  problem?: string
  /** Another window has changed them since they were changed here. */
  remark?: string
}

/** Changes that were made as another role: they are neither shown nor saved here. */
export interface KeptEdits {
  /** The role's name. */
  key: string
  text: string
  /** Shows them. */
  step: { label: string; run(): void }
}

/** Staged changes of a column that the table no longer has. */
export interface ShownMissingColumn {
  column: string
  text: string
  carryLabel: string
  dropLabel: string
  /** Columns that may get its changes. */
  choices: readonly string[]
  carryTo(column: string): void
  drop(): void
}

/** Rows and columns count as they are shown. */
export interface GridEditing extends RowChanges, Filling, QuickValues {
  /** Null: nothing is staged, and nothing can be undone. */
  readonly $bar: ReadableAtom<EditBar | null>
  readonly $kept: ReadableAtom<readonly KeptEdits[]>
  readonly $missing: ReadableAtom<readonly ShownMissingColumn[]>
  /** What the rows to delete take along, or what keeps them from being deleted. */
  readonly $referring: ReadableAtom<readonly string[]>
  readonly $canInsert: ReadableAtom<ControlState>
  /** The cell to go to, after a row was inserted, or a save refused one. */
  readonly $goTo: ReadableAtom<{ row: number; column: number; takesFocus: boolean } | null>
  readonly $conflicts: ReadableAtom<readonly ShownConflict[]>
  /** The statements that Save runs, while they are looked at; null: closed. */
  readonly $review: ReadableAtom<string | null>
  /** Null: the cell can't be changed; why not is told by `refusal`. */
  editorAt(row: number, column: number): OpenEditor | null
  /** Why a cell can't be changed; null: it can. */
  refusalAt(row: number, column: number): string | null
  /**
   * Tells the user why a cell can't be changed.
   * @param isChange a key was pressed that would change it; otherwise its value is shown, and of a table whose cells all
   * can only be read nothing is told
   */
  refuse(row: number, column: number, isChange: boolean): void
  /** The stored value to be edited, read whole where the grid shows only its beginning. Null: it can't be read; the user was told. */
  valueAt(row: number, column: number): Promise<{ value: Cell } | null>
  /** Why the text can't be a value of the column; null: PostgreSQL may take it. */
  problemOf(column: number, value: NewValue): string | null
  setCell(row: number, column: number, value: NewValue): Promise<void>
  /** As the key Delete does: NULL where it may be, else the default, else an empty text. */
  clearCells(range: CellRange): Promise<void>
  /**
   * A block of cells, from this cell on. Rows beyond the last become new rows. Cells that typing would refuse are left out
   * and marked, and the user is told. @returns the cells that were there and are pasted into, from this one; null: none
   */
  paste(pasted: string, row: number, column: number, options?: PasteOptions): Promise<PastedSize | null>
  insertRow(): void
  undo(): void
  redo(): void
  discard(): void
  save(): Promise<void>
  openReview(): void
  closeReview(): void
  closeConflicts(): void
}

/** What other parts of the screen change rows with. */
export interface EditedRows {
  /** What is staged, and what was saved of rows that were not read again yet. */
  readonly $edits: ReadableAtom<StagedEdits>
  /** What the last save was refused for, until what is staged changes. */
  readonly $problems: ReadableAtom<RowProblems>
  /** The cells that the last paste left out. */
  readonly $refused: ReadableAtom<RefusedCells>
  /** Is called when rows were read, before they are shown. */
  rowsRead(): void
  readonly rowEditing: RowEditing
  /** Stages values of one row, undone as one. */
  setValues(row: ShownRow, values: readonly (readonly [TableColumn, NewValue])[]): Promise<void>
  /** Calls back when another window has saved rows of the table. Returns how to stop. */
  whenSavedElsewhere(run: () => void): () => void
  /** Calls back when another window has saved or discarded what was staged. Returns how to stop. */
  whenEmptiedElsewhere(run: () => void): () => void
}

export interface GridEditingParts {
  ref: string
  /** The table with the columns that are shown, in the order of the rows' cells. */
  $table: ReadableAtom<TableDetail | null>
  /** The same with all its columns: edits of others may be staged, too. Absent: all are shown. */
  $whole?: ReadableAtom<TableDetail | null>
  /** The page that is shown, as it was read. */
  $rows: ReadableAtom<RowSet | null>
  $grid: ReadableAtom<EditedGrid | null>
  tableId: string
  /** False: a copy of a row would lack columns that are not shown. Default true. */
  canDuplicate?: boolean
  /** Whom the rows were read as, and edits are saved as; null: the owner. */
  as: RunRole | null
  /** Shows the rows as another role. */
  showAs(as: RunRole | null): void
  /** Is called when these edits are saved, before they are no longer shown. */
  saved?(edits: StagedEdits): void
  /** Reads the rows again. */
  refresh(): void
  /** Is called when a save found no such table. */
  tableGone?(): void
  /** Saved rows stay in sight until `rowsRead` is called. Default false. */
  waitsForRows?: boolean
}

export function createGridEditing(
  context: Needs<'host' | 'client' | 'connection' | 'queries' | 'tabs' | 'lazy'>,
  {
    ref,
    tableId,
    $table,
    $whole = $table,
    $rows,
    $grid,
    canDuplicate = true,
    as,
    showAs,
    saved,
    refresh,
    tableGone,
    waitsForRows = false,
  }: GridEditingParts,
): GridEditing & EditedRows {
  const { host, tabs } = context
  const edits = tableEditsOf(context).of(ref, tableId, as)
  const role = as?.role ?? null
  const $isReviewing = atom(false)
  const $goTo = atom<{ row: number; column: number; takesFocus: boolean } | null>(null)
  const rowEditing = createRowEditing(context, { ref, edits, $table, $rows, role })
  const { $mayWrite, tableRefusal, stepTo } = rowEditing
  const saving = createEditSaving(context, {
    ref,
    edits,
    $table: $whole,
    role,
    saved,
    refresh,
    tableGone,
    waitsForRows,
  })
  const { $saving, $problem, $shownEdits } = saving

  const change = (next: StagedEdits) => {
    const table = $table.get()
    // What is being saved stays as it was sent.
    if (next === edits.$edits.get() || $saving.get()) return
    if (table) tabs.of(ref).keep(tabIdOf(table.kind, tableId))
    edits.change(next)
  }

  const refusalAt = (row: number, column: number): string | null => {
    const grid = $grid.get()
    const of = grid?.columnAt(column)
    if (!grid || !of) return null
    const refusal = rowEditing.refusalOf(grid.rowAt(row), of)
    return refusal ?? (grid.rowState(row) === 'deleted' ? text.cellReadOnly.deleted : null)
  }
  const isEditable = (row: number, column: number): boolean => {
    const grid = $grid.get()
    if (!grid?.columnAt(column) || $mayWrite.get().disabled) return false
    return refusalAt(row, column) === null
  }
  const refuse = (row: number, column: number, isChange: boolean) => {
    const message = refusalAt(row, column)
    // That the whole table can only be read is said by its buttons.
    if (message === null || (!isChange && tableRefusal() !== null)) return
    host.notifier.notify({ kind: 'info', message, key: 'cell-refused' })
  }
  const columnsIn = ({ left, right }: CellRange) =>
    Array.from({ length: right - left + 1 }, (_, at) => left + at)
  /** All steps are undone as one. */
  const take = (steps: readonly (EditStep | null)[]) =>
    change(steps.reduce((from, step) => (step ? step(from) : from), edits.$edits.get()))
  /** Values whose stored ones are being read: a save waits until they are staged. */
  const staging = new Set<Promise<void>>()
  const stage = async (steps: readonly (Promise<EditStep | null> | EditStep)[]) => {
    const takeAll = async () => {
      // What is being saved stays as it was sent.
      await $saving.get()
      take(await Promise.all(steps))
    }
    const work = takeAll()
    staging.add(work)
    await work.finally(() => staging.delete(work))
  }
  const pasting = createPasting(context, { $table, $grid, rowEditing, refusalAt, stage })
  const valueAt = async (row: number, column: number): Promise<{ value: Cell } | null> => {
    const grid = $grid.get()
    const of = grid?.columnAt(column)
    const shown = grid?.rowAt(row)
    return of && shown ? rowEditing.valueOf(shown, of) : null
  }
  const setValues = async (
    shown: ShownRow,
    values: readonly (readonly [TableColumn, NewValue])[],
  ): Promise<void> => {
    const isStillNew = () =>
      shown.type === 'new' && edits.$edits.get().inserts.some(({ id }) => id === shown.id)
    const wasNew = isStillNew()
    const names = values.map(([{ name }]) => name)
    pasting.forgetCells(shown, names)
    await stage(values.map(([column, value]) => stepTo(shown, column, value)))
    // It was saved meanwhile, and has another identity now.
    const [first] = values
    if (wasNew && !isStillNew() && first)
      host.notifier.notify({
        kind: 'error',
        message: text.savedMeanwhile,
        detail: text.leftOut(first[1].type === 'text' ? first[1].text : '', first[0].name, text.typeAgain),
      })
  }

  const setCell = async (row: number, column: number, value: NewValue): Promise<void> => {
    const grid = $grid.get()
    const of = grid?.columnAt(column)
    const shown = grid?.rowAt(row)
    if (!of || !shown || !isEditable(row, column)) return
    await setValues(shown, [[of, value]])
  }

  /** The row that the last save refused, and where it is shown; -1: on another page. */
  const refusedAt = (grid: EditedGrid, problems: RowProblems) => {
    const [first] = problems
    if (!first) return null
    const [key, { column: named }] = first
    const rows = Array.from({ length: grid.rows.length }, (_, row) => row)
    const row = rows.findIndex((at) => grid.keyAt(at) === key)
    const column = grid.columns.findIndex((_, at) =>
      named === null ? row !== -1 && grid.mark(row, at) !== null : grid.columnAt(at)?.name === named,
    )
    return { key, row, column }
  }
  const goToRefused = () => {
    const grid = $grid.get()
    const at = grid && refusedAt(grid, saving.$problems.get())
    // Of a column that is not shown no cell is chosen: the frame would stand on another one.
    if (at && at.row !== -1 && at.column !== -1)
      $goTo.set({ row: at.row, column: at.column, takesFocus: false })
  }

  const step = (take: () => void) => {
    if ($saving.get()) return
    pasting.forget()
    take()
  }

  return {
    ...createRowChanges({
      $table,
      $rows,
      $grid,
      $edits: edits.$edits,
      rowEditing,
      canDuplicate,
      change,
      tell: (message) => host.notifier.notify({ kind: 'error', message }),
    }),
    paste: pasting.paste,
    ...createQuickValues({
      clock: host.clock,
      columnAt: (column) => $grid.get()?.columnAt(column),
      valueAt,
      refusalAt,
      refuse,
      setCell,
    }),
    ...createFilling({ rowCount: () => $grid.get()?.rows.length ?? 0, valueAt, give: pasting.give }),
    $refused: pasting.$refused,
    $edits: $shownEdits,
    $problems: saving.$problems,
    rowsRead: saving.rowsRead,
    rowEditing,
    setValues,
    whenSavedElsewhere: edits.whenSavedElsewhere,
    whenEmptiedElsewhere: edits.whenEmptiedElsewhere,
    $goTo,
    $bar: computed(
      [
        $shownEdits,
        edits.$canUndo,
        edits.$canRedo,
        edits.$isKept,
        edits.$isChangedElsewhere,
        $saving,
        $problem,
        saving.$problems,
        $grid,
      ],
      (...now): EditBar | null => {
        const [staged, canUndo, canRedo, isKept, isForeign, running, problem, problems, grid] = now
        if (hasNoEdits(staged) && !canRedo && !canUndo) return null
        const at = grid && refusedAt(grid, problems)
        const isElsewhere = problem !== null && at?.row === -1
        const told = isElsewhere ? text.refusedElsewhere(problem, rowTitle(at.key)) : problem
        const said = told ?? (isKept ? undefined : text.notKept)
        return {
          text: hasNoEdits(staged) ? '' : text.bar(editCounts(staged)),
          hasChanges: !hasNoEdits(staged),
          isSaving: running !== null,
          canUndo: canUndo && running === null,
          canRedo: canRedo && running === null,
          ...(said === undefined ? {} : { problem: said }),
          ...(isForeign ? { remark: text.changedElsewhere } : {}),
        }
      },
    ),
    $kept: computed(edits.$ofOthers, (others) =>
      others.map((kept): KeptEdits => {
        const name = kept.as?.label ?? impersonationText.owner
        return {
          key: name,
          text: text.keptAs(name, editCounts(kept.edits)),
          step: { label: text.showAs(name), run: () => showAs(kept.as) },
        }
      }),
    ),
    $missing: computed([edits.$edits, $whole, $mayWrite], (staged, table, { disabled }) => {
      const columns = table?.columns.map(({ name }) => name)
      if (!columns || disabled) return []
      return missingColumns(staged, columns).map(({ column, cells }): ShownMissingColumn => ({
        column,
        text: text.missingColumn(column, cells),
        carryLabel: text.carryTo(column),
        dropLabel: text.dropColumn(cells),
        choices: table?.columns.filter(({ made }) => made === null).map(({ name }) => name) ?? [],
        carryTo: (to) => change(afterColumnCarried(edits.$edits.get(), column, to)),
        drop: () => change(afterColumnDropped(edits.$edits.get(), column)),
      }))
    }),
    $referring: createDeletionImpact(context, { ref, $edits: edits.$edits, $table: $whole }),
    $canInsert: computed([$mayWrite, $table], (right, table): ControlState => {
      if (right.disabled) return right
      if (!table) return { disabled: true }
      if (table.kind === 'm') return { disabled: true, hint: text.readOnly.kind }
      return table.canInsert ? right : { disabled: true, hint: text.readOnly.view }
    }),
    $conflicts: saving.$conflicts,
    $review: computed([$isReviewing, edits.$edits, $whole], (isOpen, staged, table) =>
      isOpen && table ? editsAsSql(editPlan(table, staged).statements) : null,
    ),
    editorAt(row, column) {
      const grid = $grid.get()
      const of = grid?.columnAt(column)
      return grid && of ? rowEditing.editorOf(grid.rowAt(row), of, grid.rows.cell(row, column)) : null
    },
    refusalAt,
    refuse,
    valueAt,
    problemOf(column, value) {
      const of = $grid.get()?.columnAt(column)
      return of ? rowEditing.problemOf(of, value) : null
    },
    setCell,
    async clearCells(range) {
      const grid = $grid.get()
      if (!grid) return
      const steps = rowsIn(grid, range).flatMap((shown, at) =>
        columnsIn(range).flatMap((column) => {
          const of = grid.columnAt(column)
          return of && isEditable(range.top + at, column) ? [stepTo(shown, of, emptyValue(of))] : []
        }),
      )
      if (steps.length === 0) return refuse(range.top, range.left, true)
      pasting.forget()
      await stage(steps)
    },
    insertRow() {
      change(afterInserted(edits.$edits.get(), { id: newId(), values: {} }))
      const row = edits.$edits.get().inserts.length - 1
      const columns = $grid.get()?.columns ?? []
      const first = columns.findIndex((_, column) => {
        const of = $grid.get()?.columnAt(column)
        return of !== undefined && of.made === null && of.defaultText === null
      })
      $goTo.set({ row, column: Math.max(0, first), takesFocus: true })
    },
    undo: () => step(edits.undo),
    redo: () => step(edits.redo),
    discard() {
      if ($saving.get()) return
      pasting.forget()
      const discarded = edits.$edits.get()
      change(NO_EDITS)
      const undo = () => {
        const now = edits.$edits.get()
        if (now === NO_EDITS && edits.$canUndo.get()) edits.undo()
        // Equal, when the discard was undone by its key.
        else if (now !== discarded) void stage([(from) => afterBroughtBack(from, discarded)])
      }
      host.notifier.notify({ kind: 'info', message: text.discarded, action: { label: text.undo, run: undo } })
    },
    async save() {
      if (staging.size > 0) await Promise.all(staging)
      pasting.forget()
      await saving.save()
      goToRefused()
    },
    openReview: () => $isReviewing.set(true),
    closeReview: () => $isReviewing.set(false),
    closeConflicts: saving.closeConflicts,
  }
}
