/** What the platform refuses before it uses a database, and what it never reveals. */
import { getCliRelease, getDeploymentCommit, getPlatformStatus } from '@basedeck/platform-client'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../src/access/access-table.js'
import { createApp } from '../src/app/app.js'
import { createControlDatabase } from '../src/control/control-database.js'
import { DatabaseError, EngineError, type Engine } from '../src/engines/engine.js'
import { answersForThread } from '../src/project-api/thread/answers-for-thread.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import { createFakeEngine } from './fake-engine.js'
import { testApi, type TestApi } from './test-api.js'
import { testControl, type TestControl } from './test-control.js'

const outcome = { results: [], durationMs: 1 }
let control: TestControl
let app: TestApi['app']
beforeAll(async () => {
  control = await testControl()
  app = await appOver(createFakeEngine(async () => outcome))
})
afterAll(() => control.remove())

/** The self-hosted platform of a machine's one user. */
async function appOver(engine: Engine): Promise<TestApi['app']> {
  const allowedOrigins = () => ['http://127.0.0.1:8787', 'http://localhost:8787']
  return (await testApi({ control, engine, allowedOrigins, isPlatform: false, accountsOn: false })).app
}
const QUERY = '/platform/pg-meta/default/query'
const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', host: '127.0.0.1:8787', ...headers },
})
const HOST = '127.0.0.1:8787'
const at = (path: string) => `http://${HOST}${path}`
/** A platform with given calls. */
const bare = () => ({
  log: pino({ level: 'silent' }),
  allowedOrigins: () => [`http://${HOST}`],
  dashboardDir: '/nowhere',
})

test.each([
  ['a foreign host', { host: 'rebound.example' }, 'foreign_host'],
  ['the right host on another port', { host: '127.0.0.1:9999' }, 'foreign_host'],
  ['a foreign origin', { origin: 'http://evil.example' }, 'foreign_origin'],
  ['the origin of another port', { origin: 'http://127.0.0.1:9999' }, 'foreign_origin'],
  ['the origin of a sandboxed page', { origin: 'null' }, 'foreign_origin'],
  ['a cross-site call without an origin', { 'sec-fetch-site': 'cross-site' }, 'foreign_origin'],
])('%s is refused', async (_, headers, code) => {
  const answer = await app.request(at(QUERY), post({ query: 'select 1' }, headers))
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    code,
    message: expect.any(String),
    requestId: expect.any(String),
  })
})

test.each([
  [{ origin: 'http://127.0.0.1:8787' }],
  [{ host: 'localhost:8787', origin: 'http://localhost:8787' }],
])('the dashboard’s own origin is admitted: %j', async (headers) => {
  expect((await app.request(at(QUERY), post({ query: 'select 1' }, headers))).status).toBe(200)
})

test.each([
  ['no JSON', '{', {}, 400, 'invalid_json'],
  ['no query', {}, {}, 400, 'invalid_body'],
  [
    'claims that lie in each other 50,000 deep',
    `{"query":"select 1","runId":"a","role":{"type":"rest","role":"anon","claims":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`,
    { version: '2' },
    400,
    'body_too_deep',
  ],
  ['a query that is no text', { query: 7 }, {}, 400, 'invalid_body'],
  ['the typed form without a run id', { query: 'select 1' }, { version: '2' }, 400, 'invalid_body'],
  ['a run id with a path in it', { query: 'select 1', runId: '../x' }, { version: '2' }, 400, 'invalid_body'],
  ['an empty batch', { statements: [], runId: 'a' }, { version: '2' }, 400, 'invalid_body'],
  ['a negative cap', { query: 'select 1', runId: 'a', maxRows: -1 }, { version: '2' }, 400, 'invalid_body'],
  ['more than 0.98 MB of SQL', { query: 'x'.repeat(1_027_605) }, {}, 413, 'query_too_large'],
  [
    'the same in a batch',
    { statements: [{ query: 'x'.repeat(1_027_605) }], runId: 'a' },
    { version: '2' },
    413,
    'query_too_large',
  ],
])('%s is refused with a sentence', async (_, body, headers, status, code) => {
  const answer = await app.request(at(QUERY), post(body, headers))
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ code, message: expect.stringMatching(/\w/) })
})

