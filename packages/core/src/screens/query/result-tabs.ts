/** What the panel under the editor shows of a run: a tab for each statement, and the footer. */
import type { Notice } from '@basedeck/platform-client'
import { gridColumns, hasRows, resultFooter } from '../../rules/results/results-grid.js'
import { orderOf } from '../../rules/values/value-order.js'
import type { RowSet } from '../../sql/row-set.js'
import type { RunResult } from '../../sql/run-result.js'
import { skippedCommands } from '../../rules/import/script-plan.js'
import { changesData } from '../../rules/sql/statement-fate.js'
import { fatesOf, type RunState, type SuccessfulRun } from '../../sessions/sql/run-state.js'
import { sqlResultsText } from '../../text/sql-results.js'
import { sqlText } from '../../text/sql-editor.js'
import type { ShownColumn, ShownGrid } from './shown-grid.js'
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
      result: RunResult
      grid: ShownGrid
      /** Rows that are there. */
      shown: number
      /** Stands in the place of “Success”: what the statement changed was not kept. */
      notKept: string | null
      /** What the statement did, when it returns no rows. */
      affected: string | null
      /** What ended with the run; below the last result. */
      ended: string | null
    }
  | { key: string; kind: 'plan'; label: string; count: null; plan: string }
  | { key: 'messages'; kind: 'messages'; label: string; count: number | null; notices: Notice[] }
  | { key: 'history'; kind: 'history'; label: string; count: null }
  | { key: 'running'; kind: 'running'; label: string; count: null }

/** The tabs that a query's page always has: past runs, and the queries that the database runs now. */
export type FixedTab = 'history' | 'running'

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
  const fates = state.status === 'success' ? fatesOf(state) : []
  const ended = state.status === 'success' && state.ended.length > 0 ? sqlText.ended(state.ended) : null
  const results = ran.map((result, index) =>
    resultTab(result, {
      index,
      total: ran.length,
      isKept: fates[index] !== 'rolled_back' || !changesData(result.command),
      ended: index === ran.length - 1 ? ended : null,
    }),
  )
  const hasResults = showsResults(state) && results.length > 0
  const notices = [...ran.flatMap((result) => result.notices), ...notesOn(state)]
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

/** What became of the run, beside PostgreSQL's own messages. */
function notesOn(state: RunState): Notice[] {
  if (state.status !== 'success') return []
  const note = (severity: string, message: string): Notice => ({ severity, code: '', message })
  const skipped = skippedCommands(state.text.sql)
  return [
    ...(state.text.explain === 'analyze' ? [note(sqlText.rolledBackLabel, sqlRunningText.discarded)] : []),
    ...(skipped.length > 0 ? [note(sqlText.skippedLabel, sqlText.skipped(skipped))] : []),
    ...(state.rolledBackOpenTransaction ? [note(sqlText.rolledBackLabel, sqlText.rolledBack)] : []),
    ...(state.ended.length > 0 ? [note(sqlText.endedLabel, sqlText.ended(state.ended))] : []),
  ]
}

interface Standing {
  index: number
  total: number
  /** What it changed, if anything, was kept. */
  isKept: boolean
  ended: string | null
}

