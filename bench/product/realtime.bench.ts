/** Realtime: from a commit to the last of a hundred subscribers with claims of their own, and broadcasts beside a bare server. */
import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { updateRealtimeSettings } from '@basedeck/platform-client'
import { runApp, type RunningApp } from '../../apps/platform/test/running-app.js'
import { serveStorage, type ServedStorage } from '../../apps/platform/test/served-storage.js'
import { percentile, type BenchResult } from '../bench-result.js'

const SUBSCRIBERS = 100
const CHANGES = 50
const COMMIT_BUDGET_MS = 30
const RECEIVERS = 50
const BROADCASTS = 2000
/** Of the bare server. */
const BROADCAST_BUDGET = 0.6

export async function run(): Promise<BenchResult[]> {
  return [...(await changes('cluster')), ...(await changes('pglite')), ...(await broadcasts()), await idle()]
}

const IDLE_CONNECTIONS = 5000
/** Of the bare server. */
const IDLE_BUDGET = 1.5

/**
 * `tsx` gives each function a property with its name, which the built program does not have: thousands of connections would weigh
 * half as much again.
 */
const WITHOUT_NAMES = `data:text/javascript,${encodeURIComponent(`const define = Object.defineProperty
Object.defineProperty = (target, key, how) =>
  key === 'name' && typeof target === 'function' && how.value === target.name ? target : define(target, key, how)`)}`

interface Client {
  socket: WebSocket
  on(event: string, take: (payload: unknown) => void): void
}

async function joined(
  { address, anon }: ServedStorage,
  { token, config }: { token?: string; config: object },
): Promise<Client> {
  const socket = new WebSocket(
    `${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anon}&vsn=1.0.0`,
  )
  const listeners = new Map<string, (payload: unknown) => void>()
  await once(socket, 'open')
  const ready = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const { event, payload } = JSON.parse(data.toString()) as {
        event: string
        payload: { status?: string }
      }
      listeners.get(event)?.(payload)
      const isChanges = 'postgres_changes' in config
      if (event === (isChanges ? 'system' : 'phx_reply') && payload.status === 'ok') resolve()
    })
  })
  const payload = { config, ...(token !== undefined && { access_token: token }) }
  socket.send(
    JSON.stringify({ topic: 'realtime:bench', event: 'phx_join', payload, ref: '1', join_ref: '1' }),
  )
  await ready
  return { socket, on: (event, take) => void listeners.set(event, take) }
}

async function changes(engine: 'cluster' | 'pglite'): Promise<BenchResult[]> {
  const running = await runApp(engine)
  const served = await serveStorage(running)
  const clients: Client[] = []
  try {
    await query(
      running,
      `create table notes (id int primary key, body text); alter table notes enable row level security;
       create policy seen on notes for select to authenticated using (auth.uid() is not null);
       alter publication supabase_realtime add table notes`,
    )
    const asked = [{ event: '*', schema: 'public', table: 'notes' }]
    for (let number = 0; number < SUBSCRIBERS; number++) {
      const token = await served.tokenOf(randomUUID())
      clients.push(await joined(served, { token, config: { postgres_changes: asked } }))
    }
    const took: number[] = []
    for (let id = 0; id < CHANGES; id++) {
      const heard = Promise.all(
        clients.map(
          (client) => new Promise<void>((resolve) => client.on('postgres_changes', () => resolve())),
        ),
      )
      await query(running, `insert into notes values (${id}, 'A note')`)
      const committedAt = performance.now()
      await heard
      took.push(performance.now() - committedAt)
    }
    const part = (value: number) =>
      `${engine}: from a commit to the last of ${SUBSCRIBERS} claims, p${value * 100}`
    return [0.5, 0.95].map((value) => ({
      name: part(value),
      value: percentile(took, value),
      unit: 'ms',
      ...(value === 0.95 && { budget: COMMIT_BUDGET_MS }),
    }))
  } finally {
    for (const { socket } of clients) socket.terminate()
    await served.stop()
    await running.stop()
  }
}

async function query({ life }: RunningApp, text: string): Promise<void> {
  const database = await life.database('default')
  await database.run({ runId: randomUUID(), query: text })
}

