/** The SQL editor: a draft, its run, and the results. */
import type { Cell, Notice, StatementResult } from '@basedeck/platform-client'
import { ROW_LIMIT_OPTIONS } from '@basedeck/sql-guard'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { copiedText, gridColumns, hasRows, resultFooter, type GridColumn } from '../../rules/results-grid.js'
import type { Draft } from '../../sessions/drafts.js'
import type { RunFailure, RunState } from '../../sessions/sql-run.js'
import { STATEMENT_TIMEOUTS_MS } from '../../sessions/preferences.js'
import { sqlText } from '../../text/sql-editor.js'
import { runningTime } from '../../text/time.js'
import type { ScreenContext } from '../context.js'

/** A result tab: one statement's rows, or the messages of the whole run. */
export type ResultTab =
  | {
      key: string
      kind: 'result'
      label: string
      count: number
      result: StatementResult
      grid: ResultGrid
      /** What stands where there are no rows. */
      success: string
    }
  | { key: 'messages'; kind: 'messages'; label: string; count: number; notices: Notice[] }

/** A result as the grid takes it. */
export interface ResultGrid {
  columns: GridColumn[]
  rows: readonly (readonly Cell[])[]
  /** Whether a cell holds only the beginning of its value. */
  isCut(row: number, column: number): boolean
}

/** A part of the editor's text that is wrong; UTF-16 offsets. */
export interface Mark {
  startOffset: number
  endOffset: number
  message: string
}

export interface OpenCell {
  title: string
  text: string
  isNull: boolean
  cutBytes?: number
}

export interface Question {
  warning: string
  question: string
  care: string
  /** Statements that destroy something, each with what it does. */
  dangers: string[]
  /** What else speaks for asking: PostgreSQL's grammar, and its refusal. */
  reasons: string[]
}

export interface SqlEditorScreen extends Disposable {
  readonly title: string
  readonly draft: Draft
  readonly $run: ReadableAtom<RunState>
  /** `Running for 3.2 s`, or that it waits for the database; null while nothing runs. */
  readonly $runningTime: ReadableAtom<string | null>
  readonly $question: ReadableAtom<Question | null>
  readonly $error: ReadableAtom<{ title: string; detail: string[] } | null>
  readonly $marks: ReadableAtom<Mark[]>
  readonly $tabs: ReadableAtom<ResultTab[]>
  readonly $activeTab: ReadableAtom<ResultTab | null>
  readonly $footer: ReadableAtom<{ rows: string; limited?: string; note?: string; time: string } | null>
  readonly $openCell: ReadableAtom<OpenCell | null>
  readonly $rowLimit: ReadableAtom<number>
  readonly $split: ReadableAtom<number>
  readonly rowLimits: { value: number; label: string }[]
  readonly $timeoutMs: ReadableAtom<number>
  readonly timeouts: { value: number; label: string }[]
  type(text: string): void
  /** Runs the selection alone, or the whole text. */
  run(selection?: { text: string; offset: number }): Promise<void>
  confirm(): Promise<void>
  dismiss(): void
  cancel(): Promise<void>
  setRowLimit(limit: number): void
  setTimeoutMs(ms: number): void
  setSplit(percent: number): void
  openTab(key: string): void
  copyCell(row: number, column: number): Promise<void>
  viewCell(row: number, column: number): void
  closeCell(): void
}

const TICK_MS = 100

export function createSqlEditor(
  context: ScreenContext,
  params: { ref: string; id: string },
): SqlEditorScreen {
  const { host, preferences } = context
  const scope = createScope()
  context.grammar.preload()
  const draft = context.drafts.open(`${params.ref}/${params.id}`)
  const run = context.sqlRuns.open(params.ref, params.id)
  const $marks = atom<Mark[]>([])
  const $openCell = atom<OpenCell | null>(null)
  const $chosenTab = atom('0')
  const $runningTime = atom<string | null>(null)

  const $tabs = computed(run.$state, tabsOf)
  const $activeTab = computed(
    [$tabs, $chosenTab],
    (tabs, key) => tabs.find((tab) => tab.key === key) ?? tabs[0] ?? null,
  )

  let stopTick: (() => void) | undefined
  const tick = () => {
    stopTick?.()
    const state = run.$state.get()
    $runningTime.set(state.status === 'running' ? runningText(state, host.clock.now()) : null)
    stopTick = state.status === 'running' ? host.clock.after(TICK_MS, tick) : undefined
  }
  scope.add(
    run.$state.subscribe((state, before) => {
      tick()
      if (before && state.status === 'success') {
        $chosenTab.set(firstTabToShow(state.results))
        $openCell.set(null)
      }
      $marks.set(state.status === 'error' ? marksOf(state.failure, state.offset, draft.$text.get()) : [])
    }),
  )
  scope.add(() => stopTick?.())

  const cellAt = (row: number, column: number) => {
    const tab = $activeTab.get()
    return tab?.kind === 'result'
      ? { result: tab.result, cell: tab.result.rows[row]?.[column] ?? null }
      : null
  }

  return {
    title: sqlText.title,
    draft,
    $run: run.$state,
    $runningTime,
    $question: computed(run.$state, questionOf),
    $error: computed(run.$state, (state) => (state.status === 'error' ? errorOf(state.failure) : null)),
    $marks,
    $tabs,
    $activeTab,
    $footer: computed([run.$state, $activeTab], footerOf),
    $openCell,
    $rowLimit: preferences.$rowLimit,
    $split: preferences.$sqlSplit,
    $timeoutMs: preferences.$statementTimeoutMs,
    timeouts: STATEMENT_TIMEOUTS_MS.map((value) => ({ value, label: sqlText.timeouts[value] })),
    rowLimits: ROW_LIMIT_OPTIONS.map((value) => ({ value, label: sqlText.limits[value] ?? String(value) })),
    type(text) {
      draft.set(text)
      if ($marks.get().length > 0) $marks.set([])
    },
    run: (selection) =>
      run.run(
        selection ? { sql: selection.text, offset: selection.offset } : { sql: draft.$text.get(), offset: 0 },
        { rowLimit: preferences.$rowLimit.get(), timeoutMs: preferences.$statementTimeoutMs.get() },
      ),
    confirm: run.confirm,
    dismiss: run.dismiss,
    cancel: run.cancel,
    setTimeoutMs: (ms) => preferences.$statementTimeoutMs.set(ms),
    setRowLimit: (limit) => preferences.$rowLimit.set(limit),
    setSplit: (percent) => preferences.$sqlSplit.set(percent),
    openTab(key) {
      $openCell.set(null)
      $chosenTab.set(key)
    },
    async copyCell(row, column) {
      const found = cellAt(row, column)
      if (!found || !(await copyText(host, copiedText(found.cell)))) return
      host.notifier.notify({ kind: 'success', message: sqlText.copied })
    },
    viewCell(row, column) {
      const found = cellAt(row, column)
      if (!found) return
      const cut = found.result.cut?.find(([cutRow, cutColumn]) => cutRow === row && cutColumn === column)
      $openCell.set({
        title: sqlText.cellTitle(found.result.fields[column]?.name ?? ''),
        text: found.cell ?? sqlText.cellNull,
        isNull: found.cell === null,
        ...(cut ? { cutBytes: cut[2] } : {}),
      })
    },
    closeCell: () => $openCell.set(null),
    dispose: scope.dispose,
  }
}

