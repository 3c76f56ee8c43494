/** Schedules on a real control plane, with a clock that a test sets: what is due, what is missed, and who runs it. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ControlDatabase } from '../control/control-database.js'
import { clusterControl } from '../control/testing/cluster-control.js'
import { CONTROL_MIGRATIONS } from '../control/migrations/index.js'
import { addMemberRun, runsOf, type ClaimedRun, type RunEnd } from '../control/schedule-runs.js'
import { insertSchedule, setTimeZoneOf, updateScheduleRow, scheduleRows } from '../control/schedules.js'
import { fillControl } from '../control/testing/control-rows.js'
import { keepScheduled, type Scheduled } from './keep-scheduled.js'
import type { Performed } from './perform-run.js'

let control: ControlDatabase
let end: () => Promise<void>
let now = new Date(0)
let performed: ClaimedRun[] = []
let ends: [RunEnd['status'], failures: number][] = []
let perform: (run: ClaimedRun, signal: AbortSignal) => Promise<Performed>
const keepers: Scheduled[] = []

beforeAll(async () => {
  ;({ control, end } = await clusterControl())
  await fillControl(control, CONTROL_MIGRATIONS.at(-1)?.id ?? 0)
})
afterAll(() => end())
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:30Z')
  performed = []
  ends = []
  perform = async () => ({ status: 'succeeded' })
  await control.script(
    `delete from control.schedules; update control.projects set time_zone = 'UTC', status = 'ACTIVE_HEALTHY'`,
  )
})
afterEach(async () => {
  await Promise.all(keepers.splice(0).map((keeper) => keeper.close()))
})

function keeper(installationId = 'here', isHere = true): Scheduled {
  const made = keepScheduled({
    control,
    life: { isHere: () => isHere },
    installationId,
    perform(run, signal) {
      performed.push(run)
      return perform(run, signal)
    },
    onEnded: (_run, { status }, failures) => void ends.push([status, failures]),
    log: { warn() {} },
    now: () => now,
  })
  keepers.push(made)
  return made
}

const settings = (expression: string, id: string = randomUUID()) => ({
  id,
  name: `schedule ${id}`,
  expression,
  task: { type: 'sql' as const, sql: 'select 1' },
  header_names: [],
  sealed: '',
  limit_ms: 1000,
  enabled: true,
})
async function add(expression: string, ref = 'shop'): Promise<string> {
  const made = settings(expression)
  await control.write([insertSchedule(ref, made)])
  return made.id
}
const at = async (time: string, ...all: Scheduled[]) => {
  now = new Date(time)
  await Promise.all(all.map((one) => one.look()))
  await Promise.all(all.map((one) => one.settled()))
}
const nextOf = async (id: string) =>
  (await scheduleRows(control, 'shop')).find((row) => row.id === id)?.next_at?.slice(0, 16)
const runs = async (id: string) => (await runsOf(control, id)).map(({ status, reason }) => reason ?? status)

test('a schedule runs at its time, once, and its run says how it went', async () => {
  const id = await add('*/5 * * * *')
  const one = keeper()
  await at('2026-03-01T12:00:30Z', one)
  expect(performed).toEqual([])
  expect(await nextOf(id)).toBe('2026-03-01T12:05')
  await at('2026-03-01T12:04:59Z', one)
  expect(performed).toEqual([])
  perform = async () => ({ status: 'succeeded', rows: 3 })
  await at('2026-03-01T12:05:00Z', one)
  await at('2026-03-01T12:05:00Z', one)
  expect(performed).toHaveLength(1)
  expect(await runsOf(control, id)).toMatchObject([
    { cause: 'time', status: 'succeeded', attempts: 1, rows: 3, due_at: expect.stringMatching(/T12:05:00/) },
  ])
  expect(await nextOf(id)).toBe('2026-03-01T12:10')
})

test('what was missed is made up once', async () => {
  const id = await add('* * * * *')
  await at('2026-03-01T12:00:30Z', keeper())
  await at('2026-03-03T09:15:20Z', keeper('after a week of sleep'))
  expect(performed).toHaveLength(1)
  expect(await nextOf(id)).toBe('2026-03-03T09:16')
})

test('a clock that jumps back makes nothing run twice', async () => {
  const id = await add('0 * * * *')
  const one = keeper()
  await at('2026-03-01T12:00:30Z', one)
  await at('2026-03-01T13:00:00Z', one)
  await at('2026-03-01T12:30:00Z', one)
  await at('2026-03-01T13:00:00Z', one)
  expect(performed).toHaveLength(1)
  expect(await nextOf(id)).toBe('2026-03-01T14:00')
})

