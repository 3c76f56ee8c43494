/**
 * A signed-in client and the single session of its database. The client has the session's turn; between its transactions
 * its state is put aside when another request waits. What keeps others waiting has a limit.
 */
import { randomInt, randomUUID } from 'node:crypto'
import type { Runs } from '../../runs.js'
import type { Turn, TurnQueue } from '../../turn-queue.js'
import { DatabaseError, EngineError } from '../../engine.js'
import { QUERY_CANCELED } from '../../session/errors.js'
import { socketText } from '../../../text/socket.js'
import type { CallName, WorkerCalls } from '../worker-protocol.js'
import type { WorkerThread } from '../worker-thread.js'
import {
  AUTHENTICATION_OK,
  backendKeyData,
  onlyVersion3,
  parameterStatus,
  readyForQuery,
  type ClientError,
  type ClientStatus,
} from './backend-messages.js'
import type { ClientSocket } from './client-socket.js'
import type { ParkedState } from './parked-state.js'
import { MessageScanner } from './message-scanner.js'
import { ClientGone, ProtocolError } from './protocol-error.js'
import { askedExtensions, startupSettings } from './startup-settings.js'

/** So long a transaction without messages, or a session with temporary tables, may keep others waiting. */
export const IDLE_LIMIT_MS = 60_000
/** A statement of a client that has left is given so long to end. */
const LEAVE_MS = 5000
/** A client that sends faster than PostgreSQL reads is held up. */
const MAX_WAITING_BYTES = 1024 * 1024

/** The number that names a connection when it is cancelled, and the secret that goes with it. */
export interface CancelKey {
  processId: number
  secret: number
}

/** What the first packet said. */
export interface ClientStart {
  minor: number
  parameters: ReadonlyMap<string, string>
}

export interface ClientHost {
  queue: TurnQueue
  /** The database's worker, opened when it is needed. Within a turn. */
  running(): Promise<WorkerThread>
  /** A client's statement is listed among them, where it can be stopped. */
  runs: Runs
  idleLimitMs: number
}

export class ClientSession {
  readonly key: CancelKey = { processId: randomInt(1, 2 ** 31 - 1), secret: randomInt(0, 2 ** 31 - 1) }
  readonly #client: ClientSocket
  readonly #start: ClientStart
  readonly #host: ClientHost
  /** Aborts when the connection has ended. */
  readonly #ended = new AbortController()
  readonly #sent = new MessageScanner()
  #turn: Turn | undefined
  #worker: WorkerThread | undefined
  #parked: ParkedState | undefined
  #status: ClientStatus = 'I'
  #isWanted = false
  /** What the client sent while the session was another's. */
  #inbox: Buffer[] = []
  /** Bytes that the worker has been given, and has taken, since the session was last resumed. */
  #given = 0
  #taken = 0
  #whenTaken = (): void => {}
  #serving: Promise<void> | undefined
  #step: Promise<unknown> = Promise.resolve()
  #stopStatement = (): void => {}
  #limit: NodeJS.Timeout | undefined

  constructor(client: ClientSocket, start: ClientStart, host: ClientHost) {
    this.#client = client
    this.#start = start
    this.#host = host
    client.onGone = () => this.#ended.abort(new ClientGone())
  }

  get hasEnded(): boolean {
    return this.#ended.signal.aborted
  }

  /** Ends with the connection. */
  async run(): Promise<void> {
    try {
      await this.#begin()
      for (;;) {
        const messages = await this.#client.messages()
        const end = messages.findIndex((message) => message[0] === TERMINATE)
        this.#give(end === -1 ? messages : messages.slice(0, end))
        if (end !== -1) break
        await this.#room()
      }
    } catch (error) {
      this.#tell(error)
    } finally {
      await this.#leave()
    }
  }

