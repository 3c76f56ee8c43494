/** Bodies that would stop the installation if they were built before they are judged, sent over real connections. */
import { QUERY_LIMIT_BYTES } from '@basedeck/platform-client/contract'
import { request } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lastingKey } from '../src/keys/jwt.js'
import { listen, type Listener } from '../src/http/listen.js'
import type { ResumableUploads } from '../src/objects/resumable-uploads.js'
import type { Storage } from '../src/objects/storage.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import { createFakeEngine } from './fake-engine.js'
import { testApi } from './test-api.js'
import { testControl, type TestControl } from './test-control.js'
import { testProjectKeys } from '../src/keys/testing/project-keys.js'

const MB = 1024 * 1024
const QUERY = '/platform/pg-meta/default/query'
const TYPED = { version: '2' }
const run = vi.fn(async () => ({ results: [], durationMs: 1 }))
const secret = 'a secret of the project that is long enough'
let control: TestControl
let dashboard: Listener
let strangers: Listener
let files: Listener
let key: string

beforeAll(async () => {
  control = await testControl()
  const engine = createFakeEngine(run)
  const origins: string[] = []
  const shared = { control, engine, allowedOrigins: () => origins, isPlatform: false }
  dashboard = await listen((await testApi({ ...shared, accountsOn: false })).app, '127.0.0.1', 0)
  strangers = await listen((await testApi({ ...shared, accountsOn: true })).app, '127.0.0.1', 0)
  const host = {
    project: async (ref: string) => ({ ref, fileSizeLimit: MB, keys: testProjectKeys(secret) }),
    keyUsed: () => {},
  }
  const api = createProjectApi({
    projectStatus: async () => undefined,
    storage: Promise.resolve({
      // Each call below is refused before it asks for a bucket or an object.
      storage: { host } as unknown as Storage,
      resumable: {} as ResumableUploads,
    }),
    log: pino({ level: 'silent' }),
    ownOrigins: () => origins,
    dashboardOrigins: () => [],
  })
  files = await listen(api, '127.0.0.1', 0, { takesUploads: true })
  for (const { port } of [dashboard, strangers, files]) origins.push(`http://127.0.0.1:${port}`)
  key = lastingKey('service_role', { secret, ref: 'default', now: new Date() })
})
afterAll(async () => {
  await Promise.all([dashboard.close(), strangers.close(), files.close()])
  await control.remove()
})

interface Sent {
  path: string
  body: string | Iterable<string>
  method?: string
  headers?: Record<string, string>
}

/** A text tells its length; pieces don't. A server may answer before it has read everything. */
function send({ port }: Listener, { path, body, method = 'POST', headers = {} }: Sent) {
  return new Promise<{ status: number; code: unknown; message: unknown }>((resolve, reject) => {
    const isWhole = typeof body === 'string'
    const length: Record<string, string> = isWhole
      ? { 'content-length': String(Buffer.byteLength(body)) }
      : 'content-length' in headers
        ? {}
        : { 'transfer-encoding': 'chunked' }
    const call = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      headers: { 'content-type': 'application/json', ...length, ...headers },
    })
    let isAnswered = false
    call.once('response', async (answer) => {
      isAnswered = true
      let text = ''
      for await (const piece of answer) text += String(piece)
      call.destroy()
      const { code, message } = JSON.parse(text || '{}') as { code?: unknown; message?: unknown }
      resolve({ status: answer.statusCode ?? 0, code, message })
    })
    call.on('error', (error) => isAnswered || reject(error))
    if (typeof body === 'string') call.end(body)
    else void feed(call, body)
  })
}

async function feed(call: ReturnType<typeof request>, pieces: Iterable<string>): Promise<void> {
  const closed = new Promise<void>((resolve) => void call.once('close', resolve))
  for (const piece of pieces) {
    if (call.destroyed) return
    if (!call.write(piece)) await Promise.race([drained(call), closed])
  }
  call.end()
}

const drained = (call: ReturnType<typeof request>) =>
  new Promise<void>((resolve) => void call.once('drain', resolve))

const wide = (members: number) =>
  Array.from({ length: members }, (_, index) => `"claim${index}":${index}`).join()
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const claims = (inside: string) =>
  `{"query":"select 1","runId":"a","role":{"type":"rest","role":"anon","claims":{${inside}}}}`
