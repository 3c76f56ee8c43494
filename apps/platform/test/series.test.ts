/** What is measured and counted becomes points of minutes, hours and days, which are kept for as long as promised. */
import type { ProjectService } from '@basedeck/platform-client/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertSample, latestStorageSizes, readSamples } from '../src/control/samples.js'
import {
  addToSeries,
  forgetOldPoints,
  KEPT_DAYS,
  readSeries,
  type Resolution,
  type SeriesName,
} from '../src/control/series.js'
import { DEFAULT_PLANS, plansOfServed } from '../src/control/plans.js'
import { addUsage, readDailyUsage, readUsage, recordSize } from '../src/control/usage.js'
import { ensureOwnOrganization, OWN_REF } from '../src/control/own-installation.js'
import { addProject } from './test-api.js'
import { testControl, type TestControl } from './test-control.js'

const DAY_MS = 24 * 60 * 60_000
const ref = OWN_REF
let control: TestControl
beforeAll(async () => {
  control = await testControl()
  await ensureOwnOrganization(control, false)
  await addProject(control, ref)
})
afterAll(() => control.remove())
beforeEach(() => control.script('delete from control.series'))

const iso = <Row extends { at: string }>(rows: Row[]) =>
  rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
const points = async (series: SeriesName, resolution: Resolution) =>
  iso(
    (
      await readSeries(control, {
        ref,
        series: [series],
        resolution,
        from: new Date(0),
        to: new Date('2100-01-01'),
      })
    ).map(({ name: _name, ...point }) => point),
  )

test('values of a minute are one point, in each resolution', async () => {
  const value = (at: string, amount: number) => ({ ref, series: 'API_REQUESTS', at, value: amount }) as const
  await control.write([
    addToSeries([
      value('2026-11-27T12:00:59.999Z', 5),
      value('2026-11-27T12:01:00.000Z', 1),
      value('2026-11-27T12:01:30.000Z', 3),
    ]),
  ])
  await control.write([
    addToSeries([value('2026-11-27T12:01:10.000Z', 7), value('2026-11-27T13:00:00.000Z', 2)]),
  ])
  expect(await points('API_REQUESTS', 'minute')).toEqual([
    { at: new Date('2026-11-27T12:00:00Z').toISOString(), count: 1, sum: 5, min: 5, max: 5, last: 5 },
    { at: '2026-11-27T12:01:00.000Z', count: 3, sum: 11, min: 1, max: 7, last: 3 },
    { at: '2026-11-27T13:00:00.000Z', count: 1, sum: 2, min: 2, max: 2, last: 2 },
  ])
  expect((await points('API_REQUESTS', 'hour')).map(({ at, count, sum }) => [at, count, sum])).toEqual([
    ['2026-11-27T12:00:00.000Z', 4, 16],
    ['2026-11-27T13:00:00.000Z', 1, 2],
  ])
  expect(await points('API_REQUESTS', 'day')).toEqual([])
})

test('usage of a day and values of its minutes do not add to each other', async () => {
  await control.write([
    addUsage([{ ref, metric: 'EGRESS', day: '2026-11-27', amount: 10 }]),
    addToSeries([{ ref, series: 'EGRESS', at: '2026-11-27T12:00:00Z', value: 10 }]),
  ])
  for (const resolution of ['minute', 'hour', 'day'] as const)
    expect((await points('EGRESS', resolution)).map(({ sum }) => sum)).toEqual([10])
})