function runningText({ startedAt, waiting }: RunState & { status: 'running' }, now: number): string {
  const time = runningTime(now - startedAt)
  return waiting ? sqlText.busy(time) : sqlText.runningFor(time)
}

function tabsOf(state: RunState): ResultTab[] {
  if (state.status !== 'success') return []
  const results = state.results.map((result, index): ResultTab => ({
    key: String(index),
    kind: 'result',
    label: sqlText.result(index, state.results.length),
    count: result.rowCount ?? result.rows.length,
    result,
    grid: gridOf(result),
    success: successOf(result),
  }))
  const notices = state.results.flatMap((result) => result.notices)
  if (notices.length === 0) return results
  return [
    ...results,
    { key: 'messages', kind: 'messages', label: sqlText.messages, count: notices.length, notices },
  ]
}

function gridOf(result: StatementResult): ResultGrid {
  const cut = new Set(result.cut?.map(([row, column]) => `${row}/${column}`))
  return {
    columns: gridColumns(result),
    rows: result.rows,
    isCut: (row, column) => cut.size > 0 && cut.has(`${row}/${column}`),
  }
}

function successOf(result: StatementResult): string {
  const { command, rowCount } = result
  return rowCount === null || result.fields.length > 0
    ? sqlText.success
    : `${sqlText.success} – ${sqlText.affected(command, rowCount)}`
}

/** The last statement that returned rows: what the user wrote the text for. */
function firstTabToShow(results: StatementResult[]): string {
  const index = results.findLastIndex(hasRows)
  return String(index === -1 ? Math.max(0, results.length - 1) : index)
}

function footerOf(state: RunState, tab: ResultTab | null) {
  if (state.status !== 'success' || tab?.kind !== 'result') return null
  const footer = resultFooter(tab.result, state.autoLimit)
  const { truncated } = tab.result
  const note =
    truncated?.reason === 'bytes'
      ? sqlText.bytesCapped
      : truncated
        ? sqlText.capped(tab.result.rowCount)
        : state.rolledBackOpenTransaction
          ? sqlText.rolledBack
          : undefined
  return {
    rows: sqlText.rows(footer.rows),
    ...(footer.limitedTo === undefined ? {} : { limited: sqlText.limited(footer.limitedTo) }),
    ...(note === undefined ? {} : { note }),
    time: sqlText.duration(state.durationMs),
  }
}

function questionOf(state: RunState): Question | null {
  if (state.status !== 'asking') return null
  return {
    warning: sqlText.warnings[state.reason],
    question: sqlText.confirmQuestion,
    care: sqlText.confirmCare,
    dangers: [
      ...new Set(state.dangers.map(({ statement, kind }) => sqlText.danger(firstLine(statement.text), kind))),
    ],
    reasons: [
      ...(state.refusal === undefined ? [] : [sqlText.readOnlyRefused(state.refusal)]),
      ...new Set(state.reasons.map(sqlText.reason)),
    ],
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

function errorOf(failure: RunFailure): { title: string; detail: string[] } {
  switch (failure.reason) {
    case 'cancelled':
      return { title: sqlText.cancelled, detail: [sqlText.cancelledDetail] }
    case 'too-large':
      return { title: sqlText.tooLarge, detail: [sqlText.tooLargeDetail] }
    case 'lost':
      return { title: sqlText.lost, detail: [sqlText.lostDetail] }
    case 'platform':
      return { title: sqlText.failed(failure.message), detail: [] }
    case 'database':
      return failure.panel ?? { title: sqlText.errorTitle, detail: [failure.message] }
  }
}

/** The word at the error's place, in the whole text of the editor. */
function marksOf(failure: RunFailure, offset: number, text: string): Mark[] {
  if (failure.reason !== 'database' || !failure.at) return []
  const startOffset = Math.min(offset + failure.at.offset, Math.max(0, text.length - 1))
  const word = /^[\w"]+/.exec(text.slice(startOffset, startOffset + 128))
  return [{ startOffset, endOffset: startOffset + (word?.[0].length ?? 1), message: failure.message }]
}
