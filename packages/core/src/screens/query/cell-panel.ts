/** The panel with one value: how it is shown, and the way to all of it when only its beginning came. */
import type { Cell } from '@basedeck/platform-client/contract'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { messageOf } from '../../rules/help/errors.js'
import { cellQuery, wholeExport } from '../../rules/results/export-plan.js'
import { copiedText, type GridField } from '../../rules/results/results-grid.js'
import { shownValue, type CellFacts, type CellView, type ShownValue } from '../../rules/results/cell-view.js'
import type { SqlRun } from '../../sessions/sql/sql-run.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { sqlText } from '../../text/sql-editor.js'
import { sqlResultsText as text } from '../../text/sql-results.js'
import { errorText } from '../../text/errors.js'
import type { Needs } from '../context.js'
import type { ResultTab } from './result-tabs.js'

/** The value that the panel shows. */
export interface OpenCell extends ShownValue {
  title: string
  /** What is shown of an empty text. */
  isEmpty: boolean
  /** `12 characters`; absent where a length says nothing. */
  size?: string
  view: CellView
  /** Bytes of the whole value, when only its beginning is there. */
  cutBytes?: number
  /** Whether the whole value can be had, and why not. */
  whole?: { hint: string; isPossible: boolean; isBusy: boolean }
}

/** One value in full: how it is looked at, copied, and had whole. */
export interface CellPanel {
  /** The viewer opens in view mode each time. */
  readonly $openCell: ReadableAtom<OpenCell | null>
  viewCell(row: number, column: number): void
  /** Another cell was selected: an open panel shows it, in the mode that it has. */
  followCell(row: number, column: number): void
  /** Shows all of a long value, of which the beginning is shown at first. */
  showAll(): void
  setCellView(view: CellView): void
  copyOpenCell(): Promise<void>
  /** Runs the statement again, READ ONLY, for this one value, and saves it as a file. */
  saveWholeCell(): Promise<void>
  closeCell(): void
}

/** A value where it is shown. */
export interface ViewedCell {
  field: GridField
  cell: Cell
  /** The bytes of the whole value, when only its beginning is there. */
  cutBytes?: number | undefined
}

/** Where the values come from, and how all of a cut one can be had. */
export interface CellSource {
  /** Another function: other rows are shown, or more of a value is known. */
  readonly $cellAt: ReadableAtom<((row: number, column: number) => ViewedCell | null) | null>
  /** Whether the whole value can be saved as a file, and how. Absent: it is read whole when it is viewed. */
  whole?: {
    isPossible(): boolean
    save(row: number, column: number, field: GridField): Promise<void>
  }
}

export function createCellPanel({ host }: Needs<'host'>, { $cellAt, whole }: CellSource): CellPanel {
  const $position = atom<{ row: number; column: number } | null>(null)
  const $view = atom<CellView>('view')
  const $isBusy = atom(false)
  const $showsAll = atom(false)
  const shown = lastShown()
  const found = (cellAt = $cellAt.get(), position = $position.get()) =>
    cellAt && position && cellAt(position.row, position.column)
  const $openCell = computed(
    [$cellAt, $position, $view, $isBusy, $showsAll],
    (cellAt, position, view, isBusy, showsAll): OpenCell | null => {
      const open = found(cellAt, position)
      if (!open) return null
      const { dataType: type } = open.field
      const value = shown(open.cell, { type, isCut: open.cutBytes !== undefined, showsAll })
      const isPossible = whole?.isPossible() ?? false
      return {
        ...value,
        title: sqlText.cellTitle(open.field.name),
        text: value.kind === 'null' ? sqlText.cellNull : value.text,
        isEmpty: value.text === '' && value.kind !== 'null',
        ...(value.length && { size: text.valueLength[value.length.unit](value.length.count) }),
        view: value.views.includes(view) ? view : 'view',
        ...(open.cutBytes === undefined ? {} : { cutBytes: open.cutBytes }),
        ...(open.cutBytes === undefined || !whole
          ? {}
          : { whole: { isPossible, isBusy, hint: isPossible ? text.wholeHint : text.wholeImpossible } }),
      }
    },
  )

  const show = (row: number, column: number) => {
    $showsAll.set(false)
    $position.set({ row, column })
  }

  return {
    $openCell,
    viewCell(row, column) {
      $view.set('view')
      show(row, column)
    },
    followCell(row, column) {
      if ($position.get()) show(row, column)
    },
    showAll: () => $showsAll.set(true),
    setCellView: (view) => $view.set(view),
    async copyOpenCell() {
      const open = found()
      if (!open || !(await copyText(host, copiedText(open.cell, open.field.dataType)))) return
      host.notifier.notify({ kind: 'success', message: sqlText.copied })
    },
    async saveWholeCell() {
      const open = found()
      const position = $position.get()
      if (!open || !position || !whole?.isPossible() || $isBusy.get()) return
      $isBusy.set(true)
      try {
        await whole.save(position.row, position.column, open.field)
      } catch (error) {
        host.notifier.notify({
          kind: 'error',
          message: text.wholeFailed,
          detail: messageOf(error) ?? errorText.unknown,
        })
      } finally {
        $isBusy.set(false)
      }
    },
    closeCell: () => $position.set(null),
  }
}

