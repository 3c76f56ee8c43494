/**
 * Feeds a client's messages to PGlite, which takes them for one message: it asks for its length, then for its parts. The
 * length grows while PostgreSQL waits for more bytes, within a COPY or after a Flush. It stops growing when PostgreSQL is
 * ready for the next query, so that others can use the session in between.
 */
import { serialize } from 'pg-protocol'
import { socketText } from '../../../text/socket.js'
import type { ClientStatus } from './backend-messages.js'
import type { WorkerLink } from './client-link.js'
import { MessageScanner } from './message-scanner.js'

/** PGlite's main loop, as far as it is used here. */
export interface MainLoop {
  /** Bytes that PostgreSQL has read but not used. */
  remainingBytes(): number
  /** Makes PostgreSQL say that it is ready, when it is, and send what it has. */
  finish(): void
}

/** What PostgreSQL is told when the client leaves within a COPY or before a Sync. */
const FAREWELL = Buffer.concat([serialize.copyFail(socketText.clientLeft), serialize.sync()])

const BATCH_BYTES = 64 * 1024

export class LiveMessages {
  readonly #link: WorkerLink
  readonly #loop: MainLoop
  readonly #onMessages: (bytes: Uint8Array) => void
  readonly #scanner = new MessageScanner()
  #current: Uint8Array = new Uint8Array(0)
  /** Where `current` begins among all bytes. */
  #base = 0
  #read = 0
  #hasLeft = false
  #output: Uint8Array[] = []
  #outputBytes = 0
  /** PostgreSQL is inside of its loop: a question for the length means that it waits for bytes. */
  isInside = false
  /** PostgreSQL's loop ended in a way that it can't go on from. */
  isBroken = false

  /** @param onMessages is shown what the client sent, in whole messages */
  constructor(link: WorkerLink, loop: MainLoop, onMessages: (bytes: Uint8Array) => void) {
    this.#link = link
    this.#loop = loop
    this.#onMessages = onMessages
  }

  /** Waits for the first message. */
  begin(): void {
    this.#take(this.#link.wait())
  }

  get status(): ClientStatus {
    return this.#scanner.status
  }

  get isLost(): boolean {
    return this.isBroken || this.#scanner.isFatal || !this.#scanner.isReady
  }

  get 0(): number {
    return this.#current[0] ?? 0
  }

  get length(): number {
    const received = this.#base + this.#current.length
    if (this.isBroken || this.#read < received) return received
    if (this.isInside) return this.#whenMore()
    if (this.#loop.remainingBytes() > 0) return received
    this.#loop.finish()
    if (this.#scanner.isFatal) return received
    const next = this.#link.poll()
    if (next !== undefined) {
      this.#take(next)
      return this.#base + this.#current.length
    }
    // One more than there are makes PGlite go on, and PostgreSQL asks for it.
    return this.#scanner.isReady ? received : received + 1
  }

  subarray(start: number, end: number): Uint8Array {
    this.#read = end
    return this.#current.subarray(start - this.#base, end - this.#base)
  }

  /** Takes what PostgreSQL sends. The bytes are only good during the call. */
  output(bytes: Uint8Array): void {
    this.#scanner.push(bytes)
    this.#output.push(new Uint8Array(bytes))
    this.#outputBytes += bytes.length
    if (this.#outputBytes >= BATCH_BYTES) this.flush()
  }

  flush(): void {
    if (this.#outputBytes === 0) return
    const bytes = new Uint8Array(this.#outputBytes)
    let offset = 0
    for (const piece of this.#output) {
      bytes.set(piece, offset)
      offset += piece.length
    }
    this.#output = []
    this.#outputBytes = 0
    if (!this.#hasLeft) this.#link.send(bytes)
  }

  #whenMore(): number {
    this.flush()
    this.#take(this.#link.wait())
    return this.#base + this.#current.length
  }

  #take(bytes: Uint8Array | null): void {
    if (bytes === null) this.#hasLeft = true
    else this.#onMessages(bytes)
    this.#base += this.#current.length
    this.#current = bytes ?? FAREWELL
  }
}
