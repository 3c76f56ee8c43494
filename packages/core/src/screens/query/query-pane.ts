/** A text of SQL, its run, and the results: what the editor's page and the panel beside any page have in common. */
import { ROW_LIMIT_OPTIONS } from '@basedeck/sql-guard'
import { oddCharactersIn, withoutOddCharacters } from '@basedeck/sql-guard/lexer'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Draft } from '../../sessions/documents/drafts.js'
import type { RunState } from '../../sessions/sql/run-state.js'
import type { RunOptions } from '../../sessions/sql/sql-run.js'
import { tableOf } from '../../rules/results/export-plan.js'
import { hasRows } from '../../rules/results/results-grid.js'
import { parameterNames } from '../../rules/sql/run-values.js'
import { projectControlState } from '../../sessions/account/rights.js'
import { STATEMENT_TIMEOUTS_MS } from '../../sessions/account/preferences.js'
import { roleName } from '../../sql/impersonation.js'
import { impersonationText } from '../../text/impersonation.js'
import { sqlText } from '../../text/sql-editor.js'
import { sqlHelpText } from '../../text/sql-help.js'
import { runningTime } from '../../text/time.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { createResultCellPanel, type CellPanel } from './cell-panel.js'
import { createChartPane, type ChartPane } from './chart-pane.js'
import { createResultExports, type RowExports } from './exports.js'
import type { GatedRun } from './gated-run.js'
import type { ResultEditing } from './result-editing.js'
import { copyText } from '../../kernel/copy-text.js'
import { createGridCopy, type GridCopy } from './grid-copy.js'
import { createKeptValues } from './kept-values.js'
import { createResultView, type ResultView } from './result-view.js'
import { firstTabToShow, footerOf, tabsOf, type ResultsFooter, type ResultTab } from './result-tabs.js'
import { errorOf, marksOf, oddCharactersFor, runAgainLabel, type Mark, type RunError } from './run-error.js'
import { questionOf, type Question } from './run-question.js'
import { createDropImpactPreview } from './drop-impact-preview.js'

/** A text of SQL, its run and its results. The page of the editor and the panel beside any page have it. */
export interface QueryPane
  extends Disposable, CellPanel, GridCopy, RowExports, ResultView, ResultEditing, ChartPane {
  /** The plan that shows; false when the host does not allow it. */
  copyPlan(): Promise<boolean>
  readonly draft: Draft
  /** Whether the project's database can be asked. */
  readonly gate: ProjectGate
  readonly $run: ReadableAtom<RunState>
  readonly $question: ReadableAtom<Question | null>
  /** `again`: the label of the button that runs the text in another way. */
  readonly $error: ReadableAtom<
    (RunError & { canRunAnyway: boolean; canMend: boolean; again: string | null }) | null
  >
  readonly $marks: ReadableAtom<Mark[]>
  /** The parameters of the text, with their values. */
  readonly $parameters: ReadableAtom<readonly ShownParameter[]>
  /** As text; null is SQL's NULL. */
  setParameter(name: string, value: string | null): void
  readonly $tabs: ReadableAtom<ResultTab[]>
  readonly $activeTab: ReadableAtom<ResultTab>
  /** `as anon`; null: as the owner. */
  readonly $ranAs: ReadableAtom<string | null>
  readonly $footer: ReadableAtom<ResultsFooter | null>
  readonly $rowLimit: ReadableAtom<number>
  readonly $split: ReadableAtom<number>
  readonly rowLimits: { value: number; label: string }[]
  readonly $timeoutMs: ReadableAtom<number>
  readonly timeouts: { value: number; label: string }[]
  type(text: string): void
  /** Runs the selection alone, or the whole text. */
  run(selection?: { text: string; offset: number }): Promise<void>
  /** The options that a run of the text has now. */
  runOptions(): RunOptions
  /** Replaces characters that look like others or can't be seen, outside of strings, quoted names and comments. */
  mendCharacters(): void
  /** Goes on with a text that PostgreSQL's grammar refuses. */
  runAnyway(): Promise<void>
  /** Runs the text that failed in the way that `$error` offers. */
  runAgain(): Promise<void>
  confirm(): Promise<void>
  /** @param keeps the same text is not asked about again */
  confirmReadOnly(keeps?: boolean): Promise<void>
  dismiss(): void
  cancel(): Promise<void>
  setRowLimit(limit: number): void
  setTimeoutMs(ms: number): void
  setSplit(percent: number): void
  openTab(key: string): void
}

/** A parameter of the text. */
export interface ShownParameter {
  name: string
  /** As text; null is SQL's NULL; undefined: it has none yet. */
  value: string | null | undefined
  /** A run was refused for want of it. */
  isMissing: boolean
}

const TICK_MS = 100
/** Characters; the parameters of longer texts are only looked for when they run. */
const PARAMETERS_UP_TO = 200_000
const RUN_TAB = 'run'

