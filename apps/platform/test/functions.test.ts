/** Edge functions in real processes: what applications get, and what a function can't reach. */
import { createServer, type Server } from 'node:http'
import { readdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  createBranch,
  deleteFunction,
  deployFunction,
  getFunctionStats,
  listBranches,
  listFunctions,
  resetBranch,
  setFunctionSecrets,
  updateFunction,
  type DeployLine,
} from '@basedeck/platform-client/contract'
import { PlatformError } from '@basedeck/platform-client'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectByRef } from '../src/control/projects.js'
import { findWalls } from '../src/functions/walls.js'
import { lastingKey } from '../src/keys/jwt.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'
import { createTokenVerifier } from '../src/keys/token-verifier.js'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { createFunctionsService } from '../src/project-api/functions/functions-service.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import { createServices } from '../src/project-api/services.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
let api: ReturnType<typeof createProjectApi>
let anon: string
/** What no function may reach. */
let inner: Server
let innerPort: number
let reached = 0
const walls = await findWalls()

beforeAll(async () => {
  running = await runApp('cluster')
  const { storage, control, dataDir, functions } = running
  const storageApi = Promise.resolve({ storage, resumable: createResumableUploads(dataDir, storage) })
  const service = createFunctionsService({
    functions,
    host: storage.host,
    verifier: createTokenVerifier(),
  })
  api = createProjectApi({
    projectStatus: (ref) => projectByRef(control, ref),
    storage: storageApi,
    services: createServices({ storage: storageApi, functions: service }),
    log: pino({ level: 'silent' }),
    ownOrigins: () => ['http://127.0.0.1:8788'],
    dashboardOrigins: () => [],
  })
  const keys = (await storage.host.project('default'))?.keys
  anon = lastingKey('anon', { secret: firstSecretOf(keys), ref: 'default', now: new Date() })
  inner = createServer((_asked, answer) => {
    reached++
    answer.end('inner')
  })
  await new Promise<void>((resolve) => inner.listen(0, resolve))
  innerPort = (inner.address() as AddressInfo).port
})
afterAll(async () => {
  inner.close()
  await running.stop()
})

async function failureOf(deployed: Promise<unknown>): Promise<PlatformError> {
  const outcome = await deployed.catch((error: unknown) => error)
  if (!(outcome instanceof PlatformError)) throw new Error('The deploy should have been refused')
  return outcome
}

const deploy = (slug: string, content: string, ...more: { name: string; content: string }[]) =>
  running.client.call(deployFunction, {
    params: { ref: 'default', function: slug },
    body: { files: [{ name: 'index.ts', content }, ...more] },
  })
const call = (path: string, init: RequestInit = {}) =>
  api.request(`http://127.0.0.1:8788/default/functions/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${anon}`, ...init.headers },
  })
/** Answers with the text that the code gives, or with the error. */
const answering = (code: string) =>
  `Deno.serve(async (request) => {
    try { return new Response(String(await (async () => { ${code} })())) }
    catch (error) { return new Response('refused: ' + error, { status: 418 }) }
  })`

/** Several deploys, each with its types checked, beside other tests. */
const DEPLOYS_MS = 240_000

