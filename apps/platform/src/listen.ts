/** Puts a handler on a port. */
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppEnv } from './http/app-env.js'

export interface Listener {
  /** The port it really has. */
  port: number
  /** Ends open connections too: a run under way is cancelled by that. */
  close(): Promise<void>
}

/** @throws the system's error, e.g. EADDRINUSE */
export function listen(app: Hono<AppEnv>, host: string, port: number): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }) as Server
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
}
