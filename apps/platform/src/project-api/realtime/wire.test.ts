import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { framed, Wire } from './wire.js'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** A client of another implementation, and the wire to it. */
async function connected(): Promise<{ client: WebSocket; wire: Wire }> {
  const http = createServer()
  const server = new WebSocketServer({ noServer: true })
  const wired = new Promise<Wire>((resolve) =>
    http.on('upgrade', (request, stream, head) =>
      server.handleUpgrade(request, stream, head, (connection) => resolve(new Wire(connection, stream))),
    ),
  )
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  ends.push(
    () => client.terminate(),
    () => http.close(),
  )
  await once(client, 'open')
  return { client, wire: await wired }
}

test('messages of every length arrive as they were written, in their order', async () => {
  const { client, wire } = await connected()
  const sent = [0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000].flatMap((length) => [
    'ü'.repeat(length >> 1),
    Buffer.alloc(length, length),
  ])
  const heard: (string | Buffer)[] = []
  const all = new Promise<void>((resolve) =>
    client.on('message', (data: Buffer, isBinary) => {
      heard.push(isBinary ? data : data.toString())
      if (heard.length === sent.length) resolve()
    }),
  )
  for (const data of sent) wire.write(framed(data))
  await all
  expect(heard.map((data) => data.length)).toEqual(sent.map((data) => data.length))
  expect(heard.every((data, at) => Buffer.from(data).equals(Buffer.from(sent[at] ?? '')))).toBe(true)
})

test('one frame goes to many, and each of them gets all of its bytes', async () => {
  const all = await Promise.all([connected(), connected(), connected()])
  const frame = framed('to all')
  const heard = all.map(async ({ client }) => String((await once(client, 'message'))[0]))
  for (const { wire } of all) wire.write(frame)
  expect(await Promise.all(heard)).toEqual(['to all', 'to all', 'to all'])
})

test('what is written after the end goes nowhere, and what waits is counted', async () => {
  const { client, wire } = await connected()
  wire.write(framed('x'.repeat(100)))
  expect(wire.bufferedAmount).toBeGreaterThan(100)
  await once(client, 'message')
  client.close()
  await once(client, 'close')
  wire.write(framed('late'))
  wire.terminate()
  expect(wire.bufferedAmount).toBe(0)
})

test('what was written before the connection is ended arrives', async () => {
  const { client, wire } = await connected()
  const heard: string[] = []
  client.on('message', (data: Buffer) => heard.push(data.toString()))
  wire.write(framed('why it ends'))
  wire.terminate()
  await once(client, 'close')
  expect(heard).toEqual(['why it ends'])
})
