/**
 * One runner of SQL: question, run, cancel, outcome. It outlives the screen, so a long run continues
 * while its user looks at another page.
 * @spec §4 (SQL panel run), §5, §8
 */
import {
  cancelQuery,
  newId,
  PlatformError,
  type Client,
  type ImpersonatedRole,
} from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { Clock } from '../../ports/index.js'
import { planExplain } from '../../rules/sql/explain.js'
import { findingIn } from '../../rules/sql/run-finding.js'
import { isQueryTooLarge } from '../../rules/sql/query-size.js'
import { planRun, type PlannedRun } from '../../rules/sql/run-plan.js'
import { boundRun, type RunValues } from '../../rules/sql/run-values.js'
import { planScript } from '../../rules/import/script-plan.js'
import { canBeUnasked, isAskedForFunctions } from '../../rules/documents/unasked-texts.js'
import { createGatheredResults } from '../../sql/gathered-results.js'
import { bytesOf, withoutRows } from '../../sql/run-result.js'
import { showArrivingRows } from './arriving-rows.js'
import type { GrammarLayer } from './grammar-layer.js'
import {
  failureOf,
  READ_ONLY_VIOLATION,
  refusedBy,
  refusedCommand,
  resultsIn,
  type RunFailure,
} from './run-failure.js'
import { watchProgress } from './run-progress.js'
import { isBareCancel, isUnsent, type BegunRun, type EndedRun, type RunState } from './run-state.js'
import { sentOffset, wholeText, type RunText } from './run-text.js'
import type { UnaskedTexts } from '../documents/unasked-texts.js'

/** The options of a run. */
export interface RunOptions {
  /** Rows; 0 or less adds no limit. */
  rowLimit: number
  /** Milliseconds; 0: no timeout. */
  timeoutMs: number
  /** Of the text's parameters. Default: none has a value. */
  values?: RunValues
}

export interface SqlRun extends Disposable {
  /** The project it runs in. */
  readonly ref: string
  readonly $state: ReadableAtom<RunState>
  /** Starts, or asks first. Does nothing while a run is under way, or with an empty text. */
  run(text: RunText, options: RunOptions): Promise<void>
  /** Continues a run that the grammar refused: asks the question that the guard would have asked. */
  runAnyway(): Promise<void>
  /** Runs a text that failed in the way that its failure offers (`again`). */
  runAgain(): Promise<void>
  /** Runs the statement of the question, with write access. */
  confirm(): Promise<void>
  /**
   * Runs the statement of the question, where it offers that, in a READ ONLY transaction.
   * @param keeps this text is not asked about again
   */
  confirmReadOnly(keeps?: boolean): Promise<void>
  /** Drops the question; the earlier result is shown again. */
  dismiss(): void
  /** Stops the run in the database. */
  cancel(): Promise<void>
  /** The platform answers again: the message about an unsent run is removed. */
  forgetUnsent(): void
  /** Bytes that its rows keep in memory, about. */
  bytes(): number
  /** Drops its rows, and keeps what else is known of its results. A run under way keeps them. */
  letGo(): void
}

export interface SqlRunDeps {
  client: Client
  clock: Clock
  grammar: GrammarLayer
  /** The role of the next run of a project; default: the owner. */
  roleIn?(ref: string): ImpersonatedRole | null
  /** The texts that their user lets run read-only without a question about their functions. */
  unasked?: Pick<UnaskedTexts, 'has' | 'add'>
  /** Without a network nothing is sent. */
  isOnline?(): boolean
  /** Where the platform was away, whether it answers now; without an answer nothing is sent. */
  reaches?(): Promise<boolean>
  /** Called when a run that may write is sent. */
  onBegin?(ref: string, run: BegunRun): void
  /** Called when a sent run has ended. */
  onEnd?(ref: string, run: EndedRun): void
}

/** A text without commands of psql, its parameters as numbers. */
interface PreparedText {
  /** What is judged: with blanks in the place of data. */
  sql: string
  /** It is sent as it is. */
  isScript: boolean
  parameters: (string | null)[] | undefined
}