const params = (list: string) => `{"query":"select 1","runId":"a","parameters":[${list}]}`
function* pieces(text: string, times: number, [first, last]: [string, string]) {
  yield first
  for (let index = 0; index < times; index++) yield text
  yield last
}

test.each<[name: string, headers: Record<string, string>, body: Sent['body'], answer: [number, string]]>([
  ['4 MB of wide claims', TYPED, claims(wide(200_000)), [413, 'body_too_wide']],
  ['2,001 claims', TYPED, claims(wide(2001)), [413, 'body_too_wide']],
  [
    'a wide object that no schema knows',
    {},
    `{"query":"select 1","x":{${wide(100_000)}}}`,
    [413, 'body_too_wide'],
  ],
  ['many small objects', TYPED, params(Array(100_000).fill('{}').join()), [413, 'body_too_wide']],
  ['many lists', {}, `[${Array(100_000).fill('[]').join()}]`, [413, 'body_too_wide']],
  [
    '2 million parameters in pieces',
    TYPED,
    pieces('"",'.repeat(10_000), 200, [params('').slice(0, -2), '""]}']),
    [413, 'body_too_wide'],
  ],
  ['1 MB nested', {}, deep(MB / 2), [400, 'body_too_deep']],
  ['129 levels', {}, deep(129), [400, 'body_too_deep']],
  ['nested objects', {}, '{"a":'.repeat(50_000), [400, 'body_too_deep']],
  ['nested in pieces', {}, pieces('['.repeat(1000), 1000, ['', '']), [400, 'body_too_deep']],
  [
    'nesting after a text of 1 MB',
    TYPED,
    params(`"${'x'.repeat(MB)}",${deep(1000)}`),
    [400, 'body_too_deep'],
  ],
  [
    'nesting after a long escaped text',
    TYPED,
    params(`"${'\\"'.repeat(MB)}",${deep(1000)}`),
    [400, 'body_too_deep'],
  ],
  ['60 MB of SQL', {}, `{"query":"${'x'.repeat(60 * MB)}"}`, [413, 'body_too_large']],
  ['20 MB of SQL in pieces', {}, pieces('x'.repeat(MB), 20, ['{"query":"', '"}']), [413, 'query_too_large']],
  [
    'the same typed',
    TYPED,
    pieces('x'.repeat(MB), 20, ['{"runId":"a","query":"', '"}']),
    [413, 'query_too_large'],
  ],
  [
    'the same under an escaped key',
    TYPED,
    pieces('x'.repeat(MB), 20, ['{"\\u0071uery":"', '"}']),
    [413, 'query_too_large'],
  ],
  [
    '10 MB of SQL in a batch',
    TYPED,
    pieces(`{"query":"${'x'.repeat(MB / 2)}"},`, 20, ['{"runId":"a","statements":[', ']}']),
    [413, 'query_too_large'],
  ],
  [
    'more than 20 MB',
    TYPED,
    pieces('x'.repeat(MB), 20, ['{"runId":"a","query":"select 1","parameters":["', '"]}']),
    [413, 'body_too_large'],
  ],
  [
    'more than 20 MB by its length',
    { ...TYPED, 'content-length': String(21 * MB) },
    ['{'],
    [413, 'body_too_large'],
  ],
  [
    'exact claims of 1 MB',
    TYPED,
    `{"query":"select 1","runId":"a","role":{"type":"rest","role":"anon","claims":{},"exact":{"a":"[${'1,'.repeat(MB / 2)}1]"}}}`,
    [400, 'invalid_body'],
  ],
  [
    'long text that is no JSON',
    TYPED,
    `{"query":"select 1","parameters":["${'x'.repeat(MB)}`,
    [400, 'invalid_json'],
  ],
])('%s: refused with a sentence, and nothing runs', async (_, headers, body, [status, code]) => {
  run.mockClear()
  const answer = await send(dashboard, { path: QUERY, headers, body })
  expect(answer).toEqual({ status, code, message: expect.stringMatching(/\w+ \w+/) })
  expect(run).not.toHaveBeenCalled()
})