export interface QueryPaneOptions {
  draft: Draft
  run: GatedRun
  /** Rows that a plain select is limited to; default: as the user chose. */
  rowLimit?: number
  /** Whether messages, history and running queries have tabs at any time; default: no. */
  hasFixedTabs?: boolean
  /** Keeps the layout of a result's columns on the device; absent: only while the pane is open. */
  columnsKey?: string
  /** After each change of the text by its user. */
  onType?(): void
  /** Changing the rows of a result; absent: they can only be read. */
  editRows?($tab: ReadableAtom<ResultTab>, runAgain: () => void): ResultEditing & Disposable
}

/** Rows that can only be read. */
const NO_EDITING: ResultEditing = { $edited: atom(null), $editability: atom(null) }

export function createQueryPane(
  context: Needs<
    'host' | 'client' | 'queries' | '$runtime' | 'preferences' | 'grammar' | 'impersonation' | 'lazy'
  >,
  { draft, run, rowLimit, hasFixedTabs = false, columnsKey, onType, editRows }: QueryPaneOptions,
): QueryPane {
  const { host, preferences } = context
  const scope = createScope()
  context.grammar.preload()
  const $marks = atom<Mark[]>([])
  /** What stood in the editor when the run came to where it is; a question that is dropped leads back to what was. */
  const judgedTexts = new WeakMap<RunState, string>()
  const judgedText = (state: RunState) => {
    const text = judgedTexts.get(state) ?? draft.$text.get()
    judgedTexts.set(state, text)
    return text
  }
  const $judged = atom(judgedText(run.$state.get()))
  const $chosenTab = atom<string>(RUN_TAB)
  const $runningTime = atom<string | null>(null)

  const $tabs = computed(run.$state, (state) => tabsOf(state, hasFixedTabs))
  const $activeTab = computed([$tabs, $chosenTab], activeTab)

  const view = createResultView(host, $activeTab, columnsKey)
  scope.add(view.dispose)
  /** As its view shows it. */
  const $shownTab = computed([$activeTab, view.$grid], (tab, grid) =>
    tab.kind === 'result' && grid ? { ...tab, grid, shown: grid.rows.length } : tab,
  )
  const values = createKeptValues(host.storage, columnsKey)
  const options = () => ({
    rowLimit: rowLimit ?? preferences.$rowLimit.get(),
    timeoutMs: preferences.$statementTimeoutMs.get(),
    values: values.$values.get(),
  })
  const runAgain = () => {
    const state = run.$state.get()
    if (state.status === 'success') void run.run(state.text, options())
  }
  const rowEdits = editRows?.($shownTab, runAgain)
  if (rowEdits) scope.add(rowEdits.dispose)
  const { $edited, $editability } = rowEdits ?? NO_EDITING
  /** With what is staged. */
  const $editedTab = computed([$shownTab, $edited], (tab, edited) =>
    tab.kind === 'result' && edited?.source === tab.grid ? { ...tab, grid: edited.grid } : tab,
  )
  const cells = createResultCellPanel(context, run, $editedTab)
  const impactPreview = createDropImpactPreview(context, run)
  // The platform runs the SQL of who only reads read-only.
  const $mayWrite = projectControlState(
    context,
    run.ref,
    { action: 'update', resource: 'database' },
    sqlText.readOnlyRole,
  )
  scope.add(impactPreview.dispose)
  const exports = createResultExports(context, run, $shownTab)

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
      const judged = judgedText(state)
      $judged.set(judged)
      if (before && (begins(state, before) || isUnsent(state, before))) $chosenTab.set(RUN_TAB)
      if (before && state.status === 'success') {
        // Another tab that the user opened meanwhile stays open.
        if ($chosenTab.get() === RUN_TAB) $chosenTab.set(firstTabToShow(state.results))
        cells.closeCell()
        exports.dismissWhole()
      }
      // A text that was changed since has its marks no longer.
      const isAsJudged = state.status === 'error' && judged === draft.$text.get()
      $marks.set(isAsJudged ? marksOf(state.failure, state.offset, judged) : [])
    }),
  )
  scope.add(() => stopTick?.())

  const type = (text: string) => {
    draft.set(text)
    onType?.()
    if ($marks.get().length > 0) $marks.set([])
  }

  return {
    ...cells,
    ...createGridCopy(context, {
      $grid: computed($editedTab, (tab) => (tab?.kind === 'result' ? tab.grid : null)),
      table: () => tableOfRun(run.$state.get()),
      clear: async (range) => $edited.get()?.editing.clearCells(range),
    }),
    async copyPlan() {
      const tab = $shownTab.get()
      return tab?.kind === 'plan' && copyText(host, tab.plan)
    },
    ...view,
    ...createChartPane(host, { $run: run.$state, $tab: $shownTab }, columnsKey),
    ...exports,
    viewCell(row, column) {
      cells.viewCell(row, column)
      // The panel takes room of the grid: the cell stays in view beside it.
      view.goToCell(row, column)
    },
    draft,
    gate: run.gate,
    $run: run.$state,
    $question: computed(
      [
        run.$state,
        context.impersonation.of(run.ref),
        impactPreview.$sentences,
        impactPreview.$nameToType,
        $mayWrite,
      ],
      (state, impersonated, dropImpact, nameToType, { hint: readOnlyRole }) =>
        questionOf(state, { impersonating: impersonated?.label, dropImpact, nameToType, readOnlyRole }),
    ),
    $ranAs: computed(run.$state, (state) =>
      state.status === 'success' && state.role ? impersonationText.ranAs(roleName(state.role)) : null,
    ),
    $error: computed(
      [run.$state, $judged, draft.$text, $mayWrite],
      (state, judged, text, { hint: readOnlyRole }) =>
        state.status === 'error'
          ? {
              ...errorOf(state.failure, state.offset, judged, readOnlyRole),
              // Another text than the one that was looked at is run by Run.
              canRunAnyway: state.failure.reason === 'syntax' && !state.failure.psql && judged === text,
              canMend: judged === text && oddCharactersFor(state.failure, judged).length > 0,
              again: judged === text ? runAgainLabel(state.failure) : null,
            }
          : null,
    ),
    $marks,
    $parameters: computed([draft.$text, values.$values, run.$state], (text, given, state) => {
      const missing =
        state.status === 'error' && state.failure.reason === 'needs-values' ? state.failure.names : []
      const names = text.length > PARAMETERS_UP_TO ? missing : parameterNames(text)
      return names.map((name) => {
        const value = Object.hasOwn(given, name) ? given[name] : undefined
        return { name, value, isMissing: value === undefined && missing.includes(name) }
      })
    }),
    setParameter: values.set,
    $tabs,
    $activeTab: $editedTab,
    $edited,
    $editability,
    $footer: computed([run.$state, $shownTab, $runningTime], footerOf),
    $rowLimit: preferences.$rowLimit,
    $split: preferences.$sqlSplit,
    $timeoutMs: preferences.$statementTimeoutMs,
    timeouts: STATEMENT_TIMEOUTS_MS.map((value) => ({ value, label: sqlText.timeouts[value] })),
    rowLimits: ROW_LIMIT_OPTIONS.map((value) => ({ value, label: sqlText.limits[value] ?? String(value) })),
    type,
    mendCharacters() {
      const before = draft.$text.get()
      const count = oddCharactersIn(before).length
      if (count === 0) return host.notifier.notify({ kind: 'info', message: sqlHelpText.nothingToMend })
      type(withoutOddCharacters(before))
      const action = { label: sqlHelpText.undo, run: () => type(before) }
      host.notifier.notify({ kind: 'success', message: sqlHelpText.mended(count), action })
    },
    run: (selection) =>
      run.run(
        selection ? { sql: selection.text, offset: selection.offset } : { sql: draft.$text.get(), offset: 0 },
        options(),
      ),
    runOptions: options,
    runAnyway: run.runAnyway,
    runAgain: run.runAgain,
    confirm: run.confirm,
    confirmReadOnly: run.confirmReadOnly,
    dismiss: run.dismiss,
    cancel: run.cancel,
    setTimeoutMs: (ms) => preferences.$statementTimeoutMs.set(ms),
    setRowLimit: (limit) => preferences.$rowLimit.set(limit),
    setSplit: (percent) => preferences.$sqlSplit.set(percent),
    openTab(key) {
      cells.closeCell()
      $chosenTab.set(key)
    },
    dispose: scope.dispose,
  }
}

/** Where INSERT statements of copied rows go. */
function tableOfRun(state: RunState): string {
  return state.status === 'success' ? tableOf(state.text.sql) : 'result'
}

/** A run under way tells how it stands again and again. */
function begins(state: RunState, before: RunState): boolean {
  return state.status === 'running' && before.status !== 'running'
}

/** Refused before anything was sent. */
function isUnsent(state: RunState, before: RunState): boolean {
  return state.status === 'error' && before.status !== 'running'
}

/** A run that shows no tab of how it stands has results: the last one with rows. */
function activeTab(tabs: ResultTab[], key: string): ResultTab {
  const tab =
    tabs.find((one) => one.key === key) ??
    tabs.findLast((one) => one.kind === 'result' && hasRows(one.result)) ??
    tabs[0]
  if (!tab) throw new Error('A run has a tab at any time')
  return tab
}

function runningText({ startedAt, waiting }: RunState & { status: 'running' }, now: number): string {
  const time = runningTime(now - startedAt)
  return waiting ? sqlText.busy(time) : sqlText.runningFor(time)
}
