/** Two processes on one control plane, and the proxy in front of them that shares the calls out. */
import { createClient, type Client } from '@basedeck/platform-client'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createControlDatabase, type ControlDatabase } from '../src/control/control-database.js'
import type { Engine } from '../src/engines/engine.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'
import { endPoolers } from './end-poolers.js'
import { isRunning, startProgram, type Program } from './program.js'

export interface TwoProcesses {
  folder: string
  /** Where people reach both. */
  origin: string
  processes: [Program, Program]
  /** What both share. */
  control: ControlDatabase
  /** The URL of another database, which any process can reach. */
  databaseUrl: string
  /** A client behind the proxy that keeps cookies. @param to one process alone; default: each in turn */
  visitor(): Visitor
  /** Starts it again after it ended, or another one. @throws Error with what it printed, when it ends */
  start(which: 0 | 1 | 'another', env?: Record<string, string>): Promise<Program>
  stop(): Promise<void>
}

export interface Visitor {
  /** Calls alternate between the processes. */
  client: Client
  /** The same visitor, whose calls go to one process. */
  at(which: 0 | 1): Client
  fetch(which: 0 | 1, path: string, init?: RequestInit): Promise<Response>
  /** As the header has them. */
  cookies(): string
}

export const SECRET_KEY = 'the secret key of both processes, in base64'

/** @param more of the environment of both */
export async function startTwoProcesses(more: Record<string, string> = {}): Promise<TwoProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-two-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const cluster = await testCluster(join(folder, 'server'))
  const database = await cluster.open('control')
  await cluster.open('added')
  const controlUrl = await urlOf(join(folder, 'server'), 'control')
  const control = createControlDatabase(
    async () => database,
    async () => undefined,
  )
  const running = new Map<0 | 1 | 'another', { program: Program; address: string }>()
  const proxy = await startProxy((which) => running.get(which)?.address ?? '')
  const origin = `http://127.0.0.1:${proxy.port}`

  const start: TwoProcesses['start'] = async (which, env = { BASEDECK_SECRET_KEY: SECRET_KEY }) => {
    const args = `--platform --engine cluster --port 0 --api-port 0 --trust-proxy --public-url ${origin}`
    const own = ['--control-database-url', controlUrl, '--data-dir', join(folder, `data-${which}`)]
    const program = await startProgram([...args.split(' '), ...own], /projects +ready/, { ...env, ...more })
    if (!isRunning(program)) throw new Error(program.output)
    running.set(which, {
      program,
      address: /behind it +(http:\/\/127\.0\.0\.1:\d+)/.exec(program.output())?.[1] ?? '',
    })
    return program
  }

  const processes: [Program, Program] = [await start(0), await start(1)]
  return {
    folder,
    origin,
    processes,
    control,
    databaseUrl: await urlOf(join(folder, 'server'), 'added'),
    visitor: () => createVisitor(origin),
    start,
    async stop() {
      await Promise.all([...running.values()].map(({ program }) => program.end('SIGKILL')))
      await proxy.stop()
      await end(cluster, folder)
    },
  }
}

async function end(cluster: Engine, folder: string): Promise<void> {
  await cluster.close()
  await endPoolers(folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

export interface DatabaseGate {
  /** Of the same database, through the gate. */
  url: string
  /** Connections that wait. */
  waiting(): number
  open(): void
  stop(): Promise<void>
}

/** A TCP relay to a database that is closed at first: connections wait. */
export async function startGate(databaseUrl: string): Promise<DatabaseGate> {
  const { hostname, port } = new URL(databaseUrl)
  const waiting = new Set<Socket>()
  const all = new Set<Socket>()
  let isOpen = false
  const pass = (socket: Socket) => {
    const behind = connect(Number(port), hostname)
    all.add(behind)
    socket.pipe(behind).pipe(socket)
    behind.once('error', () => socket.destroy())
    socket.once('close', () => behind.destroy())
  }
  const server = createTcpServer((socket) => {
    all.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => waiting.delete(socket))
    if (isOpen) pass(socket)
    else waiting.add(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    waiting: () => waiting.size,
    open() {
      isOpen = true
      for (const socket of waiting) pass(socket)
      waiting.clear()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of all) socket.destroy()
      }),
  }
}

/** Tells the proxy which process is meant. */
const TO = 'x-test-process'

interface Proxy {
  port: number
  stop(): Promise<void>
}

/** Round robin like nginx: adds the client's address, and disconnects when the process does. */
async function startProxy(addressOf: (which: 0 | 1) => string): Promise<Proxy> {
  let turn = 0
  const server: Server = createServer((incoming, outgoing) => {
    const asked = incoming.headers[TO]
    const which = asked === undefined ? turn++ % 2 : Number(asked)
    const { [TO]: _asked, ...headers } = incoming.headers
    const passing = request(
      addressOf(which === 0 ? 0 : 1) + (incoming.url ?? ''),
      {
        method: incoming.method ?? 'GET',
        headers: { ...headers, 'x-forwarded-for': String(headers['x-test-visitor'] ?? '192.0.2.1') },
        agent: false,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(outgoing)
        answer.once('error', () => outgoing.destroy())
      },
    )
    passing.once('error', () => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end('bad gateway')
    })
    outgoing.once('close', () => passing.destroy())
    incoming.pipe(passing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createVisitor(origin: string): Visitor {
  const cookies = new Map<string, string>()
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (which: 0 | 1 | undefined, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (which !== undefined) headers.set(TO, String(which))
    if (cookies.size > 0) headers.set('cookie', header())
    const answer = await fetch(new URL(path, origin), { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const client = (which?: 0 | 1) =>
    createClient({
      baseUrl: origin,
      fetch: ((path: string, init: RequestInit) => send(which, path, init)) as never,
    })
  return { client: client(), at: client, fetch: send, cookies: header }
}
