/** Edge functions over real ports: what clients and scripts do with them, and ways out that begin at an open address. */
import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js'
import { once } from 'node:events'
import { createServer, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  createSchedule,
  deployFunction,
  listFunctions,
  listScheduleRuns,
  runSchedule,
  searchLogs,
  updateFunction,
} from '@basedeck/platform-client/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { projectByRef } from '../src/control/projects.js'
import { answerFunctions, functionsReport } from '../src/functions/functions-command.js'
import { findWalls } from '../src/functions/walls.js'
import { listen, type Listener } from '../src/http/listen.js'
import { lastingKey } from '../src/keys/jwt.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'
import { createTokenVerifier } from '../src/keys/token-verifier.js'
import { answerLogs } from '../src/log-lines/logs-command.js'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createFunctionsService } from '../src/project-api/functions/functions-service.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import { createServices } from '../src/project-api/services.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
let listener: Listener
let anon: string
const own = { url: '' }
const servers: Server[] = []
const walls = await findWalls()
/** Addresses that `rebound.example` has, one after the other. */
let turns: string[] = []
/** What an administrator opened to functions: another address of loopback. */
const OPEN = '127.0.0.2'

beforeAll(async () => {
  running = await runApp('cluster', {
    apiUrl: () => own.url,
    outgoing: {
      allowed: readAllowedHosts(OPEN),
      resolve: async () => [{ address: turns.shift() ?? '127.0.0.1', family: 4 }],
    },
  })
  const { storage, control, dataDir, functions } = running
  const storageApi = Promise.resolve({ storage, resumable: createResumableUploads(dataDir, storage) })
  const service = createFunctionsService({ functions, host: storage.host, verifier: createTokenVerifier() })
  const api = createProjectApi({
    projectStatus: (ref) => projectByRef(control, ref),
    storage: storageApi,
    services: createServices({ storage: storageApi, functions: service }),
    log: pino({ level: 'silent' }),
    ownOrigins: () => [own.url],
    dashboardOrigins: () => [],
  })
  listener = await listen(api, '127.0.0.1', 0)
  own.url = `http://127.0.0.1:${listener.port}`
  const keys = (await storage.host.project('default'))?.keys
  anon = lastingKey('anon', { secret: firstSecretOf(keys), ref: 'default', now: new Date() })
}, 60_000)
afterAll(async () => {
  for (const server of servers) server.close()
  await listener.close()
  await running.stop()
})

async function serve(host: string, answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}
const params = (slug: string) => ({ ref: 'default', function: slug })
const deploy = (slug: string, content: string) =>
  running.client.call(deployFunction, {
    params: params(slug),
    body: { files: [{ name: 'index.ts', content }] },
  })
const call = (path: string) =>
  fetch(`${own.url}/default/functions/v1/${path}`, { headers: { authorization: `Bearer ${anon}` } })
/** Fetches the address in `?to=`. */
const FETCHES = `Deno.serve(async (request) => {
  try { return new Response(await (await fetch(new URL(request.url).searchParams.get('to') ?? '',
    { headers: { authorization: 'Bearer ' + Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') } })).text()) }
  catch (error) { return new Response('refused: ' + error, { status: 418 }) }
})`
const fetched = async (to: string) => (await call(`fetches?to=${encodeURIComponent(to)}`)).text()

describe('the family’s client', () => {
  test('invokes a function with JSON, reads JSON, and gets a failure as its error', async () => {
    await deploy(
      'greet',
      `Deno.serve(async (request) => {
        const { name } = await request.json() as { name: string }
        return name === '' ? new Response('who?', { status: 400 }) : Response.json({ hello: name })
      })`,
    )
    const client = new FunctionsClient(`${own.url}/default/functions/v1`, {
      headers: { authorization: `Bearer ${anon}`, apikey: anon },
    })
    expect(await client.invoke('greet', { body: { name: 'Ada' } })).toMatchObject({
      data: { hello: 'Ada' },
      error: null,
    })
    const { data, error } = await client.invoke('greet', { body: { name: '' } })
    expect([data, error instanceof FunctionsHttpError]).toEqual([null, true])
  })
})