test('a sample is read as it was measured, and the last one of a minute counts', async () => {
  const at = (ago: number) => new Date(Date.parse('2026-11-27T12:00:30Z') - ago).toISOString()
  const sample = { size_bytes: 10, connections: 2, storage_bytes: 7 }
  await control.write([insertSample(ref, { ...sample, at: at(DAY_MS + 1) })])
  await control.write([insertSample(ref, { ...sample, at: at(600_000), storage_bytes: null })])
  await control.write([insertSample(ref, { ...sample, at: at(1000), size_bytes: 99 })])
  await control.write([insertSample(ref, { ...sample, at: at(0), size_bytes: 11, storage_bytes: 8 })])
  expect(iso(await readSamples(control, ref, new Date(at(0))))).toEqual([
    { at: at(600_000), size_bytes: 10, connections: 2 },
    { at: at(0), size_bytes: 11, connections: 2 },
  ])
  expect(await latestStorageSizes(control)).toEqual([{ ref, bytes: 8 }])
  // The day of a size is `recordSize`'s.
  expect(await points('DATABASE_SIZE', 'day')).toEqual([])
  expect(await points('CONNECTIONS', 'day')).toHaveLength(2)
})

test.each(Object.entries(KEPT_DAYS) as [Resolution, number][])(
  'points of a %s are kept for %d days',
  async (resolution, days) => {
    const ago = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString()
    for (const age of [days + 1.1, days - 1.1, 0])
      await control.script(`insert into control.series select id, 'EGRESS', '${resolution}', '${ago(age)}', 1, 1, 1, 1, 1, null
        from control.projects`)
    await control.write([forgetOldPoints])
    expect(await points('EGRESS', resolution)).toHaveLength(2)
  },
)

test('the size of a database that was closed long ago is kept', async () => {
  await control.write([recordSize(ref, 'DATABASE_SIZE', new Date('2020-01-01'), 5)])
  await control.write([recordSize(ref, 'DATABASE_SIZE', new Date('2020-01-02'), 6)])
  await control.write([forgetOldPoints])
  expect((await points('DATABASE_SIZE', 'day')).map(({ max }) => max)).toEqual([6])
})

test('values of a project that is gone are left out', async () => {
  await control.write([
    addToSeries([{ ref: 'gone', series: 'EGRESS', at: '2026-11-27T12:00:00Z', value: 1 }]),
  ])
  expect(await control.select('select 1 from control.series')).toEqual([])
})

test('of peaks the highest day of the period counts, and a day without a value has none', async () => {
  const [organization] = await control.select<{ id: number }>(
    'select organization_id as id from control.projects',
  )
  const peak = (day: string, amount: number) =>
    recordSize(ref, 'REALTIME_PEAK_CONNECTIONS', new Date(day), amount)
  await control.write([
    peak('2026-10-31', 90),
    peak('2026-11-02', 7),
    peak('2026-11-02', 5),
    peak('2026-11-03', 6),
  ])
  const filter = {
    organizationId: organization?.id ?? 0,
    start: new Date('2026-11-01'),
    end: new Date('2026-11-30'),
  }
  const terms = { plan: 'free', usageBilling: false, metrics: DEFAULT_PLANS.metrics } as const
  const { usages, measured_at } = await readUsage(control, filter, terms)
  expect(usages.find(({ metric }) => metric === 'REALTIME_PEAK_CONNECTIONS')).toMatchObject({
    usage: 7,
    pricing_free_units: 200,
    project_allocations: [{ ref, usage: 7 }],
  })
  expect(measured_at).toBeUndefined()
  expect((await readDailyUsage(control, filter)).map(({ day, amount }) => [day, amount])).toEqual([
    ['2026-11-02', 7],
    ['2026-11-03', 6],
  ])
})

test('metrics of services that are not served are not shown', () => {
  const shown = (served: readonly ProjectService[]) =>
    plansOfServed(DEFAULT_PLANS, served).metrics.map(({ metric }) => metric)
  expect(shown([])).toEqual(['DATABASE_SIZE', 'STORAGE_SIZE', 'EGRESS', 'QUERIES', 'API_REQUESTS'])
  expect(shown(['auth'])).toContain('MONTHLY_ACTIVE_USERS')
  expect(shown(['realtime', 'functions', 'auth'])).toHaveLength(9)
})
