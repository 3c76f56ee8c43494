/** The projects' own API: another origin, which only the dashboard's page may call from a browser. */
import { SERVICE_PATHS } from '@basedeck/platform-client/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { projectByRef } from '../src/control/projects.js'
import { openAuthService } from '../src/project-api/auth/open-auth-service.js'
import { openDataService } from '../src/project-api/data/open-data-service.js'
import { createFunctionsService } from '../src/project-api/functions/functions-service.js'
import { createTokenVerifier } from '../src/keys/token-verifier.js'
import { noFunctions } from '../src/functions/functions-host.js'
import { createServices } from '../src/project-api/services.js'
import { realtimeConfigOf } from '../src/control/realtime-settings.js'
import { openRealtimeService } from '../src/project-api/realtime/open-realtime-service.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import { SERVED } from '../src/services/served-services.js'
import { testApi } from './test-api.js'
import { testControl, type TestControl } from './test-control.js'

const DASHBOARD = 'http://127.0.0.1:8787'
let control: TestControl
let api: ReturnType<typeof createProjectApi>
beforeAll(async () => {
  control = await testControl()
  const { storage } = await testApi({ control, isPlatform: false })
  const files = Promise.resolve({ storage, resumable: createResumableUploads(control.dataDir, storage) })
  const noDatabase = {
    dataApi: async () => undefined,
    readTargets: async () => ({ reads: { enabled: false, max_lag_seconds: 0 }, replicas: [] }),
    signIn: async () => 'serve' as const,
  }
  const data = openDataService({ host: noDatabase, sessions: { serve: async () => [] }, trustProxy: false })
  const auth = openAuthService({
    host: {
      authConfig: async () => undefined,
      currentSigningKey: async () => undefined,
      authReadiness: async () => 'ready',
      authBatch: async () => ({ type: 'committed', results: [], durationMs: 0 }),
      leakedRange: async () => undefined,
      isCaptchaSolved: async () => false,
      sendTextMessage: async () => ({ type: 'none' }),
      beginAtProvider: async () => ({ type: 'off' }),
      finishAtProvider: async () => ({ type: 'off' }),
      checkIdToken: async () => ({ type: 'off' }),
      callAuthHook: async () => ({ type: 'timeout' }),
    },
    mails: { send: async () => {} },
    ownOrigins: () => [],
    trustProxy: false,
    log: pino({ level: 'silent' }),
  })
  const functions = createFunctionsService({
    functions: noFunctions('none run here'),
    host: storage.host,
    verifier: createTokenVerifier(),
  })
  const realtime = openRealtimeService({
    host: {
      realtime: (ref) => realtimeConfigOf(control, ref),
      changesSignIn: async () => 'queue',
      changesGivenUp: () => {},
      changeQueue: () => Promise.reject(new Error('asked')),
      used: () => {},
    },
    storageHost: files.then(({ storage: { host } }) => host),
    sessions: { serve: () => Promise.reject(new Error('asked')) },
    isShared: false,
    log: pino({ level: 'silent' }),
  })
  api = createProjectApi({
    projectStatus: (ref) => projectByRef(control, ref),
    storage: files,
    services: createServices({
      storage: files,
      data: data.service,
      auth: auth.service,
      functions,
      realtime,
    }),
    log: pino({ level: 'silent' }),
    ownOrigins: () => ['http://127.0.0.1:8788'],
    dashboardOrigins: () => [DASHBOARD],
  })
})
afterAll(() => control.remove())

const ask = (path: string, origin?: string) =>
  api.request(`http://127.0.0.1:8788${path}`, origin === undefined ? {} : { headers: { origin } })

test('a project answers with its status', async () => {
  expect(await (await ask('/default')).json()).toEqual({ ref: 'default', status: 'COMING_UP' })
})

test.each([
  ['data', '/'],
  ['auth', '/health'],
  ['storage', '/status'],
  ['realtime', '/websocket'],
  ['functions', '/'],
] as const)('%s answers exactly where it is listed as served', async (service, path) => {
  const answer = await ask(`/default${SERVICE_PATHS[service]}${path}`)
  // What no service answers is refused by the API itself.
  expect((await answer.text()).includes('"code":"not_found"')).toBe(!SERVED.includes(service))
})

test('the dashboard’s page may read it, another page may not', async () => {
  expect((await ask('/default', DASHBOARD)).headers.get('access-control-allow-origin')).toBe(DASHBOARD)
  expect((await ask('/default', 'http://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
})

test('a name that only leads here is refused', async () => {
  const answer = await api.request('http://127.0.0.1:8788/default', { headers: { host: 'rebound.example' } })
  expect(answer.status).toBe(403)
})

test('a preflight names the headers that uploads send', async () => {
  const answer = await api.request('http://127.0.0.1:8788/default', {
    method: 'OPTIONS',
    headers: { origin: DASHBOARD, 'access-control-request-method': 'POST' },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-headers')).toContain('apikey')
})

test('served files can’t run scripts', async () => {
  const { headers } = await ask('/default')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([['/nobody'], ['/'], ['/default/storage/v1/nothing']])('%s is not found, as JSON', async (path) => {
  const answer = await ask(path)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    message: expect.any(String),
    code: expect.stringContaining('not_found'),
  })
})
