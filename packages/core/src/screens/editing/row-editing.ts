/** What can be done with the values of one row: whether and how each is edited, what it holds now, and the step that changes it. */
import { toPlatformError, type ImpersonatedRole } from '@basedeck/platform-client'
import type { Cell } from '@basedeck/platform-client/contract'
import type { ReadableAtom } from 'nanostores'
import { wholeCell } from '../../data/table-edits.js'
import { roleName } from '../../data/table-rows.js'
import { cellEditor, hasEmptyText, type CellEditor } from '../../rules/values/cell-input.js'
import {
  afterCellEdited,
  afterInsertEdited,
  newValueIn,
  type NewValue,
  type StagedEdits,
} from '../../rules/table-editor/staged-edits.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import type { TableEdits } from '../../sessions/table-editor/table-edits.js'
import type { RowSet } from '../../sql/row-set.js'
import type { TableColumn, TableDetail } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'
import type { Needs } from '../context.js'
import { isCutCell, type ShownRow } from './edited-grid.js'
import { valueProblem } from './value-problem.js'

/** What a cell is edited with. */
export interface OpenEditor {
  editor: CellEditor
  column: string
  canBeNull: boolean
  hasDefault: boolean
  /** Whether an emptied field is an empty text; otherwise it is NULL. */
  hasEmptyText: boolean
}

/** Staged edits after a step. */
export type EditStep = (edits: StagedEdits) => StagedEdits

/** The values of a row by the table's columns, hidden ones too. */
export interface RowEditing {
  readonly $mayWrite: ReadableAtom<ControlState>
  /** Whether it is not known yet what the user may do. */
  isUnknown(): boolean
  /** Why no row of the table can be changed; null: rows can be. */
  tableRefusal(): string | null
  /** Why the column can't be given a value. */
  columnRefusal(column: TableColumn, isNew: boolean): string | null
  /** Why a value of the row can't be changed; null: it can. */
  refusalOf(row: ShownRow, column: TableColumn): string | null
  isDeleted(row: ShownRow): boolean
  /** @param value as it is shown. Null: it can't be changed. */
  editorOf(row: ShownRow, column: TableColumn, value: Cell): OpenEditor | null
  /** What was staged for the value; undefined: nothing. */
  stagedOf(row: ShownRow, column: TableColumn): NewValue | undefined
  /** What the value is now, staged or stored, read whole. Null: it can't be read; the user was told. */
  valueOf(row: ShownRow, column: TableColumn): Promise<{ value: Cell } | null>
  /** The same without what is staged. */
  storedOf(row: ShownRow, column: TableColumn): Promise<{ value: Cell } | null>
  problemOf(column: TableColumn, value: NewValue): string | null
  /**
   * A step that gives one value. It is made while the stored value is read, and taken afterwards, when others may have
   * changed. Null: the stored value can't be read.
   */
  stepTo(row: ShownRow, column: TableColumn, value: NewValue): Promise<EditStep | null>
}

export interface RowEditingParts {
  ref: string
  edits: TableEdits
  $table: ReadableAtom<TableDetail | null>
  /** The page that is shown, as it was read. */
  $rows: ReadableAtom<RowSet | null>
  /** Whom the rows are read as; null: the owner. */
  role: ImpersonatedRole | null
}

