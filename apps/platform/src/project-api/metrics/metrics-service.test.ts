import { expect, test } from 'vitest'
import { createCallCounts } from './call-counts.js'
import { createMetricsService } from './metrics-service.js'
import type { ProjectFigures } from './figure-metrics.js'
import { metricsText } from '../../metrics/metric.js'

const FIGURES: ProjectFigures = {
  database: { size_bytes: 8192, commits: 7, wal_bytes: null },
  connections: { active: 1, idle: 3 },
  locks: { waiting: 2 },
  storageBytes: 4096,
  replicas: [{ id: 'default-rr-1', lagSeconds: 0.5 }],
}
const sent = (route: string, status: number, ms: number) => ({
  project: 'shop',
  method: 'GET',
  route,
  status,
  bytes: 10,
  ms,
})

test('answers are counted by service and class of the status, each project for itself', () => {
  const counts = createCallCounts()
  counts.count(sent('/{ref}/rest/v1/read', 200, 4))
  counts.count(sent('/{ref}/rest/v1/write', 201, 40))
  counts.count(sent('/{ref}/rest/v1/read', 404, 1))
  counts.count(sent('/{ref}/customer/v1/privileged/metrics', 200, 1))
  counts.count(sent('/platform/projects/{ref}', 200, 1))
  const text = metricsText(counts.metricsOf('shop'))
  const NAME = 'basedeck_project_request_duration_seconds'
  expect(text).toContain(`${NAME}_count{service="data",status="2xx"} 2`)
  expect(text).toContain(`${NAME}_bucket{service="data",status="2xx",le="0.005"} 1`)
  expect(text).toContain(`${NAME}_count{service="data",status="4xx"} 1`)
  expect(text).toContain('basedeck_project_sent_bytes_total{service="data"} 30')
  expect(text).not.toContain('metrics')
  expect(counts.metricsOf('other')).toEqual([])
})

function serve(figures: () => Promise<ProjectFigures>) {
  let at = 0
  let asked = 0
  const service = createMetricsService({
    counts: createCallCounts(),
    now: () => at,
    host: {
      projectFigures() {
        asked++
        return figures()
      },
    },
  })
  const answer = async (ref = 'shop') => {
    const c = { body: (text: string) => new Response(text) }
    return (await service.answer({ c, project: { ref } } as never)).text()
  }
  return { answer, service, asked: () => asked, advance: (ms: number) => void (at += ms) }
}

test('what is not known is left out, and a database that is away is said', async () => {
  const { answer } = serve(async () => FIGURES)
  const text = await answer()
  expect(text).toContain('basedeck_project_up 1\n')
  expect(text).toContain('basedeck_database_size_bytes 8192\n')
  expect(text).toContain('basedeck_database_connections{state="idle"} 3\n')
  expect(text).toContain('basedeck_replica_lag_seconds{replica="default-rr-1"} 0.5\n')
  expect(text).not.toContain('wal_bytes')
  const away = serve(async () => ({ ...FIGURES, database: null, connections: {}, locks: {} }))
  expect(await away.answer()).toMatch(/^basedeck_project_up 0$/m)
})

test('connections, channels and messages of realtime are told where somebody was connected', async () => {
  const service = createMetricsService({
    counts: createCallCounts(),
    host: { projectFigures: async () => FIGURES },
    realtime: (ref) => (ref === 'shop' ? { connections: 2, channels: 3, messages: 40 } : undefined),
  })
  const of = async (ref: string) =>
    (
      await service.answer({ c: { body: (body: string) => new Response(body) }, project: { ref } } as never)
    ).text()
  const text = await of('shop')
  expect(text).toContain('basedeck_realtime_connections 2\n')
  expect(text).toContain('basedeck_realtime_channels 3\n')
  expect(text).toContain('basedeck_realtime_messages_total 40\n')
  expect(await of('blog')).not.toContain('realtime')
})

test('several monitors ask the database once; after a while it is asked again; a failure is not kept', async () => {
  const { answer, asked, advance } = serve(async () => FIGURES)
  await Promise.all([answer(), answer()])
  advance(4999)
  await answer()
  expect(asked()).toBe(1)
  advance(1)
  await answer()
  await answer('other')
  expect(asked()).toBe(3)
  let isAway = true
  const failing = serve(async () => {
    if (isAway) throw new Error('away')
    return FIGURES
  })
  await expect(failing.answer()).rejects.toThrow('away')
  isAway = false
  expect(await failing.answer()).toContain('basedeck_project_up 1')
})

test('more answers than a monitor needs are refused until the next minute, of that project alone', async () => {
  const { answer, advance } = serve(async () => FIGURES)
  for (let at = 0; at < 120; at++) await answer()
  await expect(answer()).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await answer('other')).toContain('up 1')
  advance(60_000)
  expect(await answer()).toContain('up 1')
})

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const keysOf = (authorization?: string) => {
  const { service } = serve(async () => FIGURES)
  return service.keysOf?.({
    req: { header: (name: string) => (name === 'authorization' ? authorization : 'x') },
  } as never)
}

test('the password is the key, also with a colon in it', () => {
  expect(keysOf(basic('service_role:sb_secret_x'))).toEqual({ apiKey: 'sb_secret_x', bearer: undefined })
  expect(keysOf(basic('service_role:a:b'))).toEqual({ apiKey: 'a:b', bearer: undefined })
})

test.each([
  undefined,
  '',
  'Bearer sb_secret_x',
  basic('postgres:sb_secret_x'),
  basic('service_role'),
  basic('service_role:'),
  basic(':sb_secret_x'),
  'Basic !!!',
  'Basic',
])('%s is no key', (authorization) => {
  expect(() => keysOf(authorization)).toThrow(expect.objectContaining({ code: 'invalid_key' }))
})

test('there is one call, and it is read', () => {
  const { service } = serve(async () => FIGURES)
  const of = (method: string, path: string) => service.callOf({ method, path } as never)
  expect(of('GET', '/metrics')).toMatchObject({ needs: 'secret', stores: false })
  expect(of('HEAD', '/metrics')).toBeDefined()
  expect([of('POST', '/metrics'), of('GET', '/metrics/x'), of('GET', '/')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
