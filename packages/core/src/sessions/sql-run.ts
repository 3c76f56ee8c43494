/**
 * One runner of SQL: question, run, cancel, outcome. It outlives the screen, so a long run continues
 * while its user looks at another page.
 * @spec §4 (SQL panel run), §5, §8
 */
import {
  cancelQuery,
  newId,
  PlatformError,
  queryProgress,
  type Client,
  type ImpersonatedRole,
  type Notice,
  type QueryErrorBody,
  type RunRemains,
  type TextPlace,
} from '@basedeck/platform-client'
import { splitStatements, type Danger } from '@basedeck/sql-guard'
import type { Destruction, Reason } from '@basedeck/sql-guard/grammar'
import { atom, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../kernel/screen.js'
import type { Clock } from '../ports/index.js'
import { errorPanel, withoutAddedLimit, type ErrorPanel } from '../rules/errors.js'
import { EXPLAIN_PREFIX, planExplain, type ExplainMode } from '../rules/explain.js'
import { psqlCommandIn } from '../rules/psql-command.js'
import { findingIn, type RunFinding } from '../rules/run-finding.js'
import { planRun, type PlannedRun } from '../rules/run-plan.js'
import { createGatheredResults, type GatheredResults } from '../sql/gathered-results.js'
import { bytesOf, wholeResult, withoutRows, type RunResult } from '../sql/run-result.js'
import type { GrammarLayer, GrammarVerdict } from './grammar-layer.js'

/** The text of a run and its position in the editor's text. */
export interface RunText {
  sql: string
  /** UTF-16 offset of `sql` in the whole text; 0 when all of it runs. */
  offset: number
  /** Its plan is requested, not its result. */
  explain?: ExplainMode
}

/** The options of a run. */
export interface RunOptions {
  /** Rows; 0 or less adds no limit. */
  rowLimit: number
  /** Milliseconds; 0: no timeout. */
  timeoutMs: number
}

/** Why there is no result: the database refused it, the platform or the way to it failed, or the run was cancelled. */
export type RunFailure =
  | {
      reason: 'database'
      panel: ErrorPanel | null
      message: string
      /** SQLSTATE. */
      code?: string
      notices: Notice[]
      at?: TextPlace
      /** The failed statement of a text with several. */
      statement?: FailedStatement
    }
  | { reason: 'cancelled' }
  | { reason: 'too-large' }
  | { reason: 'several-to-explain' }
  /** PostgreSQL's grammar refuses it, before the question and before sending. `psql`: it is a command of that program. */
  | { reason: 'syntax'; message: string; at: { offset: number }; psql?: string }
  | { reason: 'lost' }
  /** The text itself or another session ended its connection to the database. */
  | { reason: 'connection-ended'; message: string }
  /** Nothing was sent: the device has no network, or the platform did not answer. */
  | { reason: 'offline' }
  | { reason: 'away' }
  | { reason: 'platform'; message: string }

export interface FailedStatement {
  /** From 0. */
  index: number
  count: number
  text: string
  /** UTF-16 offset in the sent text. */
  offset: number
  /** What happened to the statements before it; null: it is the first. */
  outcome: RunRemains | null
}

/** The state of a run, and its result. */
export type RunState =
  | { status: 'idle' }
  | {
      status: 'asking'
      reason: 'write' | 'function'
      dangers: Danger[]
      reasons: Reason[]
      /** What it destroys, as a whole. */
      destroys?: Destruction[]
      found?: RunFinding
      refusal?: string
    }
  | {
      status: 'running'
      startedAt: number
      cancelling: boolean
      waiting: boolean
      /** What has come so far; the last one may be partial. */
      results: RunResult[]
    }
  | {
      status: 'success'
      results: RunResult[]
      durationMs: number
      readOnly: boolean
      autoLimit?: number
      rolledBackOpenTransaction: boolean
      /** The text that ran, as the user wrote it. */
      text: RunText
      /** The role it used; absent: the owner. */
      role?: ImpersonatedRole
    }
  /** `results`: what came before the failure; the last one may be partial. */
  | { status: 'error'; failure: RunFailure; offset: number; results: RunResult[] }

/** A run that has ended. */
export interface EndedRun {
  text: RunText
  /** Milliseconds since 1970. */
  startedAt: number
  durationMs: number
  role?: ImpersonatedRole
  outcome: RunState & { status: 'success' | 'error' }
}

export interface SqlRun extends Disposable {
  /** The project it runs in. */
  readonly ref: string
  readonly $state: ReadableAtom<RunState>
  /** Starts, or asks first. Does nothing while a run is under way, or with an empty text. */
  run(text: RunText, options: RunOptions): Promise<void>
  /** Continues a run that the grammar refused: asks the question that the guard would have asked. */
  runAnyway(): Promise<void>
  /** Runs the statement of the question, with write access. */
  confirm(): Promise<void>
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
  /** Without a network nothing is sent. */
  isOnline?(): boolean
  /** Where the platform was away, whether it answers now; without an answer nothing is sent. */
  reaches?(): Promise<boolean>
  /** Called when a sent run has ended. */
  onEnd?(ref: string, run: EndedRun): void
}

/** SQLSTATE of a write that a READ ONLY transaction refused. */
export const READ_ONLY_VIOLATION = '25006'
const QUERY_CANCELED = '57014'
const ADMIN_SHUTDOWN = '57P01'
/** Milliseconds between two polls of a run. */
const PROGRESS_MS = 1000
/** Milliseconds between two looks at the rows that arrive. */
const ARRIVING_MS = 100

export function createSqlRun(deps: SqlRunDeps, ref: string): SqlRun {
  const { client, clock, grammar } = deps
  const $state = atom<RunState>({ status: 'idle' })
  let asked: { text: RunText; options: RunOptions; before: RunState } | undefined
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
    const plan = text.explain
      ? planExplain(text.sql, text.explain, answered === 'yes')
      : planRun(text.sql, options.rowLimit, answered === 'yes')
    if (plan.type === 'nothing') {
      // Findings about another text are dropped.
      if (before.status === 'error') $state.set({ status: 'idle' })
      return
    }
    const isUnasked = plan.type === 'ask' || (plan.type === 'run' && answered !== 'yes')
    const looking = isUnasked ? grammar.verdictOf(whole(text)) : null
    const verdict = looking ? await looking : null
    // Another run began while the grammar was judging.
    if (current) return
    const refused = plan.type === 'ask' && answered === 'no' ? refusedBy(text, verdict) : null
    if (refused) {
      asked = { text, options, before }
      return $state.set({ status: 'error', failure: refused, offset: sentOffset(text), results: [] })
    }
    if (plan.type === 'refuse') {
      $state.set({ status: 'error', failure: { reason: plan.reason }, offset: text.offset, results: [] })
    } else if (plan.type === 'ask') {
      const found = findingIn(plan.reason, plan.at, verdict?.problem ? null : verdict)
      const { reason, dangers } = plan
      const reasons = verdict?.reasons ?? []
      const { destroys = [] } = verdict ?? {}
      const more = { ...(found ? { found } : {}), ...(destroys.length > 0 ? { destroys } : {}) }
      ask(text, options, { reason, dangers, reasons, ...more }, before)
    } else if (verdict?.asks) {
      ask(text, options, { reason: 'function', dangers: [], reasons: verdict.reasons }, before)
    } else await send(plan, text, options, before)
  }

  async function send(plan: PlannedRun, text: RunText, options: RunOptions, before: RunState) {
    if (deps.isOnline?.() === false) {
      return leaveUnsent('offline', text, before)
    }
    const role = deps.roleIn?.(ref) ?? null
    const startedAt = clock.now()
    const end = (outcome: EndedRun['outcome'], durationMs: number) => {
      $state.set(outcome)
      deps.onEnd?.(ref, { text, startedAt, durationMs, outcome, ...(role ? { role } : {}) })
    }
    const mine = { runId: newId(), controller: new AbortController(), cancelled: false }
    current = mine
    $state.set({ status: 'running', startedAt, cancelling: false, waiting: false, results: [] })
    const gathered = createGatheredResults()
    const arriving = showArriving(gathered)
    const stopWatching = watch(mine.runId)
    try {
      if (deps.reaches && !(await deps.reaches())) {
        return leaveUnsent('away', text, before)
      }
      const body = {
        query: plan.sql,
        runId: mine.runId,
        readOnly: plan.readOnly,
        timeoutMs: options.timeoutMs,
        ...(role ? { role } : {}),
      }
      for await (const part of client.rows({ params: { ref }, body }, { signal: mine.controller.signal })) {
        gathered.take(part)
        arriving.came()
      }
      const { durationMs = 0, rolledBackOpenTransaction = false } = gathered.end() ?? {}
      const outcome = {
        status: 'success' as const,
        results: gathered.all(),
        durationMs,
        readOnly: plan.readOnly,
        ...(plan.autoLimit === undefined ? {} : { autoLimit: plan.autoLimit }),
        rolledBackOpenTransaction,
        text,
        ...(role ? { role } : {}),
      }
      end(outcome, durationMs)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      // The guard had allowed it.
      if (plan.readOnly && error.code === READ_ONLY_VIOLATION) {
        ask(text, options, { reason: 'function', dangers: [], reasons: [], refusal: error.message }, before)
      } else {
        const failure = failureOf(error, mine.cancelled, plan)
        const results = [...gathered.all(), ...resultsIn(error)]
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

  /** Shows the first rows at once, and what follows in steps. */
  function showArriving(gathered: GatheredResults) {
    let stop: (() => void) | undefined
    let hasShown = false
    const show = () => {
      stop = undefined
      const state = $state.get()
      if (state.status === 'running') $state.set({ ...state, results: gathered.all() })
    }
    return {
      came() {
        if (!hasShown && gathered.rows() > 0) {
          hasShown = true
          show()
        } else stop ??= clock.after(ARRIVING_MS, show)
      },
      stop: () => stop?.(),
    }
  }

  /** While the run takes longer than a moment, polls whether it waits for the database. */
  function watch(runId: string): () => void {
    const later = () => clock.after(PROGRESS_MS, () => void look())
    let ended = false
    let stop = later()
    async function look() {
      const progress = await client.call(queryProgress, { params: { ref, runId } }).catch(() => undefined)
      const state = $state.get()
      if (ended) return
      if (progress && state.status === 'running')
        $state.set({ ...state, waiting: progress.state === 'waiting' })
      stop = later()
    }
    return () => {
      ended = true
      stop()
    }
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
    async confirm() {
      if ($state.get().status !== 'asking' || !asked) return
      const { text, options, before } = asked
      await decide(text, options, 'yes', before)
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

/** Below another text, “Cancelled” without any rows would read as said of that. */
function isBareCancel(state: RunState): boolean {
  return state.status === 'error' && state.failure.reason === 'cancelled' && state.results.length === 0
}

function isUnsent(state: RunState): boolean {
  return state.status === 'error' && (state.failure.reason === 'offline' || state.failure.reason === 'away')
}

/** The text as it is sent, except for an added limit. */
function whole({ sql, explain }: RunText): string {
  return explain ? EXPLAIN_PREFIX[explain] + sql : sql
}

/** The offset of the sent text in the editor's text; its error positions count from there. */
function sentOffset({ offset, explain }: RunText): number {
  return offset - (explain ? EXPLAIN_PREFIX[explain].length : 0)
}

function refusedBy(text: RunText, verdict: GrammarVerdict | null): RunFailure | null {
  const sql = whole(text)
  const problem = verdict?.problem
  const psql = psqlCommandIn(text.sql) ?? (problem ? psqlCommandIn(sql, problem.start) : null)
  if (psql !== null) {
    const offset = problem?.start ?? sql.indexOf(psql)
    return { reason: 'syntax', message: problem?.message ?? psql, at: { offset }, psql }
  }
  return problem ? { reason: 'syntax', message: problem.message, at: { offset: problem.start } } : null
}

function failureOf(error: PlatformError, cancelled: boolean, { sql, autoLimit }: PlannedRun): RunFailure {
  if (error.kind === 'aborted' || (cancelled && error.code === QUERY_CANCELED)) return { reason: 'cancelled' }
  if (error.kind === 'network') return { reason: 'lost' }
  if (error.code === ADMIN_SHUTDOWN) return { reason: 'connection-ended', message: error.message }
  const body = error.body as Partial<QueryErrorBody> | undefined
  if (body?.formattedError === undefined) return { reason: 'platform', message: error.message }
  return {
    reason: 'database',
    message: error.message,
    ...(error.code === undefined ? {} : { code: error.code }),
    notices: body.notices ?? [],
    ...failedStatement(body, sql),
    panel: errorPanel(withoutAddedLimit(body.formattedError, autoLimit)),
    ...(body.at ? { at: body.at } : {}),
  }
}

/** The statements before the failed one, of a platform that answered with JSON. */
function resultsIn({ body }: PlatformError): RunResult[] {
  const { results = [] } = (body ?? {}) as Partial<QueryErrorBody>
  return results.map(wholeResult)
}

/** Empty for a single statement, or when the platform does not report it. */
function failedStatement(
  { statementIndex: index, outcome }: Partial<QueryErrorBody>,
  sql: string,
): { statement?: FailedStatement } {
  if (index === undefined || (index > 0 && outcome === undefined)) return {}
  const statements = splitStatements(sql)
  const failed = statements[index]
  if (!failed || statements.length === 1) return {}
  const { text, start: offset } = failed
  return { statement: { index, count: statements.length, text, offset, outcome: outcome ?? null } }
}
