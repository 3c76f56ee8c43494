/** Puts a handler on a port. */
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerUpgrades } from './upgrade.js'
import type { AppEnv } from '../routes/app-env.js'

export interface Listener {
  /** The port it really has. */
  port: number
  /** Accepts no more calls. Calls still running after a second are cut off, which cancels their SQL. */
  close(): Promise<void>
}

/** Whether it answers the call; `leave` gives it to the framework after all. */
export type TakeCall = (incoming: IncomingMessage, outgoing: ServerResponse, leave: () => void) => boolean

export interface ListenOptions {
  /** Default false. */
  takesUploads?: boolean
  /** Default: the framework answers all calls. */
  takeCall?: TakeCall
}

/**
 * How long a connection may be idle. Longer than in proxies (nginx: 60 s) and clients, so that they close it first: a
 * call sent while the server closes is lost.
 */
const REST_MS = 75_000

/** Milliseconds of silence after which a connection that may upload is cut off. */
const SILENCE_MS = 5 * 60_000

/** A stream of events or a large file does not end by itself. */
const LAST_ANSWERS_MS = 1000

/** @throws the system's error, e.g. EADDRINUSE */
export function listen(
  app: Hono<AppEnv>,
  host: string,
  port: number,
  { takesUploads = false, takeCall }: ListenOptions = {},
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }) as Server
    answerFirst(server, takeCall)
    const endUpgraded = answerUpgrades(server, app)
    server.keepAliveTimeout = REST_MS
    if (takesUploads) {
      // A piece of an upload takes as long as the line of its sender. Only a silent one is cut off.
      server.requestTimeout = 0
      server.timeout = SILENCE_MS
    }
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            endUpgraded()
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

/** What takes a call is asked before the framework. */
function answerFirst(server: Server, takeCall: TakeCall = () => false): void {
  const frameworks = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (incoming, outgoing) => {
    const leave = () => {
      keepTarget(incoming)
      for (const answer of frameworks) answer.call(server, incoming, outgoing)
    }
    if (!takeCall(incoming, outgoing, leave)) leave()
  })
}

/** The framework folds the address, and refuses a backslash without a sentence, before a handler sees it. */
function keepTarget(incoming: IncomingMessage & { target?: string }): void {
  const { url = '' } = incoming
  incoming.target = url
  const [path = ''] = url.split('?', 1)
  if (path.includes('\\')) incoming.url = path.replaceAll('\\', '%5C') + url.slice(path.length)
}
