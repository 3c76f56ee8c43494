/**
 * The main thread's side of one worker: one call at a time. Stopping a call ends the worker, because a running
 * statement can't be interrupted. Committed data is kept.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DatabaseError, EngineError, type RowSink } from '../engine.js'
import { stopped, type StopReason } from '../session/errors.js'
import { workerFile } from '../threads/worker-file.js'
import { ClientLink } from './socket/client-link.js'
import type { CallName, Told, WorkerCalls, WorkerMessage, WorkerSettings } from './worker-protocol.js'
import { engineText } from '../../text/engines.js'

/** Limits for the engine's own steps. A worker that takes longer has hung. */
export interface StepLimits {
  openMs: number
  resetMs: number
  closeMs: number
}

export const STEP_LIMITS: StepLimits = { openMs: 120_000, resetMs: 15_000, closeMs: 15_000 }

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
  into: RowSink | undefined
}

/** What a worker is started with; the thread adds its link. */
export type ThreadSettings = Omit<WorkerSettings, 'link'>

export class WorkerThread {
  /** Passes the bytes of a client that is connected through the socket. */
  readonly link = new ClientLink()
  readonly #worker: Worker
  readonly #limits: StepLimits
  readonly #exited: Promise<unknown>
  #pending: Pending | undefined
  #idle: Promise<void>
  #becomeIdle = (): void => {}
  #ended: EngineError | undefined
  #failIdle = (_error: Error): void => {}
  /** The error that ended the thread. */
  #failure: string | undefined

  /** @throws EngineError `unavailable` when the database can't be opened */
  static async start(settings: ThreadSettings, limits: StepLimits = STEP_LIMITS): Promise<WorkerThread> {
    const thread = new WorkerThread(settings, limits)
    try {
      await thread.#whenIdle(limits.openMs)
      return thread
    } catch (error) {
      const reason = thread.#failure ?? (error as Error).message
      throw new EngineError('unavailable', engineText.embeddedNotOpened(reason), {
        cause: error,
      })
    }
  }

  private constructor(settings: ThreadSettings, limits: StepLimits) {
    const { url, ...options } = workerFile('pglite-worker')
    this.#limits = limits
    this.#worker = new Worker(url, {
      ...options,
      workerData: { ...settings, link: this.link.workerEnd },
      transferList: [this.link.workerEnd.port],
    })
    this.#exited = once(this.#worker, 'exit').catch(() => {})
    this.#idle = this.#nextIdle()
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message))
    this.#worker.on('error', (error) => {
      this.#failure = error.message
      this.#end(error.message)
    })
    this.#worker.on('exit', () => this.#end(engineText.threadEnded))
  }

  get isAlive(): boolean {
    return this.#ended === undefined
  }

  /** Waits until the next call may come; false when the thread has ended or hung. */
  async isReady(): Promise<boolean> {
    return this.#whenIdle(this.#limits.resetMs).then(
      () => this.isAlive,
      () => false,
    )
  }

  /**
   * When it is ready. The reason of `signal` is a StopReason. @throws DatabaseError, EngineError
   * @param into takes what a run that streams tells
   */
  async call<Name extends CallName>(
    call: Name,
    input: WorkerCalls[Name][0],
    signal: AbortSignal,
    into?: RowSink,
  ): Promise<WorkerCalls[Name][1]> {
    if (this.#ended) throw this.#ended
    if (signal.aborted) throw stopped(signal.reason as StopReason)
    this.#idle = this.#nextIdle()
    const stop = (): void => {
      this.#pending?.reject(stopped(signal.reason as StopReason))
      this.#pending = undefined
      void this.terminate()
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        this.#pending = { resolve, reject, into }
        this.#worker.postMessage({ call, input })
      })) as WorkerCalls[Name][1]
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Ends the thread at once. */
  async terminate(): Promise<void> {
    this.#end(engineText.threadStopped)
    await this.#worker.terminate()
  }

  /** Closes the database; a thread that doesn't is ended. */
  async close(): Promise<void> {
    if (!this.isAlive) return
    try {
      await this.#whenIdle(this.#limits.resetMs)
      this.#worker.postMessage('close')
      await inTime(this.#exited, this.#limits.closeMs)
    } catch {
      await this.terminate()
    }
  }

  /** Ends a thread that does not finish in time. */
  async #whenIdle(limitMs: number): Promise<void> {
    try {
      await inTime(this.#idle, limitMs)
    } catch (error) {
      void this.terminate()
      throw error
    }
  }

  #nextIdle(): Promise<void> {
    const idle = new Promise<void>((resolve, reject) => {
      this.#becomeIdle = resolve
      this.#failIdle = reject
    })
    idle.catch(() => {})
    return idle
  }

  #receive(message: WorkerMessage): void {
    if (message.type === 'idle') return this.#becomeIdle()
    const pending = this.#pending
    if (message.type === 'told') return pending?.into && tell(pending.into, message.told)
    if (message.type === 'full') return void this.#giveRoom(pending?.into)
    this.#pending = undefined
    if (message.type === 'result') pending?.resolve(message.value)
    else if (message.type === 'database-error') pending?.reject(new DatabaseError(message.report))
    else pending?.reject(new EngineError(message.code, message.message))
  }

  async #giveRoom(into: RowSink | undefined): Promise<void> {
    await into?.whenRoom()
    if (this.isAlive) this.#worker.postMessage('room')
  }

  #end(reason: string): void {
    if (this.#ended) return
    this.link.close()
    this.#ended = new EngineError('lost', engineText.embeddedLostBy(reason))
    this.#failIdle(this.#ended)
    this.#pending?.reject(this.#ended)
    this.#pending = undefined
  }
}

function tell(into: RowSink, told: Told): void {
  switch (told.of) {
    case 'fields':
      return into.fields(told.fields)
    case 'rows':
      return into.rows(Buffer.from(told.messages.buffer), told.count)
    case 'notice':
      return into.notice(told.statement, told.notice)
    case 'complete':
      return into.complete(told.statement)
  }
}

async function inTime<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EngineError('lost', engineText.embeddedSilent)), limitMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
