/**
 * Calls to hosts that a project or a user names. The name is resolved once, the socket goes to an address that was
 * checked, and time, size and redirects are limited. Operators' own services (`--ai-url`, the S3 store) don't need it.
 */
import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { checkedAddresses, lookupOf, refuseClosedHost } from './checked-addresses.js'
import { DEFAULT_LIMITS, type OutgoingLimits } from './limits.js'
import { OutgoingError } from './outgoing-error.js'
import { readCall, readUrl, redirected, type Call } from './outgoing-url.js'
import { sendOnce, type OutgoingAnswer, type SendOptions } from './send-once.js'

export interface OutgoingCall {
  /** `http:` or `https:`. A name and password in it are sent as `authorization`, to its origin only. */
  url: string
  /** Default: POST with a body, GET without. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** What differs from `DEFAULT_LIMITS`. */
  limits?: Partial<OutgoingLimits>
  signal?: AbortSignal
}

export interface Outgoing {
  /**
   * Any status is an answer.
   * @throws OutgoingError
   */
  call(call: OutgoingCall): Promise<OutgoingAnswer>
  /**
   * For an address that is stored and called later: tells at once that it never can be.
   * @throws OutgoingError `url-invalid`, `scheme-refused`, `address-refused`
   */
  refuseClosed(url: string): void
  /**
   * A plain connection, for protocols such as SMTP. The caller checks the certificate by the host's name.
   * @throws OutgoingError
   */
  connect(host: string, port: number, limits?: Partial<Pick<OutgoingLimits, 'connectMs'>>): Promise<Socket>
}

export interface OutgoingOptions extends SendOptions {
  /** The value of `user-agent`, unless a call has its own. */
  userAgent: string
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

export function createOutgoing(options: OutgoingOptions): Outgoing {
  return {
    async call({ url, body, method = body === undefined ? 'GET' : 'POST', headers = {}, limits, signal }) {
      const all = { ...DEFAULT_LIMITS, ...limits }
      const first = readCall(url, method, { 'user-agent': options.userAgent, ...headers }, body)
      const whole = new AbortController()
      const timer = setTimeout(() => whole.abort(new OutgoingError('whole-timeout')), all.wholeMs)
      const abort = () => whole.abort(new OutgoingError('aborted'))
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      try {
        return await follow(options, first, all, whole.signal)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
    },
    refuseClosed(address) {
      const { hostname, port, protocol } = readUrl(address)
      refuseClosedHost(
        options,
        hostname.replace(/^\[|\]$/g, ''),
        Number(port) || DEFAULT_PORTS[protocol] || 0,
      )
    },
    async connect(host, port, limits) {
      const { connectMs } = { ...DEFAULT_LIMITS, ...limits }
      const signal = AbortSignal.timeout(connectMs)
      return untilAborted(signal, 'connect-timeout', async () => {
        const addresses = await checkedAddresses(options, host, port)
        signal.throwIfAborted()
        const target = isIP(host) === 0 ? host : addresses[0].address
        return connected(connectSocket({ host: target, port, lookup: lookupOf(addresses) }), signal)
      })
    },
  }
}

async function follow(
  options: OutgoingOptions,
  first: Call,
  limits: OutgoingLimits,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  let call = first
  for (let redirects = 0; ; redirects++) {
    const answer = await sendOnce(options, call, limits, signal)
    if (limits.redirects === 0) return answer
    const next = redirected(call, answer.status, answer.headers.location)
    if (!next) return answer
    if (redirects === limits.redirects) throw new OutgoingError('redirects')
    call = next
  }
}

function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(new OutgoingError('connect-timeout'))
    const settled = () => {
      signal.removeEventListener('abort', abort)
      socket.removeListener('error', fail)
    }
    const fail = (cause: Error) => {
      settled()
      reject(cause instanceof OutgoingError ? cause : new OutgoingError('unreachable', { cause }))
    }
    signal.addEventListener('abort', abort)
    socket.once('error', fail)
    socket.once('connect', () => {
      settled()
      resolve(socket)
    })
  })
}

/** A name server that does not answer can't hold a call up beyond its time. */
async function untilAborted<T>(
  signal: AbortSignal,
  reason: 'connect-timeout',
  work: () => Promise<T>,
): Promise<T> {
  let abort = () => {}
  const ended = new Promise<never>((_resolve, reject) => {
    abort = () => reject(new OutgoingError(reason))
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([work(), ended])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