/** The panel of a result's values: the whole of a cut one is read by running the statement again, READ ONLY. */
export function createResultCellPanel(
  context: Needs<'host' | 'lazy'>,
  run: SqlRun,
  $activeTab: ReadableAtom<ResultTab | null>,
): CellPanel {
  const { exports } = sqlWorkOf(context)
  /** The whole value is asked for by its row and column in the result, wherever it is shown. */
  const sourceCell = ({ grid }: Extract<ResultTab, { kind: 'result' }>, row: number, column: number) => ({
    row: grid.sourceRow(row),
    column: grid.columns[column]?.index ?? -1,
  })
  return createCellPanel(context, {
    $cellAt: computed($activeTab, (tab) => (row: number, column: number) => {
      const field = tab?.kind === 'result' ? tab.grid.fields[column] : undefined
      if (tab?.kind !== 'result' || !field) return null
      const cell = sourceCell(tab, row, column)
      const cut = tab.result.cut?.find(
        ([cutRow, cutColumn]) => cutRow === cell.row && cutColumn === cell.column,
      )
      return { field, cell: tab.grid.rows.cell(row, column), cutBytes: cut?.[2] }
    }),
    whole: {
      isPossible: () => exports.isPossible && wholeSql(run) !== undefined,
      async save(row, column, { name }) {
        const tab = $activeTab.get()
        const sql = wholeSql(run)
        const state = run.$state.get()
        if (tab?.kind !== 'result' || sql === undefined || state.status !== 'success') return
        const cell = sourceCell(tab, row, column)
        const query = cellQuery(sql, tab.result.fields.length, cell.row, cell.column)
        const { role } = state
        await exports.begin(run.ref, { query, format: 'value', name, ...(role ? { role } : {}) })
      },
    },
  })
}

/** A result that still arrives is told ten times a second: the value is not laid out each time. */
function lastShown(): typeof shownValue {
  let last: { cell: Cell; facts: CellFacts; value: ShownValue } | undefined
  return (cell, facts) => {
    const isSame =
      last?.cell === cell &&
      last.facts.type === facts.type &&
      last.facts.isCut === facts.isCut &&
      last.facts.showsAll === facts.showsAll
    last = isSame && last ? last : { cell, facts, value: shownValue(cell, facts) }
    return last.value
  }
}

/** The statement that could run again; undefined when it is not a single one that reads. */
function wholeSql(run: SqlRun): string | undefined {
  const state = run.$state.get()
  if (state.status !== 'success' || state.text.explain) return undefined
  const plan = wholeExport(state.text.sql)
  return plan.type === 'yes' ? plan.sql : undefined
}
