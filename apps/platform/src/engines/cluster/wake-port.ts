/** Listens at the port of a closed server: a connection opens it, and is handed on to it. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Connections that may wait for the start; a server in its start refuses more, too. */
const MOST_WAITING = 100
/** A program whose server has closed the connection is given so long to read why. */
const FAREWELL_MS = 5000

export class WakePort {
  readonly #servers: readonly Server[]
  readonly #waiting = new Set<Socket>()
  readonly #wake: () => Promise<number>
  #isWaking = false

  private constructor(servers: readonly Server[], wake: () => Promise<number>) {
    this.#servers = servers
    this.#wake = wake
    for (const server of servers) server.on('connection', (socket) => void this.#knock(socket))
  }

  /**
   * Undefined when the port is taken: the server then starts at another one.
   * @param hosts the addresses of this machine where the server listens, too
   * @param wake starts the server and returns its port; by then this one is free
   */
  static async listen(
    hosts: readonly string[],
    port: number,
    wake: () => Promise<number>,
  ): Promise<WakePort | undefined> {
    const servers: Server[] = []
    try {
      for (const host of hosts) {
        const server = createServer({ pauseOnConnect: true })
        server.unref()
        server.listen({ port, host, ipv6Only: host === '::' })
        await once(server, 'listening')
        servers.push(server)
      }
    } catch {
      for (const server of servers) server.close()
      return undefined
    }
    return new WakePort(servers, wake)
  }

  /** Frees the port at once. Connections that wait are still handed on. Idempotent. */
  close(): void {
    for (const server of this.#servers) server.close()
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
      const port = await this.#wake()
      for (const waiting of this.#waiting) handOn(waiting, port)
    } catch {
      // The project was paused or deleted meanwhile, or its server can't start.
      for (const waiting of this.#waiting) waiting.destroy()
    }
    this.#waiting.clear()
  }
}

/** To the address at which the program came: the server then applies the same rules to it as if it had been open. */
function handOn(from: Socket, port: number): void {
  const host = from.localAddress ?? '127.0.0.1'
  const to = connect({ port, host, localAddress: host })
  to.on('error', () => from.destroy())
  // What the server said last still reaches the program: to end with bytes unread would take it away.
  to.on('close', () => {
    from.end()
    from.resume()
    setTimeout(() => from.destroy(), FAREWELL_MS).unref()
  })
  from.on('close', () => to.destroy())
  from.pipe(to)
  to.pipe(from)
}
