/** The metrics of a project of a running program, as its owner's Prometheus asks for them: read strictly, and attacked. */
import { createApiKey, createClient, listApiKeys, readReport, type Client } from '@basedeck/platform-client'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { isRunning, startProgram, type Program } from './program.js'

vi.setConfig({ testTimeout: 60_000 })
const PATH = '/customer/v1/privileged/metrics'
const params = { ref: 'default' }
let directory: TemporaryDirectory
let program: Program
let client: Client
let keys: Record<string, string>
beforeAll(async () => {
  directory = await temporaryDirectory()
  const options = ['--port', '0', '--api-port', '0', '--engine', 'cluster', '--data-dir', directory.path]
  const started = await startProgram(options)
  if (!isRunning(started)) throw new Error(started.output)
  program = started
  client = createClient({ baseUrl: program.url })
  const made = await client.call(createApiKey, { params, body: { name: 'monitor', type: 'secret' } })
  const listed = await client.call(listApiKeys, { params, query: { reveal: true } })
  keys = {
    ...Object.fromEntries(listed.map(({ name, api_key }) => [name, api_key ?? ''])),
    monitor: made.api_key ?? '',
  }
}, 90_000)
afterAll(async () => {
  await program?.end('SIGTERM')
  await directory.remove()
})

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const ask = (headers: Record<string, string>, base = `${program.apiUrl}/default`) =>
  fetch(base + PATH, { headers })

/** Prometheus' text format, version 0.0.4. @throws at the first line that is not of it */
function readStrictly(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  const types = new Map<string, string>()
  let open = ''
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.slice(0, -1).split('\n')) {
    const help = /^# HELP ([a-z_]+) \S.*$/.exec(line)
    const type = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line)
    const sample =
      /^([a-z_]+)((?:\{[a-z]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z]+="(?:[^"\\\n]|\\["\\n])*")*\})?) (\S+)$/.exec(
        line,
      )
    if (help) {
      open = help[1] ?? ''
      if (types.has(open)) throw new Error(`${open} is told twice`)
    } else if (type) {
      if (type[1] !== open) throw new Error(`Without help: ${line}`)
      types.set(open, type[2] ?? '')
    } else if (sample) {
      const [, name = '', labels = '', value] = sample
      const isPart =
        types.get(open) === 'histogram' && /^_(?:bucket|sum|count)$/.test(name.slice(open.length))
      if (!name.startsWith(open) || (name !== open && !isPart)) throw new Error(`Of another metric: ${line}`)
      if (types.get(open) === 'counter' && !name.endsWith('_total')) throw new Error(`A counter: ${line}`)
      if (Number.isNaN(Number(value)) || samples.has(name + labels)) throw new Error(line)
      samples.set(name + labels, Number(value))
    } else throw new Error(`No line of the format: ${line}`)
  }
  return samples
}

test('figures of the database and of calls are told in the format, and no key', async () => {
  const rest = { headers: { apikey: keys['anon'] ?? '' } }
  await (await fetch(`${program.apiUrl}/default/storage/v1/bucket`, rest)).text()
  const answer = await ask(basic('service_role', keys['monitor'] ?? ''))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  const samples = readStrictly(text)
  expect(samples.get('basedeck_project_up')).toBe(1)
  for (const name of [
    'basedeck_database_size_bytes',
    'basedeck_database_max_connections',
    'basedeck_database_transactions_committed_total',
    'basedeck_database_wal_bytes_total',
    'basedeck_database_start_time_seconds',
  ])
    expect(samples.get(name)).toBeGreaterThan(0)
  expect([...samples.keys()].some((name) => name.startsWith('basedeck_database_connections{state='))).toBe(
    true,
  )
  for (const key of Object.values(keys)) expect(text).not.toContain(key)
  await vi.waitUntil(async () => {
    const later = readStrictly(await (await ask(basic('service_role', keys['monitor'] ?? ''))).text())
    return [...later.keys()].some((name) =>
      name.startsWith('basedeck_project_request_duration_seconds_count{service="storage"'),
    )
  })
})