test('a refusal names what is wrong', async () => {
  const answer = await app.request(
    at(QUERY),
    post({ query: 'select 1', runId: 'a', maxRows: '5' }, { version: '2' }),
  )
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^maxRows: /) })
})

test('bytes that are not UTF-8 are refused, not replaced', async () => {
  const bytes = new Uint8Array([
    ...new TextEncoder().encode('{"query":"select '),
    0xff,
    ...new TextEncoder().encode('"}'),
  ])
  const answer = await app.request(at(QUERY), { ...post(''), body: bytes })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'invalid_json' })
})

test('more parameters than PostgreSQL can count are refused', async () => {
  const parameters = Array.from({ length: 65_536 }, () => null)
  const answer = await app.request(
    at(QUERY),
    post({ query: 'select 1', runId: 'a', parameters }, { version: '2' }),
  )
  expect(await answer.json()).toMatchObject({
    code: 'invalid_body',
    message: expect.stringMatching(/^parameters: /),
  })
})

test('exactly 0.98 MB run', async () => {
  expect((await app.request(at(QUERY), post({ query: 'x'.repeat(1_027_604) }))).status).toBe(200)
})

test('an unknown project is not found', async () => {
  const answer = await app.request(at('/platform/pg-meta/nobody/query'), post({ query: 'select 1' }))
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'project_not_found' })
})

test.each([['/api/nothing'], ['/platform/nothing'], ['/v1/nothing'], ['/storage/v1/nothing']])(
  'a call that does not exist is JSON, not the page: %s',
  async (path) => {
    const answer = await app.request(at(path), { headers: { host: '127.0.0.1:8787' } })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  },
)

