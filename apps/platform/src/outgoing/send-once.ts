/** Sends one request to a checked address and reads its answer within the limits. Follows no redirect. */
import {
  request as plainRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { request as tlsRequest } from 'node:https'
import { checkedAddresses, lookupOf, type Address, type AddressCheck } from './checked-addresses.js'
import type { OutgoingLimits } from './limits.js'
import { OutgoingError } from './outgoing-error.js'
import type { Call } from './outgoing-url.js'

export interface OutgoingAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** As it was sent: no encoding is asked for, and none undone. */
  body: Buffer
  /** The body was longer; only with the limit `larger: 'cut'`. */
  isCut: boolean
}

export interface SendOptions extends AddressCheck {
  /** Certificates to trust instead of the system's, as PEM; for tests. */
  ca?: string
}

const HEADERS_MAX_BYTES = 16 * 1024

/** @param whole aborted with an `OutgoingError` when the time of the call is over */
export async function sendOnce(
  options: SendOptions,
  call: Call,
  limits: OutgoingLimits,
  whole: AbortSignal,
): Promise<OutgoingAnswer> {
  const hop = new AbortController()
  const end = (reason: unknown) => hop.abort(reason)
  const endWhole = () => end(whole.reason)
  whole.addEventListener('abort', endWhole)
  if (whole.aborted) endWhole()
  let timer = setTimeout(() => end(new OutgoingError('connect-timeout')), limits.connectMs)
  const onConnect = () => {
    clearTimeout(timer)
    timer = setTimeout(() => end(new OutgoingError('first-byte-timeout')), limits.firstByteMs)
  }
  try {
    const isTls = call.url.protocol === 'https:'
    const port = call.url.port === '' ? (isTls ? 443 : 80) : Number(call.url.port)
    const host = call.url.hostname.replace(/^\[|\]$/g, '')
    const addresses = await unlessAborted(hop.signal, checkedAddresses(options, host, port))
    const sent = send(options, call, { host, port, isTls, addresses }, onConnect)
    const answer = await unlessAborted(hop.signal, answerOf(sent), () => sent.destroy())
    clearTimeout(timer)
    return await unlessAborted(hop.signal, readAnswer(answer, limits), () => sent.destroy())
  } finally {
    clearTimeout(timer)
    whole.removeEventListener('abort', endWhole)
  }
}

interface Target {
  host: string
  port: number
  isTls: boolean
  addresses: readonly [Address, ...Address[]]
}

function send(
  { ca }: SendOptions,
  { url, method, headers, body }: Call,
  { host, port, isTls, addresses }: Target,
  onConnect: () => void,
): ClientRequest {
  const length = body === undefined ? undefined : Buffer.byteLength(body)
  const sent = (isTls ? tlsRequest : plainRequest)({
    // No agent: it would reuse a connection whose address was checked for another call.
    agent: false,
    host,
    port,
    path: url.pathname + url.search,
    method,
    lookup: lookupOf(addresses),
    maxHeaderSize: HEADERS_MAX_BYTES,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      connection: 'close',
      ...(length === undefined ? {} : { 'content-length': length }),
    },
    ...(isTls && ca !== undefined ? { ca } : {}),
  })
  sent.once('socket', (socket) => void socket.once(isTls ? 'secureConnect' : 'connect', onConnect))
  sent.end(body)
  return sent
}

function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve)
    // Stays: a connection may break after the answer began, and then reading it fails.
    sent.on('error', (cause) => reject(new OutgoingError('unreachable', { cause })))
    sent.once('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new OutgoingError('unreachable'))
    })
  })
}

async function readAnswer(
  answer: IncomingMessage,
  { answerBytes, larger }: OutgoingLimits,
): Promise<OutgoingAnswer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
      // Leaving the loop destroys the connection.
      if (size > answerBytes) break
    }
  } catch (cause) {
    throw new OutgoingError('unreachable', { cause })
  }
  if (size > answerBytes && larger === 'refuse') throw new OutgoingError('too-large')
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(pieces).subarray(0, answerBytes),
    isCut: size > answerBytes,
  }
}

/** The result, or the reason of the abort, whichever is first. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>, stop = () => {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason as OutgoingError)
      stop()
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