export function createSqlRun(deps: SqlRunDeps, ref: string): SqlRun {
  const { client, clock, grammar } = deps
  const $state = atom<RunState>({ status: 'idle' })
  let asked: { text: RunText; options: RunOptions; before: RunState } | undefined
  /** The run that the database refused last. */
  let failed: { text: RunText; options: RunOptions } | undefined
  /** The state before a run that was never sent. */
  let beforeUnsent: RunState | undefined
  let current: { runId: string; controller: AbortController; cancelled: boolean } | undefined

  function ask(
    text: RunText,
    options: RunOptions,
    question: Omit<RunState & { status: 'asking' }, 'status'>,
    before: RunState,
  ) {
    asked = { text, options, before }
    $state.set({ status: 'asking', ...question })
  }

  async function decide(
    text: RunText,
    options: RunOptions,
    answered: 'no' | 'syntax' | 'yes',
    before: RunState,
  ) {
    const prepared = prepare(text, options)
    if (!prepared) return
    const judged = { ...text, sql: prepared.sql }
    const plan = text.explain
      ? planExplain(judged.sql, text.explain, answered === 'yes')
      : planRun(judged.sql, options.rowLimit, answered === 'yes')
    if (plan.type === 'nothing') {
      // Findings about another text are dropped.
      if (before.status === 'error') $state.set({ status: 'idle' })
      return
    }
    // A plan alone runs nothing.
    const runsNothing = plan.type === 'run' && text.explain === 'plan'
    const isUnanswered = plan.type === 'ask' || (plan.type === 'run' && answered !== 'yes')
    const looking = isUnanswered && !runsNothing ? grammar.verdictOf(wholeText(judged)) : null
    const verdict = looking ? await looking : null
    // Another run began while the grammar was judging.
    if (current) return
    const refused = plan.type === 'ask' && answered === 'no' ? refusedBy(judged, verdict) : null
    if (refused) {
      asked = { text, options, before }
      return $state.set({ status: 'error', failure: refused, offset: sentOffset(text), results: [] })
    }
    if (plan.type === 'refuse') {
      fail({ reason: plan.reason }, text)
    } else if (plan.type === 'ask') {
      const isForFunctions = isAskedForFunctions(plan.reason, verdict)
      if (isForFunctions && deps.unasked?.has(ref, text.sql)) return sendReadOnly(text, options, before)
      const found = findingIn(plan.reason, plan.at, verdict?.problem ? null : verdict)
      const { reason, dangers } = plan
      const reasons = verdict?.reasons ?? []
      const { destroys = [] } = verdict ?? {}
      const more = {
        ...(found ? { found } : {}),
        ...(destroys.length > 0 ? { destroys } : {}),
        ...(isForFunctions ? { offersReadOnly: { canKeep: canBeUnasked(text.sql) } } : {}),
      }
      ask(text, options, { reason, dangers, reasons, ...more }, before)
    } else if (verdict?.asks) {
      ask(text, options, { reason: 'function', dangers: [], reasons: verdict.reasons }, before)
    } else await send(plan, text, options, before, prepared)
  }

  async function sendReadOnly(text: RunText, options: RunOptions, before: RunState) {
    const prepared = prepare(text, options)
    if (!prepared) return
    const plan = planRun(prepared.sql, options.rowLimit, true)
    if (plan.type === 'run') await send({ ...plan, readOnly: true }, text, options, before, prepared)
  }

  /** What is judged and sent of a text; undefined: it was refused. */
  function prepare(text: RunText, options: RunOptions): PreparedText | undefined {
    const script = planScript(text.sql)
    if (script.type === 'refused') {
      fail(refusedCommand(script), text)
      return undefined
    }
    if (script.isScript && isQueryTooLarge(text.sql)) {
      fail({ reason: 'too-large' }, text)
      return undefined
    }
    const bound = boundRun(script.sql, options.values ?? {})
    if (bound.type === 'bound')
      return { sql: bound.sql, isScript: script.isScript, parameters: bound.parameters }
    fail(
      bound.type === 'missing'
        ? { reason: 'needs-values', names: bound.names }
        : { reason: 'several-with-values' },
      text,
    )
    return undefined
  }

  function fail(failure: RunFailure, text: RunText) {
    $state.set({ status: 'error', failure, offset: text.offset, results: [] })
  }

  async function send(
    plan: PlannedRun,
    text: RunText,
    options: RunOptions,
    before: RunState,
    { isScript, parameters }: PreparedText,
  ) {
    if (deps.isOnline?.() === false) {
      return leaveUnsent('offline', text, before)
    }
    const role = deps.roleIn?.(ref) ?? null
    const startedAt = clock.now()
    const end = (outcome: EndedRun['outcome'], durationMs: number) => {
      $state.set(outcome)
      deps.onEnd?.(ref, { ...begun, durationMs, outcome })
    }
    const mine = { runId: newId(), controller: new AbortController(), cancelled: false }
    const begun = { runId: mine.runId, text, startedAt, ...(role ? { role } : {}) }
    current = mine
    $state.set({ status: 'running', startedAt, cancelling: false, waiting: false, results: [] })
    const gathered = createGatheredResults()
    const arriving = showArrivingRows({ $state, clock }, gathered)
    const stopWatching = watchProgress({ $state, client, clock }, { ref, runId: mine.runId })
    try {
      if (deps.reaches && !(await deps.reaches())) {
        return leaveUnsent('away', text, before)
      }
      const body = {
        query: isScript ? text.sql : plan.sql,
        runId: mine.runId,
        readOnly: plan.readOnly,
        timeoutMs: options.timeoutMs,
        ...(parameters ? { parameters } : {}),
        ...(plan.discard ? { discard: true } : {}),
        ...(isScript || text.way ? { script: text.way ?? {} } : {}),
        ...(role ? { role } : {}),
      }
      if (!plan.readOnly) deps.onBegin?.(ref, begun)
      for await (const part of client.rows({ params: { ref }, body }, { signal: mine.controller.signal })) {
        gathered.take(part)
        arriving.came()
      }
      const { durationMs = 0, rolledBackOpenTransaction = false, ended = [] } = gathered.end() ?? {}
      const outcome = {
        status: 'success' as const,
        results: gathered.all(),
        durationMs,
        readOnly: plan.readOnly,
        ...(plan.autoLimit === undefined ? {} : { autoLimit: plan.autoLimit }),
        rolledBackOpenTransaction,
        ended,
        text,
        ...(parameters && options.values ? { values: options.values } : {}),
        ...(role ? { role } : {}),
      }
      end(outcome, durationMs)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      // The guard had allowed it.
      if (plan.readOnly && error.code === READ_ONLY_VIOLATION) {
        ask(text, options, { reason: 'function', dangers: [], reasons: [], refusal: error.message }, before)
      } else {
        const failure = failureOf(error, mine.cancelled, { plan, isAsRole: role !== null, text })
        const results = [...gathered.all(), ...resultsIn(error)]
        failed = { text, options }
        end({ status: 'error', failure, offset: sentOffset(text), results }, clock.now() - startedAt)
      }
    } finally {
      stopWatching()
      arriving.stop()
      current = undefined
    }
  }

  function leaveUnsent(reason: 'offline' | 'away', text: RunText, before: RunState) {
    // An earlier error is not shown again: the text above it has changed.
    beforeUnsent = isUnsent(before) ? beforeUnsent : before.status === 'success' ? before : undefined
    $state.set({ status: 'error', failure: { reason }, offset: text.offset, results: [] })
  }

  /** The cancel came before the run or after it: the button is enabled again. */
  function cancelAgainLater(run: { cancelled: boolean }) {
    run.cancelled = false
    const state = $state.get()
    if (state.status === 'running') $state.set({ ...state, cancelling: false })
  }

  return {
    ref,
    $state,
    async run(text, options) {
      const before = $state.get()
      if (before.status !== 'running') await decide(text, options, 'no', before)
    },
    async runAnyway() {
      const state = $state.get()
      if (state.status !== 'error' || state.failure.reason !== 'syntax' || !asked) return
      await decide(asked.text, asked.options, 'syntax', state)
    },
    async runAgain() {
      const state = $state.get()
      if (state.status !== 'error' || state.failure.reason !== 'database' || !state.failure.again || !failed)
        return
      const { text, options } = failed
      await decide({ ...text, way: { ...text.way, ...state.failure.again } }, options, 'yes', state)
    },
    async confirm() {
      if ($state.get().status !== 'asking' || !asked) return
      const { text, options, before } = asked
      await decide(text, options, 'yes', before)
    },
    async confirmReadOnly(keeps = false) {
      const state = $state.get()
      if (state.status !== 'asking' || !state.offersReadOnly || !asked) return
      const { text, options, before } = asked
      if (keeps) deps.unasked?.add(ref, text.sql)
      await sendReadOnly(text, options, before)
    },
    dismiss() {
      if ($state.get().status !== 'asking') return
      const before = asked?.before ?? { status: 'idle' }
      $state.set(isBareCancel(before) ? { status: 'idle' } : before)
    },
    async cancel() {
      const state = $state.get()
      if (state.status !== 'running' || !current || current.cancelled) return
      const run = current
      run.cancelled = true
      $state.set({ ...state, cancelling: true })
      try {
        const { cancelled } = await client.call(cancelQuery, { params: { ref, runId: run.runId } })
        if (!cancelled && current === run) cancelAgainLater(run)
      } catch {
        // The cancel did not arrive; ending the call itself makes the platform cancel too.
        run.controller.abort()
      }
    },
    forgetUnsent() {
      if (isUnsent($state.get())) $state.set(beforeUnsent ?? { status: 'idle' })
      beforeUnsent = undefined
    },
    bytes() {
      const state = $state.get()
      return 'results' in state ? bytesOf(state.results) : 0
    },
    letGo() {
      const state = $state.get()
      if (state.status !== 'success' && state.status !== 'error') return
      $state.set({ ...state, results: withoutRows(state.results) })
    },
    dispose() {
      current?.controller.abort()
    },
  }
}
