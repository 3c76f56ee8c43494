/**
 * Calls that ask for a WebSocket (`Upgrade: websocket`). They pass the same middlewares as every other call. The handler that
 * accepts one takes over its connection. Source: RFC 9110 §7.8, RFC 6455 §4.
 */
import type { Context, Hono } from 'hono'
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import { Readable, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { DomainError } from '../kernel/domain-error.js'
import type { AppEnv, Upgrade } from '../routes/app-env.js'

/** Lines of a 101 that the browser may see. Others, such as cookies, are left out. */
const HANDSHAKE = new Set([
  'connection',
  'upgrade',
  'sec-websocket-accept',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
])

/** The connection of this call, and the answer by which its handler ends. @throws DomainError upgrade_required */
export function takeUpgrade(c: Context<AppEnv>): Upgrade & { answer: Response } {
  const upgrade = c.env?.upgrade
  if (!upgrade) throw new DomainError('upgrade_required')
  upgrade.isTaken = true
  return { ...upgrade, answer: new Response(null) }
}

/** Joins a call to a connection that another server has already upgraded: what comes at one goes to the other. */
export function joinUpgrade(
  c: Context<AppEnv>,
  theirs: { answer: IncomingMessage; socket: Duplex; head: Buffer },
): Response {
  const { socket, head, answer } = takeUpgrade(c)
  const lines = ['HTTP/1.1 101 Switching Protocols']
  const { rawHeaders } = theirs.answer
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (HANDSHAKE.has(name.toLowerCase())) lines.push(`${name}: ${value}`)
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.write(theirs.head)
  theirs.socket.write(head)
  for (const [from, to] of [
    [socket, theirs.socket],
    [theirs.socket, socket],
  ] as const)
    pipeline(from, to).catch(() => {
      from.destroy()
      to.destroy()
    })
  return answer
}

/**
 * Lets an application answer calls for a WebSocket. A call that asks for another protocol, such as HTTP/2, gets its usual answer
 * over HTTP/1.1.
 * @returns ends all connections that were taken
 */
export function answerUpgrades(server: Server, app: Pick<Hono<AppEnv>, 'fetch'>): () => void {
  const taken = new Set<Duplex>()
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!asksForWebSocket(incoming)) return answerPlainly(server, incoming, socket, head)
    taken.add(socket)
    socket.once('close', () => taken.delete(socket))
    void answer(app, { incoming, socket, head, isTaken: false }).catch(() => socket.destroy())
  })
  return () => taken.forEach((socket) => socket.destroy())
}

function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

async function answer(app: Pick<Hono<AppEnv>, 'fetch'>, upgrade: Upgrade): Promise<void> {
  const { incoming, socket } = upgrade
  // The server's own limit of silence is for calls.
  if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(0)
  const gone = new AbortController()
  const abort = () => gone.abort()
  socket.once('close', abort)
  socket.on('error', destroy)
  const url = `http://${incoming.headers.host ?? ''}${incoming.url ?? ''}`
  if (!URL.canParse(url))
    return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  const headers = new Headers()
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
  const request = new Request(url, { headers, signal: gone.signal })
  const answered = await app.fetch(request, { incoming, upgrade })
  // A connection may go on for days: it must not hold the call.
  if (upgrade.isTaken) socket.off('close', abort)
  else await refuse(socket, answered)
}

/** Not a function of the call above: a connection that goes on for days would hold all that the call knew. */
function destroy(this: Duplex): void {
  this.destroy()
}

/** The connection ends with the answer: what comes behind it may be of the other protocol already. */
async function refuse(socket: Duplex, { status, headers, body }: Response): Promise<void> {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
  for (const [name, value] of headers) if (name !== 'connection') lines.push(`${name}: ${value}`)
  socket.write(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`)
  if (body === null) socket.end()
  else await pipeline(Readable.fromWeb(body as WebStream), socket)
}

/** Gives the call back to the server without the line by which it asks for another protocol. Some clients always ask. */
function answerPlainly(server: Server, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${incoming.method} ${incoming.url} HTTP/${incoming.httpVersion}`]
  const { rawHeaders } = incoming
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
