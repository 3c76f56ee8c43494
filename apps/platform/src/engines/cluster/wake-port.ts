/** Listens at the port of a server that is asleep: a connection wakes it, and is handed on to it. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { DatabaseAddress } from '../engine.js'

/** Connections that may wait for the start; a server in its start refuses more, too. */
const MOST_WAITING = 100

export class WakePort {
  readonly #server: Server
  readonly #waiting = new Set<Socket>()
  readonly #wake: () => Promise<DatabaseAddress>
  #isWaking = false

  private constructor(server: Server, wake: () => Promise<DatabaseAddress>) {
    this.#server = server
    this.#wake = wake
    server.on('connection', (socket) => void this.#knock(socket))
  }

  /**
   * Undefined when the port is taken: the server then starts at another one.
   * @param wake starts the server; by then the port is free
   */
  static async listen(
    { host, port }: DatabaseAddress,
    wake: () => Promise<DatabaseAddress>,
  ): Promise<WakePort | undefined> {
    const server = createServer({ pauseOnConnect: true })
    server.unref()
    server.listen(port, host)
    try {
      await once(server, 'listening')
    } catch {
      return undefined
    }
    return new WakePort(server, wake)
  }

  /** Frees the port at once. Connections that wait are still handed on. Idempotent. */
  close(): void {
    this.#server.close()
  }

  async #knock(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#waiting.delete(socket))
    if (this.#waiting.size >= MOST_WAITING) return void socket.destroy()
    this.#waiting.add(socket)
    if (this.#isWaking) return
    this.#isWaking = true
    this.close()
    try {
      const address = await this.#wake()
      for (const waiting of this.#waiting) handOn(waiting, address)
    } catch {
      // The project was paused or deleted meanwhile, or its server can't start.
      for (const waiting of this.#waiting) waiting.destroy()
    }
    this.#waiting.clear()
  }
}

function handOn(from: Socket, { host, port }: DatabaseAddress): void {
  const to = connect(port, host)
  to.on('error', () => from.destroy())
  to.on('close', () => from.destroy())
  from.on('close', () => to.destroy())
  from.pipe(to)
  to.pipe(from)
}
