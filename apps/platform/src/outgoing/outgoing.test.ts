/** Real servers on loopback that a call may reach only where an administrator allows it, and what they may do to it. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readAllowedHosts } from './allowed-hosts.js'
import type { Resolve } from './checked-addresses.js'
import { createOutgoing, type OutgoingCall, type OutgoingOptions } from './outgoing.js'
import { testAuthority } from '../engines/testing/certificates.js'

const authority = testAuthority()
const { certificate, key } = authority.issue('hook.example')
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener, isTls = false): Promise<number> {
  const server = isTls ? createTlsServer({ cert: certificate, key }, listener) : createServer(listener)
  servers.push(server as Server)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const loopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const outgoing = (allowed = '', more: Partial<OutgoingOptions> = {}) =>
  createOutgoing({ userAgent: 'Basedeck/test', allowed: readAllowedHosts(allowed), ...more })
/** Where the tests' own server is the one allowed host. */
const call = async (listener: RequestListener, more: Partial<OutgoingCall> = {}) => {
  const port = await serve(listener)
  return outgoing(`127.0.0.1:${port}`).call({ url: `http://127.0.0.1:${port}/`, ...more })
}

test.each([
  '127.0.0.1',
  '[::1]',
  '0.0.0.0',
  '[::]',
  '169.254.169.254',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '127.1',
  '[::ffff:127.0.0.1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '①②⑦.0.0.1',
])('a call to %s is refused, and a redirect there too', async (host) => {
  let reached = 0
  const port = await serve(() => void reached++)
  const url = `http://${host}:${port}/`
  expect(() => outgoing().refuseClosed(url)).toThrow('private network')
  await expect(outgoing().call({ url })).rejects.toMatchObject({ reason: 'address-refused' })
  const sent = call(
    (_asked, answer) =>
      void answer.writeHead(302, { location: url.replace(/[^\x20-\x7e]/g, encodeURIComponent) }).end(),
  )
  await expect(sent).rejects.toMatchObject({ reason: 'address-refused' })
  expect(reached).toBe(0)
})

test('a connection for another protocol is refused the same way', async () => {
  const port = await serve(() => {})
  for (const host of ['127.0.0.1', '::1', '2130706433', 'localhost.', '0177.0.0.1'])
    await expect(outgoing().connect(host, port)).rejects.toMatchObject({ reason: 'address-refused' })
  for (const host of ['', 'a b', 'host\r\nx', 'user@host', 'host/path'])
    await expect(outgoing().connect(host, port)).rejects.toMatchObject({ reason: 'url-invalid' })
  const socket = await outgoing(`127.0.0.1:${port}`).connect('127.0.0.1', port)
  expect(socket.remotePort).toBe(port)
  socket.destroy()
  const named = await outgoing('mail.internal', { resolve: loopback }).connect('mail.internal', port)
  expect(named.remoteAddress).toBe('127.0.0.1')
  named.destroy()
})

test('a name is resolved once: its second, private answer is never used', async () => {
  let reached = 0
  let asked = 0
  const port = await serve(() => void reached++)
  // Nothing answers at the first address; a second look at the name would find the server.
  const resolve: Resolve = async () => [
    asked++ === 0 ? { address: '192.0.2.1', family: 4 } : { address: '127.0.0.1', family: 4 },
  ]
  const { call: send } = outgoing('192.0.2.0/24', { resolve })
  const sent = send({ url: `http://rebinding.example:${port}/`, limits: { connectMs: 300 } })
  await expect(sent).rejects.toMatchObject({ name: 'OutgoingError' })
  expect({ asked, reached }).toEqual({ asked: 1, reached: 0 })
})

test('each hop of a redirect is resolved and checked anew', async () => {
  let asked = 0
  const port = await serve((_asked, answer) => void answer.writeHead(302, { location: '/next' }).end())
  const resolve: Resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  const { call: send } = outgoing('127.0.0.1', { resolve })
  await expect(send({ url: `http://name.example:${port}/` })).rejects.toMatchObject({
    reason: 'address-refused',
  })
  expect(asked).toBe(2)
})