  /** Ends the connection with this error. */
  end(error: Omit<ClientError, 'severity'>): void {
    if (this.#ended.signal.aborted) return
    // Within an answer it would be read as a part of it.
    if (this.#sent.isBetween) this.#client.refuse(error)
    else this.#client.destroy()
  }

  /** Stops the statement under way, and with it the connection: PGlite can't interrupt a statement. */
  cancel(): void {
    if (this.#serving) this.#stopStatement()
  }

  async #begin(): Promise<void> {
    const { minor, parameters } = this.#start
    this.#turn = await this.#host.queue.enter(this.#ended.signal)
    this.#worker = await this.#host.running()
    const told = await this.#call('beginClient', { settings: startupSettings(parameters) })
    this.#connect()
    const extensions = askedExtensions(parameters)
    if (minor > 0 || extensions.length > 0) this.#send(onlyVersion3(extensions))
    this.#send(AUTHENTICATION_OK)
    for (const [name, value] of told) this.#send(parameterStatus(name, value))
    this.#send(backendKeyData(this.key.processId, this.key.secret))
    this.#send(readyForQuery('I'))
    this.#listenForOthers()
  }

  #give(messages: Buffer[]): void {
    if (messages.length === 0) return
    this.#inbox.push(...messages)
    if (this.#serving) this.#pass()
    else this.#goOn()
  }

  #goOn(): void {
    clearTimeout(this.#limit)
    this.#serving = this.#alone(() => this.#serve()).catch((error: unknown) => this.#tell(error))
  }

  /** Passes on what the client sent, when the session is the client's. */
  #pass(): void {
    if (!this.#turn || this.#parked || this.#inbox.length === 0) return
    const bytes = Buffer.concat(this.#inbox)
    this.#inbox = []
    this.#given += bytes.length
    this.#worker?.link.send(bytes)
  }

  async #serve(): Promise<void> {
    const query = queryOf(this.#inbox)
    await this.#resume()
    this.#ended.signal.throwIfAborted()
    const run = this.#host.runs.begin({ runId: randomUUID(), timeoutMs: 0, query })
    run.startClock()
    this.#stopStatement = () => run.stop('user')
    try {
      let taken = 0
      do {
        this.#pass()
        const served = await this.#call('serveClient', {}, run.signal)
        this.#status = served.status
        taken = served.taken
      } while (this.#given > taken || this.#inbox.length > 0)
    } finally {
      this.#stopStatement = () => {}
      run.end()
    }
    this.#serving = undefined
    await this.#giveWay()
  }

  async #resume(): Promise<void> {
    const state = this.#parked
    if (!state) return
    this.#turn = await this.#host.queue.enter(this.#ended.signal)
    this.#worker = await this.#host.running()
    await this.#call('resumeClient', { state })
    this.#parked = undefined
    this.#connect()
    this.#listenForOthers()
  }

  #listenForOthers(): void {
    this.#isWanted = false
    this.#turn?.whenWanted(() => {
      this.#isWanted = true
      if (!this.#serving) void this.#alone(() => this.#giveWay()).catch((error: unknown) => this.#tell(error))
    })
  }

  /** Leaves the session to others who wait, when that is possible. */
  async #giveWay(): Promise<void> {
    if (this.#serving || !this.#turn || this.#parked || this.#ended.signal.aborted) return
    clearTimeout(this.#limit)
    if (this.#status !== 'I') return this.#limitIdle('25P03', socketText.idleInTransaction)
    if (!this.#isWanted) return
    const state = await this.#call('parkClient', {})
    if (!state) return this.#limitIdle('57P05', socketText.idleHolding)
    this.#parked = state
    // What it sent meanwhile is begun already: `#give` did that.
    this.#leaveTurn()
  }

  #limitIdle(code: string, sentence: (seconds: number) => string): void {
    const { idleLimitMs } = this.#host
    this.#limit = setTimeout(() => {
      if (!this.#serving) this.end({ code, message: sentence(idleLimitMs / 1000) })
    }, idleLimitMs)
  }

  async #leave(): Promise<void> {
    clearTimeout(this.#limit)
    this.#ended.abort(new ClientGone())
    if (this.#serving) {
      // PostgreSQL may wait for more of a COPY.
      this.#worker?.link.send(null)
      const timer = setTimeout(() => this.#stopStatement(), LEAVE_MS)
      await this.#serving
      clearTimeout(timer)
    }
    await this.#step.catch(() => {})
    if (this.#turn) {
      // A session that has ended has no state.
      await this.#call('leaveClient', {}).catch(() => {})
      if (this.#worker) this.#worker.link.onBytes = (_bytes, delivered) => delivered()
      this.#leaveTurn()
    }
    this.#client.end()
  }

  #leaveTurn(): void {
    this.#turn?.leave()
    this.#turn = undefined
  }

  #connect(): void {
    const link = this.#worker?.link
    if (!link) return
    this.#given = 0
    this.#taken = 0
    link.onBytes = (bytes, delivered) => this.#send(bytes, delivered)
    link.onTaken = (taken) => {
      this.#taken = taken
      this.#whenTaken()
    }
  }

  #send(bytes: Uint8Array, onSent?: () => void): void {
    this.#sent.push(bytes)
    this.#client.send(bytes, onSent)
  }

  async #room(): Promise<void> {
    const isFull = () => this.#given - this.#taken + bytesOf(this.#inbox) > MAX_WAITING_BYTES
    while (isFull() && !this.#ended.signal.aborted)
      await new Promise<void>((resolve) => {
        this.#whenTaken = resolve
        this.#ended.signal.addEventListener('abort', () => resolve(), { once: true })
      })
  }

  /** In the worker that the session is in. @throws EngineError when it has ended */
  async #call<Name extends CallName>(
    call: Name,
    input: WorkerCalls[Name][0],
    signal: AbortSignal = NEVER,
  ): Promise<WorkerCalls[Name][1]> {
    const worker = this.#worker
    if (!worker || !(await worker.isReady())) throw new EngineError('lost', socketText.lost)
    return worker.call(call, input, signal)
  }

  #tell(error: unknown): void {
    if (error instanceof ClientGone) return
    if (error instanceof ProtocolError) return this.end({ code: error.code, message: error.message })
    if (error instanceof DatabaseError) {
      const { code = 'XX000', message } = error.report
      const isCancelled = code === QUERY_CANCELED
      return this.end({ code, message: isCancelled ? socketText.cancelled : message })
    }
    this.end({ code: '57P02', message: error instanceof EngineError ? error.message : socketText.lost })
  }

  #alone<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#step.then(step)
    this.#step = done.catch(() => {})
    return done
  }
}

const NEVER = new AbortController().signal
const TERMINATE = 0x58
const QUERY = 0x51
const PARSE = 0x50
const SHOWN_CHARACTERS = 10_000

/** The text of the first statement, for the list of what runs. */
function queryOf(messages: readonly Buffer[]): string {
  const message = messages.find(([type]) => type === QUERY || type === PARSE)
  if (!message) return ''
  const start = message[0] === PARSE ? message.indexOf(0, 5) + 1 : 5
  return message.toString('utf8', start, message.indexOf(0, start)).slice(0, SHOWN_CHARACTERS)
}

function bytesOf(messages: readonly Buffer[]): number {
  return messages.reduce((sum, message) => sum + message.length, 0)
}
