/** Tells when the caller of a call has gone, so that work for it can stop. */
import type { Context } from 'hono'
import type { ServerResponse } from 'node:http'
import type { AppEnv } from '../routes/app-env.js'

/**
 * Aborted when the connection ends before the answer. The signal of `Request` says the same, but makes a whole `Request`, which
 * takes longer than the rest of a small call.
 */
export function callerGone(c: Context<AppEnv>): AbortSignal {
  const { outgoing, upgrade } = c.env ?? {}
  return outgoing && isListening(outgoing) && !upgrade ? goneOf(outgoing) : c.req.raw.signal
}

/** The same, of Node's response. */
export function goneOf(outgoing: Pick<ServerResponse, 'once' | 'writableFinished'>): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  return gone.signal
}

type Outgoing = NonNullable<AppEnv['Bindings']['outgoing']>

/** A handler that is called in a test has no connection. */
function isListening(outgoing: Outgoing): outgoing is Outgoing & ServerResponse {
  return outgoing.once !== undefined
}