test('of several addresses only the allowed ones are tried', async () => {
  const port = await serve((_asked, answer) => void answer.end('here'))
  const resolve: Resolve = async () => [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  const sent = outgoing('127.0.0.1', { resolve }).call({ url: `http://name.example:${port}/` })
  expect(String((await sent).body)).toBe('here')
})

test('a name without addresses, and a name server that never answers', async () => {
  const failing: Resolve = () => Promise.reject(new Error('ENOTFOUND'))
  const url = 'http://name.example/'
  await expect(outgoing('', { resolve: failing }).call({ url })).rejects.toMatchObject({
    reason: 'name-unknown',
  })
  const silent: Resolve = () => new Promise(() => {})
  const limits = { connectMs: 20 }
  const { call: send, connect: open } = outgoing('', { resolve: silent })
  await expect(send({ url, limits })).rejects.toMatchObject({ reason: 'connect-timeout' })
  await expect(open('name.example', 25, limits)).rejects.toMatchObject({ reason: 'connect-timeout' })
})

test('what an allowed host is sent and answers', async () => {
  const answer = await call(
    (asked, answered) => {
      const pieces: Buffer[] = []
      asked.on('data', (piece: Buffer) => void pieces.push(piece))
      asked.on('end', () => {
        answered.writeHead(418, { 'x-more': 'yes' })
        answered.end(JSON.stringify([asked.method, asked.headers, String(Buffer.concat(pieces))]))
      })
    },
    { body: 'häl', headers: { 'X-Mine': '1' } },
  )
  expect(answer).toMatchObject({ status: 418, isCut: false, headers: { 'x-more': 'yes' } })
  expect(JSON.parse(String(answer.body))).toEqual([
    'POST',
    {
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      'user-agent': 'Basedeck/test',
      'x-mine': '1',
      'accept-encoding': 'identity',
      'content-length': '4',
      connection: 'close',
    },
    'häl',
  ])
})

/** 1 GB, unless the reader leaves. */
const huge: RequestListener = (_asked, answer) => {
  let left = 1024
  const piece = Buffer.alloc(1024 * 1024)
  const more = () => {
    while (left-- > 0 && !answer.destroyed) if (!answer.write(piece)) return void answer.once('drain', more)
    answer.end()
  }
  more()
}

test('an answer of 1 GB is refused or cut, and the connection is ended', async () => {
  await expect(call(huge)).rejects.toMatchObject({ reason: 'too-large' })
  let isClosed: Promise<boolean> | undefined
  const answer = await call(
    (asked, answered) => {
      isClosed = new Promise((done) => answered.once('close', () => done(!answered.writableFinished)))
      huge(asked, answered)
    },
    { limits: { larger: 'cut', answerBytes: 1000 } },
  )
  expect(answer).toMatchObject({ status: 200, isCut: true, body: Buffer.alloc(1000) })
  expect(await isClosed).toBe(true)
})

test('an answer of exactly the largest size is whole', async () => {
  const limits = { larger: 'cut', answerBytes: 10 } as const
  const answer = await call((_asked, answered) => void answered.end('x'.repeat(10)), { limits })
  expect(answer).toMatchObject({ isCut: false, body: Buffer.from('x'.repeat(10)) })
})

test('one byte after another does not keep a call open', async () => {
  let timer: NodeJS.Timeout | undefined
  const drip: RequestListener = (_asked, answer) => {
    answer.writeHead(200)
    timer = setInterval(() => answer.write('x'), 10)
    answer.once('close', () => clearInterval(timer))
  }
  const sent = call(drip, { limits: { wholeMs: 200 } })
  await expect(sent).rejects.toMatchObject({ reason: 'whole-timeout' })
})

test('a head that comes byte by byte, or never, ends by the time for the first byte', async () => {
  const limits = { firstByteMs: 100 }
  const slow: RequestListener = (asked) => {
    const { socket } = asked
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x'), 10)
    socket.once('close', () => clearInterval(timer))
  }
  await expect(call(slow, { limits })).rejects.toMatchObject({ reason: 'first-byte-timeout' })
  await expect(call(() => {}, { limits })).rejects.toMatchObject({ reason: 'first-byte-timeout' })
})

test('a redirect loop ends, and without redirects the answer is the redirect', async () => {
  let asked = 0
  const loop: RequestListener = (_asked, answer) => {
    asked++
    answer.writeHead(302, { location: '/' }).end()
  }
  await expect(call(loop)).rejects.toMatchObject({ reason: 'redirects' })
  expect(asked).toBe(4)
  expect(await call(loop, { limits: { redirects: 0 } })).toMatchObject({ status: 302 })
})

test('credentials are not sent on to another origin', async () => {
  const seen: unknown[] = []
  const there = await serve((asked, answer) => {
    seen.push(asked.headers.authorization, asked.headers['x-api-key'], asked.headers.cookie)
    answer.end()
  })
  const here = await serve((asked, answer) => {
    seen.push(asked.headers.authorization)
    answer.writeHead(302, { location: `http://127.0.0.1:${there}/` }).end()
  })
  const headers = { 'x-api-key': 'hush', cookie: 'a=b' }
  await outgoing('127.0.0.1').call({ url: `http://me:hush@127.0.0.1:${here}/`, headers })
  expect(seen).toEqual([`Basic ${btoa('me:hush')}`, undefined, undefined, undefined])
})

test('TLS checks the name that was asked for, not the address that was found', async () => {
  const port = await serve((_asked, answer) => void answer.end('safe'), true)
  const { call: send } = outgoing('127.0.0.1', { resolve: loopback, ca: authority.certificate })
  expect(String((await send({ url: `https://hook.example:${port}/` })).body)).toBe('safe')
  for (const host of ['other.example', '127.0.0.1'])
    await expect(send({ url: `https://${host}:${port}/` })).rejects.toMatchObject({ reason: 'unreachable' })
  const trusting = outgoing('127.0.0.1', { resolve: loopback })
  await expect(trusting.call({ url: `https://hook.example:${port}/` })).rejects.toMatchObject({
    reason: 'unreachable',
  })
})

test('a caller can stop a call, also before it begins', async () => {
  const stop = new AbortController()
  await expect(call(() => stop.abort(), { signal: stop.signal })).rejects.toMatchObject({ reason: 'aborted' })
  await expect(call(() => {}, { signal: stop.signal })).rejects.toMatchObject({ reason: 'aborted' })
})

test('a host that hangs up, answers nonsense or switches protocols is unreachable', async () => {
  const answers = ['', 'SSH-2.0-x\r\n', 'HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n']
  const cut = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'
  for (const text of [...answers, cut])
    await expect(call(({ socket }) => void socket.end(text))).rejects.toMatchObject({ reason: 'unreachable' })
  const port = await serve(() => {})
  for (const server of servers.splice(0)) server.close()
  await expect(outgoing('127.0.0.1').call({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
    reason: 'unreachable',
  })
})

test('a failure says nothing of what was sent', async () => {
  const sent = call(({ socket }) => void socket.destroy(), { headers: { 'x-api-key': 'hush' } })
  const error: unknown = await sent.catch((caught: unknown) => caught)
  expect(JSON.stringify(error) + String(error)).not.toContain('hush')
})

test('an address that is stored is refused only where it is known to be closed, or is none', () => {
  const closed = (url: string, allowed = '') => {
    try {
      outgoing(allowed).refuseClosed(url)
      return undefined
    } catch (error) {
      return (error as { reason?: string }).reason
    }
  }
  expect(closed('https://api.localhost/in')).toBe('address-refused')
  expect(closed('http://10.1.2.3:9000', '10.0.0.0/8')).toBeUndefined()
  expect(closed('http://10.1.2.3', '10.1.2.3:80')).toBeUndefined()
  expect(closed('https://10.1.2.3', '10.1.2.3:80')).toBe('address-refused')
  expect(closed('http://localhost:9000', 'localhost:9000')).toBeUndefined()
  // What a name leads to is known when it is called.
  expect(closed('https://store.internal/bucket')).toBeUndefined()
  expect(closed('https://192.0.43.7/')).toBeUndefined()
  expect([closed('ftp://example.com'), closed('http://')]).toEqual(['scheme-refused', 'url-invalid'])
})