test('a clock that was years ahead for a moment stops no schedule', async () => {
  const id = await add('0 * * * *')
  await at('2031-03-01T12:00:30Z', keeper())
  expect(await nextOf(id)).toBe('2031-03-01T13:00')
  await at('2026-03-01T12:00:30Z', keeper())
  expect(await nextOf(id)).toBe('2026-03-01T13:00')
})

test('two processes at once run it once', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => add('* * * * *')))
  const [one, other] = [keeper('one'), keeper('other')]
  await at('2026-03-01T12:00:30Z', one, other)
  for (const minute of ['01', '02', '03']) await at(`2026-03-01T12:${minute}:00Z`, one, other)
  expect(performed).toHaveLength(60)
  for (const id of ids) expect(await runs(id)).toEqual(['succeeded', 'succeeded', 'succeeded'])
})

test('a process that does not hold the database leaves it to the one that does', async () => {
  const id = await add('* * * * *')
  const [away, here] = [keeper('away', false), keeper('here')]
  await at('2026-03-01T12:00:30Z', away, here)
  await at('2026-03-01T12:01:00Z', away)
  expect(performed).toEqual([])
  await at('2026-03-01T12:01:00Z', here)
  expect(await runs(id)).toEqual(['succeeded'])
})

test('runs of one schedule don’t overlap: the second is skipped and says so', async () => {
  const id = await add('* * * * *')
  let end: (outcome: Performed) => void = () => {}
  perform = () => new Promise((resolve) => (end = resolve))
  const one = keeper()
  await at('2026-03-01T12:00:30Z', one)
  now = new Date('2026-03-01T12:01:00Z')
  await one.look()
  now = new Date('2026-03-01T12:02:00Z')
  await one.look()
  expect(performed).toHaveLength(1)
  expect((await runs(id)).toSorted()).toEqual(['overlap', 'running'])
  expect((await control.write([addMemberRun(randomUUID(), id, now)])).ok).toBe(false)
  end({ status: 'succeeded' })
  await one.settled()
  perform = async () => ({ status: 'succeeded' })
  await at('2026-03-01T12:03:00Z', one)
  expect(await runs(id)).toEqual(['succeeded', 'overlap', 'succeeded'])
})

test('what a killed process had begun is begun again at its start, under the same id', async () => {
  const id = await add('* * * * *')
  perform = () => new Promise(() => {})
  const killed = keeper('a process')
  await killed.look()
  now = new Date('2026-03-01T12:01:00Z')
  await killed.look()
  expect(await runs(id)).toEqual(['running'])
  perform = async () => ({ status: 'succeeded' })
  const other = keeper('another process')
  await at('2026-03-01T12:01:10Z', other)
  expect(performed).toHaveLength(1)
  await at('2026-03-01T12:01:20Z', keeper('a process'))
  expect(performed).toHaveLength(2)
  expect(new Set(performed.map((run) => run.id)).size).toBe(1)
  expect(await runsOf(control, id)).toMatchObject([{ status: 'succeeded', attempts: 2 }])
})

test('what a process that never comes back had begun is begun by another one when the claim is over', async () => {
  const id = await add('0 * * * *')
  perform = () => new Promise(() => {})
  const gone = keeper('gone')
  await gone.look()
  now = new Date('2026-03-01T13:00:00Z')
  await gone.look()
  perform = async () => ({ status: 'succeeded' })
  const other = keeper('another')
  await at('2026-03-01T13:00:59Z', other)
  expect(await runs(id)).toEqual(['running'])
  await at('2026-03-01T13:01:00Z', other)
  expect(await runs(id)).toEqual(['succeeded'])
})

test('a run that the platform never survives is given up', async () => {
  const id = await add('0 * * * *')
  perform = () => new Promise(() => {})
  await keeper().look()
  now = new Date('2026-03-01T13:00:00Z')
  for (let start = 0; start < 6; start++) await keeper().look()
  await vi.waitFor(async () => expect(await runs(id)).toEqual(['interrupted']))
  expect(performed).toHaveLength(5)
  expect(ends).toEqual([['failed', 1]])
})

test('a run that is cut off by the end of the program is begun again, one that had ended is not', async () => {
  const id = await add('* * * * *')
  perform = (_run, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ status: 'failed' })))
  const one = keeper()
  await one.look()
  now = new Date('2026-03-01T12:01:00Z')
  await one.look()
  await one.close()
  expect(await runs(id)).toEqual(['running'])
  perform = async () => ({ status: 'succeeded' })
  await at('2026-03-01T12:01:30Z', keeper())
  expect(await runs(id)).toEqual(['succeeded'])
})

