/** Finds a port that is free at each of some addresses. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** @param wanted used if it is free @param hosts addresses of this machine; default: loopback */
export async function freePort(wanted = 0, hosts: readonly string[] = ['127.0.0.1']): Promise<number> {
  let port = wanted
  try {
    for (const host of hosts) port = await boundPort(port, host)
    return port
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another port may be free at all of them.
    if (port !== 0 && (code === 'EADDRINUSE' || code === 'EACCES')) return freePort(0, hosts)
    throw error
  }
}

/** Binds the port, frees it again, and returns it. @param port 0: the system chooses one */
async function boundPort(port: number, host: string): Promise<number> {
  const server = createServer()
  server.listen({ port, host, ipv6Only: host === '::' })
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  server.close()
  await once(server, 'close')
  return bound
}
