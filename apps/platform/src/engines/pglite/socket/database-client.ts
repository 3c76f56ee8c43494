/** The program that is connected to a database: one at a time, because there is one session. */
import { socketText } from '../../../text/socket.js'
import type { IdleTimer } from '../../idle-timer.js'
import { ClientSession, IDLE_LIMIT_MS, type ClientHost, type ClientStart } from './client-session.js'
import type { ClientSocket } from './client-socket.js'
import { ProtocolError } from './protocol-error.js'

export interface DatabaseClientOptions extends Omit<ClientHost, 'idleLimitMs'> {
  /** A client that is connected keeps the database open. */
  idle: IdleTimer
}

export class DatabaseClient {
  readonly #options: DatabaseClientOptions
  #session: ClientSession | undefined
  #ending: Promise<void> = Promise.resolve()
  #isClosed = false
  /** Shorter in tests. */
  idleLimitMs = IDLE_LIMIT_MS

  constructor(options: DatabaseClientOptions) {
    this.#options = options
  }

  /**
   * Begins the session of a client that has signed in; `ended` resolves when it has left.
   * @throws ProtocolError while another one is connected
   */
  async connect(
    client: ClientSocket,
    start: ClientStart,
  ): Promise<{ session: ClientSession; ended: Promise<void> }> {
    // One that has just left is still being cleared away.
    if (this.#session?.hasEnded) await this.#ending
    if (this.#session) throw new ProtocolError('53300', socketText.busy)
    if (this.#isClosed) throw new ProtocolError('57P01', socketText.shutdown)
    const session = new ClientSession(client, start, { ...this.#options, idleLimitMs: this.idleLimitMs })
    this.#session = session
    const endUse = this.#options.idle.use()
    this.#ending = session.run().finally(() => {
      endUse()
      this.#session = undefined
    })
    return { session, ended: this.#ending }
  }

  close(): void {
    this.#isClosed = true
    this.#session?.end({ code: '57P01', message: socketText.shutdown })
  }
}
