/**
 * A connection to a PostgreSQL server. The `pg` driver opens it (TLS, SCRAM, the URL); from then on this class reads
 * the messages itself, because caps, COPY and READ ONLY runs need each of them.
 */
import pg from 'pg'
import { serialize } from 'pg-protocol'
import type { Duplex } from 'node:stream'
import { EngineError } from '../engine.js'
import { MessageReader, type MessageSink } from '../wire/message-reader.js'
import type { Wire } from '../wire/wire.js'
import { sendCancelRequest, type CancelKey } from './cancel-request.js'
import { connectionError } from './connection-error.js'
import { databaseText } from '../../text/databases.js'

/** The parts of the driver's client that its types leave out. */
interface OpenClient {
  connection: { stream: Duplex }
  processID: number
  secretKey: number
}

/** Messages from here on are not copied. */
const LARGE_BYTES = 64 * 1024

interface Exchange {
  syncs: number
  resolve(): void
  reject(error: Error): void
}

const idleSink: MessageSink = {
  cellBytes: 0,
  wantsRow: () => false,
  row() {},
  skippedRow() {},
  copyData() {},
  message() {},
}

export class ServerConnection implements Wire {
  readonly #stream: Duplex
  readonly #key: CancelKey
  readonly #reader = new MessageReader(idleSink, () => this.#ready())
  readonly #onLost: (() => void)[] = []
  #exchange: Exchange | undefined
  #lost: Error | undefined
  #interrupting: Promise<void> | undefined

  /** @throws EngineError `unreachable`, `authentication`, … */
  static async open(config: pg.ClientConfig): Promise<ServerConnection> {
    const client = new pg.Client(config)
    // Socket errors before `#lose` listens and after `close` can be ignored.
    client.on('error', () => {})
    try {
      await client.connect()
    } catch (error) {
      // A sign-in that was broken off would keep the process alive until the server gives it up.
      ;(client as unknown as OpenClient).connection.stream.destroy()
      throw connectionError(error, client)
    }
    return new ServerConnection(client)
  }

  private constructor(client: pg.Client) {
    const { connection, processID, secretKey } = client as unknown as OpenClient
    this.#stream = connection.stream
    this.#key = { host: client.host, port: client.port, tls: client.ssl, processId: processID, secretKey }
    this.#stream.removeAllListeners('data')
    this.#stream.on('data', (chunk: Buffer) => this.#receive(chunk))
    client.on('error', (error) => this.#lose(error))
    client.on('end', () => this.#lose(new Error(databaseText.serverClosed)))
  }

  /** Of the server's process. */
  get processId(): number {
    return this.#key.processId
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** Whether the connection uses TLS. */
  get isEncrypted(): boolean {
    return 'encrypted' in this.#stream && this.#stream.encrypted === true
  }

  /** Calls `listener` once, when the connection ends. */
  onLost(listener: () => void): void {
    this.#onLost.push(listener)
  }

  async exchange(messages: Buffer[], sink: MessageSink, syncs = 1): Promise<void> {
    if (this.#interrupting) await this.#interrupting
    if (this.#lost) throw lostError(this.#lost)
    this.#reader.sink = sink
    const finished = new Promise<void>((resolve, reject) => {
      this.#exchange = { syncs, resolve, reject }
    })
    this.#write(messages)
    return finished
  }

  /** In one write. Many small ones are joined for it; a copy of large ones would hold up everything else. */
  #write(messages: readonly Buffer[]): void {
    if (!messages.some(({ length }) => length >= LARGE_BYTES)) {
      this.#stream.write(Buffer.concat(messages))
      return
    }
    this.#stream.cork()
    for (const message of messages) this.#stream.write(message)
    this.#stream.uncork()
  }

  /**
   * Sends more messages within an exchange; does nothing outside of one. `done` is called when there is room for
   * more.
   */
  send(message: Buffer, done: (error?: Error | null) => void): void {
    if (this.#lost) return done(lostError(this.#lost))
    if (!this.#exchange) return done()
    this.#stream.write(message, done)
  }

  /** Stops reading from the server, so that it stops sending. */
  pause(): void {
    this.#stream.pause()
  }

  resume(): void {
    this.#stream.resume()
  }

  /** Cancels the current statement through a separate connection. The next exchange waits until that has ended. */
  async interrupt(): Promise<void> {
    if (!this.#exchange || this.#interrupting) return this.#interrupting
    this.#interrupting = sendCancelRequest(this.#key).finally(() => {
      this.#interrupting = undefined
    })
    return this.#interrupting
  }

  /** Ends the connection at once, even during a statement. */
  destroy(reason?: Error): void {
    if (reason) this.#lose(reason)
    this.#stream.destroy()
  }

  /** Ends the connection cleanly, without waiting for it. */
  close(): void {
    this.#stream.end(serialize.end(), () => this.#stream.destroy())
  }

  #receive(chunk: Buffer): void {
    try {
      this.#reader.push(chunk)
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #ready(): void {
    const exchange = this.#exchange
    if (!exchange || --exchange.syncs > 0) return
    this.#exchange = undefined
    this.#reader.sink = idleSink
    exchange.resolve()
  }

  #lose(error: Error): void {
    if (this.#lost) return
    this.#lost = error
    this.#exchange?.reject(lostError(error))
    this.#exchange = undefined
    for (const listener of this.#onLost) listener()
  }
}

function lostError(cause: Error): EngineError {
  return cause instanceof EngineError
    ? cause
    : new EngineError('lost', databaseText.lost(cause.message), { cause })
}
