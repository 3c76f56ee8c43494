import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { AppEnv } from '../routes/app-env.js'
import { requestId } from '../http/request-id.js'
import { createSend, PeerError } from './send.js'

const HOLDER = '00000000-0000-4000-8000-000000000001'
let servers: Server[] = []
afterEach(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  servers = []
})

async function addressOf(server: Server): Promise<string> {
  servers.push(server)
  if (!server.listening) await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A process that forwards every call to a holder that answers so. */
async function forwarderTo(holder: RequestListener | undefined) {
  const behind = createServer(holder).listen(0, '127.0.0.1')
  const address = await addressOf(behind)
  if (!holder) await new Promise((resolve) => behind.close(resolve))
  const errors: unknown[] = []
  let gone = () => {}
  const watch = (_id: string, onGone: () => void) => {
    gone = onGone
    return () => {}
  }
  const proofs = { make: () => 'the proof', check: () => undefined }
  const send = createSend({ proofs, presence: { watch } })
  const app = new Hono<AppEnv>()
  app.use(requestId)
  app.onError((error, c) => {
    errors.push(error)
    return c.text('failed', 500)
  })
  // As the door and the security headers do with every answer.
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('x-door', 'passed')
    c.header('x-secure', 'yes')
    c.res.headers.set('x-last', c.res.headers.get('x-door') ?? '')
  })
  app.all('*', (c) => send(c, { installation_id: HOLDER, address }, { ip: '192.0.2.7' }))
  const url = await addressOf(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server)
  return { url, errors, gone: () => gone() }
}

const drained = async (incoming: IncomingMessage) => {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

test('the call arrives whole, and the answer comes back whole', async () => {
  const { url } = await forwarderTo(async (incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    outgoing.writeHead(201, { 'x-more': 'kept', 'set-cookie': ['a=1', 'b=2'], connection: 'close' })
    outgoing.end(JSON.stringify({ method, path, headers, body: await drained(incoming) }))
  })
  const body = 'x'.repeat(3_000_000)
  const answer = await fetch(`${url}/a/b?c=d%20e`, {
    method: 'PUT',
    body,
    headers: { cookie: 's=1', 'x-forwarded-for': '203.0.113.1', 'x-request-id': 'mine', te: 'trailers' },
  })
  expect([answer.status, answer.headers.get('x-more')]).toEqual([201, 'kept'])
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  const seen = (await answer.json()) as { headers: Record<string, string> }
  expect(seen).toMatchObject({ method: 'PUT', path: '/a/b?c=d%20e', body })
  const host = new URL(url).host
  expect(seen.headers).toMatchObject({ cookie: 's=1', 'x-request-id': 'mine', host })
  expect(seen.headers).toMatchObject({ 'x-basedeck-forwarded': 'the proof' })
  expect(seen.headers).not.toHaveProperty('x-forwarded-for')
  expect(seen.headers).not.toHaveProperty('te')
})

test('what streams arrives as it is written, and the caller’s going ends it at the holder', async () => {
  const ended = vi.fn<() => void>()
  const { url } = await forwarderTo((_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write('data: first\n\n')
    outgoing.once('close', ended)
  })
  const leaves = new AbortController()
  const answer = await fetch(url, { signal: leaves.signal })
  const first = await answer.body?.getReader().read()
  expect(new TextDecoder().decode(first?.value)).toBe('data: first\n\n')
  leaves.abort()
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
})

test('a caller who disconnects ends the call at the holder', async () => {
  const got = vi.fn<() => void>()
  const ended = vi.fn<() => void>()
  const { url } = await forwarderTo((_incoming, outgoing) => {
    got()
    outgoing.once('close', ended)
  })
  const leaves = new AbortController()
  const answer = fetch(url, { signal: leaves.signal }).catch(() => 'left')
  await vi.waitFor(() => expect(got).toHaveBeenCalled())
  leaves.abort()
  expect(await answer).toBe('left')
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
})

test('an unreachable holder has received nothing of the call', async () => {
  const { url, errors } = await forwarderTo(undefined)
  expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(500)
  expect(errors).toEqual([expect.any(PeerError)])
  expect(errors).toMatchObject([{ mayHaveRun: false }])
})

test('a holder that fails before it answers may have made the change', async () => {
  const { url, errors } = await forwarderTo((incoming) => void incoming.socket.destroy())
  await fetch(url, { method: 'POST', body: 'x' })
  expect(errors).toMatchObject([{ mayHaveRun: true }])
})

test('a silent holder is awaited while it is alive', async () => {
  const got = vi.fn<() => void>()
  const { url, errors, gone } = await forwarderTo(() => got())
  const answer = fetch(url)
  await vi.waitFor(() => expect(got).toHaveBeenCalled())
  gone()
  expect((await answer).status).toBe(500)
  expect(errors).toMatchObject([{ mayHaveRun: true }])
})

test('a failure after the headers can still be reported', async () => {
  const { url, errors } = await forwarderTo((_incoming, outgoing) => {
    outgoing.writeHead(200)
    outgoing.flushHeaders()
    setImmediate(() => outgoing.destroy())
  })
  expect((await fetch(url)).status).toBe(500)
  expect(errors).toMatchObject([{ name: 'PeerError', mayHaveRun: true }])
})

test('an answer without a body comes back', async () => {
  const { url } = await forwarderTo((_incoming, outgoing) => void outgoing.writeHead(200).end())
  const answer = await fetch(url)
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('an incomplete answer is not treated as complete', async () => {
  const { url } = await forwarderTo((_incoming, outgoing) => {
    outgoing.writeHead(200)
    outgoing.write('half', () => outgoing.destroy())
  })
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
})

test('a refusal that comes before the whole body was sent comes back', async () => {
  const { url } = await forwarderTo((_incoming, outgoing) => {
    outgoing.writeHead(413, { connection: 'close' }).end('too large')
  })
  const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(200_000) })
  expect([answer.status, await answer.text()]).toEqual([413, 'too large'])
})

test.each([201, 200, 404])(
  'an empty answer (%i) passes through handlers that add headers',
  async (status) => {
    const { url, errors } = await forwarderTo((_incoming, outgoing) => {
      outgoing.writeHead(status, { location: '/there', 'content-length': '0' }).end()
    })
    const answer = await fetch(url, { method: 'POST' })
    expect(errors).toEqual([])
    expect([answer.status, answer.headers.get('location'), answer.headers.get('x-last')]).toEqual([
      status,
      '/there',
      'passed',
    ])
    expect(await answer.text()).toBe('')
  },
)