describe('a call', () => {
  test('reaches the function as it came, and the answer is the function’s', async () => {
    await deploy(
      'echo',
      `Deno.serve(async (request: Request) => {
        const { pathname, search } = new URL(request.url)
        return Response.json(
          { method: request.method, path: pathname + search, body: await request.text(), own: request.headers.get('x-own') },
          { status: 201, headers: { 'x-answer': 'yes', 'access-control-allow-origin': 'https://own.example' } })
      })`,
    )
    const answer = await call('echo/deep/er?a=1&b=%2F', {
      method: 'PUT',
      body: 'sent',
      headers: { 'x-own': 'kept', 'x-region': 'eu-west-1' },
    })
    expect([answer.status, answer.headers.get('x-answer')]).toEqual([201, 'yes'])
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://own.example')
    expect(await answer.json()).toEqual({
      method: 'PUT',
      path: '/echo/deep/er?a=1&b=%2F',
      body: 'sent',
      own: 'kept',
    })
  })

  test('needs a token unless the function says otherwise, and OPTIONS needs none', async () => {
    const bare = (headers: Record<string, string> = {}, method = 'GET') =>
      api.request('http://127.0.0.1:8788/default/functions/v1/echo', { headers, method })
    const missing = await bare()
    expect([missing.status, missing.headers.get('x-relay-error'), await missing.json()]).toEqual([
      401,
      'true',
      { msg: 'Error: Missing authorization header' },
    ])
    const bad = await bare({ authorization: 'Bearer x.y.z' })
    expect([bad.status, await bad.json()]).toEqual([401, { msg: 'Invalid JWT' }])
    expect((await bare({}, 'OPTIONS')).status).toBe(201)
    await running.client.call(updateFunction, {
      params: { ref: 'default', function: 'echo' },
      body: { verify_jwt: false },
    })
    expect((await bare()).status).toBe(201)
  })

  test('of an unknown name is not found', async () => {
    for (const name of ['never', '..%2Fx', '1st']) expect((await call(name)).status).toBe(404)
  })

  test('gets the next version without a gap', async () => {
    for (const text of ['one', 'two']) {
      await deploy('next', answering(`return '${text}'`))
      expect(await (await call('next')).text()).toBe(text)
    }
  })

  test('is answered by a default export with a fetch, as well', async () => {
    await deploy(
      'exported',
      `export default { fetch: (request: Request) => new Response('by ' + request.method) }`,
    )
    expect(await (await call('exported')).text()).toBe('by GET')
  })

  test('streams', async () => {
    await deploy(
      'stream',
      `Deno.serve(() => {
        const parts = ['a', 'b', 'c']
        return new Response(new ReadableStream({ pull(c) {
          const part = parts.shift()
          if (part === undefined) c.close()
          else c.enqueue(new TextEncoder().encode(part))
        } }))
      })`,
    )
    expect(await (await call('stream')).text()).toBe('abc')
  })

  test('is counted', async () => {
    await deploy('told', answering(`return 'x'`))
    await (await call('told')).text()
    const stats = await running.client.call(getFunctionStats, { params: { ref: 'default' } })
    expect(stats.find(({ slug }) => slug === 'told')).toMatchObject({ calls: 1, errors: 0 })
  })
})

describe('a deploy', () => {
  test.each([
    [
      'does not compile',
      `const x: number = 'text'\nDeno.serve(() => new Response('' + x))`,
      { file: 'index.ts', line: 1, column: 7 },
    ],
    ['imports what isn’t there', `import './gone.ts'`, {}],
    [
      'imports a file outside',
      `import secret from '/etc/passwd' with { type: 'text' }\nconsole.log(secret)`,
      {},
    ],
  ])('that %s is refused with its place', async (_what, content, place) => {
    const failure = await failureOf(deploy('wrong', content))
    expect([failure.status, failure.code]).toEqual([422, 'function_refused'])
    const { output } = failure.body as { output: DeployLine[] }
    expect(output.find(({ level }) => level === 'error')).toMatchObject(place)
    expect((await call('wrong')).status).toBe(404)
  })

  test('that is refused leaves no build', async () => {
    const builds = async () => (await readdir(join(running.dataDir, 'functions', 'default'))).length
    const before = await builds()
    await failureOf(deploy('wrong', 'syntax error here'))
    expect(await builds()).toBe(before)
  })
})