export function createRowEditing(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, edits, $table, $rows, role }: RowEditingParts,
): RowEditing {
  const { host, client } = context
  const $mayWrite = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.readOnly.reader,
  )
  /** Whole values of cells that the grid shows cut, of each page of rows by row and column. */
  const wholes = new WeakMap<RowSet, Map<string, Cell>>()
  const tell = (message: string) => host.notifier.notify({ kind: 'error', message })

  const storedOf = async (
    shown: ShownRow,
    column: TableColumn,
    rows = $rows.get(),
  ): Promise<{ value: Cell } | null> => {
    const table = $table.get()
    if (shown.type === 'new') return { value: null }
    const { identity, row } = shown
    if (!table || !rows || !identity) return null
    const staged = edits.$edits.get().updates.find(({ key }) => key === identity.key)?.base.values
    if (staged && Object.hasOwn(staged, column.name)) return { value: staged[column.name] ?? null }
    const index = table.columns.indexOf(column)
    const cell = rows.cell(row, index)
    if (!isCutCell(table, cell, index)) return { value: cell }
    const wholeKey = JSON.stringify([identity.key, column.name])
    const known = wholes.get(rows) ?? new Map<string, Cell>()
    wholes.set(rows, known)
    if (known.has(wholeKey)) return { value: known.get(wholeKey) ?? null }
    try {
      const base = { id: identity.id, values: identity.compared }
      const whole = await wholeCell(client, ref, { table, base, column: column.name, role })
      if (whole.type === 'value') {
        known.set(wholeKey, whole.value)
        return { value: whole.value }
      }
      tell(whole.type === 'gone' ? text.rowGone : text.tooLong(whole.bytes))
    } catch (error) {
      tell(text.wholeFailed(toPlatformError(error).message))
    }
    return null
  }

  const self: RowEditing = {
    $mayWrite,
    isUnknown: () => $mayWrite.get().disabled && $mayWrite.get().hint === undefined,
    tableRefusal() {
      const right = $mayWrite.get()
      if (right.disabled) return right.hint ?? null
      return $table.get()?.kind === 'm' ? text.readOnly.kind : null
    },
    columnRefusal(column, isNew) {
      if (column.made === 'generated') return text.cellReadOnly.generated
      if (column.made === 'identity-always') return text.cellReadOnly.identity
      if (role && column.isHidden === true) return text.cellReadOnly.hidden(roleName(role))
      if (role && !isNew && $table.get()?.hidesIdentity === true)
        return text.cellReadOnly.hiddenKey(roleName(role))
      if (role && (isNew ? column.mayInsert : column.mayUpdate) === false)
        return text.cellReadOnly.ungranted(roleName(role))
      if (!isNew && !column.isUpdatable) return text.cellReadOnly.column
      return null
    },
    refusalOf(shown, column) {
      const refusal = self.tableRefusal() ?? self.columnRefusal(column, shown.type === 'new')
      if (refusal !== null) return refusal
      return shown.type === 'stored' && shown.identity === null ? text.cellReadOnly.long : null
    },
    isDeleted: (shown) =>
      shown.type === 'stored' && edits.$edits.get().deletes.some(({ key }) => key === shown.identity?.key),
    editorOf(shown, column, value) {
      if ($mayWrite.get().disabled || self.isDeleted(shown) || self.refusalOf(shown, column) !== null)
        return null
      return {
        editor: cellEditor(column, value),
        column: column.name,
        canBeNull: column.isNullable,
        hasDefault: column.defaultText !== null || column.made !== null,
        hasEmptyText: hasEmptyText(column.type),
      }
    },
    stagedOf(shown, column) {
      const { inserts, updates } = edits.$edits.get()
      return shown.type === 'new'
        ? newValueIn(inserts.find(({ id }) => id === shown.id)?.values, column.name)
        : newValueIn(updates.find(({ key }) => key === shown.identity?.key)?.changes, column.name)
    },
    async valueOf(shown, column) {
      const change = self.stagedOf(shown, column)
      return change ? { value: change.type === 'text' ? change.text : null } : storedOf(shown, column)
    },
    storedOf,
    problemOf: valueProblem,
    async stepTo(shown, column, value) {
      if (shown.type === 'new') return (from) => afterInsertEdited(from, shown.id, column.name, value)
      const { identity } = shown
      const stored = await storedOf(shown, column)
      if (!stored || !identity) return null
      return (from) => afterCellEdited(from, identity, column.name, { before: stored.value, value })
    },
  }
  return self
}

/** What an empty cell of the column holds: NULL where it may, else the default, else an empty text. */
export function emptyValue(column: TableColumn): NewValue {
  if (column.isNullable) return { type: 'null' }
  if (column.defaultText !== null || column.made !== null) return { type: 'default' }
  return hasEmptyText(column.type) ? { type: 'text', text: '' } : { type: 'null' }
}
