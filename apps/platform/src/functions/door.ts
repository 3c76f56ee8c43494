/**
 * The one way out of a function: an HTTP proxy that checks each address (`outgoing`), so that nothing of the private network is
 * reached. Calls to the function's own project are passed on to the projects' API, and to no other path of it.
 */
import { chmod } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import type { Outgoing } from '../outgoing/outgoing.js'

export interface DoorDeps {
  outgoing: Pick<Outgoing, 'connect'>
  /** Where functions reach their project: `http://127.0.0.1:8788/default`. Undefined: nowhere, for a deploy. */
  project?: { url: string; ownOrigin: string } | undefined
}

export interface Door {
  close(): void
}

const OPEN_MAX = 200
const HOP_HEADERS = new Set([
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'keep-alive',
  'te',
  'upgrade',
])

/** @param at a socket's path. @returns what ends it and all its connections */
export async function openDoor(deps: DoorDeps, at: string): Promise<Door> {
  const { server, close } = doorServer(deps)
  await listening(server, () => server.listen(at))
  // Its folder belongs to the one function.
  await chmod(at, 0o777)
  return { close }
}

/** Opens the door on loopback for a deploy. @returns its address, with the password that each request must carry */
export async function openDeployDoor(deps: DoorDeps, password: string): Promise<Door & { url: string }> {
  const { server, close } = doorServer(deps, password)
  await listening(server, () => server.listen(0, '127.0.0.1'))
  const { port } = server.address() as AddressInfo
  return { close, url: `http://deploy:${password}@127.0.0.1:${port}` }
}

function doorServer(deps: DoorDeps, password?: string): { server: Server; close(): void } {
  const sockets = new Set<Duplex>()
  const server = createServer((asked, answer) => void pass(deps, asked, answer, password))
  server.maxConnections = OPEN_MAX
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('connect', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    void tunnel(deps, asked, socket, head, password, sockets)
  })
  return {
    server,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function mayPass({ headers }: IncomingMessage, password: string | undefined): boolean {
  if (password === undefined) return true
  return headers['proxy-authorization'] === `Basic ${Buffer.from(`deploy:${password}`).toString('base64')}`
}

/** `CONNECT host:port`: a connection that the function speaks TLS on. */
async function tunnel(
  { outgoing }: DoorDeps,
  asked: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  password: string | undefined,
  sockets: Set<Duplex>,
): Promise<void> {
  try {
    if (!mayPass(asked, password))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const { hostname, port } = new URL(`http://${asked.url ?? ''}`)
    const there = await outgoing.connect(hostname.replace(/^\[|\]$/g, ''), Number(port === '' ? 80 : port))
    sockets.add(there)
    there.once('close', () => sockets.delete(there))
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    there.write(head)
    pipeline(socket, there, () => there.destroy())
    pipeline(there, socket, () => socket.destroy())
  } catch {
    socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
  }
}

/** `GET http://host/path`: a call without TLS. */
async function pass(
  { outgoing, project }: DoorDeps,
  asked: IncomingMessage,
  answer: ServerResponse,
  password: string | undefined,
): Promise<void> {
  try {
    if (!mayPass(asked, password)) return void answer.writeHead(407).end()
    const url = new URL(asked.url ?? '')
    const isOwn =
      project !== undefined &&
      (url.href === project.url || url.href.startsWith(`${project.url}/`)) &&
      !/%2e|%2f|%5c/i.test(url.pathname)
    const target = isOwn ? new URL(url.pathname + url.search, project.ownOrigin) : url
    if (target.protocol !== 'http:') throw new TypeError('not http')
    const host = target.hostname.replace(/^\[|\]$/g, '')
    const port = Number(target.port === '' ? 80 : target.port)
    const socket: Socket | undefined = isOwn ? undefined : await outgoing.connect(host, port)
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !HOP_HEADERS.has(name)),
    )
    const sent = request({
      method: asked.method,
      path: target.pathname + target.search,
      headers: { ...headers, host: isOwn ? target.host : url.host },
      ...(socket ? { createConnection: () => socket } : { host, port, agent: false }),
    })
    sent.on('response', (theirs) => {
      const given = Object.entries(theirs.headers).filter(([name]) => !HOP_HEADERS.has(name))
      answer.writeHead(theirs.statusCode ?? 502, Object.fromEntries(given) as Record<string, string>)
      pipeline(theirs, answer, () => {})
    })
    sent.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    answer.on('close', () => sent.destroy())
    pipeline(asked, sent, () => {})
  } catch {
    answer.writeHead(403, { 'content-type': 'text/plain' }).end('This address is closed to functions')
  }
}

/** Resolves when it listens; rejects when it can’t. */
export function listening(server: NetServer, listen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
    listen()
  })
}
