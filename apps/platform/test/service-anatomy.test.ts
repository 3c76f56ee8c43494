/** What all services of the projects' own API have in common, shown by one of ten lines. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertApiKey } from '../src/control/api-keys.js'
import { HttpError } from '../src/http/error-table.js'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { projectByRef } from '../src/control/projects.js'
import { lastingKey } from '../src/keys/jwt.js'
import { newApiKey } from '../src/keys/api-keys.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import type { Service } from '../src/project-api/service.js'
import type { AnsweredRequest } from '../src/metrics/platform-metrics.js'
import type { SentAnswer } from '../src/services/metered-request.js'
import { createServices } from '../src/project-api/services.js'
import { runApp, type RunningApp } from './running-app.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'

const CALLS = { echo: 'key', open: 'nothing', admin: 'secret', store: 'key', slow: 'nothing' } as const
const TEN_LINES: Service = {
  name: 'functions',
  exposedHeaders: ['x-echo'],
  lacks: {},
  refusal: ({ code }, status) => ({ said: code, status }),
  callOf({ path }) {
    const name = path.slice(1) as keyof typeof CALLS
    const needs = CALLS[name]
    return needs && { name, needs, stores: name === 'store', body: 16 }
  },
  answer: async ({ c, actor, call, project }) => {
    if (call.name === 'slow') await held
    const answer = c.json({
      role: actor.role,
      ref: project.ref,
      cookie: c.req.header('cookie') ?? null,
      body: await c.req.text(),
    })
    for (const [name, value] of EVIL) answer.headers.append(name, value)
    return answer
  },
}
/** What a service must not be able to say. */
const EVIL = [
  ['set-cookie', 'basedeck_1234=stolen'],
  ['set-cookie', '__Host-basedeck_1234=stolen'],
  ['set-cookie', 'own=kept'],
  ['clear-site-data', '"*"'],
  ['service-worker-allowed', '/'],
  ['access-control-allow-credentials', 'true'],
] as const
let release = () => {}
const held = new Promise<void>((resolve) => (release = resolve))

let running: RunningApp
let api: ReturnType<typeof createProjectApi>
let keys: { anon: string; service: string; publishable: string; secret: string }
let isFull = false
const answered: AnsweredRequest[] = []
const sent: SentAnswer[] = []

beforeAll(async () => {
  running = await runApp('cluster')
  const { storage, control, dataDir } = running
  const storageApi = Promise.resolve({
    storage,
    resumable: createResumableUploads(dataDir, storage),
    requireRoom: async () => {
      if (isFull) throw new HttpError('disk_full')
    },
  })
  api = createProjectApi({
    projectStatus: (ref) => projectByRef(control, ref),
    storage: storageApi,
    services: [...createServices({ storage: storageApi }), TEN_LINES],
    onAnswer: (request) => answered.push(request),
    onSent: (answer) => sent.push(answer),
    log: pino({ level: 'silent' }),
    ownOrigins: () => ['http://127.0.0.1:8788'],
    dashboardOrigins: () => ['http://127.0.0.1:8787'],
  })
  const project = await storage.host.project('default')
  const request = { secret: firstSecretOf(project?.keys), ref: 'default', now: new Date() }
  const made = { publishable: newApiKey('publishable'), secret: newApiKey('secret') }
  for (const type of ['publishable', 'secret'] as const) {
    const { apiKey: _, ...key } = made[type]
    await control.write([
      insertApiKey({
        id: crypto.randomUUID(),
        ref: 'default',
        name: `own_${type}`,
        type,
        ...(type === 'publishable' ? { value: 'x' } : {}),
        ...key,
      }),
    ])
  }
  keys = {
    anon: lastingKey('anon', request),
    service: lastingKey('service_role', request),
    publishable: made.publishable.apiKey,
    secret: made.secret.apiKey,
  }
})
afterAll(() => running.stop())

const ask = (path: string, init: RequestInit = {}) =>
  api.request(`http://127.0.0.1:8788/default/functions/v1${path}`, init)
