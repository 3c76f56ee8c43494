/** What the panel under the editor shows of a run: a tab for each statement, and the footer. */
import type { Cell, Notice, StatementResult } from '@basedeck/platform-client'
import { readableRows } from '../../rules/readable-cell.js'
import { gridColumns, hasRows, resultFooter, type GridColumn } from '../../rules/results-grid.js'
import type { RunState } from '../../sessions/sql-run.js'
import { sqlText } from '../../text/sql-editor.js'
import { sqlRunningText } from '../../text/sql-running.js'

/**
 * A tab under the editor: how the run stands, one statement's rows, its plan, the messages of the whole run;
 * and the tabs that a query's page always has.
 */
export type ResultTab =
  | { key: 'run'; kind: 'run'; label: string; count: null }
  | {
      key: string
      kind: 'result'
      label: string
      count: number | null
      result: StatementResult
      grid: ResultGrid
      /** What the statement did, when it returns no rows. */
      affected: string | null
    }
  | { key: string; kind: 'plan'; label: string; count: null; plan: string }
  | { key: 'messages'; kind: 'messages'; label: string; count: number | null; notices: Notice[] }
  | { key: 'history'; kind: 'history'; label: string; count: null }
  | { key: 'running'; kind: 'running'; label: string; count: null }

/** The tabs that a query's page always has: past runs, and the queries that the database runs now. */
export type FixedTab = 'history' | 'running'

/** A result as the grid takes it. */
export interface ResultGrid {
  columns: GridColumn[]
  rows: readonly (readonly Cell[])[]
  /** Whether a cell holds only the beginning of its value. */
  isCut(row: number, column: number): boolean
}

export interface ResultsFooter {
  /** `100 rows`; of a run under way how long it has been running. */
  rows: string
  /** '(Limited to only N rows)', when it was. */
  limited?: string
  note?: string
  time?: string
}

/**
 * The tabs of a run. Where it shows no rows, or failed, its first tab tells how it stands.
 * @param hasFixed messages, history and running queries have tabs at any time
 */
export function tabsOf(state: RunState, hasFixed: boolean): ResultTab[] {
  const ran = resultsOf(state)
  const results = ran.map((result, index) => resultTab(result, index, ran.length))
  const hasResults = state.status === 'success' && results.length > 0
  const notices = ran.flatMap((result) => result.notices)
  return [
    ...(hasResults ? [] : [runTab(state)]),
    ...results,
    ...(notices.length > 0 || hasFixed ? [messagesTab(notices)] : []),
    ...(hasFixed ? FIXED : []),
  ]
}

function runTab({ status }: RunState): ResultTab {
  return {
    key: 'run',
    kind: 'run',
    label: status === 'error' ? sqlText.error : sqlText.result(0, 1),
    count: null,
  }
}

function resultTab(result: StatementResult, index: number, total: number): ResultTab {
  const key = String(index)
  if (isPlan(result)) {
    const plan = result.rows.map(([line]) => line ?? '').join('\n')
    return { key, kind: 'plan', label: planLabel(index, total), count: null, plan }
  }
  return {
    key,
    kind: 'result',
    label: sqlText.result(index, total),
    // Of a statement that gives no rows the count is what it changed: its sentence says that.
    count: result.fields.length === 0 ? null : (result.rowCount ?? result.rows.length),
    result,
    grid: gridOf(result),
    affected: affectedOf(result),
  }
}

function messagesTab(notices: Notice[]): ResultTab {
  return {
    key: 'messages',
    kind: 'messages',
    label: sqlText.messages,
    count: notices.length === 0 ? null : notices.length,
    notices,
  }
}

const FIXED: readonly ResultTab[] = [
  { key: 'history', kind: 'history', label: sqlRunningText.historyTab, count: null },
  { key: 'running', kind: 'running', label: sqlRunningText.runningTab, count: null },
]

/** Of a text that failed, what the statements before gave. */
function resultsOf(state: RunState): readonly StatementResult[] {
  if (state.status === 'success') return state.results
  return state.status === 'error' && state.failure.reason === 'database' ? state.failure.results : []
}

/** EXPLAIN answers line by line. */
function isPlan({ command, fields }: StatementResult): boolean {
  return command === 'EXPLAIN' && fields.length === 1
}

function planLabel(index: number, total: number): string {
  return total === 1 ? sqlRunningText.plan : `${sqlRunningText.plan} ${index + 1}`
}

function gridOf(result: StatementResult): ResultGrid {
  const cut = new Set(result.cut?.map(([row, column]) => `${row}/${column}`))
  return {
    columns: gridColumns(result),
    rows: readableRows(result),
    isCut: (row, column) => cut.size > 0 && cut.has(`${row}/${column}`),
  }
}

function affectedOf({ command, rowCount, fields }: StatementResult): string | null {
  return rowCount === null || fields.length > 0 ? null : sqlText.affected(command, rowCount)
}

/** The last statement that returned rows: what the user wrote the text for. */
export function firstTabToShow(results: StatementResult[]): string {
  const index = results.findLastIndex(hasRows)
  return String(index === -1 ? Math.max(0, results.length - 1) : index)
}

/** @param runningTime `Running for 3.2 s`, or that it waits for the database; null while nothing runs */
export function footerOf(state: RunState, tab: ResultTab, runningTime: string | null): ResultsFooter | null {
  if (runningTime !== null) return { rows: runningTime }
  if (state.status !== 'success' || tab.kind !== 'result') return null
  const footer = resultFooter(tab.result, state.autoLimit)
  const note = noteOf(state, tab.result)
  return {
    rows: sqlText.rows(footer.rows),
    ...(footer.limitedTo === undefined ? {} : { limited: sqlText.limited(footer.limitedTo) }),
    ...(note === undefined ? {} : { note }),
    time: sqlText.duration(state.durationMs),
  }
}

function noteOf(
  run: RunState & { status: 'success' },
  { truncated, rowCount }: StatementResult,
): string | undefined {
  if (truncated?.reason === 'bytes') return sqlText.bytesCapped
  if (truncated) return sqlText.capped(rowCount)
  return run.rolledBackOpenTransaction ? sqlText.rolledBack : undefined
}