describe('scripts', () => {
  test('deploy by a form, and read the files back', async () => {
    const form = new FormData()
    form.append(
      'metadata',
      JSON.stringify({ name: 'By form', entrypoint_path: 'main.ts', verify_jwt: false }),
    )
    form.append(
      'file',
      new Blob([`import { word } from './lib/word.ts'\nDeno.serve(() => new Response(word))`]),
      'main.ts',
    )
    form.append('file', new Blob([`export const word = 'formed'`]), 'lib/word.ts')
    const made = await running.app.request(
      'http://127.0.0.1:8787/v1/projects/default/functions/deploy?slug=formed',
      {
        method: 'POST',
        body: form,
      },
    )
    expect([made.status, await made.json()]).toEqual([
      201,
      expect.objectContaining({
        slug: 'formed',
        name: 'By form',
        version: 1,
        entrypoint_path: 'main.ts',
        verify_jwt: false,
      }),
    ])
    expect(await (await fetch(`${own.url}/default/functions/v1/formed`)).text()).toBe('formed')
    const body = await running.app.request('http://127.0.0.1:8787/v1/projects/default/functions/formed/body')
    const files = (await body.formData()).getAll('file') as File[]
    expect(files.map(({ name }) => name)).toEqual(['lib/word.ts', 'main.ts'])
    expect(await files[0]?.text()).toBe(`export const word = 'formed'`)
  })

  test.each([
    ['without metadata', (form: FormData) => form.append('file', new Blob(['x']), 'index.ts')],
    [
      'with a path that leads out',
      (form: FormData) => {
        form.append('metadata', '{}')
        form.append('file', new Blob(['x']), '../index.ts')
      },
    ],
    ['without a file', (form: FormData) => form.append('metadata', '{}')],
  ])('are refused a form %s', async (_what, fill) => {
    const form = new FormData()
    fill(form)
    const answer = await running.app.request(
      'http://127.0.0.1:8787/v1/projects/default/functions/deploy?slug=never',
      { method: 'POST', body: form },
    )
    expect(answer.status).toBe(400)
  })

  test('of the operator deploy, list and read lines', async () => {
    const files = [
      {
        name: 'index.ts',
        content: `Deno.serve(() => { console.log('a line of ours'); return new Response('x') })`,
      },
    ]
    const deployed = await answerFunctions({ verb: 'deploy', project: null, slug: 'told', files }, running)
    if ('error' in deployed) throw new Error(deployed.error)
    expect(functionsReport('deploy', deployed.lines[0] ?? '')).toEqual(['Version 1 of told is served'])
    await (await call('told')).text()
    await running.lines.flush()
    const logged = await answerLogs({ project: null, from: null, function: 'told' }, running)
    // The console is read beside the answer.
    expect(logged).toEqual({
      lines: [
        expect.stringContaining('booted'),
        expect.stringMatching(/a line of ours|GET 200/),
        expect.stringMatching(/a line of ours|GET 200/),
      ],
    })
    const bad = [{ name: 'index.ts', content: `const x: number = 'text'\nconsole.log(x)` }]
    const refused = await answerFunctions(
      { verb: 'deploy', project: null, slug: 'told', files: bad },
      running,
    )
    expect(refused).toEqual({ error: expect.stringMatching(/^index\.ts:1:7: /) as string })
    const listed = await answerFunctions({ verb: 'list', project: null }, running)
    if ('error' in listed) throw new Error(listed.error)
    expect(functionsReport('list', listed.lines[0] ?? '').find((line) => line.startsWith('told'))).toMatch(
      /told {2}v1 .+1 calls, 0 errors/,
    )
  })
})

test('lines of a function are read back by the logs of its project', async () => {
  await deploy('lines', `Deno.serve(() => { console.error('went wrong'); return new Response('x') })`)
  await (await call('lines')).text()
  await running.lines.flush()
  const { lines } = await running.client.call(searchLogs, {
    params: { ref: 'default' },
    query: { sources: 'functions', text: 'went wrong' },
  } as never)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      message: 'went wrong',
      fields: expect.objectContaining({ function: 'lines', version: 1, event: 'console' }) as unknown,
    }),
  ])
})