test('every page address gets the page, with a strict policy', async () => {
  const answer = await app.request(at('/project/default/sql/1'), { headers: { host: '127.0.0.1:8787' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/html')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('the request id of the caller comes back, a strange one does not', async () => {
  const ask = (id: string) =>
    app.request(at('/healthz'), { headers: { host: '127.0.0.1:8787', 'x-request-id': id } })
  expect((await ask('my-run-1')).headers.get('x-request-id')).toBe('my-run-1')
  expect((await ask('<script>')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

test.each([true, false])('a stranger is told no version, hosted: %s', async (isPlatform) => {
  const version = '98.76.54'
  const commit = { sha: 'c0ffee', time: 'unknown' }
  const { app: asked, owner, remove } = await testApi({ isPlatform, version, commit })
  const paths = endpoints()
    .filter(({ endpoint: { method, path } }) => method === 'GET' && !path.includes('{'))
    .map(({ endpoint }) => endpoint.path)
  expect(paths).toContain('/healthz')
  for (const path of ['/', '/nothing', '/platform/nothing', ...paths]) {
    const answer = await asked.request(at(path), { headers: { host: HOST } })
    expect(JSON.stringify([path, [...answer.headers], await answer.text()])).not.toMatch(/98\.76|c0ffee/)
  }
  const client = await owner()
  expect(await client.call(getPlatformStatus, {})).toMatchObject({ version })
  expect(await client.call(getDeploymentCommit, {})).toMatchObject({ commitSha: 'c0ffee' })
  if (!isPlatform) expect(await client.call(getCliRelease, {})).toEqual({ current: `v${version}` })
  await remove()
})

test('an unexpected error reveals no details', async () => {
  const broken = await appOver(
    createFakeEngine(async () => {
      throw new Error('password is hunter2')
    }),
  )
  const answer = await broken.request(at(QUERY), post({ query: 'select 1' }))
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('hunter2')
})

test('a refusal of the database is 400 with its whole report', async () => {
  const report = { message: 'no', formattedError: 'ERROR:  42P01: no', code: '42P01', position: 3 }
  const refusing = await appOver(
    createFakeEngine(async () => {
      throw new DatabaseError(report)
    }),
  )
  const answer = await refusing.request(at(QUERY), post({ query: 'select 1' }))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject(report)
})

test('a database that can’t be reached is 503 with its sentence', async () => {
  const unreachable = await appOver(
    createFakeEngine(async () => {
      throw new EngineError('unreachable', 'No PostgreSQL answers at 127.0.0.1:1')
    }),
  )
  const answer = await unreachable.request(at(QUERY), post({ query: 'select 1' }))
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    message: 'No PostgreSQL answers at 127.0.0.1:1',
    code: 'database_unreachable',
  })
})

test.each([
  ['cut', { cut: [[0, 0, 60_000_000]] }],
  ['left out, with its row', { truncated: { reason: 'bytes', rows: 0, bytes: 0 } }],
])('in the plain form a value is never %s: it is refused, and Version 2 is named', async (_, more) => {
  const result = { command: 'SELECT', rowCount: 1, fields: [], rows: [], notices: [], ...more }
  const large = await appOver(createFakeEngine(async () => ({ results: [result], durationMs: 1 }) as never))
  const answer = await large.request(at(QUERY), post({ query: 'select 1' }))
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({
    code: 'value_too_large',
    message: expect.stringContaining('Version 2'),
  })
})

test('the caps of a caller can only lower those of the server', async () => {
  const limits: unknown[] = []
  const asked = await appOver(
    createFakeEngine(async (request) => {
      limits.push(request.limits)
      return outcome
    }),
  )
  const send = (more: object) =>
    asked.request(at(QUERY), post({ query: 'select 1', runId: 'a', ...more }, { version: '2' }))
  await send({})
  await send({ maxRows: 10, maxBytes: 20 })
  await send({ maxRows: 1e9, maxBytes: 1e12 })
  const server = { rows: 100_000, bytes: 52_428_800, cellBytes: 1_048_576 }
  expect(limits).toEqual([server, { ...server, rows: 10, bytes: 20 }, server])
})

test('a body beyond what its call can need is refused before it is read', async () => {
  const send = (path: string, bytes: number) =>
    app.request(
      at(path),
      post({ query: 'select 1', parameters: ['x'.repeat(bytes)], runId: 'a' }, { version: '2' }),
    )
  expect((await send('/platform/auth/sign-in', 2_000_000)).status).toBe(413)
  expect((await send(QUERY, 2_000_000)).status).toBe(200)
})

test('the body of a signed-out caller is never read', async () => {
  const { app: closed } = await testApi({ control })
  let pieces = 0
  const body = new ReadableStream({
    pull(controller) {
      pieces += 1
      controller.enqueue(new Uint8Array(64 * 1024))
      if (pieces === 1000) controller.close()
    },
  })
  const init = { ...post('{}'), body, duplex: 'half' } as RequestInit
  const answer = await closed.request(at(QUERY), init)
  expect(answer.status).toBe(401)
  // Streams read a little ahead.
  expect(pieces).toBeLessThan(5)
})

test('a body without a declared length is refused when it becomes too long', async () => {
  let pieces = 0
  const body = new ReadableStream({
    pull(controller) {
      pieces += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const init = { ...post('{}'), body, duplex: 'half' } as RequestInit
  const answer = await app.request(at('/platform/auth/sign-in'), init)
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'body_too_large'])
  expect(pieces).toBeLessThan(25)
})

test('readiness is answered at once: while opening, when open, and with a full disk', async () => {
  const ready = async (asked: TestApi['app']) => {
    const answer = await asked.request(at('/readyz'), { headers: { host: '127.0.0.1:8787' } })
    return [answer.status, await answer.json()]
  }
  expect(await ready(app)).toEqual([200, { status: 'ready', missing: [] }])
  const { app: full } = await testApi({ control, freeBytes: async () => 1000 })
  // It reports open shortly after it is made.
  await Promise.resolve()
  expect(await ready(full)).toEqual([503, { status: 'not-ready', missing: ['disk'] }])
  const opening = createApp({ ...bare(), api: new Promise(() => {}) })
  expect(await ready(opening)).toEqual([503, { status: 'not-ready', missing: ['control'] }])
})

const CONTROL_AWAY = 'No database answers at control.internal:5432: connection refused.'
const away = () => Promise.reject(new EngineError('unreachable', CONTROL_AWAY))

test.each([
  [
    'while it opens',
    () => createApp({ ...bare(), api: away() }).request(at('/platform/profile'), { headers: { host: HOST } }),
  ],
  [
    'while it is used',
    async () => {
      const lost = { ...control, ...createControlDatabase(away, async () => {}) }
      const { app: asked } = await testApi({ control: lost })
      return asked.request(at('/platform/profile'), { headers: { host: HOST, authorization: 'Bearer abc' } })
    },
  ],
  [
    'to a caller of the projects’ API',
    () =>
      createProjectApi({
        projectStatus: answersForThread({
          opened: away(),
          presence: Promise.resolve(undefined),
          installationId: 'this',
          onAnswer: () => {},
          onSent: () => {},
          onEvent: () => {},
          log: pino({ level: 'silent' }),
          onPeerGone: () => {},
          isKept: async () => false,
        }).projectStatus,
        storage: away(),
        log: pino({ level: 'silent' }),
        ownOrigins: () => [`http://${HOST}`],
        dashboardOrigins: () => [],
      }).request(at('/default'), { headers: { host: HOST } }),
  ],
])('the location of the control plane is not revealed %s', async (_, ask) => {
  const answer = await ask()
  const text = await answer.text()
  expect([answer.status, JSON.parse(text)]).toMatchObject([503, { code: 'platform_unavailable' }])
  expect(text).not.toContain('control.internal')
})

test.each([
  ['PostgreSQL says so', new DatabaseError({ message: 'no', formattedError: 'no', code: '53100' }), 5e9],
  ['the system says so', Object.assign(new Error('no'), { code: 'ENOSPC' }), 5e9],
  ['the session is lost for that', new EngineError('lost', 'The session was lost.'), 1000],
])('a full disk is called that: %s', async (_, cause, free) => {
  const full = {
    ...control,
    ...createControlDatabase(
      async () => Promise.reject(cause),
      async () => {},
    ),
  }
  const { app: asked } = await testApi({ control: full, freeBytes: async () => free })
  const answer = await asked.request(at('/platform/profile'), {
    headers: { host: HOST, authorization: 'Bearer abc' },
  })
  expect([answer.status, await answer.json()]).toMatchObject([507, { code: 'disk_full' }])
})

test.each([
  ['lost', new EngineError('lost', 'The session was lost.'), 1000, 507],
  ['lost', new EngineError('lost', 'The session was lost.'), 5e9, 503],
  ['unreachable', new EngineError('unreachable', 'No database answers.'), 1000, 503],
  [
    'unable to take a connection',
    new EngineError('unreachable', 'No', { cause: { code: 'XX000' } }),
    1000,
    507,
  ],
])('a database that is %s: %s with %i bytes free answers %i', async (_, failure, free, status) => {
  const engine = createFakeEngine(async () => Promise.reject(failure))
  const options = { control, engine, isPlatform: false, accountsOn: false, freeBytes: async () => free }
  const { app: asked } = await testApi(options)
  expect((await asked.request(at(QUERY), post({ query: 'select 1' }))).status).toBe(status)
})

test('a stop answers current and later calls', async () => {
  const stopping = new AbortController()
  const stopped = createApp({ ...bare(), stopping: stopping.signal, api: new Promise(() => {}) })
  const ask = () => stopped.request(at('/platform/profile'), { headers: { host: HOST } })
  const underWay = ask()
  stopping.abort()
  for (const answer of [await underWay, await ask()]) {
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'stopping' }])
    expect(answer.headers.get('connection')).toBe('close')
  }
})
