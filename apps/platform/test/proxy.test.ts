/** Behind a proxy that ends TLS: the dashboard has one public address, and the log has the clients' addresses. */
import { request } from 'node:https'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../src/engines/cluster/free-port.js'
import { testAuthority } from '../src/engines/testing/certificates.js'
import { startProgram, type Program } from './program.js'
import { startTlsProxy, type TlsProxy } from './tls-proxy.js'

const authority = testAuthority()
let folder: string
let program: Program
let proxy: TlsProxy
let origin: string
let apiOrigin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basedeck-proxy-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  origin = `https://127.0.0.1:${port}`
  const apiPort = await freePort()
  apiOrigin = `https://127.0.0.1:${apiPort}`
  const started = await startProgram(
    `--platform --engine pglite --port 0 --api-port 0 --data-dir ${join(folder, 'data')} --public-url ${origin} --public-api-url ${apiOrigin} --trust-proxy`.split(
      ' ',
    ),
    /projects +ready/,
  )
  if ('code' in started) throw new Error(started.output)
  program = started
  const behind = [...program.output().matchAll(/behind it +http:\/\/127\.0\.0\.1:(\d+)/g)].map(([, one]) =>
    Number(one),
  )
  proxy = await startTlsProxy({
    folder: join(folder, 'proxy'),
    port,
    backendPort: behind[0] ?? 0,
    api: { port: apiPort, backendPort: behind[1] ?? 0 },
    server: authority.issue('127.0.0.1'),
  })
}, 120_000)
afterAll(async () => {
  await proxy?.stop()
  await program?.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A request as a browser makes it, over TLS. */
function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: object; at?: string } = {},
): Promise<Answer> {
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  return new Promise((resolve, reject) => {
    const sending = request(
      `${options.at ?? origin}${path}`,
      {
        ca: authority.certificate,
        // Set explicitly, because Node would use the tested `host` header as the certificate's name.
        checkServerIdentity: () => undefined,
        method: options.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...options.headers,
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        )
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}

test('the page and the calls come through, from the public origin only', async () => {
  expect((await ask('/')).body).toContain('<!doctype html')
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
  const signIn = (headers: Record<string, string>) =>
    ask('/platform/auth/sign-in', { headers, body: { email: 'a@example.com', password: 'whatever it is' } })
  expect(await signIn({ origin })).toMatchObject({ status: 401 })
  expect(await signIn({ origin: 'https://evil.example' })).toMatchObject({ status: 403 })
  expect(await ask('/healthz', { headers: { host: 'evil.example' } })).toMatchObject({ status: 403 })
})

test.each([
  ['the dashboard', () => origin, 200],
  ['its errors', () => `${origin}/platform/nothing`, 404],
  ['the projects’ API', () => `${apiOrigin}/nothing`, 404],
])('the documented proxy keeps browsers on TLS: %s', async (_, address, status) => {
  const answer = await ask('', { at: address() })
  expect(answer).toMatchObject({
    status,
    headers: { 'strict-transport-security': expect.stringMatching(/^max-age=\d{8}$/) },
  })
})

test('the link to the first account is the public one, and its cookie stays on TLS', async () => {
  const [, code = ''] = new RegExp(`${origin}/set-up\\?code=(\\S+)`).exec(program.output()) ?? []
  const answer = await ask('/platform/auth/setup', {
    headers: { origin, 'x-forwarded-for': '203.0.113.7' },
    body: {
      setup_code: code,
      email: 'ada@example.com',
      password: 'correct horse battery',
      first_name: 'Ada',
      organization_name: 'Analytical',
    },
  })
  expect(answer.status).toBe(200)
  const [cookie = ''] = answer.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^__Host-basedeck_/)
  expect(cookie).toMatch(/; Secure/)
  const session = cookie.split(';')[0] ?? ''
  const { body } = await ask('/platform/profile/sessions', { headers: { cookie: session } })
  // What the client itself claims to be is not believed: the proxy's own word is.
  expect(JSON.parse(body)).toMatchObject([{ ip: '127.0.0.1', is_current: true }])
})

test('the projects’ own API has its public address, and only the dashboard’s origin may read it', async () => {
  expect(program.output()).toContain(`project API  ${apiOrigin}`)
  expect(JSON.parse((await ask('/api/runtime-config')).body)).toMatchObject({ projectApiUrl: apiOrigin })
  const found = await ask('/nothing', { at: apiOrigin, headers: { origin } })
  expect(JSON.parse(found.body)).toMatchObject({ code: 'project_not_found' })
  expect(found.headers['access-control-allow-origin']).toBe(origin)
  const preflight = await ask('/default', {
    at: apiOrigin,
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  const evil = await ask('/nothing', { at: apiOrigin, headers: { origin: 'https://evil.example' } })
  expect(evil.headers['access-control-allow-origin']).toBeUndefined()
  expect(await ask('/nothing', { at: apiOrigin, headers: { host: 'evil.example' } })).toMatchObject({
    status: 403,
  })
})
