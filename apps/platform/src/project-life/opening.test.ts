/** What opening a database checks, stores, reports and tells. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseError, EngineError, type Database } from '../engines/engine.js'
import { ERROR, HERE, addedRow, projectRow, setUpLife } from './testing/told-life.js'
import { claimStatus } from '../control/projects.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const unreachable = (why = 'hung up') => new EngineError('unreachable', `No database answers: ${why}.`)
const RUN = { runId: 'a', query: 'select 1' }

test('an opening that finds nothing new writes nothing, and does not ask a healthy database', async () => {
  const { life, control, registry } = setUpLife([projectRow()])
  await life.database('shop')
  registry.facts = { address: { host: '127.0.0.1', port: 5432 }, runsAsSuperuser: false }
  await life.database('shop')
  expect(control.written).toEqual([])
  expect(registry.runs).toEqual([])
  await life.close()
})

test.each<[string, Partial<Database>, object]>([
  ['version', { versionNumber: 160_004 }, { version_number: 160_004 }],
  ['superuser', { runsAsSuperuser: true }, { runs_as_superuser: true }],
  ['host', { address: { host: '192.0.2.1', port: 5432 } }, { db_host: '192.0.2.1', db_port: 5432 }],
  ['port', { address: { host: '127.0.0.1', port: 6000 } }, { db_host: '127.0.0.1', db_port: 6000 }],
])('what has changed is stored, and nothing else: %s', async (_what, facts, stored) => {
  const { life, control, registry, rows } = setUpLife([projectRow()])
  registry.facts = facts
  await life.database('shop')
  expect(rows.get('shop')).toMatchObject(stored)
  expect(control.written).toHaveLength(1)
  await life.close()
})

test('that an owner is no superuser any more is stored', async () => {
  const { life, rows } = setUpLife([projectRow({ runs_as_superuser: true })])
  await life.database('shop')
  expect(rows.get('shop')?.runs_as_superuser).toBe(false)
  await life.close()
})

test('an ill database is asked first, for ten seconds at most; when it answers it is healthy', async () => {
  const { life, registry, rows } = setUpLife([
    projectRow({ status: 'ACTIVE_UNHEALTHY', status_reason: 'hung up' }),
  ])
  await life.database('shop')
  expect(registry.runs).toMatchObject([{ query: 'select 1', timeoutMs: 10_000 }])
  expect(registry.runs[0]?.runId).toMatch(/^[\da-f-]{36}$/)
  expect(rows.get('shop')).toMatchObject({ status: 'ACTIVE_HEALTHY', status_reason: null })
  await life.close()
})

test('it is marked unhealthy once, by this process, and again when the reason is another', async () => {
  const { life, control, registry, told } = setUpLife([projectRow()])
  registry.failures.set('open', unreachable())
  for (let times = 0; times < 2; times++) await expect(life.database('shop')).rejects.toThrow('hung up')
  const claim = (reason: string) =>
    claimStatus('shop', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'], 'ACTIVE_UNHEALTHY', {
      workerId: HERE,
      reason,
    })
  expect(control.written).toEqual([[claim('No database answers: hung up.')]])
  expect(told).toMatchObject([{ name: 'project.unhealthy', about: { projectRef: 'shop' } }])
  registry.failures.set('open', unreachable('unknown host'))
  await expect(life.database('shop')).rejects.toThrow('unknown host')
  expect(control.written).toHaveLength(2)
  expect(told).toHaveLength(2)
  await life.close()
})

test('a reason that was left by another status does not hide an illness', async () => {
  const { life, registry, rows } = setUpLife([projectRow({ status_reason: 'No database answers: hung up.' })])
  registry.failures.set('open', unreachable())
  await expect(life.database('shop')).rejects.toThrow('hung up')
  expect(rows.get('shop')?.status).toBe('ACTIVE_UNHEALTHY')
  await life.close()
})

test('that a project which was paused meanwhile does not answer is no news', async () => {
  const { life, registry, rows, told } = setUpLife([projectRow()])
  registry.open = async () => {
    rows.set('shop', projectRow({ status: 'PAUSING' }))
    throw unreachable()
  }
  await expect(life.database('shop')).rejects.toThrow('hung up')
  expect(rows.get('shop')?.status).toBe('PAUSING')
  expect(told).toEqual([])
  await life.close()
})

test('what is found in use is reported once, with the project it is about', async () => {
  const { life, registry, rows, told } = setUpLife([projectRow()])
  const database = await life.database('shop')
  registry.failures.set('run', unreachable())
  await expect(database.run(RUN)).rejects.toThrow('hung up')
  await vi.waitFor(() => expect(told).toHaveLength(1))
  expect(told[0]).toMatchObject({ name: 'project.unhealthy', title: 'Shop is unhealthy' })
  expect(rows.get('shop')).toMatchObject({
    status: 'ACTIVE_UNHEALTHY',
    status_reason: 'No database answers: hung up.',
  })
  await life.close()
})

test('errors of statements, and those of a platform that stops, are no illness', async () => {
  const { life, registry, control } = setUpLife([projectRow()])
  const database = await life.database('shop')
  registry.failures.set('run', new DatabaseError({ message: 'no', code: '42601', formattedError: '' }))
  await expect(database.run(RUN)).rejects.toThrow('no')
  await life.close()
  registry.failures.set('run', unreachable())
  await expect(database.run(RUN)).rejects.toThrow('hung up')
  expect(control.written).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('one database is watched once, however often it is asked for', async () => {
  const { life, registry } = setUpLife([projectRow(), projectRow({ ref: 'blog' })])
  const open = registry.open.bind(registry)
  const opened = new Map<string, Promise<Database>>()
  registry.open = (target) => {
    const database = opened.get(target.id) ?? open(target)
    opened.set(target.id, database)
    return database
  }
  const shop = await life.database('shop')
  expect(await life.database('shop')).toBe(shop)
  expect(await life.database('blog')).not.toBe(shop)
  await life.close()
})

test('a server that ends is told and logged with how it ended; not while the platform stops', async () => {
  const { life, registry, rows, told, logged } = setUpLife([projectRow()])
  registry.killServer('shop')
  await vi.waitFor(() => expect(told).toHaveLength(1))
  expect(told[0]).toMatchObject({ name: 'project.unhealthy', title: 'Shop is unhealthy' })
  expect(rows.get('shop')?.status_reason).toContain('killed by SIGKILL')
  expect(logged).toMatchObject([{ level: ERROR, project: 'shop', signal: 'SIGKILL' }])
  await life.close()
  registry.killServer('shop')
  expect(logged).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('an illness that can’t be written is logged', async () => {
  const { life, registry, control, logged } = setUpLife([projectRow()])
  const database = await life.database('shop')
  registry.failures.set('run', unreachable())
  control.write = () => Promise.reject(new Error('the control plane is away'))
  await expect(database.run(RUN)).rejects.toThrow('hung up')
  await vi.waitFor(() => expect(logged).toHaveLength(1))
  expect(logged).toMatchObject([
    {
      level: ERROR,
      project: 'shop',
      err: { message: 'the control plane is away' },
      msg: 'the status of a project could not be written',
    },
  ])
  await life.close()
})

test.each([
  ['answers', 'ACTIVE_UNHEALTHY', 0],
  ['was paused', 'INACTIVE', 0],
  ['is still away', 'ACTIVE_UNHEALTHY', 1],
] as const)('it is asked again until it %s', async (_what, status, waiting) => {
  const { life, registry, rows } = setUpLife([projectRow()])
  registry.failures.set('open', unreachable())
  await expect(life.database('shop')).rejects.toThrow('hung up')
  expect(vi.getTimerCount()).toBe(1)
  rows.set('shop', projectRow({ status }))
  if (waiting === 0) registry.failures.clear()
  await vi.advanceTimersByTimeAsync(5000)
  expect(vi.getTimerCount()).toBe(waiting)
  await life.close()
})

test.each([
  ['INACTIVE', 'project_inactive', 'The project is paused; resume it first'],
  ['PAUSING', 'project_inactive', 'The project is paused; resume it first'],
  ['RESTORING', 'project_busy', 'The project is changing right now; wait until that is done'],
  ['GOING_DOWN', 'project_busy', 'The project is being deleted'],
  ['INIT_FAILED', 'database_unavailable', 'The database is not available'],
] as const)('%s is refused with its reason', async (status, code, message) => {
  const { life, registry } = setUpLife([projectRow({ status })])
  await expect(life.database('shop')).rejects.toMatchObject({ code, message })
  expect(registry.log).toEqual([])
  await life.close()
})

test('one that failed is refused with the reason why it failed', async () => {
  const { life } = setUpLife([projectRow({ status: 'INIT_FAILED', status_reason: 'The disk is full.' })])
  await expect(life.database('shop')).rejects.toThrow('The disk is full.')
  await life.close()
})

test('without the URL of an added database, which the operator gives at each start, it is unavailable', async () => {
  const { life, rows } = setUpLife([addedRow()])
  await expect(life.database('shop')).rejects.toMatchObject({ code: 'unavailable' })
  expect(rows.get('shop')).toMatchObject({
    status: 'ACTIVE_UNHEALTHY',
    status_reason: expect.stringContaining('--database-url'),
  })
  await life.close()
})
