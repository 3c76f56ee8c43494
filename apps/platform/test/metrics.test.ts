/** The content of `/metrics`, and who may read it. */
import { createClient, newId, queryTyped } from '@basedeck/platform-client'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { testApi } from './test-api.js'

const TOKEN = 'the-token-of-the-monitor'
const patience = { timeout: 20_000, interval: 50 }
let folder: string
let program: Program

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basedeck-metrics-'))
  await chmod(folder, 0o755)
  const args = ['--port', '0', '--api-port', '0', '--data-dir', join(folder, 'data'), '--engine', 'pglite']
  const started = await startProgram(args, undefined, { BASEDECK_METRICS_TOKEN: TOKEN })
  if (!isRunning(started)) throw new Error(started.output)
  program = started
})
afterAll(async () => {
  await program?.end('SIGTERM')
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

/** By another name, as a monitor calls a container. */
function ask(headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${program.url}/metrics`, { headers: { host: 'basedeck:8787', ...headers } })
    call.once('error', reject)
    call.once('response', async (answer) => {
      let text = ''
      for await (const piece of answer) text += String(piece)
      resolve({ status: answer.statusCode ?? 0, text })
    })
    call.end()
  })
}

const numbers = async (): Promise<Map<string, number>> => {
  const { text } = await ask({ authorization: `Bearer ${TOKEN}` })
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+(?:\{.*\})?) ([\d.e+-]+)$/.exec(line) ?? []
      expect(`${name} ${value}`).toBe(line)
      return [name, Number(value)]
    }),
  )
}

const run = (query: string, runId = newId()) =>
  createClient({ baseUrl: program.url }).call(queryTyped, {
    params: { ref: 'default' },
    body: { query, runId },
  })

test('it requires its token, and does not exist without a configured token', async () => {
  expect(await ask()).toMatchObject({ status: 401 })
  expect(await ask({ authorization: 'Bearer the-token-of-the-monito' })).toMatchObject({ status: 401 })
  const { app, remove } = await testApi()
  const answer = await app.request('http://127.0.0.1:8787/metrics', { headers: { host: '127.0.0.1:8787' } })
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
  await remove()
})

test('it counts calls, runs and streams, and looks up projects, databases, memory, disk and the control plane', async () => {
  await run('select 1')
  await run('select nothing').catch(() => undefined)
  const long = run('select pg_sleep(600)', 'long').catch(() => undefined)
  const ending = new AbortController()
  await fetch(`${program.url}/platform/events`, { signal: ending.signal })
  await fetch(`${program.apiUrl}/default`)
  await fetch(`${program.apiUrl}/default/rest/v1/nothing`)
  await vi.waitFor(
    async () => expect((await numbers()).get('basedeck_databases{engine="pglite",state="working"}')).toBe(1),
    patience,
  )
  const found = await numbers()
  const seconds = (route: string, rest: string) =>
    found.get(`basedeck_http_request_duration_seconds_count{${rest.replace('ROUTE', route)}}`)
  const typed = 'api="platform",method="POST",route="ROUTE",status='
  expect(seconds('/platform/pg-meta/{ref}/query', `${typed}"200"`)).toBe(1)
  expect(seconds('/platform/pg-meta/{ref}/query', `${typed}"400"`)).toBe(1)
  expect(seconds('/{ref}', 'api="project",method="GET",route="ROUTE",status="200"')).toBe(1)
  const read = 'service="data",route="/{ref}/rest/v1/read"'
  expect(found.get(`basedeck_service_request_duration_seconds_count{${read}}`)).toBe(1)
  expect(found.get(`basedeck_service_errors_total{${read}}`)).toBe(0)
  expect(found.get('basedeck_run_duration_seconds_count{outcome="done"}')).toBe(1)
  expect(found.get('basedeck_run_duration_seconds_count{outcome="refused"}')).toBe(1)
  expect(found.get('basedeck_runs_in_progress')).toBe(1)
  expect(found.get('basedeck_event_streams')).toBe(1)
  expect(found.get('basedeck_projects{engine="pglite",status="ACTIVE_HEALTHY"}')).toBe(1)
  expect(found.get('basedeck_control_database_up')).toBe(1)
  expect(found.get('basedeck_control_database_duration_seconds_count{operation="read"}')).toBeGreaterThan(0)
  expect(found.get('basedeck_disk_free_bytes')).toBeGreaterThan(0)
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)

  ending.abort()
  await fetch(`${program.url}/platform/pg-meta/default/query/long`, { method: 'DELETE' })
  await long
  await vi.waitFor(async () => {
    const after = await numbers()
    expect(after.get('basedeck_event_streams')).toBe(0)
    expect(after.get('basedeck_runs_in_progress')).toBe(0)
    expect(after.get('basedeck_run_duration_seconds_count{outcome="cancelled"}')).toBe(1)
  }, patience)
})

test('its labels hold no path, no text of a query and no secret', async () => {
  await fetch(`${program.url}/invitation/a-secret-of-a-link`)
  await fetch(`${program.url}/platform/nothing/a-secret-of-a-link`)
  await run(`select 'a-secret-of-a-link'`)
  expect((await ask({ authorization: `Bearer ${TOKEN}` })).text).not.toContain('a-secret-of-a-link')
})
