/** Sends a call on to another process whole, and its answer back as it comes. */
import type { Context } from 'hono'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { Peer } from '../control/processes.js'
import type { AppEnv, ForwardedCall } from '../routes/app-env.js'
import { provedCall } from '../http/forwarded.js'
import { joinUpgrade } from '../http/upgrade.js'
import { PROOF_HEADER, type Proofs } from './proof.js'
import type { Presence } from './presence.js'

/** Milliseconds in which the other process must take the connection. */
const CONNECT_MS = 5000

/** The other process did not get the call, or did not answer it. */
export class PeerError extends Error {
  override readonly name = 'PeerError'
  /** False: the other process received nothing of the call. */
  readonly mayHaveRun: boolean
  constructor(mayHaveRun: boolean, cause: unknown) {
    super('Another process on the control plane did not answer', { cause })
    this.mayHaveRun = mayHaveRun
  }
}

export interface SendDeps {
  proofs: { make(...given: Parameters<Proofs['make']>): string | Promise<string> }
  presence: Pick<Presence, 'watch'>
}

export type Send = (
  c: Context<AppEnv>,
  peer: Peer,
  visitor: ForwardedCall,
  body?: ArrayBuffer,
) => Promise<Response>

/**
 * `body`: the part of the body that was already read. Resolves when the headers of the answer arrive. @throws
 * PeerError
 */
export function createSend({ proofs, presence }: SendDeps): Send {
  return async (c, peer, visitor, body) => {
    const call = provedCall(c)
    const headers = passedOn(c.req.raw.headers)
    headers[PROOF_HEADER] = await proofs.make(peer.installation_id, call, visitor)
    headers['x-request-id'] = c.get('requestId')
    if (c.env?.upgrade) Object.assign(headers, { connection: 'Upgrade', upgrade: 'websocket' })
    if (body) headers['content-length'] = String(body.byteLength)
    const gone = new AbortController()
    const endWatch = presence.watch(peer.installation_id, () => gone.abort())
    const answer = await exchange(c, peer.address + call.path, {
      headers,
      body,
      signal: AbortSignal.any([c.req.raw.signal, gone.signal]),
    }).catch((error: unknown) => {
      endWatch()
      throw error
    })
    if (answer instanceof Response) {
      c.env?.upgrade?.socket.once('close', endWatch)
      return answer
    }
    answer.once('close', endWatch)
    await begun(answer)
    return responseOf(c, answer)
  }
}

function exchange(
  c: Context<AppEnv>,
  url: string,
  {
    headers,
    body,
    signal,
  }: { headers: Record<string, string>; body: ArrayBuffer | undefined; signal: AbortSignal },
): Promise<IncomingMessage | Response> {
  return new Promise((resolve, reject) => {
    let isConnected = false
    const make = url.startsWith('https:') ? httpsRequest : httpRequest
    // Without an agent each call opens a new connection, so it can't use one that the other side is closing.
    const sending = make(url, { method: c.req.method, headers, signal, agent: false })
    const connecting = setTimeout(() => sending.destroy(new Error('no connection in time')), CONNECT_MS)
    sending.once('socket', (socket) =>
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        isConnected = true
        clearTimeout(connecting)
      }),
    )
    sending.once('response', resolve)
    sending.once('upgrade', (answer, socket, head) => {
      signal.addEventListener('abort', () => socket.destroy())
      resolve(joinUpgrade(c, { answer, socket, head }))
    })
    // More than one may come: when the answer came before the whole call was sent, and the connection breaks then.
    sending.on('error', (error) => {
      clearTimeout(connecting)
      reject(new PeerError(isConnected, error))
    })
    const stream = body === undefined ? c.req.raw.body : null
    if (stream === null) sending.end(body === undefined ? undefined : Buffer.from(body))
    else
      Readable.fromWeb(stream as WebStream)
        .on('error', (error) => sending.destroy(error))
        .pipe(sending)
  })
}

/**
 * Resolves with the first bytes of the answer, or when it is complete. A failure before that can still be answered
 * with an error. @throws PeerError
 */
async function begun(answer: IncomingMessage): Promise<void> {
  try {
    // One without a body ends without ever being readable.
    await Promise.race([once(answer, 'readable'), once(answer, 'end')])
  } catch (error) {
    throw new PeerError(true, error)
  }
}

/** Headers that belong to one connection, or that this process sets itself. */
const NOT_PASSED_ON = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  PROOF_HEADER,
]

function passedOn(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !NOT_PASSED_ON.includes(name)))
}

function responseOf(c: Context<AppEnv>, answer: IncomingMessage): Response {
  const headers = new Headers()
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2)
    if (!NOT_PASSED_ON.includes(name.toLowerCase())) headers.append(name, value)
  }
  const status = answer.statusCode ?? 502
  // An answer that has ended already has no body: a stream of it could not be given to another answer.
  const isEmpty = answer.complete && answer.readableLength === 0
  const hasNoBody = isEmpty || status === 204 || status === 304 || c.req.method === 'HEAD'
  if (hasNoBody) answer.resume()
  return new Response(hasNoBody ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers })
}