function resultTab(result: RunResult, { index, total, isKept, ended }: Standing): ResultTab {
  const key = String(index)
  if (isPlan(result)) {
    const plan = Array.from(result.rows, ([line]) => line ?? '').join('\n')
    return { key, kind: 'plan', label: planLabel(index, total), count: null, plan }
  }
  return {
    key,
    kind: 'result',
    label: result.truncated ? sqlText.partOf(sqlText.result(index, total)) : sqlText.result(index, total),
    // Of a statement that gives no rows the count is what it changed: its sentence says that.
    count: result.fields.length === 0 ? null : (result.rowCount ?? result.letGo ?? result.rows.length),
    result,
    grid: gridOf(result),
    shown: result.rows.length,
    notKept: isKept ? null : sqlText.notKept,
    affected: affectedOf(result, isKept),
    ended,
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

/** Of a text that failed, what came before; of one that runs, what has come so far. */
function resultsOf(state: RunState): readonly RunResult[] {
  if (state.status === 'running') return state.results.some(hasRows) ? state.results : []
  return state.status === 'success' || state.status === 'error' ? state.results : []
}

/** The results speak for themselves: nothing else has to be told of the run. */
function showsResults(state: RunState): boolean {
  return state.status === 'success' || state.status === 'running' || wasCutShort(state)
}

/** A run whose user had enough: its rows stay, and the footer says how many they are. */
function wasCutShort(state: RunState): boolean {
  return state.status === 'error' && state.failure.reason === 'cancelled' && state.results.some(hasRows)
}

/** EXPLAIN answers line by line. Its name is known only at its end. */
function isPlan({ command, fields, isPartial }: RunResult): boolean {
  if (fields.length !== 1) return false
  return command === 'EXPLAIN' || (isPartial === true && fields[0]?.name === 'QUERY PLAN')
}

function planLabel(index: number, total: number): string {
  return total === 1 ? sqlRunningText.plan : `${sqlRunningText.plan} ${index + 1}`
}

/** Grids of results whose rows are still arriving: their columns stay as they were with the first rows. */
const arriving = new WeakMap<RowSet, ShownGrid>()

function gridOf(result: RunResult): ShownGrid {
  const before = arriving.get(result.rows)
  if (result.isPartial && before) return before
  const grid = newGrid(result)
  if (result.isPartial && result.rows.length > 0) arriving.set(result.rows, grid)
  return grid
}

function newGrid(result: RunResult): ShownGrid {
  const cut = new Set(result.cut?.map(([row, column]) => `${row}/${column}`))
  return {
    columns: gridColumns(result).map((column, index) => {
      const sorting = ofPart(sortingOf(column.type, result.fields[index]?.dataType ?? ''), result)
      return { ...column, index, isFrozen: false, ...(sorting && { sorting }) }
    }),
    fields: result.fields,
    rows: result.rows,
    hasCut: cut.size > 0,
    isCut: (row, column) => cut.size > 0 && cut.has(`${row}/${column}`),
    sourceRow: (row) => row,
  }
}

/** The order of a result past its cap is that of the rows which are here. */
function ofPart(sorting: ShownColumn['sorting'], { truncated, rows }: RunResult): ShownColumn['sorting'] {
  if (!truncated || sorting?.isPossible === false) return sorting
  const note = sqlResultsText.sortsPart(rows.length)
  return { isPossible: true, note: sorting ? `${note} ${sorting.note}` : note }
}

/** @param name of the type, as the head shows it */
function sortingOf(name: string, type: string): ShownColumn['sorting'] {
  const order = orderOf(type)
  if (order.type === 'none') return { isPossible: false, note: sqlResultsText.noOrder[order.reason](name) }
  return order.type === 'exact' ? undefined : { isPossible: true, note: sqlResultsText.byCharacters }
}

function affectedOf({ command, rowCount, fields }: RunResult, isKept: boolean): string | null {
  if (rowCount === null || fields.length > 0) return null
  const sentence = sqlText.affected(command, rowCount)
  return isKept ? sentence : sqlText.notKeptRows(sentence)
}

/** The last statement that returned rows: what the user wrote the text for. */
export function firstTabToShow(results: RunResult[]): string {
  const index = results.findLastIndex(hasRows)
  return String(index === -1 ? Math.max(0, results.length - 1) : index)
}

/** @param runningTime `Running for 3.2 s`, or that it waits for the database; null while nothing runs */
export function footerOf(state: RunState, tab: ResultTab, runningTime: string | null): ResultsFooter | null {
  if (runningTime !== null)
    return tab.kind === 'result'
      ? { rows: sqlText.rows(tab.result.rows.length), time: runningTime }
      : { rows: runningTime }
  if (tab.kind === 'result' && wasCutShort(state))
    return { rows: sqlText.cancelledAfter(tab.result.rows.length) }
  if (tab.kind === 'result' && state.status === 'error' && tab.result.isPartial)
    return { rows: sqlText.brokenOffAfter(tab.result.rows.length) }
  if (state.status === 'success' && tab.kind === 'plan' && state.text.explain === 'analyze')
    return { rows: sqlRunningText.discardedShort, time: sqlText.duration(state.durationMs) }
  if (state.status !== 'success' || tab.kind !== 'result') return null
  const footer = resultFooter(tab.result, state.autoLimit)
  const isFiltered = tab.shown < tab.result.rows.length
  const note = noteOf(state, tab)
  return {
    rows: isFiltered ? sqlResultsText.matching(tab.shown, footer.rows) : sqlText.rows(footer.rows),
    ...(footer.limitedTo === undefined ? {} : { limited: sqlText.limited(footer.limitedTo) }),
    ...(note === undefined ? {} : { note }),
    time: sqlText.duration(state.durationMs),
  }
}

function noteOf(
  run: SuccessfulRun,
  { result: { truncated, rowCount }, shown, notKept, ended }: ResultTab & { kind: 'result' },
): string | undefined {
  if (truncated?.reason === 'bytes') return sqlText.bytesCapped
  if (truncated) return sqlText.capped(rowCount)
  if (run.rolledBackOpenTransaction) return sqlText.rolledBack
  if (notKept !== null) return sqlText.rolledBackByText
  // Without rows the result itself says it.
  return shown > 0 ? (ended ?? undefined) : undefined
}
