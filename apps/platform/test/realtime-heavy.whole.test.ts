/** Realtime at its ends: 2,000 different claims, a transaction of 1,000,000 rows, a change of 10 MB, crowds, and a client that never reads. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { REALTIME_CLAIMS_MEASURED } from '../src/project-api/realtime/changes/claims-measured.js'
import { updateRealtimeSettings } from '@basedeck/platform-client'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const MB = 1024 * 1024
interface Message {
  event: string
  payload: Record<string, unknown> & { status?: string; extension?: string; message?: string }
}

let running: RunningApp
let served: ServedStorage
const sockets: WebSocket[] = []
const sql = async (query: string) =>
  (await running.life.database('default')).run({ runId: randomUUID(), query, timeoutMs: 0 })

beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
  await running.client.call(updateRealtimeSettings, {
    params: { ref: 'default' },
    body: { limits: { joins_per_second: 100_000 } },
  })
  served.realtime.projectChanged('default')
  await sql(`
    create table notes (id int8 primary key, body text);
    alter table notes enable row level security;
    create policy own on notes to authenticated using (auth.uid() is not null);
    create table open_notes (id int8 primary key, body text);
    alter publication supabase_realtime add table notes, open_notes;`)
}, 60_000)
afterEach(() => sockets.splice(0).forEach((socket) => socket.terminate()))
afterAll(async () => {
  await served.stop()
  await running.stop()
})

const address = () =>
  `${served.address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${served.anon}&vsn=1.0.0`

/** Resolves when what is asked for is live. */
async function subscribed(table: string, token?: string): Promise<{ heard: Message[]; socket: WebSocket }> {
  const socket = new WebSocket(address())
  sockets.push(socket)
  const heard: Message[] = []
  await once(socket, 'open')
  const live = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message
      heard.push(message)
      if (message.event === 'system' && message.payload.message === 'Subscribed to PostgreSQL') resolve()
    })
  })
  const config = { postgres_changes: [{ event: '*', schema: 'public', table }], presence: { enabled: false } }
  const payload = { config, ...(token !== undefined && { access_token: token }) }
  socket.send(
    JSON.stringify({ topic: 'realtime:heavy', event: 'phx_join', payload, ref: '1', join_ref: '1' }),
  )
  await live
  return { heard, socket }
}
const changesIn = (heard: readonly Message[]) => heard.filter(({ event }) => event === 'postgres_changes')

test('a change reaches 2,000 users with claims of their own, and one more is warned', async () => {
  const many: { heard: Message[] }[] = []
  while (many.length < REALTIME_CLAIMS_MEASURED) {
    const tokens = await Promise.all(Array.from({ length: 50 }, () => served.tokenOf(randomUUID())))
    many.push(...(await Promise.all(tokens.map((token) => subscribed('notes', token)))))
  }
  const warned = (heard: readonly Message[]) =>
    heard.filter(({ payload }) => payload.message?.includes('different claims'))
  expect(many.flatMap(({ heard }) => warned(heard))).toEqual([])
  const more = await subscribed('notes', await served.tokenOf(randomUUID()))
  await expect.poll(() => warned(more.heard)).toHaveLength(1)
  await sql(`insert into notes values (1, 'for all')`)
  await expect
    .poll(() => [...many, more].filter(({ heard }) => changesIn(heard).length === 1).length, {
      timeout: 60_000,
    })
    .toBe(REALTIME_CLAIMS_MEASURED + 1)
}, 300_000)

test('a transaction of 1,000,000 rows arrives whole, in order, in bounded memory', async () => {
  const { socket } = await subscribed('open_notes')
  let last = 0
  let isOrdered = true
  socket.removeAllListeners('message')
  socket.on('message', (data: Buffer) => {
    const { event, payload } = JSON.parse(data.toString()) as {
      event: string
      payload: { data: { record: { id: number } } }
    }
    if (event !== 'postgres_changes') return
    const { id } = payload.data.record
    isOrdered &&= id === last + 1
    last = id
  })
  const before = process.memoryUsage().rss
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 200)
  await sql(`insert into open_notes select n, 'row ' || n from generate_series(1, 1000000) n`)
  await expect.poll(() => last, { timeout: 1_500_000, interval: 500 }).toBe(1_000_000)
  clearInterval(watching)
  expect(isOrdered).toBe(true)
  expect((most - before) / MB).toBeLessThan(400)
  // And the slot goes on.
  await sql(`insert into open_notes values (1000001, 'after')`)
  await expect.poll(() => last).toBe(1_000_001)
}, 1_600_000)

test('of a change of 10 MB the key arrives, with the reason why no more does', async () => {
  const { heard } = await subscribed('open_notes')
  await sql(`insert into open_notes values (2000001, repeat('x', 10 * 1024 * 1024))`)
  await expect.poll(() => changesIn(heard).length, { timeout: 30_000 }).toBe(1)
  expect(changesIn(heard)[0]?.payload['data']).toMatchObject({
    record: { id: 2000001 },
    errors: ['Error 413: Payload Too Large'],
  })
})

test('1,000 clients that join and leave within a second leave nobody behind', async () => {
  const watching = await subscribed('open_notes')
  await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const socket = new WebSocket(address())
      socket.on('error', () => {})
      await once(socket, 'open')
      const payload = { config: { presence: { enabled: true, key: randomUUID() } } }
      socket.send(
        JSON.stringify({ topic: 'realtime:crowd', event: 'phx_join', payload, ref: '1', join_ref: '1' }),
      )
      socket.terminate()
    }),
  )
  await sql(`insert into open_notes values (3000001, 'still heard')`)
  await expect.poll(() => changesIn(watching.heard).length, { timeout: 30_000 }).toBe(1)
  const late = new WebSocket(address())
  sockets.push(late)
  await once(late, 'open')
  const states: Message[] = []
  late.on('message', (data: Buffer) => void states.push(JSON.parse(data.toString()) as Message))
  const payload = { config: { presence: { enabled: true, key: 'late' } } }
  late.send(JSON.stringify({ topic: 'realtime:crowd', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
  await expect.poll(() => states.find(({ event }) => event === 'presence_state')?.payload).toEqual({})
}, 120_000)

test('a client that never reads is let go, and the others hear everything', async () => {
  const { socket: deaf } = await subscribed('open_notes')
  const { heard } = await subscribed('open_notes')
  const ended = once(deaf, 'close')
  ;(deaf as unknown as { _socket: Socket })._socket.pause()
  const before = process.memoryUsage().rss
  await sql(`insert into open_notes select 4000000 + n, repeat('x', 100000) from generate_series(1, 500) n`)
  await expect.poll(() => changesIn(heard).length, { timeout: 120_000 }).toBe(500)
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan(400)
  ;(deaf as unknown as { _socket: Socket })._socket.resume()
  await ended
}, 180_000)
