/**
 * The cursor of one stream in the single session of a PGlite. Its transaction stays open, and slices are read when the
 * reader asks for them, so that the first rows come before the last is read. When another request waits for the session,
 * PostgreSQL gathers the remaining rows, the transaction ends, and each further slice takes a separate turn. So a slow
 * reader never keeps others waiting.
 */
import { randomUUID } from 'node:crypto'
import type { ResultField } from '@basedeck/platform-client/contract'
import type { Actor } from '../engine.js'
import type { Turn, TurnQueue } from '../turn-queue.js'
import { CURSOR_PREFIX, type WorkerCalls } from './worker-protocol.js'

type Slice = WorkerCalls['fetch'][1]
type CursorCall = 'openCursor' | 'fetch' | 'keepCursor'

export interface StreamCursorOptions {
  queue: TurnQueue
  /** Aborts when the stream is stopped. */
  signal: AbortSignal
  as: Actor
  /** Calls the worker. The caller has the session's turn. */
  call<Name extends CursorCall>(call: Name, input: WorkerCalls[Name][0]): Promise<WorkerCalls[Name][1]>
  /** Drops the cursor, also after a stop. */
  drop(input: WorkerCalls['closeCursor'][0]): Promise<void>
}

export class StreamCursor {
  readonly #options: StreamCursorOptions
  readonly #cursor = CURSOR_PREFIX + randomUUID().replaceAll('-', '')
  /** While its transaction is open. */
  #turn: Turn | undefined
  #isOpen = false
  /** Why the remaining rows could not be gathered. */
  #failure: { error: unknown } | undefined
  /** The step under way; the next one waits for it. */
  #step: Promise<unknown> = Promise.resolve()

  constructor(options: StreamCursorOptions) {
    this.#options = options
  }

  /** @throws DatabaseError, EngineError, the reason of the signal */
  async open(request: Omit<WorkerCalls['openCursor'][0], 'cursor' | 'as'>): Promise<ResultField[]> {
    const { queue, signal, as, call } = this.#options
    const turn = await queue.enter(signal)
    try {
      const fields = await call('openCursor', { ...request, cursor: this.#cursor, as })
      this.#isOpen = true
      this.#turn = turn
      turn.whenWanted(() => void this.#alone(() => this.#keep()))
      signal.addEventListener('abort', () => void this.close(), { once: true })
      return fields
    } catch (error) {
      turn.leave()
      throw error
    }
  }

  /** The next rows; fewer than asked for at the end. @throws as `open` */
  async fetch(rows: number): Promise<Slice> {
    const { queue, signal, as, call } = this.#options
    const read = () => call('fetch', { cursor: this.#cursor, rows, as })
    const slice = await this.#alone(async () => {
      if (this.#failure) throw this.#failure.error
      return this.#turn && read()
    })
    return slice ?? queue.take(signal, read)
  }

  /** Leaves nothing in the session. */
  close(): Promise<void> {
    const { queue, as, drop } = this.#options
    return this.#alone(async () => {
      if (!this.#isOpen) return
      this.#isOpen = false
      const turn = this.#turn ?? (await queue.enter(NEVER))
      this.#turn = undefined
      // A session that has ended has no cursors.
      await drop({ cursor: this.#cursor, as }).catch(() => {})
      turn.leave()
    })
  }

  async #keep(): Promise<void> {
    const { as, call } = this.#options
    const turn = this.#turn
    if (!turn) return
    try {
      await call('keepCursor', { as })
    } catch (error) {
      this.#failure = { error }
    } finally {
      this.#turn = undefined
      turn.leave()
    }
  }

  async #alone<T>(step: () => Promise<T>): Promise<T> {
    const before = this.#step
    const done = before.then(step)
    this.#step = done.catch(() => {})
    return done
  }
}

const NEVER = new AbortController().signal
