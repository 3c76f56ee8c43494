/**
 * How a client's bytes pass between the main thread and a database's worker while the worker is inside PostgreSQL, which
 * waits for more of them: messages on a channel of their own, and counters in shared memory that wake the one who waits.
 */
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'

/** Given to the worker at its start. */
export interface ClientLinkEnd {
  port: MessagePort
  shared: SharedArrayBuffer
}

/** How often the main thread has sent something. */
const SENT = 0
/** Bytes for the client that it has not been given yet. */
const UNDELIVERED = 1

/** A slow client holds PostgreSQL up. */
const MAX_UNDELIVERED_BYTES = 1024 * 1024

/** What the worker sends: bytes for the client, or how many of the client's bytes PostgreSQL has taken so far. */
type FromWorker = Uint8Array | number

/** The main thread's end. */
export class ClientLink {
  readonly workerEnd: ClientLinkEnd
  readonly #port: MessagePort
  readonly #counters: Int32Array
  /** Takes bytes for the client, and calls `delivered` when they are on their way. */
  onBytes: (bytes: Uint8Array, delivered: () => void) => void = (_bytes, delivered) => delivered()
  /** Called when PostgreSQL has taken so many of the client's bytes, of all since the link was cleared. */
  onTaken: (bytes: number) => void = () => {}

  constructor() {
    const { port1, port2 } = new MessageChannel()
    const shared = new SharedArrayBuffer(8)
    this.workerEnd = { port: port2, shared }
    this.#port = port1
    this.#counters = new Int32Array(shared)
    port1.on('message', (message: FromWorker) => this.#receive(message))
    // It must not keep the program from ending.
    port1.unref()
  }

  /** Sends messages of the client; `null`: it has left. */
  send(bytes: Uint8Array | null): void {
    this.#port.postMessage(bytes)
    Atomics.add(this.#counters, SENT, 1)
    Atomics.notify(this.#counters, SENT)
  }

  close(): void {
    this.#port.close()
  }

  #receive(message: FromWorker): void {
    if (typeof message === 'number') return this.onTaken(message)
    this.onBytes(message, () => {
      Atomics.sub(this.#counters, UNDELIVERED, message.length)
      Atomics.notify(this.#counters, UNDELIVERED)
    })
  }
}

/** The worker's end. Its calls block the thread. */
export class WorkerLink {
  readonly #port: MessagePort
  readonly #counters: Int32Array
  /** Bytes of the client that were taken since `clear`. */
  taken = 0

  constructor({ port, shared }: ClientLinkEnd) {
    this.#port = port
    this.#counters = new Int32Array(shared)
    port.unref()
  }

  /** What came next, if something has; `null`: the client has left. */
  poll(): Uint8Array | null | undefined {
    const received = this.#receive()
    if (received?.message) {
      this.taken += received.message.length
      this.#port.postMessage(this.taken)
    }
    return received?.message
  }

  /** As `poll`, when something comes. */
  wait(): Uint8Array | null {
    for (;;) {
      const seen = Atomics.load(this.#counters, SENT)
      const message = this.poll()
      if (message !== undefined) return message
      Atomics.wait(this.#counters, SENT, seen)
    }
  }

  /** Waits while the client is slow. */
  send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#port.postMessage(bytes, [bytes.buffer])
    let undelivered = Atomics.add(this.#counters, UNDELIVERED, bytes.length) + bytes.length
    while (undelivered > MAX_UNDELIVERED_BYTES) {
      Atomics.wait(this.#counters, UNDELIVERED, undelivered)
      undelivered = Atomics.load(this.#counters, UNDELIVERED)
    }
  }

  /** Drops what an earlier client left. */
  clear(): void {
    while (this.#receive());
    this.taken = 0
  }

  #receive(): { message: Uint8Array | null } | undefined {
    return receiveMessageOnPort(this.#port) as { message: Uint8Array | null } | undefined
  }
}