test.each<[name: string, body: string]>([
  ['as many parameters as PostgreSQL takes', params(Array(65_535).fill('"x"').join())],
  ['a parameter of 16 MB', params(`"${'x'.repeat(16 * MB)}"`)],
  ['a parameter of commas and braces', params(`"${'{[,:'.repeat(100_000)}"`)],
  ['2,000 claims', claims(wide(2000))],
  ['almost a megabyte of SQL', `{"runId":"a","query":"select 1 -- ${'x'.repeat(QUERY_LIMIT_BYTES - 100)}"}`],
])('%s: runs', async (_, body) => {
  run.mockClear()
  expect(await send(dashboard, { path: QUERY, headers: TYPED, body })).toMatchObject({ status: 200 })
  expect(run).toHaveBeenCalledOnce()
})

test.each([
  ['sign-in', '/platform/auth/sign-in'],
  ['set-up', '/platform/auth/setup'],
  ['second factor', '/platform/auth/second-factor'],
  ['sign-out', '/platform/auth/sign-out'],
  ['forgotten password', '/platform/auth/forgot-password'],
  ['reset', '/platform/auth/reset-password'],
  ['invitation', '/platform/invitations/abcdefghijklmnop/accept'],
])('a stranger’s body has at most 4 kB: %s', async (_, path) => {
  const body = `{"email":"ada@example.com","x":"${'x'.repeat(4096)}"}`
  const refused = { status: 413, code: 'body_too_large' }
  expect(await send(strangers, { path, body })).toMatchObject(refused)
  expect(await send(strangers, { path, body: [body.slice(0, 100), body.slice(100)] })).toMatchObject(refused)
})

test.each<[name: string, body: Sent['body']]>([
  ['is no JSON', '{'],
  ['lacks what is needed', '{}'],
  ['is nested', deep(1000)],
  ['is too long', 'x'.repeat(5000)],
  ['is too long, in pieces', ['x'.repeat(3000), 'x'.repeat(3000)]],
])('a stranger’s body that %s costs an attempt', async (_, body) => {
  await control.write([{ sql: 'delete from control.attempts' }])
  const statuses = new Set<number>()
  for (let attempt = 0; attempt < 55; attempt++)
    statuses.add((await send(strangers, { path: '/platform/auth/sign-in', body })).status)
  expect([...statuses].at(-1)).toBe(429)
})

test.each<[name: string, path: string, body: object]>([
  [
    'code of the set-up',
    '/platform/auth/setup',
    { setup_code: 'guess', email: 'a@example.com', password: 'correct horse battery', first_name: 'A' },
  ],
  [
    'link of a reset',
    '/platform/auth/reset-password',
    { token: 'abcdefghijklmnopqrstuvwx', password: 'correct horse battery' },
  ],
  ['link of an invitation', '/platform/invitations/abcdefghijklmnop/accept', {}],
])('a guessed %s costs an attempt', async (_, path, body) => {
  await control.write([{ sql: 'delete from control.attempts' }])
  const codes = new Set<unknown>()
  for (let attempt = 0; attempt < 55; attempt++)
    codes.add((await send(strangers, { path, body: JSON.stringify(body) })).code)
  expect([...codes].at(-1)).toBe('too_many_attempts')
})

const BUCKET_CALLS = [
  ['list', 'POST', '/object/list/docs'],
  ['remove', 'DELETE', '/object/docs'],
  ['sign one', 'POST', '/object/sign/docs/a'],
  ['sign several', 'POST', '/object/sign/docs'],
  ['copy', 'POST', '/object/copy'],
  ['move', 'POST', '/object/move'],
  ['new bucket', 'POST', '/bucket'],
  ['changed bucket', 'PUT', '/bucket/docs'],
] as const

test.each(BUCKET_CALLS)('the projects’ API holds the same bounds: %s', async (_, method, path) => {
  const call = { method, path: `/default/storage/v1${path}`, headers: { apikey: key } }
  const refusals: [body: Sent['body'], status: number, code: string][] = [
    [deep(50_000), 400, 'body_too_deep'],
    [`{"prefixes":[${Array(5000).fill('"a"').join()}]}`, 413, 'body_too_wide'],
    [`{${wide(50_000)}}`, 413, 'body_too_wide'],
    [pieces('"a",'.repeat(1000), 100, ['{"paths":[', '"a"]}']), 413, 'body_too_wide'],
    [pieces('x'.repeat(MB), 9, ['{"prefix":"', '"}']), 413, 'body_too_large'],
  ]
  for (const [body, status, code] of refusals)
    expect(await send(files, { ...call, body })).toMatchObject({ status, code })
})
