/** A pool of connections to one database as one user. Callers wait when all are in use, and can stop waiting. */
import type { EngineError } from '../engine.js'
import type { ServerConnection } from './connection.js'

export interface PoolOptions {
  connect(): Promise<ServerConnection>
  /** Default 10. */
  max?: number
  /** An unused connection is closed after this time; default 30 s. */
  idleMs?: number
}

interface Waiting {
  resolve(connection: ServerConnection): void
  reject(error: unknown): void
}

interface Idle {
  connection: ServerConnection
  timer: NodeJS.Timeout
}

export class ConnectionPool {
  readonly #options: Required<PoolOptions>
  readonly #idle: Idle[] = []
  readonly #waiting: Waiting[] = []
  readonly #open = new Set<ServerConnection>()
  /** Connections that will be released in a moment. */
  readonly #returning = new Set<ServerConnection>()
  #opening = 0
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = { max: 10, idleMs: 30_000, ...options }
  }

  /**
   * A connection for exclusive use until `release`.
   * @throws the reason of `signal` when it aborts first; EngineError when none can be opened
   */
  acquire(signal: AbortSignal): Promise<ServerConnection> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const waiting = {
        resolve: (connection: ServerConnection) => (done(), resolve(connection)),
        reject: (error: unknown) => (done(), reject(error)),
      }
      const abort = (): void => {
        const index = this.#waiting.indexOf(waiting)
        if (index !== -1) this.#waiting.splice(index, 1)
        waiting.reject(signal.reason)
      }
      const done = (): void => signal.removeEventListener('abort', abort)
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.push(waiting)
      this.#serve()
    })
  }

  /**
   * Announces that `release` or `discard` follows soon, so that a waiting caller gets this connection instead of a
   * new one.
   */
  expect(connection: ServerConnection): void {
    this.#returning.add(connection)
  }

  /** Takes the unused connections that `wants` names, each until `release` or `discard`. */
  takeIdle(wants: (connection: ServerConnection) => boolean): ServerConnection[] {
    const taken = this.#idle.filter(({ connection }) => wants(connection))
    for (const { connection, timer } of taken) {
      clearTimeout(timer)
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.connection === connection),
        1,
      )
      this.#returning.add(connection)
    }
    return taken.map(({ connection }) => connection)
  }

  /** Gives a connection back; a lost one is forgotten. */
  release(connection: ServerConnection): void {
    this.#returning.delete(connection)
    if (!this.#open.has(connection)) return
    const timer = setTimeout(() => this.#drop(connection), this.#options.idleMs)
    timer.unref()
    this.#idle.push({ connection, timer })
    this.#serve()
  }

  /** Ends a connection instead of giving it back. */
  discard(connection: ServerConnection): void {
    connection.destroy()
    this.#forget(connection)
  }

  /** Ends all connections. Callers that wait or work fail with `reason`. */
  close(reason: EngineError): void {
    this.#closed = true
    for (const { connection } of this.#idle.slice()) this.#drop(connection)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(reason)
    for (const connection of this.#open) connection.destroy(reason)
    this.#open.clear()
  }

  #serve(): void {
    const waiting = this.#waiting[0]
    if (!waiting) return
    const idle = this.#idle.pop()
    if (idle) {
      clearTimeout(idle.timer)
      this.#waiting.shift()
      waiting.resolve(idle.connection)
    } else if (this.#mayOpen) {
      void this.#connect()
    }
  }

  get #mayOpen(): boolean {
    const coming = this.#opening + this.#returning.size
    return this.#waiting.length > coming && this.#open.size + this.#opening < this.#options.max
  }

  async #connect(): Promise<void> {
    this.#opening++
    try {
      const connection = await this.#options.connect()
      this.#opening--
      if (this.#closed) return connection.destroy()
      this.#open.add(connection)
      connection.onLost(() => this.#forget(connection))
      this.release(connection)
    } catch (error) {
      this.#opening--
      this.#waiting.shift()?.reject(error)
      this.#serve()
    }
  }

  #drop(connection: ServerConnection): void {
    this.#forget(connection)
    connection.close()
  }

  #forget(connection: ServerConnection): void {
    this.#open.delete(connection)
    this.#returning.delete(connection)
    const index = this.#idle.findIndex((idle) => idle.connection === connection)
    if (index !== -1) clearTimeout(this.#idle.splice(index, 1)[0]?.timer)
    this.#serve()
  }
}
