/** How a function reaches the database of its project, and nobody else by its password. */
import { updateFunction, deleteFunction, deployFunction } from '@basedeck/platform-client/contract'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectByRef } from '../src/control/projects.js'
import { ProtocolError } from '../src/engines/pglite/socket/protocol-error.js'
import { BOOT_SCRIPT } from '../src/functions/boot-script.js'
import { findDeno } from '../src/functions/find-deno.js'
import { startProcess } from '../src/functions/function-process.js'
import { denoFolder } from '../src/functions/run-folder.js'
import { lastingKey } from '../src/keys/jwt.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'
import { createTokenVerifier } from '../src/keys/token-verifier.js'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { createFunctionsService } from '../src/project-api/functions/functions-service.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import { createServices } from '../src/project-api/services.js'
import { bundledDriver } from './bundled-driver.js'
import { runApp, type RunningApp, type TestedEngine } from './running-app.js'

const driver = await bundledDriver()

/** Answers with the first value of the query in the body, or with the refusal. */
const ASKS = `import pg from './pg.js'
Deno.serve(async (request: Request) => {
  const own = Deno.env.get('SUPABASE_DB_URL') ?? ''
  const { url = own, sql, told } = await request.json()
  if (told) return new Response(own)
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return Response.json(rows[0]?.[0] ?? null)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return Response.json({ code, message }, { status: 418 })
  } finally {
    client.end().catch(() => {})
  }
})`

/** Tells the refusals of thirty connections that are open at once. */
const POOLS = `import pg from './pg.js'
Deno.serve(async () => {
  const all = Array.from({ length: 30 }, () => new pg.Client({ connectionString: Deno.env.get('SUPABASE_DB_URL') }))
  const tried = await Promise.allSettled(all.map((one) => one.connect()))
  await Promise.allSettled(all.map((one) => one.end()))
  return Response.json(tried.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])))
})`

interface Opened {
  running: RunningApp
  deploy(slug: string, content?: string): Promise<void>
  ask(slug: string, body: object): Promise<Response>
  answer(slug: string, sql: string): Promise<unknown>
}

async function opened(engine: TestedEngine): Promise<Opened> {
  const running = await runApp(engine)
  const { storage, control, dataDir, functions } = running
  const storageApi = Promise.resolve({ storage, resumable: createResumableUploads(dataDir, storage) })
  const service = createFunctionsService({ functions, host: storage.host, verifier: createTokenVerifier() })
  const api = createProjectApi({
    projectStatus: (ref) => projectByRef(control, ref),
    storage: storageApi,
    services: createServices({ storage: storageApi, functions: service }),
    log: pino({ level: 'silent' }),
    ownOrigins: () => ['http://127.0.0.1:8788'],
    dashboardOrigins: () => [],
  })
  const ask: Opened['ask'] = async (slug, body) => {
    const keys = (await storage.host.project('default'))?.keys
    const anon = lastingKey('anon', { secret: firstSecretOf(keys), ref: 'default', now: new Date() })
    return api.request(`http://127.0.0.1:8788/default/functions/v1/${slug}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${anon}` },
    })
  }
  return {
    running,
    ask,
    async answer(slug, sql) {
      const answer = await ask(slug, { sql })
      return answer.json()
    },
    async deploy(slug, content = ASKS) {
      const files = [
        { name: 'index.ts', content },
        { name: 'pg.js', content: driver },
      ]
      await running.client.call(deployFunction, {
        params: { ref: 'default', function: slug },
        body: { files },
      })
    },
  }
}

