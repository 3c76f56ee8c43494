/** Puts a handler on a port. */
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppEnv } from './routes/app-env.js'

export interface Listener {
  /** The port it really has. */
  port: number
  /** Takes no more calls; what is still being answered after a second is cut off, and a run under way cancelled by that. */
  close(): Promise<void>
}

/**
 * How long a connection may rest between two calls. Longer than a proxy (nginx: 60 s) or a client keeps it, so that it is
 * they who close it: a call that is sent while the server closes is lost.
 */
const REST_MS = 75_000

/** A stream of events or a large file does not end by itself. */
const LAST_ANSWERS_MS = 1000

/** @throws the system's error, e.g. EADDRINUSE */
export function listen(app: Hono<AppEnv>, host: string, port: number): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }) as Server
    server.keepAliveTimeout = REST_MS
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            const cutOff = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
            server.close(() => {
              clearTimeout(cutOff)
              done()
            })
            server.closeIdleConnections()
          }),
      })
    })
  })
}