test('the legacy service key is a secret key too', async () => {
  expect((await ask(basic('service_role', keys['service_role'] ?? ''))).status).toBe(200)
})

test.each<[string, () => Record<string, string>]>([
  ['nothing', () => ({})],
  ['the legacy anon key', () => basic('service_role', keys['anon'] ?? '')],
  ['a publishable key', () => basic('service_role', keys['default'] ?? 'sb_publishable_x')],
  ['another user', () => basic('postgres', keys['monitor'] ?? '')],
  ['no user', () => basic('', keys['monitor'] ?? '')],
  ['a made-up key', () => basic('service_role', 'sb_secret_0123456789012345678901_01234567')],
  ['a bearer', () => ({ authorization: `Bearer ${keys['monitor']}` })],
  ['the header of applications', () => ({ apikey: keys['monitor'] ?? '' })],
  ['both, of which one is wrong', () => ({ ...basic('service_role', 'x'), apikey: keys['monitor'] ?? '' })],
])('%s is refused', async (_, headers) => {
  const answer = await ask(headers())
  expect(answer.status).toBe(401)
  expect(await answer.text()).not.toContain('basedeck_database')
})

test('there is nothing else at the address, and no other project', async () => {
  const headers = basic('service_role', keys['monitor'] ?? '')
  expect((await fetch(`${program.apiUrl}/default${PATH}`, { method: 'POST', headers })).status).toBe(404)
  expect((await fetch(`${program.apiUrl}/default/customer/v1/privileged/x`, { headers })).status).toBe(404)
  expect((await ask(headers, `${program.apiUrl}/nobody`)).status).toBe(404)
})

test('a self-hosted dashboard serves them at its own address', async () => {
  expect((await ask(basic('service_role', keys['monitor'] ?? ''), program.url)).status).toBe(200)
  expect((await ask({}, program.url)).status).toBe(401)
})

test('who is connected to realtime is told, and the reports know it with the sign-ups', async () => {
  const key = Object.values(keys).find((one) => one.startsWith('sb_publishable_')) ?? ''
  const socket = new WebSocket(
    `${program.apiUrl.replace('http', 'ws')}/default/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`,
  )
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const joined = new Promise((resolve) => socket.addEventListener('message', resolve))
  const frame = {
    topic: 'realtime:room',
    event: 'phx_join',
    payload: { config: {} },
    ref: '1',
    join_ref: '1',
  }
  socket.send(JSON.stringify(frame))
  await joined
  const answer = await fetch(`${program.apiUrl}/default/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', password: 'a long password 1' }),
  })
  expect(answer.status).toBe(200)
  const made = await fetch(`${program.apiUrl}/default/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: keys['monitor'] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ben@example.com', password: 'a long password 2', email_confirm: true }),
  })
  expect(made.status).toBe(200)
  const wrong = await fetch(`${program.apiUrl}/default/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', password: 'a wrong password' }),
  })
  expect(wrong.status).toBe(400)
  const samples = readStrictly(await (await ask(basic('service_role', keys['monitor'] ?? ''))).text())
  expect(samples.get('basedeck_realtime_connections')).toBe(1)
  expect(samples.get('basedeck_realtime_channels')).toBe(1)
  expect(samples.get('basedeck_realtime_messages_total')).toBeGreaterThan(0)
  const names = [
    'REALTIME_PEAK_CONNECTIONS',
    'REALTIME_MESSAGE_COUNT',
    'AUTH_SIGN_UPS',
    'AUTH_MAILS',
    'AUTH_REFUSED',
    'API_P95',
    'HOST_MEMORY',
  ]
  await vi.waitFor(
    async () => {
      const query = {
        from: new Date(Date.now() - 3_600_000).toISOString(),
        to: new Date(Date.now() + 60_000).toISOString(),
        names: names.join(','),
      }
      const { series } = await client.call(readReport, { params, query })
      expect(series.filter(({ points }) => points.length > 0).map(({ name }) => name)).toEqual(names)
    },
    { timeout: 40_000, interval: 500 },
  )
  socket.close()
})
