/** The thread that serves files: alone with their bytes, opened again when it fails, and reached through both ports. */
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { noFunctions } from '../src/functions/functions-host.js'
import { projectByRef } from '../src/control/projects.js'
import { lastingKey } from '../src/keys/jwt.js'
import { SERVICE } from '../src/objects/storage-actor.js'
import { answersForThread } from '../src/project-api/thread/answers-for-thread.js'
import { openApiThread, openApiWorker, type ApiThread } from '../src/project-api/thread/api-thread.js'
import { runApp, type RunningApp } from './running-app.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'

const MB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
let running: RunningApp
let key: string
const opened: ApiThread[] = []

beforeAll(async () => {
  running = await runApp('cluster')
  const { host, buckets } = running.storage
  const project = await host.project('default')
  key = lastingKey('service_role', {
    secret: firstSecretOf(project?.keys),
    ref: 'default',
    now: new Date(),
  })
  const limits = { public: false, file_size_limit: null, allowed_mime_types: null }
  await buckets.create('default', SERVICE, { id: 'files', ...limits })
})
afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close()
})
afterAll(() => running.stop())

/** Opens a thread over the running app. */
async function serve(lines: string[] = []) {
  let worker: Worker | undefined
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const proofs = {
    make: () => 'proof',
    check: (proof: string) => (proof === 'proof' ? { ip: '203.0.113.7' } : undefined),
  }
  const thread = openApiThread({
    settings: {
      dataDir: running.dataDir,
      storage: undefined,
      trustProxy: false,
      logLevel: 'info',
      installationId: 'this',
      isShared: false,
      ownRef: 'default',
    },
    answers: answersForThread({
      opened: Promise.resolve({
        control: running.control,
        host: running.storage.host,
        registry: running.registry,
        life: running.life,
        notify: running.notify,
        proofs,
        box: running.box,
        authMails: { send: async () => 'mail' },
        functions: noFunctions('none run here'),
        outgoing: { call: () => Promise.reject(new Error('not asked')) },
      }),
      presence: Promise.resolve(undefined),
      installationId: 'this',
      onAnswer: () => {},
      onSent: () => {},
      onEvent: () => {},
      log,
      onPeerGone: () => {},
      isKept: (runId, rows) => thread.isKept(runId, rows),
    }),
    log,
    openWorker: (settings) => (worker = openApiWorker(settings)),
  })
  opened.push(thread)
  const port = await thread.listen('127.0.0.1', 0)
  const origin = `http://127.0.0.1:${port}`
  thread.reachedAt({ own: [origin], dashboard: [] })
  return { origin, url: `${origin}/default/storage/v1`, kill: () => worker?.terminate() }
}

async function beginUpload(url: string, size: number): Promise<string> {
  const metadata = `bucketName ${base64('files')},objectName ${base64(crypto.randomUUID())}`
  const answer = await fetch(`${url}/upload/resumable`, {
    method: 'POST',
    headers: { ...TUS, apikey: key, 'upload-length': String(size), 'upload-metadata': metadata },
  })
  expect(answer.status).toBe(201)
  return new URL(answer.headers.get('location') ?? '', url).href
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const patch = { ...TUS, 'content-type': 'application/offset+octet-stream' }

test('bytes arrive while the thread that answers Cancel can do nothing', async () => {
  const { url } = await serve()
  const address = await beginUpload(url, 40 * MB)
  const file = join(running.dataDir, 'projects/default/uploads', `${address.split('/').at(-1)}.data`)
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const sender = new Worker(SENDER, {
    eval: true,
    workerData: { address, gate, headers: { ...patch, apikey: key, 'upload-offset': '0' }, bytes: 32 * MB },
  })
  // The request has begun: its key is checked by this thread. From here on this one is blocked.
  await expect.poll(() => statSync(file).size).toBeGreaterThan(0)
  const before = statSync(file).size
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  const until = performance.now() + 20_000
  while (statSync(file).size <= before + 16 * MB && performance.now() < until);
  expect(statSync(file).size).toBeGreaterThan(before + 16 * MB)
  await sender.terminate()
})

/** Sends one byte, waits for the gate, and sends the rest. */
const SENDER = `
const { request } = require('node:http')
const { workerData: { address, gate, headers, bytes } } = require('node:worker_threads')
const sending = request(address, { method: 'PATCH', headers })
sending.on('error', () => {})
sending.write(Buffer.alloc(1))
setTimeout(() => {
  Atomics.wait(gate, 0, 0)
  sending.end(Buffer.alloc(bytes))
}, 100)
`

test('a thread that fails is opened again at its port, and an upload goes on there', async () => {
  const lines: string[] = []
  const { url, kill } = await serve(lines)
  const content = randomBytes(3 * MB)
  const address = await beginUpload(url, content.length)
  const send = (from: number, to: number) =>
    fetch(address, {
      method: 'PATCH',
      headers: { ...patch, apikey: key, 'upload-offset': String(from) },
      body: content.subarray(from, to),
    })
  expect((await send(0, MB)).status).toBe(204)
  await kill()
  await expect.poll(() => fetch(url).catch(() => undefined), { timeout: 20_000 }).toBeDefined()
  expect((await send(MB, 3 * MB)).status).toBe(204)
})

test('calls of the dashboard’s port are told by their proof; without it the root serves nothing', async () => {
  const lines: string[] = []
  const { origin } = await serve(lines)
  const ask = (proof?: string) =>
    fetch(`${origin}/storage/v1/bucket`, {
      headers: { apikey: key, ...(proof === undefined ? {} : { 'x-basedeck-forwarded': proof }) },
    })
  expect([(await ask()).status, (await ask('forged')).status]).toEqual([404, 404])
  expect((await ask('proof')).status).toBe(200)
  await expect.poll(() => lines.join('')).toContain('"ip":"203.0.113.7"')
})

test('a project’s status, and what is refused, are answered as before', async () => {
  const { origin, url } = await serve()
  const row = await projectByRef(running.control, 'default')
  expect(await (await fetch(`${origin}/default`)).json()).toEqual({ ref: 'default', status: row?.status })
  const refused = await fetch(`${url}/object/files/none`, { headers: { apikey: key } })
  expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'object_not_found' }])
})
