/** Finds a free port of the loopback interface. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** @param wanted used if it is free */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  server.listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (wanted === 0) throw error
    return freePort()
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
