/**
 * A program of another machine, for tests: it comes from 127.0.0.2, an address of this machine that the rules of the
 * servers don't take for it.
 */
import { Socket } from 'node:net'
import pg from 'pg'

/** Listen here for it. */
export const OTHER_MACHINE = '127.0.0.2'

class OtherSocket extends Socket {
  override connect(...args: unknown[]): this {
    const [port, host] = args
    return super.connect({ port: Number(port), host: String(host), localAddress: OTHER_MACHINE })
  }
}

/** Not connected yet. */
export function otherMachine(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    host: OTHER_MACHINE,
    user: 'postgres',
    database: 'postgres',
    stream: () => new OtherSocket(),
    ...config,
  })
  client.on('error', () => {})
  return client
}