test('a WebSocket is joined to the function', async () => {
  await deploy(
    'socket',
    `Deno.serve((request) => {
      const { socket, response } = Deno.upgradeWebSocket(request)
      socket.onmessage = ({ data }) => socket.send('echo ' + data)
      return response
    })`,
  )
  await running.client.call(updateFunction, { params: params('socket'), body: { verify_jwt: false } })
  const asked = request(`${own.url}/default/functions/v1/socket`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  asked.end()
  const [answer, socket] = (await once(asked, 'upgrade')) as [{ statusCode: number }, Socket]
  expect(answer.statusCode).toBe(101)
  // One masked text frame with a mask of zeros (RFC 6455 §5.2).
  socket.write(Buffer.concat([Buffer.from([0x81, 0x82, 0, 0, 0, 0]), Buffer.from('hi')]))
  const [frame] = (await once(socket, 'data')) as [Buffer]
  expect(frame.subarray(2).toString()).toBe('echo hi')
  socket.destroy()
})

describe.runIf(walls.network)('a function can’t get in', () => {
  test('by a redirect from an address that is open', async () => {
    let reached = 0
    const inner = await serve('127.0.0.1', (_asked, answer) => {
      reached++
      answer.end('inner')
    })
    const outer = await serve(OPEN, (asked, answer) => {
      if (asked.url === '/open') return void answer.end('outer')
      answer.writeHead(302, { location: `http://127.0.0.1:${inner}/` }).end()
    })
    await deploy('fetches', FETCHES)
    expect(await fetched(`http://${OPEN}:${outer}/open`)).toBe('outer')
    expect(await fetched(`http://${OPEN}:${outer}/`)).not.toBe('inner')
    expect(reached).toBe(0)
  })

  test('by a name that is another address at the second look', async () => {
    let reached = 0
    const port = await serve(OPEN, (_asked, answer) => answer.end('outer'))
    const inner = createServer((_asked, answer) => {
      reached++
      answer.end('inner')
    })
    servers.push(inner)
    await new Promise<void>((resolve) => void inner.listen(port, '127.0.0.1', resolve))
    await deploy('fetches', FETCHES)
    turns = [OPEN, '127.0.0.1', '127.0.0.1']
    expect(await fetched(`http://rebound.example:${port}/`)).toBe('outer')
    expect(await fetched(`http://rebound.example:${port}/`)).toBe('This address is closed to functions')
    expect(reached).toBe(0)
  })

  test('to another project’s API', async () => {
    await deploy('fetches', FETCHES)
    expect(await fetched(`${own.url}/default/storage/v1/bucket`)).toBe('[]')
    for (const path of [
      '/other/storage/v1/bucket',
      '/default/../other/storage/v1/bucket',
      '/',
      '/defaulted/x',
    ])
      expect(await fetched(own.url + path)).toBe('This address is closed to functions')
    expect(await fetched(`${own.url}/default/%2e%2e/other/storage/v1/bucket`)).toBe(
      'This address is closed to functions',
    )
  })
})

test('the key of a function is none of another project', async () => {
  const { life, organizationId } = running
  await life.create(
    {
      ref: 'other',
      name: 'Other',
      organizationId,
      region: undefined,
      ownerPassword: undefined,
      engine: undefined,
      existing: undefined,
    },
    null,
  )
  await life.settled()
  await deploy('tells', `Deno.serve(() => new Response(Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')))`)
  const key = await (await call('tells')).text()
  const buckets = async (ref: string) =>
    (await fetch(`${own.url}/${ref}/storage/v1/bucket`, { headers: { authorization: `Bearer ${key}` } }))
      .status
  expect([await buckets('default'), await buckets('other')]).toEqual([200, 401])
  expect(await running.client.call(listFunctions, { params: { ref: 'other' } })).toEqual([])
}, 60_000)

test('a schedule calls a function that checks tokens, as the service role, by a token that ends with its run', async () => {
  await deploy(
    'told',
    `Deno.serve((request) => {
      const token = request.headers.get('authorization')?.slice(7) ?? ''
      return new Response([request.method, token, btoa(token)].join(' '))
    })`,
  )
  const { id } = await running.client.call(createSchedule, {
    params: { ref: 'default' },
    body: { name: 'tells', expression: '@yearly', task: { type: 'function', slug: 'told', method: 'GET' } },
  })
  const at = { params: { ref: 'default', id } }
  await running.client.call(runSchedule, at)
  await vi.waitFor(
    async () =>
      expect(await running.client.call(listScheduleRuns, at)).toMatchObject([
        { status: 'succeeded', code: 200, answer: expect.stringMatching(/^GET ••• \w+/) },
      ]),
    { timeout: 30_000, interval: 100 },
  )
  const [run] = await running.client.call(listScheduleRuns, at)
  const token = atob(run?.answer?.split(' ')[2] ?? '')
  const again = await fetch(`${own.url}/default/functions/v1/told`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(again.status).toBe(401)
}, 60_000)