describe('a failure', () => {
  test('of the start is BOOT_ERROR, of the process WORKER_ERROR', async () => {
    await deploy('boot', `throw new Error('never starts')`)
    const boot = await call('boot')
    expect([boot.status, ((await boot.json()) as { code: string }).code]).toEqual([503, 'BOOT_ERROR'])
    await deploy('exit', `Deno.serve(() => { Deno.exit(1) })`)
    const exit = await call('exit')
    expect([exit.status, ((await exit.json()) as { code: string }).code]).toEqual([500, 'WORKER_ERROR'])
  })

  test.each([
    ['loops', `for (;;) {}`],
    ['eats memory', `const all = []; for (;;) { all.push(new Uint8Array(8e6).fill(1)); await 0 }`],
  ])('of a function that %s is WORKER_LIMIT', async (_what, code) => {
    await deploy('limit', answering(code))
    const answer = await call('limit')
    // The system may refuse the memory before the watch sees it: the function can catch that.
    if (answer.status !== 418) expect([546]).toContain(answer.status)
  })

  test('of a function that answers nothing ends with its time', async () => {
    await deploy('silent', `Deno.serve(() => new Promise(() => {}))`)
    await running.client.call(updateFunction, {
      params: { ref: 'default', function: 'silent' },
      body: { timeout_seconds: 1 },
    })
    expect((await call('silent')).status).toBe(504)
  })
})

describe('a function can’t', () => {
  test('reach this machine or its network', async () => {
    reached = 0
    await deploy(
      'net',
      answering(`return await (await fetch(new URL(request.url).searchParams.get('to') ?? '')).text()`),
    )
    for (const host of [
      '127.0.0.1',
      '0.0.0.0',
      '127.1',
      '2130706433',
      '0x7f000001',
      'localhost',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '10.0.0.1',
    ]) {
      const port =
        host.startsWith('1') && host.includes('.', 4) && !host.startsWith('127') ? '' : `:${innerPort}`
      const answer = await call(`net?to=${encodeURIComponent(`http://${host}${port}/`)}`)
      expect([host, await answer.text()]).not.toEqual([host, 'inner'])
    }
    expect(reached).toBe(0)
  })

  test.runIf(walls.network)('open a connection to this machine', async () => {
    reached = 0
    await deploy(
      'tcp',
      answering(
        `const c = await Deno.connect({ hostname: new URL(request.url).searchParams.get('to') ?? '', port: ${innerPort} }); c.close(); return 'open'`,
      ),
    )
    for (const host of ['127.0.0.1', '0.0.0.0', '::1', '::'])
      expect((await call(`tcp?to=${host}`)).status).toBe(418)
  })

  test(
    'read files of others, run programs, or see the platform’s variables',
    async () => {
      await writeFile(join(running.dataDir, 'outside.txt'), 'secret of the platform')
      process.env['BASEDECK_TEST_SECRET'] = 'secret of the platform'
      const outside = JSON.stringify(join(running.dataDir, 'outside.txt'))
      for (const [at, code] of [
        `return await Deno.readTextFile(${outside})`,
        `return await Deno.readTextFile('/proc/self/environ')`,
        `return await Deno.readTextFile('/etc/passwd')`,
        `return await new Deno.Command('id').output()`,
        `await Deno.writeTextFile('index.ts', 'x'); return 'written'`,
        `return (await import('file://' + ${outside}, { with: { type: 'text' } })).default`,
        `return [...Deno.readDirSync('..')].map((e) => e.name)`,
        `return Deno.kill(${process.pid}, 'SIGTERM')`,
      ].entries()) {
        await deploy(`wall${at}`, answering(code))
        const answer = await call(`wall${at}`)
        expect([code, answer.status, await answer.text()]).toEqual([
          code,
          418,
          expect.stringContaining('refused'),
        ])
      }
      await deploy('env', answering(`return JSON.stringify(Deno.env.toObject())`))
      const env = JSON.parse(await (await call('env')).text()) as Record<string, string>
      expect(
        Object.keys(env).filter((name) => !/^(SUPABASE|SB|DENO)_|^(NO_COLOR|HTTPS?_PROXY)$/.test(name)),
      ).toEqual([])
      expect(env['SUPABASE_URL']).toBe('http://127.0.0.1:8788/default')
    },
    DEPLOYS_MS,
  )

  test('take a secret for an instruction to the loader', async () => {
    const body = [
      { name: 'LD_PRELOAD', value: '/tmp/evil.so' },
      { name: 'OWN_SECRET', value: 'hush\nsecond line' },
    ]
    await running.client.call(setFunctionSecrets, { params: { ref: 'default' }, body })
    await deploy('secret', answering(`return Deno.env.get('OWN_SECRET')`))
    expect(await (await call('secret')).text()).toBe('hush\nsecond line')
  })

  test('leave a key behind that works', async () => {
    await deploy('key', answering(`return Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')`))
    const key = await (await call('key')).text()
    const buckets = () =>
      api.request('http://127.0.0.1:8788/default/storage/v1/bucket', {
        headers: { authorization: `Bearer ${key}` },
      })
    expect((await buckets()).status).toBe(200)
    await running.client.call(deleteFunction, { params: { ref: 'default', function: 'key' } })
    await expect.poll(async () => (await buckets()).status).toBe(401)
  })
})

describe('a greedy function', () => {
  const itself = `fetch(Deno.env.get('SUPABASE_URL') + '/functions/v1/itself', { headers: { authorization: request.headers.get('authorization') ?? '' } })`

  test.each([
    [
      'forks',
      `for (let made = 0; made < 5000; made++) new Worker('data:text/javascript,for(;;){}', { type: 'module' }); for (;;) {}`,
    ],
    [
      'connects',
      `const all = await Promise.allSettled(Array.from({ length: 10_000 }, () => fetch(Deno.env.get('SUPABASE_URL') + '/storage/v1/bucket'))); return all.length`,
    ],
    ['talks', `for (let at = 0; at < 1000; at++) console.log('x'.repeat(1_000_000)); return 'said'`],
    ['itself', `return (await ${itself}).status`],
  ])('that %s takes nothing from another one', { timeout: 120_000 }, async (slug, code) => {
    await deploy('calm', `Deno.serve(() => new Response('calm'))`)
    await deploy(slug, answering(code))
    expect((await call('calm')).status).toBe(200)
    const before = process.memoryUsage().rss
    const greedy = call(slug)
    for (let at = 0; at < 5; at++) expect(await (await call('calm')).text()).toBe('calm')
    await (await greedy).text()
    expect(await (await call('calm')).text()).toBe('calm')
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024)
  })
})

