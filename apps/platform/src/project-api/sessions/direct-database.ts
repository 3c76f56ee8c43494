/** The sessions of one project's database, opened in this thread as the login of the services. */
import { EngineError } from '../../engines/engine.js'
import { ConnectionPool } from '../../engines/server/connection-pool.js'
import { ServerConnection } from '../../engines/server/connection.js'
import { interruptUntilStopped } from '../../engines/server/interrupt-until-stopped.js'
import { configOf, type SignIn } from '../../engines/server/sign-in.js'
import { stopped, type StopReason } from '../../engines/session/errors.js'
import { ask, endPipeline, resetPipeline, runPipeline } from '../../engines/session/pipeline.js'
import type { PipelineResult } from '../../engines/session/pipeline-request.js'
import { databaseText } from '../../text/databases.js'
import { projectApiText } from '../../text/project-api.js'
import type { SessionLimits, SessionRequest } from './session-request.js'

const RESET_LIMIT_MS = 10_000
/** Milliseconds for which an unused session stays as its last caller left it. */
const RESET_AFTER_MS = 20

export class DirectDatabase {
  readonly #pool: ConnectionPool
  readonly #limits: SessionLimits
  readonly #signIn: () => Promise<SignIn>
  /** Sessions as their last caller left them, outside of a transaction: the next one makes them as good as new on its way. */
  readonly #used = new WeakSet<ServerConnection>()
  #resetting: NodeJS.Timeout | undefined
  #waiting = 0

  /**
   * @param signIn asked at each new connection, because the database may have been closed and opened again meanwhile
   * @param limits its `connections` are within what the server has for applications
   */
  constructor(signIn: () => Promise<SignIn>, limits: SessionLimits) {
    this.#signIn = signIn
    this.#limits = limits
    this.#pool = new ConnectionPool({
      connect: async () => ServerConnection.open(configOf(await signIn())),
      max: limits.connections,
    })
  }

  /** @throws DatabaseError, EngineError `busy` when too many wait, or for too long */
  async serve(request: SessionRequest): Promise<PipelineResult[]> {
    const stop = new AbortController()
    const leave = (): void => stop.abort('user' satisfies StopReason)
    request.signal.addEventListener('abort', leave, { once: true })
    if (request.signal.aborted) leave()
    try {
      return await this.#serve(request, stop)
    } catch (error) {
      throw stop.signal.aborted ? stopReasonOf(stop.signal, error) : error
    } finally {
      request.signal.removeEventListener('abort', leave)
    }
  }

  close(): void {
    clearTimeout(this.#resetting)
    this.#pool.close(new EngineError('closed', databaseText.closed))
  }

  async #serve(request: SessionRequest, stop: AbortController): Promise<PipelineResult[]> {
    const connection = await this.#connection(stop)
    const timer = setTimeout(() => stop.abort('timeout' satisfies StopReason), request.timeoutMs)
    const stopInterrupting = interruptUntilStopped({
      connection,
      signal: stop.signal,
      terminate: (processId) => this.#terminate(processId),
    })
    let isWhole = false
    try {
      const { isKept, ...pipeline } = request
      const afterAnother = this.#used.delete(connection)
      const asked = { ...pipeline, staysOpen: isKept !== undefined }
      const rows = await runPipeline(connection, asked, { afterAnother })
      if (isKept) await endPipeline(connection, isKept(rows))
      isWhole = !stop.signal.aborted
      return rows
    } finally {
      clearTimeout(timer)
      stopInterrupting()
      this.#giveBack(connection, isWhole)
    }
  }

  async #connection(stop: AbortController): Promise<ServerConnection> {
    const { waiting, connections, waitMs } = this.#limits
    if (this.#waiting >= waiting * connections) throw busy()
    this.#waiting++
    const timer = setTimeout(() => stop.abort(busy()), waitMs)
    try {
      return await this.#pool.acquire(stop.signal)
    } finally {
      clearTimeout(timer)
      this.#waiting--
    }
  }

  /** The session is reset together with the statements of its next caller; if none comes soon, by itself. */
  #giveBack(connection: ServerConnection, isWhole: boolean): void {
    if (!isWhole) {
      this.#pool.expect(connection)
      return void this.#reset(connection)
    }
    this.#used.add(connection)
    this.#pool.release(connection)
    this.#resetting ??= setTimeout(() => {
      this.#resetting = undefined
      const left = this.#pool.takeIdle((idle) => this.#used.delete(idle))
      for (const one of left) void this.#reset(one)
    }, RESET_AFTER_MS)
  }

  /** A session that can't be reset in time is not used again. */
  async #reset(connection: ServerConnection): Promise<void> {
    const late = setTimeout(() => connection.destroy(), RESET_LIMIT_MS)
    try {
      await resetPipeline(connection)
      this.#pool.release(connection)
    } catch {
      this.#pool.discard(connection)
    } finally {
      clearTimeout(late)
    }
  }

  /** A login may end its own sessions. */
  async #terminate(processId: number): Promise<void> {
    const connection = await ServerConnection.open(configOf(await this.#signIn()))
    try {
      await ask(connection, `select pg_catalog.pg_terminate_backend(${processId})`)
    } finally {
      connection.close()
    }
  }
}

function busy(): EngineError {
  return new EngineError('busy', projectApiText.noConnection)
}

function stopReasonOf({ reason }: AbortSignal, error: unknown): unknown {
  if (reason instanceof EngineError) return reason
  // A session that broke off at the stop tells no more than that it was stopped.
  return error === undefined ? error : stopped(reason as StopReason)
}
