/** A server of WebSockets in a process of its own, which tells its memory: realtime, or a bare one. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { runApp } from '../../apps/platform/test/running-app.js'
import { serveStorage } from '../../apps/platform/test/served-storage.js'
import { updateRealtimeSettings } from '@basedeck/platform-client'

const MB = 1024 * 1024

async function address(): Promise<string> {
  if (process.argv[2] === 'bare') {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
    await once(server, 'listening')
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const running = await runApp('pglite')
  const served = await serveStorage(running)
  const body = { limits: { connections: 10_000, joins_per_second: 100_000 } }
  await running.client.call(updateRealtimeSettings, { params: { ref: 'default' }, body })
  served.realtime.projectChanged('default')
  return `${served.address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${served.anon}&vsn=1.0.0`
}

/** The process gives pages back to the system in its own time: what is in use is measured. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function tell(more: { url?: string } = {}): Promise<void> {
  for (let time = 0; time < 3; time++) {
    globalThis.gc?.()
    await after(200)
  }
  process.send?.({ ...more, megabytes: held() / MB })
}

await tell({ url: await address() })
process.on('message', () => void tell())
