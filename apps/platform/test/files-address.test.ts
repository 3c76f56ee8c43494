/** Addresses of files that lead elsewhere when they are folded, sent over raw sockets: no client would send them so. */
import { SERVICE_PATHS } from '@basedeck/platform-client/contract'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../src/app/app.js'
import type { BatchRequest } from '../src/engines/engine.js'
import { lastingKey } from '../src/keys/jwt.js'
import { listen, type Listener } from '../src/http/listen.js'
import type { ByteStore } from '../src/objects/byte-store.js'
import type { ResumableUploads } from '../src/objects/resumable-uploads.js'
import { createStorage } from '../src/objects/storage.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import { testApi } from './test-api.js'
import { testControl, type TestControl } from './test-control.js'
import { testProjectKeys } from '../src/keys/testing/project-keys.js'

const secret = 'a secret of the project that is long enough'
let control: TestControl
let files: Listener
let dashboard: Listener
let key: string
/** What was asked of a database, or handed over to the thread that would ask. */
let reached: unknown[] = []

beforeAll(async () => {
  control = await testControl()
  key = lastingKey('service_role', { secret, ref: 'default', now: new Date() })
  const origins: string[] = []
  const storage = createStorage({
    host: {
      project: async (ref) => ({ ref, fileSizeLimit: 1000, keys: testProjectKeys(secret) }),
      apiKey: async () => undefined,
      keyUsed: () => {},
      isServedRole: async () => false,
      issuerKeys: async () => [],
      isMakerEntitled: async () => true,
      batch: async (_ref: string, { statements }: BatchRequest) => {
        reached.push(statements.map(({ parameters }) => parameters))
        return { type: 'committed', results: [], durationMs: 0 }
      },
      cancel: async () => true,
    },
    bytes: {} as ByteStore,
  })
  const log = pino({ level: 'silent' })
  const api = createProjectApi({
    projectStatus: async () => undefined,
    storage: Promise.resolve({ storage, resumable: {} as ResumableUploads }),
    log,
    ownOrigins: () => origins,
    dashboardOrigins: () => [],
  })
  files = await listen(api, '127.0.0.1', 0, { takesUploads: true })
  const { app: calls } = await testApi({
    control,
    storage,
    isPlatform: false,
    accountsOn: false,
    allowedOrigins: () => origins,
  })
  const app = createApp({
    log,
    allowedOrigins: () => origins,
    dashboardDir: '/nowhere',
    services: {
      ownRef: 'default',
      answer: async (c) => {
        reached.push(c.req.url)
        const said = `handed over${c.req.header('cookie') ? ` with ${c.req.header('cookie')}` : ''}`
        return c.text(said, 200, {
          'content-security-policy': 'script-src *',
          'set-cookie': 'basedeck_1234=stolen',
        })
      },
    },
    api: calls,
  })
  dashboard = await listen(app, '127.0.0.1', 0)
  for (const { port } of [files, dashboard]) origins.push(`http://127.0.0.1:${port}`)
})
afterAll(async () => {
  await Promise.all([files.close(), dashboard.close()])
  await control.remove()
})
beforeEach(() => {
  reached = []
})