describe.each(['cluster', 'pglite', 'url'] as const)('a function of a project on %s', (engine) => {
  let app: Opened
  beforeAll(async () => {
    app = await opened(engine)
    await app.deploy('asks')
  }, 60_000)
  afterAll(() => app.running.stop())

  test('is its owner at SUPABASE_DB_URL, and no more', async () => {
    expect(await app.answer('asks', `select rolsuper from pg_roles where rolname = current_user`)).toBe(false)
    await app.answer('asks', `create table if not exists made (id int); insert into made values (7)`)
    expect(await app.answer('asks', 'select count(*)::int from made')).toBe(1)
  })

  test('gets PostgreSQL’s refusals', async () => {
    expect(await app.answer('asks', 'select 1/0')).toEqual({ code: '22012', message: 'division by zero' })
  })

  test('reaches it by its own password alone, and no database but its own', async () => {
    await app.deploy('tells', `Deno.serve(() => new Response(Deno.env.get('SUPABASE_DB_URL')))`)
    const theirs = new URL(await (await app.ask('tells', {})).text())
    expect(theirs.href).toMatch(/^postgresql:\/\/postgres:[0-9a-f]{48}@127\.0\.0\.1:5432\/postgres/)
    expect(await app.answer('asks', `select 'own'`)).toBe('own')
    const own = new URL(await (await app.ask('asks', { told: true })).text())
    // At the door of `asks`, with the password of another process.
    own.password = theirs.password
    expect(await refused({ url: own.href })).toBe('28P01')
    const users = await Promise.all(
      ['basedeck_admin', 'authenticator', 'basedeck_realtime'].map(async (user) => {
        const url = new URL(await (await app.ask('asks', { told: true })).text())
        url.username = user
        return refused({ url: url.href })
      }),
    )
    expect(users).toEqual(['28P01', '28P01', '28P01'])
    const other = new URL(await (await app.ask('asks', { told: true })).text())
    other.pathname = '/template1'
    expect(await refused({ url: other.href })).toBe('3D000')
  })

  test('leaves no statement behind when its time is over', async () => {
    await app.deploy('sleeps')
    await app.running.client.call(updateFunction, {
      params: { ref: 'default', function: 'sleeps' },
      body: { timeout_seconds: 1 },
    })
    const sql = `select pg_sleep(600) /* left behind */`
    expect((await app.ask('sleeps', { sql })).status).toBe(504)
    await app.running.client.call(deleteFunction, { params: { ref: 'default', function: 'sleeps' } })
    const database = await app.running.life.database('default')
    const left = async () => (await database.running()).filter(({ query }) => query.includes('left behind'))
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
    expect(await app.answer('asks', 'select 1')).toBe(1)
  }, 60_000)

  async function refused(body: object): Promise<unknown> {
    const answer = await app.ask('asks', { sql: 'select 1', ...body })
    expect(answer.status).toBe(418)
    return ((await answer.json()) as { code?: string }).code
  }
})

test('functions of a project have a share of its connections, and are told when it is used up', async () => {
  const app = await opened('cluster')
  try {
    await app.deploy('pools', POOLS)
    const codes = (await (await app.ask('pools', { sql: '' })).json()) as string[]
    expect(codes).toEqual(Array.from({ length: 20 }, () => '53300'))
    // Once it has closed them, others get theirs.
    await app.deploy('asks')
    await expect.poll(() => app.answer('asks', 'select 1')).toBe(1)
  } finally {
    await app.running.stop()
  }
}, 60_000)

test('without a network namespace the way to the database is a socket in the folder of the process', async () => {
  const code = `import pg from './pg.js'
Deno.serve(async () => {
  const client = new pg.Client({ connectionString: Deno.env.get('SUPABASE_DB_URL') })
  return new Response(await client.connect().catch((error) => error.code + ' ' + error.message))
})`
  const root = await mkdtemp(join(denoFolder(), 'basedeck-process-'))
  const deno = await findDeno(root)
  if (!deno) throw new Error('Deno is a dependency of this package')
  const src = join(root, 'build', 'src')
  await mkdir(src, { recursive: true })
  await mkdir(join(root, 'build', 'cache'))
  await writeFile(join(src, 'index.ts'), code)
  await writeFile(join(root, 'boot.js'), BOOT_SCRIPT)
  await writeFile(join(src, 'pg.js'), driver)
  const process = await startProcess({
    deno,
    walls: { network: false, files: false, ends: false, limits: false },
    bootScript: join(root, 'boot.js'),
    folder: join(root, 'run'),
    build: join(root, 'build'),
    entrypoint: 'index.ts',
    importMap: null,
    number: 1,
    memoryMb: 256,
    hasDependencies: false,
    env: async () => ({}),
    outgoing: { connect: () => Promise.reject(new Error('closed')) },
    project: { url: 'http://127.0.0.1:1/x', ownOrigin: 'http://127.0.0.1:1' },
    // Only who has signed in is told this.
    joinDatabase: () => Promise.reject(new ProtocolError('57P03', 'reached')),
    onLine: () => {},
    onCut: () => {},
  })
  onTestFinished(async () => {
    process.kill('over')
    await process.ended
    await rm(root, { recursive: true, force: true })
  })
  const answer = await new Promise<string>((resolve, reject) => {
    request({ socketPath: process.socket, path: '/' }, (response) => {
      let text = ''
      response.on('data', (piece: Buffer) => (text += piece.toString()))
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
  expect(answer).toBe('57P03 reached')
})
