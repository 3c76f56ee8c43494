/** What is measured of the machine and of services stands in the reports of the projects. */
import { readReport, readRouteReport } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addHostValues, readHostSeries } from '../src/control/host-series.js'
import { OWN_REF } from '../src/control/own-installation.js'
import { addGauges } from '../src/control/series.js'
import { runApp, type RunningApp } from './running-app.js'

const HOUR_MS = 60 * 60_000
let app: RunningApp
beforeAll(async () => {
  app = await runApp('pglite')
}, 120_000)
afterAll(() => app?.stop())

const read = async (names: string) => {
  const query = {
    from: new Date(Date.now() - HOUR_MS).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
    names,
  }
  return (await app.client.call(readReport, { params: { ref: OWN_REF }, query })).series
}

test('the machine is that of the process that holds the project; without one, the busiest counts', async () => {
  const { control } = app
  const at = new Date().toISOString()
  const [first, second] = [randomUUID(), randomUUID()]
  await control.append([addHostValues(first, at, { HOST_CPU: 12.5 })])
  await control.append([addHostValues(first, at, { HOST_CPU: 40 })])
  await control.append([addHostValues(second, at, { HOST_CPU: 90 })])
  const of = { ref: OWN_REF, series: 'HOST_CPU', resolution: 'minute' } as const
  const range = { from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + 1000) }
  const holder = 'update control.databases set installation_id = $2::uuid where identifier = $1'
  const heldBy = (id: string | null) => control.write([{ sql: holder, parameters: [OWN_REF, id] }])
  const [own] = await control.select<{ id: string | null }>(
    'select installation_id as id from control.databases where identifier = $1',
    [OWN_REF],
  )
  await heldBy(first)
  expect(await readHostSeries(control, { ...of, ...range })).toMatchObject([{ max: 40, last: 40, min: 12.5 }])
  await heldBy(null)
  expect(await readHostSeries(control, { ...of, ...range })).toMatchObject([{ max: 90 }])
  await heldBy(own?.id ?? null)
})

test('of what is measured several times in a minute, the peak and the last stand there', async () => {
  const at = new Date().toISOString()
  const value = (ms: number) => ({ ref: OWN_REF, series: 'API_P95' as const, at, value: ms })
  await app.control.append([addGauges([value(80)])])
  await app.control.append([addGauges([value(20)])])
  expect(await read('API_P95')).toMatchObject([{ points: [{ max: 80, last: 20 }] }])
})

test('calls are counted by route, with those of the period before', async () => {
  const line = (ago: number, status: number, ms: number) =>
    app.lines.write({
      time: Date.now() - ago,
      project: OWN_REF,
      source: 'data',
      level: 'info',
      requestId: '',
      message: `GET /{ref}/rest/v1/read ${status}`,
      fields: { method: 'GET', route: '/{ref}/rest/v1/read', status, ms },
    })
  for (let at = 0; at < 19; at++) line(1000 + at, 200, 10)
  line(2000, 500, 900)
  line(2001, 404, 10)
  line(HOUR_MS + 60_000, 200, 10)
  app.lines.write({
    time: Date.now(),
    project: OWN_REF,
    source: 'functions',
    level: 'info',
    message: 'hello',
  })
  await app.lines.flush()
  const query = {
    from: new Date(Date.now() - HOUR_MS).toISOString(),
    to: new Date(Date.now() + 1000).toISOString(),
  }
  const report = await app.client.call(readRouteReport, { params: { ref: OWN_REF }, query })
  expect(report.routes).toEqual([
    {
      service: 'data',
      route: '/{ref}/rest/v1/read',
      method: 'GET',
      calls: 21,
      refused: 1,
      failed: 1,
      p95_ms: 10,
      calls_before: 1,
    },
  ])
})