test('without room to open the database it is tried again, and in the end it failed', async () => {
  const id = await add('0 * * * *')
  perform = async () => ({ status: 'later', reason: 'unavailable' })
  const one = keeper()
  await at('2026-03-01T12:00:30Z', one)
  await at('2026-03-01T13:00:00Z', one)
  expect(await runs(id)).toEqual(['waiting'])
  for (const time of ['13:00:30', '13:01:00', '13:01:30', '13:02:00']) await at(`2026-03-01T${time}Z`, one)
  expect(await runs(id)).toEqual(['unavailable'])
})

test('failures in a row are counted until one succeeds', async () => {
  await add('* * * * *')
  const one = keeper()
  perform = async () => ({ status: 'failed', reason: 'unreachable' })
  for (const time of ['00:30', '01:00', '02:00', '03:00']) await at(`2026-03-01T12:${time}Z`, one)
  perform = async () => ({ status: 'succeeded' })
  await at('2026-03-01T12:04:00Z', one)
  expect(ends).toEqual([
    ['failed', 1],
    ['failed', 2],
    ['failed', 3],
    ['succeeded', 0],
  ])
})

test('a project that a person paused runs nothing; after it is resumed, what was missed is made up once', async () => {
  const id = await add('* * * * *')
  const one = keeper()
  await at('2026-03-01T12:00:30Z', one)
  await control.script(`update control.projects set status = 'INACTIVE'`)
  await at('2026-03-01T15:00:00Z', one)
  expect(performed).toEqual([])
  await control.script(`update control.projects set status = 'ACTIVE_HEALTHY'`)
  await at('2026-03-01T15:00:10Z', one)
  expect(await runs(id)).toEqual(['succeeded'])
})

test('another expression, another time zone, and turning it on count the next time again', async () => {
  const made = settings('0 3 * * *')
  await control.write([insertSchedule('shop', made)])
  const one = keeper()
  await at('2026-03-01T12:00:30Z', one)
  expect(await nextOf(made.id)).toBe('2026-03-02T03:00')
  await control.write(setTimeZoneOf('shop', 'Europe/Berlin'))
  await at('2026-03-01T12:00:30Z', one)
  expect(await nextOf(made.id)).toBe('2026-03-02T02:00')
  await control.write(updateScheduleRow('shop', { ...made, expression: '0 4 * * *' }))
  await at('2026-03-01T12:00:30Z', one)
  expect(await nextOf(made.id)).toBe('2026-03-02T03:00')
  await control.write(updateScheduleRow('shop', { ...made, enabled: false }))
  await at('2026-03-05T12:00:00Z', one)
  expect(performed).toEqual([])
  await control.write(updateScheduleRow('shop', made))
  await at('2026-03-05T12:00:00Z', one)
  expect(performed).toEqual([])
  expect(await nextOf(made.id)).toBe('2026-03-06T02:00')
})

test('a thousand schedules of each minute run once each, and the runs of a project don’t hold up those of another one', async () => {
  await control.script(
    `insert into control.schedules (id, project_id, name, expression, task, sealed, limit_ms, enabled)
     select gen_random_uuid(), 1, 'many ' || n, '* * * * *', '{"type":"sql","sql":"select 1"}', '', 1000, true
     from generate_series(1, 1000) n`,
  )
  const one = keeper()
  await at('2026-03-01T12:00:30Z', one)
  let most = 0
  let under = 0
  perform = async () => {
    most = Math.max(most, ++under)
    await Promise.resolve()
    under--
    return { status: 'succeeded' }
  }
  await at('2026-03-01T12:01:00Z', one)
  expect(new Set(performed.map(({ schedule_id }) => schedule_id)).size).toBe(1000)
  expect(performed).toHaveLength(1000)
  expect(most).toBeLessThanOrEqual(4)
}, 120_000)

test('no more than a hundred runs of a schedule are kept', async () => {
  const id = await add('* * * * *')
  await control.script(
    `insert into control.schedule_runs (id, schedule_id, cause, status, due_at, ended_at)
     select gen_random_uuid(), '${id}', 'time', 'succeeded', '2026-02-01T00:00:00Z'::timestamptz + make_interval(mins => n), now()
     from generate_series(1, 150) n`,
  )
  const one = keeper()
  await at('2026-03-01T12:00:30Z', one)
  await at('2026-03-01T12:01:00Z', one)
  const [row] = await control.select<{ count: number }>('select count(*) from control.schedule_runs')
  expect(row?.count).toBe(100)
})
