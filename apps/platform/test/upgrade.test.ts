/** WebSockets of services: the same door as every call, from the projects' port, the dashboard's, and another process. */
import { Hono } from 'hono'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectByRef } from '../src/control/projects.js'
import { requestId } from '../src/http/request-id.js'
import { takeUpgrade } from '../src/http/upgrade.js'
import { lastingKey } from '../src/keys/jwt.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'
import { listen, type Listener } from '../src/http/listen.js'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { createProofs } from '../src/processes/proof.js'
import { createSend } from '../src/processes/send.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import { createServices } from '../src/project-api/services.js'
import type { Service } from '../src/project-api/service.js'
import type { AppEnv } from '../src/routes/app-env.js'
import type { AnsweredRequest } from '../src/metrics/platform-metrics.js'
import { runApp, type RunningApp } from './running-app.js'

/** Sends back what comes, in capitals, and tells first who asked. */
const SHOUT: Service = {
  name: 'realtime',
  exposedHeaders: [],
  lacks: {},
  callOf: ({ path }) =>
    path === '/websocket'
      ? { name: 'socket', needs: 'key', stores: false, body: 0, upgrades: true }
      : path === '/hello'
        ? { name: 'hello', needs: 'key', stores: false, body: 100 }
        : undefined,
  async answer({ c, actor, call }) {
    if (call.name === 'hello') return c.text(`hello ${await c.req.text()}`)
    const { socket, head, answer } = takeUpgrade(c)
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nset-cookie: own=1\r\n\r\n',
    )
    socket.write(`${actor.role} ${c.req.header('cookie') ?? 'no cookie'};${String(head).toUpperCase()}`)
    socket.on('data', (bytes) => socket.write(String(bytes).toUpperCase()))
    return answer
  },
}

let running: RunningApp
let direct: Listener
let handing: Listener
let key: string
const answered: AnsweredRequest[] = []

beforeAll(async () => {
  running = await runApp('cluster')
  const { storage, control, dataDir } = running
  const storageApi = Promise.resolve({ storage, resumable: createResumableUploads(dataDir, storage) })
  const secret = { passwordFor: () => 'a secret of all processes' }
  const proofsOf = (installationId: string) => createProofs(secret, { installationId, now: Date.now })
  const own = { origins: [] as string[] }
  const api = createProjectApi({
    projectStatus: (ref) => projectByRef(control, ref),
    storage: storageApi,
    services: [...createServices({ storage: storageApi }), SHOUT],
    proofs: Promise.resolve(proofsOf('there')),
    onAnswer: (request) => answered.push(request),
    log: pino({ level: 'silent' }),
    ownOrigins: () => own.origins,
    dashboardOrigins: () => [],
  })
  direct = await listen(api, '127.0.0.1', 0)
  own.origins = [`http://127.0.0.1:${direct.port}`]
  const send = createSend({ proofs: proofsOf('here'), presence: { watch: () => () => {} } })
  const peer = { installation_id: 'there', address: `http://127.0.0.1:${direct.port}` }
  const neighbour = new Hono<AppEnv>()
  neighbour.use(requestId)
  neighbour.all('*', (c) => send(c, peer, { ip: '192.0.2.9' }))
  handing = await listen(neighbour, '127.0.0.1', 0)
  const project = await storage.host.project('default')
  key = lastingKey('anon', { secret: firstSecretOf(project?.keys), ref: 'default', now: new Date() })
})
afterAll(async () => {
  await handing.close()
  await direct.close()
  await running.stop()
})

const PATH = '/default/realtime/v1/websocket'
const UPGRADE = 'connection: Upgrade\r\nupgrade: websocket\r\n'

async function open(
  listener: Listener,
  text: string,
): Promise<{ socket: Socket; until(part: string): Promise<string> }> {
  const socket = connect(listener.port, '127.0.0.1')
  await once(socket, 'connect')
  let heard = ''
  socket.on('data', (bytes) => (heard += String(bytes)))
  socket.write(text)
  const until = async (part: string) => {
    while (!heard.includes(part)) await once(socket, 'data')
    return heard
  }
  return { socket, until }
}
/** @param port of the API: the handing port passes it on as it was sent */
const ask = (path: string, lines = '') =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${direct.port}\r\n${UPGRADE}${lines}\r\n`

test.each([
  ['at its own port', () => direct],
  ['handed over by another process', () => handing],
])(
  '%s both sides speak after the key was checked, and what came with the call is not lost',
  async (_, at) => {
    const { socket, until } = await open(at(), `${ask(`${PATH}?apikey=${key}`)}early`)
    expect(await until('EARLY')).toMatch(/^HTTP\/1\.1 101 [^]*anon no cookie;EARLY$/)
    socket.write('more')
    await until('MORE')
    socket.destroy()
  },
)

test('another process hands on no cookie of the handshake, and reports 101 without the key', async () => {
  answered.length = 0
  const { socket, until } = await open(handing, ask(`${PATH}?apikey=${key}`))
  expect(await until('cookie;')).not.toContain('set-cookie')
  expect(answered).toEqual([
    expect.objectContaining({ method: 'GET', route: '/{ref}/realtime/v1/socket', status: 101 }),
  ])
  expect(JSON.stringify(answered)).not.toContain(key)
  socket.destroy()
})

test('the session of the dashboard is taken out of the call', async () => {
  const cookie = 'cookie: basedeck_1234abcd=secret\r\n'
  const { socket, until } = await open(direct, ask(`${PATH}?apikey=${key}`, cookie))
  expect(await until(';')).toContain('anon no cookie;')
  socket.destroy()
})

test.each([
  ['without a key', () => ask(PATH), 401],
  ['with a wrong one', () => ask(`${PATH}?apikey=nobody`), 401],
  ['at an address that is not there', () => ask('/default/realtime/v1/other'), 404],
])('%s the call is refused as any other, and its connection ends', async (_, text, status) => {
  for (const listener of [direct, handing]) {
    const { socket, until } = await open(listener, text())
    expect(await until('\r\n\r\n')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    await once(socket, 'close')
  }
})

test('a page of another host, such as one whose name was bound to this address, is refused', async () => {
  const text = ask(`${PATH}?apikey=${key}`).replace('127.0.0.1:', 'evil.example:')
  const { until } = await open(direct, text)
  expect(await until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /)
})

test('a call that asks for no WebSocket at its address is told so', async () => {
  const answer = await fetch(`http://127.0.0.1:${direct.port}${PATH}?apikey=${key}`)
  expect([answer.status, await answer.json()]).toEqual([
    426,
    expect.objectContaining({ code: 'upgrade_required' }),
  ])
})

test('a call that also asks for HTTP/2 is answered with its body, and so is the next on its connection', async () => {
  const post = (body: string, more = '') =>
    `POST /default/realtime/v1/hello HTTP/1.1\r\nhost: 127.0.0.1:${direct.port}\r\napikey: ${key}\r\n` +
    `content-length: ${body.length + 1}\r\n${more}\r\n${body}`
  const { socket, until } = await open(
    direct,
    post('worl', 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nHTTP2-Settings: AAAA\r\n'),
  )
  socket.write('d')
  expect(await until('hello world')).toMatch(/^HTTP\/1\.1 200 /)
  socket.write(post('agai'))
  socket.write('n')
  await until('hello again')
  socket.destroy()
})

test('when one side goes, the other is closed, and a port that closes ends its sockets', async () => {
  const { socket, until } = await open(handing, ask(`${PATH}?apikey=${key}`))
  await until(';')
  const closing = once(socket, 'close')
  await handing.close()
  await closing
})