test('a branch has the functions of its parent as they are served, with files of its own', async () => {
  await deploy('shared', `Deno.serve(() => new Response('first'))\n`)
  await deploy('shared', `Deno.serve(() => new Response('of the parent'))\n`)
  await running.client.call(updateFunction, {
    params: { ref: 'default', function: 'shared' },
    body: { timeout_seconds: 7, verify_jwt: false },
  })
  await running.client.call(createBranch, { params: { ref: 'default' }, body: { branch_name: 'copied' } })
  await running.life.settled()
  const branches = await running.client.call(listBranches, { params: { ref: 'default' } })
  const ref = branches.find(({ name }) => name === 'copied')?.project_ref ?? ''
  const copied = await running.client.call(listFunctions, { params: { ref } })
  expect(copied.find(({ slug }) => slug === 'shared')).toMatchObject({
    version: 1,
    timeout_seconds: 7,
    verify_jwt: false,
  })
  await running.client.call(deleteFunction, { params: { ref: 'default', function: 'shared' } })
  const answer = await api.request(`http://127.0.0.1:8788/${ref}/functions/v1/shared`)
  expect(await answer.text()).toBe('of the parent')
  // A reset makes it again as the parent is now: without the function.
  await running.client.call(resetBranch, { params: { branch: ref } })
  await running.life.settled()
  const left = await running.client.call(listFunctions, { params: { ref } })
  expect(left.map(({ slug }) => slug)).not.toContain('shared')
})
