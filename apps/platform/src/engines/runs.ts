/** The current runs of a database: they can be listed and stopped, and have timeouts. */
import { EngineError, type RunProgress } from './engine.js'
import { stopped, type StopReason } from './session/errors.js'
import { runText } from '../text/runs.js'

/** The statement timeout of DESIGN §6, for callers that name none. */
export const DEFAULT_TIMEOUT_MS = 60_000

export interface RunOptions {
  runId: string
  /** 0: none. */
  timeoutMs?: number | undefined
  /** Aborting stops the run. */
  signal?: AbortSignal | undefined
  /** The text of the run; internal steps have none. */
  query?: string
}

/** A run, from its arrival to its end. */
export class RunUnderWay {
  readonly startedAt = performance.now()
  readonly #controller = new AbortController()
  readonly #timeoutMs: number
  readonly #onEnd: () => void
  #timer: NodeJS.Timeout | undefined
  #hasTurn = false

  constructor(
    timeoutMs: number,
    onEnd: () => void,
    readonly query?: string,
  ) {
    this.#timeoutMs = timeoutMs
    this.#onEnd = onEnd
  }

  /** Aborts when the run is stopped; its reason is a StopReason. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  stop(reason: StopReason): void {
    this.#controller.abort(reason)
  }

  /** The run is waiting until its clock first starts. */
  get progress(): RunProgress {
    return { state: this.#hasTurn ? 'running' : 'waiting', forMs: performance.now() - this.startedAt }
  }

  /** Starts the timeout, again at each call, because waiting for a turn does not count. */
  startClock(): void {
    this.stopClock()
    this.#hasTurn = true
    if (this.#timeoutMs > 0) this.#timer = setTimeout(() => this.stop('timeout'), this.#timeoutMs)
  }

  stopClock(): void {
    clearTimeout(this.#timer)
  }

  end(): void {
    this.stopClock()
    this.#onEnd()
  }

  /** The error for the caller. While waiting, the signal's bare reason is thrown. */
  errorFor(error: unknown): unknown {
    return this.signal.aborted && error === this.signal.reason ? stopped(error as StopReason) : error
  }
}

export class Runs {
  readonly #runs = new Map<string, RunUnderWay>()

  /** Lists a run until its `end`. @throws EngineError when a run of that id is under way */
  begin({ runId, timeoutMs = DEFAULT_TIMEOUT_MS, signal, query }: RunOptions): RunUnderWay {
    if (this.#runs.has(runId)) throw new EngineError('run-id-in-use', runText.idInUse)
    const abort = (): void => run.stop('user')
    const end = (): void => {
      this.#runs.delete(runId)
      signal?.removeEventListener('abort', abort)
    }
    const run = new RunUnderWay(timeoutMs, end, query)
    this.#runs.set(runId, run)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    return run
  }

  /** False when no run of that id is under way. */
  cancel(runId: string): boolean {
    const run = this.#runs.get(runId)
    run?.stop('user')
    return run !== undefined
  }

  /** Undefined when no run of that id is under way. */
  progress(runId: string): RunProgress | undefined {
    return this.#runs.get(runId)?.progress
  }

  /** Those with a text, the oldest first. */
  list(): (RunProgress & { runId: string; query: string })[] {
    return [...this.#runs].flatMap(([runId, { query, progress }]) =>
      query === undefined ? [] : [{ runId, query, ...progress }],
    )
  }

  stopAll(): void {
    for (const run of this.#runs.values()) run.stop('user')
  }

  /** Milliseconds since the oldest run began to run or wait; 0 without runs. */
  busyMs(): number {
    const [oldest] = this.#runs.values()
    return oldest ? performance.now() - oldest.startedAt : 0
  }
}