async function broadcasts(): Promise<BenchResult[]> {
  const ours = await throughRealtime()
  const bare = await throughBareServer()
  return [
    {
      name: `broadcasts to ${RECEIVERS} clients`,
      value: ours,
      unit: 'messages/s',
      floor: bare,
      floorName: 'a bare WebSocket server',
      notes: [`At least ${BROADCAST_BUDGET} of the bare server are wanted.`],
    },
  ]
}

async function throughRealtime(): Promise<number> {
  const running = await runApp('pglite')
  const served = await serveStorage(running)
  const clients: Client[] = []
  try {
    const body = { limits: { messages_per_second: 100_000 } }
    await running.client.call(updateRealtimeSettings, { params: { ref: 'default' }, body })
    served.realtime.projectChanged('default')
    for (let number = 0; number <= RECEIVERS; number++)
      clients.push(await joined(served, { config: { presence: { enabled: false } } }))
    const [sender, ...receivers] = clients
    const payload = { type: 'broadcast', event: 'bench', payload: { text: 'x'.repeat(100) } }
    const text = JSON.stringify({
      topic: 'realtime:bench',
      event: 'broadcast',
      payload,
      ref: null,
      join_ref: '1',
    })
    return await rateOf(
      receivers.map((receiver) => (take) => receiver.on('broadcast', take)),
      () => sender?.socket.send(text),
    )
  } finally {
    for (const { socket } of clients) socket.terminate()
    await served.stop()
    await running.stop()
  }
}

/** In processes of their own, so that each one's memory is its own; the clients' are in the other one. */
async function idle(): Promise<BenchResult> {
  const ours = await heldBy('realtime')
  const bare = await heldBy('bare')
  return {
    name: `${IDLE_CONNECTIONS} idle connections, each in a channel`,
    value: ours,
    unit: 'MB',
    floor: bare,
    floorName: 'in a bare WebSocket server',
    notes: [`At most ${IDLE_BUDGET} of the bare server are wanted.`],
  }
}

async function heldBy(server: 'realtime' | 'bare'): Promise<number> {
  const program = fork(fileURLToPath(new URL('./idle-sockets.ts', import.meta.url)), [server], {
    execArgv: [...process.execArgv, '--expose-gc', '--import', WITHOUT_NAMES],
  })
  try {
    const next = async () => ((await once(program, 'message')) as [{ url: string; megabytes: number }])[0]
    const { url, megabytes } = await next()
    const sockets: WebSocket[] = []
    for (let opened = 0; opened < IDLE_CONNECTIONS; opened++) {
      const socket = new WebSocket(url)
      socket.on('error', () => {})
      await once(socket, 'open')
      if (server === 'realtime') {
        const payload = { config: { presence: { enabled: false } } }
        socket.send(
          JSON.stringify({ topic: 'realtime:idle', event: 'phx_join', payload, ref: '1', join_ref: '1' }),
        )
        await once(socket, 'message')
      }
      sockets.push(socket)
    }
    program.send('measure')
    const { megabytes: held } = await next()
    for (const socket of sockets) socket.terminate()
    return held - megabytes
  } finally {
    program.kill()
  }
}

async function throughBareServer(): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (one) =>
    one.on('message', (data: Buffer) => {
      const text = data.toString()
      for (const other of server.clients) if (other !== one) other.send(text)
    }),
  )
  const { port } = server.address() as AddressInfo
  const sockets: WebSocket[] = []
  try {
    for (let number = 0; number <= RECEIVERS; number++) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`)
      await once(socket, 'open')
      sockets.push(socket)
    }
    const [sender, ...receivers] = sockets
    const text = JSON.stringify({ topic: 'realtime:bench', payload: { text: 'x'.repeat(100) } })
    return await rateOf(
      receivers.map(
        (receiver) => (take) =>
          void receiver.on('message', (data: Buffer) => take(JSON.parse(data.toString()))),
      ),
      () => sender?.send(text),
    )
  } finally {
    for (const socket of sockets) socket.terminate()
    server.close()
  }
}

/** Messages a second that one sender sends and all receivers read. */
async function rateOf(
  receivers: ((take: (payload: unknown) => void) => void)[],
  send: () => void,
): Promise<number> {
  const all = Promise.all(
    receivers.map(
      (listen) =>
        new Promise<void>((resolve) => {
          let count = 0
          listen(() => ++count === BROADCASTS && resolve())
        }),
    ),
  )
  const start = performance.now()
  for (let sent = 0; sent < BROADCASTS; sent++) send()
  await all
  return (BROADCASTS / (performance.now() - start)) * 1000
}