const withKey = (apikey: string, more: Record<string, string> = {}) => ({ headers: { apikey, ...more } })

test.each(['anon', 'service', 'publishable', 'secret'] as const)(
  '%s says as whom a call is made',
  async (key) => {
    const role = key === 'anon' || key === 'publishable' ? 'anon' : 'service_role'
    expect(await (await ask('/echo', withKey(keys[key]))).json()).toMatchObject({ role, ref: 'default' })
  },
)

test('a key is asked for, but for what everybody may; it is named in the words of the service', async () => {
  const refused = await ask('/echo')
  expect([refused.status, await refused.json()]).toEqual([401, { said: 'invalid_key', status: 401 }])
  expect(await (await ask('/open')).json()).toMatchObject({ role: 'anon' })
  expect((await ask('/admin', withKey(keys.publishable))).status).toBe(401)
  expect((await ask('/admin', withKey(keys.secret))).status).toBe(200)
})

test('an address without a call and a project that is not there are not found, in those words', async () => {
  const unknown = await ask('/nothing', withKey(keys.anon))
  expect([unknown.status, await unknown.json()]).toEqual([404, { said: 'not_found', status: 404 }])
  const nobody = await api.request('http://127.0.0.1:8788/nobody/functions/v1/open')
  expect([nobody.status, await nobody.json()]).toEqual([404, { said: 'project_not_found', status: 404 }])
})

test('a body is as large as its call allows, and what stores needs room', async () => {
  const post = (path: string, body: string) => ask(path, { method: 'POST', body, ...withKey(keys.anon) })
  expect((await post('/echo', 'x'.repeat(16))).status).toBe(200)
  expect(await (await post('/echo', 'x'.repeat(17))).json()).toMatchObject({ said: 'body_too_large' })
  isFull = true
  expect(await (await post('/store', '')).json()).toMatchObject({ said: 'disk_full' })
  expect((await post('/echo', '')).status).toBe(200)
  isFull = false
})

test('pages of any origin may call it, with any header, and never with the cookies of a browser', async () => {
  const preflight = await ask('/echo', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey, x-of-tomorrow',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-of-tomorrow')
  const { headers } = await ask('/echo', withKey(keys.anon, { origin: 'https://app.example' }))
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toContain('x-echo')
})

test('the session of the dashboard does not reach it, and it cannot reach the session', async () => {
  const cookie = 'theme=dark; basedeck_1234abcd=secret; __Host-basedeck_1234abcd=secret; basedeckless=1'
  const answer = await ask('/echo', withKey(keys.anon, { cookie }))
  expect(await answer.json()).toMatchObject({ cookie: 'theme=dark; basedeckless=1' })
  expect(answer.headers.getSetCookie()).toEqual(['own=kept'])
  for (const name of ['clear-site-data', 'service-worker-allowed', 'access-control-allow-credentials'])
    expect(answer.headers.get(name)).toBeNull()
})

test('log, metrics and usage have the call and the project, and no secret', async () => {
  answered.length = 0
  await ask('/echo?token=secret', withKey(keys.secret))
  expect(answered).toEqual([
    expect.objectContaining({ method: 'GET', route: '/{ref}/functions/v1/echo', status: 200 }),
  ])
  expect(JSON.stringify([answered, sent])).not.toMatch(/secret=|sb_secret/)
})

test('a project has a share of the calls that are open at once; its neighbours have theirs', async () => {
  const { createShares } = await import('../src/project-api/shares.js')
  const shares = createShares(2)
  const leave = shares.enter('one')
  shares.enter('one')
  expect(() => shares.enter('one')).toThrow(expect.objectContaining({ code: 'service_busy' }))
  shares.enter('two')
  leave()
  leave()
  shares.enter('one')
  expect(() => shares.enter('one')).toThrow()
})

test('services that are added answer only by their own name', async () => {
  const slow = ask('/slow')
  expect((await api.request('http://127.0.0.1:8788/default/storage/v1/status')).status).toBe(200)
  release()
  expect((await slow).status).toBe(200)
})
