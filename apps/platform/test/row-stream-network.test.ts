/** Rows over what can go wrong between PostgreSQL and the reader: what dies, cuts, holds back, or reads slowly. */
import { createClient, newId, PlatformError, queryProgress, type Client } from '@basedeck/platform-client'
import { rowIn, ROW_STREAM_TYPE, type RowStreamPart } from '@basedeck/platform-client/row-stream'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listen, type Listener } from '../src/http/listen.js'
import { runApp, type RunningApp } from './running-app.js'
import { ORIGIN } from './test-api.js'

const params = { ref: 'default' }
const { host: HOST } = new URL(ORIGIN)
/** More than the buffers of the sockets between hold. */
const LARGE = 'select repeat($$x$$, 1000) from generate_series(1, 40000)'
/** A project's database has so many for runs. */
const CONNECTIONS = 10

describe.each(['cluster', 'pglite'] as const)('rows on %s over a bad network', (kind) => {
  let running: RunningApp
  let server: Listener
  beforeAll(async () => {
    running = await runApp(kind)
    server = await listen(running.app, '127.0.0.1', 0)
  })
  afterAll(async () => {
    await server.close()
    await running.stop()
  })

  const isOver = (runId: string) =>
    vi.waitFor(async () => {
      const { state } = await running.client.call(queryProgress, { params: { ...params, runId } })
      expect(state).toBe('ended')
    })
  const gather = async (client: Client, query: string, runId = newId()) => {
    const parts: RowStreamPart[] = []
    const reading = async () => {
      for await (const part of client.rows({ params, body: { query, runId, readOnly: true } }))
        parts.push(part)
    }
    const error = await reading().then(
      () => undefined,
      (failure: unknown) => failure as PlatformError,
    )
    const rows = parts.flatMap((part) => (part.type === 'rows' ? [part.rows] : []))
    return { parts, error, count: rows.reduce((sum, { count }) => sum + count, 0) }
  }
  const works = async () => {
    const { parts } = await gather(running.client, 'select 42')
    expect(parts.flatMap((part) => (part.type === 'rows' ? [rowIn(part.rows, 0)] : []))).toEqual([['42']])
  }

  test('PostgreSQL that dies among the rows leaves those that came, and the next run works', async () => {
    const { error, count } = await gather(
      running.client,
      `select n, case n when 60000 then pg_terminate_backend(pg_backend_pid()) end from generate_series(1, 90000) n`,
    )
    expect(error).toBeInstanceOf(PlatformError)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(90_000)
    await works()
  })

  test('a proxy that cuts the answer leaves what came, says so, and ends the run', async () => {
    const cutting = await proxyTo(server.port, (answer, outgoing) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        outgoing.write(chunk)
        if (bytes > 500_000) {
          outgoing.destroy()
          answer.destroy()
        }
      })
    })
    const runId = newId()
    const { error, count } = await gather(cutting.client, LARGE, runId)
    expect(error).toMatchObject({ kind: 'network' })
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(40_000)
    await isOver(runId)
    await cutting.close()
  })

  test('a proxy that holds the answer back until its end gives it whole', async () => {
    const holding = await proxyTo(server.port, (answer, outgoing) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => outgoing.end(Buffer.concat(chunks)))
    })
    const { parts, error, count } = await gather(holding.client, LARGE)
    expect(error).toBeUndefined()
    expect(count).toBe(40_000)
    expect(parts.at(-1)).toMatchObject({ type: 'end' })
    await holding.close()
  })

  test('a proxy is asked to pass the rows on as they come', async () => {
    const asked = await proxyTo(server.port, (answer, outgoing) => void answer.pipe(outgoing))
    await gather(asked.client, 'select 1')
    expect(asked.headers()).toMatchObject({ 'x-accel-buffering': 'no', 'content-type': ROW_STREAM_TYPE })
    await asked.close()
  })

  test('readers that take a byte and no more keep no run longer than its timeout, and no connection', async () => {
    const count = kind === 'cluster' ? CONNECTIONS : 2
    const readers = Array.from({ length: count }, () => slowReader(server.port))
    await Promise.all(readers.map(({ begun }) => begun))
    for (const { runId } of readers) await isOver(runId)
    await works()
    for (const { socket } of readers) socket.destroy()
  })
})

interface Proxy {
  client: Client
  /** Of the last answer. */
  headers(): IncomingMessage['headers']
  close(): Promise<void>
}

/** A proxy in front of the platform that treats the body of each answer its own way. */
async function proxyTo(
  port: number,
  pass: (answer: IncomingMessage, outgoing: ServerResponse) => void,
): Promise<Proxy> {
  let headers: IncomingMessage['headers'] = {}
  const proxy = createServer((incoming, outgoing) => {
    const forward = request(
      {
        host: '127.0.0.1',
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, host: HOST, origin: ORIGIN },
      },
      (answer) => {
        headers = answer.headers
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.on('error', () => {})
        pass(answer, outgoing)
      },
    )
    forward.on('error', () => outgoing.destroy())
    incoming.pipe(forward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    client: createClient({ baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }),
    headers: () => headers,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}

/** Takes the first byte of its answer, and leaves the rest where it is. */
function slowReader(port: number): { runId: string; socket: Socket; begun: Promise<void> } {
  const runId = newId()
  const body = JSON.stringify({ query: LARGE, runId, readOnly: true, timeoutMs: 1000 })
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  const begun = new Promise<void>((resolve) => {
    socket.once('readable', () => {
      socket.read(1)
      resolve()
    })
  })
  socket.write(
    [
      'POST /platform/pg-meta/default/query HTTP/1.1',
      `host: ${HOST}`,
      `origin: ${ORIGIN}`,
      `accept: ${ROW_STREAM_TYPE}`,
      'version: 2',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  return { runId, socket, begun }
}