/** Sends exactly this request line. */
function call({ port }: Listener, line: string, body = '{}'): Promise<{ status: number; code: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (piece) => (text += String(piece)))
    socket.once('error', reject)
    socket.once('close', () => {
      const [head = '', rest = ''] = text.split('\r\n\r\n')
      const json = /\{.*\}/s.exec(rest)?.[0] ?? '{}'
      const { code } = JSON.parse(json) as { code?: unknown }
      resolve({ status: Number(head.split(' ')[1]), code })
    })
    const headers = [
      `Host: 127.0.0.1:${port}`,
      `apikey: ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]
    socket.write(Buffer.from(`${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`, 'latin1'))
  })
}

/** After the name of a bucket. */
const ENDS = [
  '/../other/x',
  '/%2E%2E/other/x',
  '/%2e%2e/other/x',
  '/.%2E/other/x',
  '/%2e./other/x',
  '/..%2Fother/x',
  '/..%2fother%2fx',
  '/a/../../other/x',
  '/a/%2E%2E/%2E%2E/other/x',
  '/%2E%2E/%2E%2E/%2E%2E/%2E%2E/%2E%2E/healthz',
  '/./x',
  '/%2E/x',
  '/a/.',
  '/..',
  '//x',
  '/a//x',
  '/%2Fx',
  '/a%2F%2Fx',
  '\\..\\other\\x',
  '/..\\other/x',
  '/a%00',
  '/%00/x',
  '/%',
  '/%2',
  '/%zz',
  '/%ff',
  '/%ED%A0%80',
  '/%C0%AE%C0%AE/other/x',
] as const

const ROUTES = [
  ['POST', '/object/docs'],
  ['PUT', '/object/docs'],
  ['GET', '/object/docs'],
  ['HEAD', '/object/docs'],
  ['DELETE', '/object/docs'],
  ['GET', '/object/public/docs'],
  ['GET', '/object/authenticated/docs'],
  ['GET', '/object/info/docs'],
  ['GET', '/object/info/public/docs'],
  ['GET', '/object/sign/docs'],
  ['POST', '/object/sign/docs'],
  ['POST', '/object/upload/sign/docs'],
  ['PUT', '/object/upload/sign/docs'],
  ['POST', '/object/list/docs'],
  ['GET', '/bucket/docs'],
  ['DELETE', '/bucket/docs'],
  ['PATCH', '/upload/resumable'],
  ['HEAD', '/upload/resumable'],
  ['GET', '/render/image/public/docs'],
] as const

test.each(ROUTES)('%s %s…: an address that would be folded is an invalid path', async (method, route) => {
  const refused = method === 'HEAD' ? { status: 400 } : { status: 400, code: 'invalid_path' }
  for (const end of ENDS)
    expect(
      await call(files, `${method} /default/storage/v1${route}${end}`),
      `${method} ${route}${end}`,
    ).toMatchObject(refused)
  expect(reached).toEqual([])
})

test.each(ENDS)('on the dashboard’s port too: …%s', async (end) => {
  const refused = { status: 400, code: 'invalid_path' }
  for (const address of [
    `POST /storage/v1/object/docs${end}`,
    `GET /storage/v1/object/public/docs${end}`,
    `GET http://127.0.0.1:${dashboard.port}/storage/v1/object/docs${end}`,
    `POST /default/storage/v1/object/docs${end}`,
    `GET /platform/storage/default/buckets/docs${end}`,
    `DELETE /platform/storage/default/buckets/docs${end}/objects`,
  ])
    expect({ address, ...(await call(dashboard, address)) }).toEqual({ address, ...refused })
  expect(reached).toEqual([])
})

test.each([
  ['a%5Cb', 'a\\b'],
  ['..%5Cother', '..\\other'],
  ['%252E%252E/other', '%2E%2E/other'],
  ['%252E%252E%252Fother', '%2E%2E%2Fother'],
  ['...', '...'],
  ['..a/b..', '..a/b..'],
  ['a%2Fb', 'a/b'],
  ['%E2%80%AF%C3%BC', '\u202fü'],
  ['a%20b%3F%23%25', 'a b?#%'],
])('a path that only looks so is taken as it is: %s', async (sent, name) => {
  await call(files, `GET /default/storage/v1/object/info/docs/${sent}?x=%2E%2E/..`)
  expect(reached).toEqual([[['docs', name]]])
})

test('the query of an address is not a path', async () => {
  expect(await call(dashboard, 'GET /storage/v1/object/docs/a?download=../x%ff')).toMatchObject({
    status: 200,
  })
})

const onDashboard = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${dashboard.port}${path}`, init)

test.each(Object.values(SERVICE_PATHS))(
  '%s on the dashboard’s port is a service of the project, and no page of the dashboard',
  async (path) => {
    const answer = await onDashboard(`${path}/hello`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('handed over')
  },
)

test('a service on the dashboard’s port answers pages of any origin, sandboxed, and never sees the session', async () => {
  const answer = await onDashboard('/storage/v1/bucket', {
    headers: { origin: 'https://app.example', cookie: 'basedeck_1234=secret; theme=dark' },
  })
  expect(await answer.text()).toBe('handed over with theme=dark')
  expect(answer.headers.get('content-security-policy')).toBe('script-src *, sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('the calls of the dashboard itself are still those of its own pages', async () => {
  const answer = await onDashboard('/platform/profile', { headers: { origin: 'https://app.example' } })
  expect(answer.status).toBe(403)
})
