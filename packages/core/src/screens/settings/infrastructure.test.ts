import { settleReplica } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { InfrastructureScreen } from './infrastructure.js'

let opened: OpenedScreen<InfrastructureScreen>
afterEach(() => opened.end())

const PATH = '/project/default/settings/infrastructure'
type Prepare = Parameters<typeof openScreen>[2]

async function open(prepare: Prepare = () => undefined) {
  opened = await openScreen('infrastructure', PATH, (fake) => {
    fake.project.engine = 'cluster'
    prepare?.(fake)
  })
  const { screen, watch, until } = opened
  const entries = watch(screen.$entries)
  watch(screen.$mayChange, screen.removal.$state, screen.promotion.$state, screen.force.$state)
  watch(
    screen.$map,
    screen.$unavailable,
    screen.$former,
    screen.readsForm.$values,
    screen.readsForm.$problems,
  )
  const rows = () => {
    const all = entries()
    return all.status === 'ready' ? all.data : []
  }
  await until(() => expect(rows().length).toBeGreaterThan(0))
  const act = (row: number, id: string) =>
    screen
      .actions(rows()[row]!)
      .find((action) => action.id === id)
      ?.run()
  return { ...opened, rows, act }
}

test('a replica is added, comes up, and is on the map', async () => {
  const { screen, rows, until, fake } = await open()
  screen.openAdd()
  await screen.addForm.submit()
  await until(() => expect(rows()).toHaveLength(2))
  expect(rows()[1]).toMatchObject({
    badge: 'coming-up',
    region: 'ap-southeast-1',
    setup: { step: 'Requested replica instance', percent: 0 },
  })
  const id = rows()[1]!.identifier
  settleReplica(fake.world, id, { lag: { bytes: 2048, seconds: 0.5 } })
  await until(() => expect(rows()[1]).toMatchObject({ badge: 'healthy', setup: null, lag: '2 KB, 0.5 s' }))
  expect(rows()[1]!.label).toMatch(/^Read replica \(Singapore - [0-9a-f]+\)$/)
  expect(screen.$map.get().find(({ code }) => code === 'ap-southeast-1')?.databases).toHaveLength(1)
  expect(screen.$map.get()).toHaveLength(16)
})

test('it is promoted and removed after a question', async () => {
  const { screen, rows, act, until, fake, host } = await open()
  for (let times = 0; times < 2; times++) await screen.addForm.submit()
  await until(() => expect(rows()).toHaveLength(3))
  for (const { identifier } of rows().slice(1)) settleReplica(fake.world, identifier)
  await until(() => expect(rows().map(({ badge }) => badge)).toEqual(['healthy', 'healthy', 'healthy']))
  act(1, 'promote')
  await screen.promotion.confirm()
  await until(() => expect(rows()).toHaveLength(2))
  expect(host.notes.at(-1)?.message).toContain('The replica is the primary now')
  await until(() => expect(screen.$former.get()).toHaveLength(1))
  act(1, 'remove')
  await screen.removal.confirm()
  await until(() => expect(rows()).toHaveLength(1))
})

test('connections to a replica end only after a question', async () => {
  const { screen, rows, until, fake, host, watch } = await open()
  watch(screen.renewal.$state)
  await screen.addForm.submit()
  await until(() => expect(rows()).toHaveLength(2))
  settleReplica(fake.world, rows()[1]!.identifier)
  await until(() => expect(rows()[1]?.badge).toBe('healthy'))
  const act = (id: string) =>
    screen
      .actions(rows()[1]!)
      .find((action) => action.id === id)
      ?.run()
  act('resync')
  expect(screen.renewal.$state.get()).toMatchObject({ status: 'open', subject: { kind: 'resync' } })
  screen.renewal.cancel()
  expect(rows()[1]?.badge).toBe('healthy')
  act('restart')
  await screen.renewal.confirm()
  expect(host.notes.at(-1)?.message).toBe('The replica restarts')
})

test('one that failed says why, and can be resynced or removed', async () => {
  const { screen, rows, until, fake } = await open()
  await screen.addForm.submit()
  await until(() => expect(rows()).toHaveLength(2))
  settleReplica(fake.world, rows()[1]!.identifier, {
    status: 'INIT_READ_REPLICA_FAILED',
    status_reason: 'Failed to download backup: the disk is full',
  })
  await until(() =>
    expect(rows()[1]).toMatchObject({ badge: 'init-failed', problem: expect.stringContaining('full') }),
  )
  expect(screen.actions(rows()[1]!).map(({ id }) => id)).toEqual(['resync', 'remove'])
})

test('the reads of the data API are saved; what no lag can be is told', async () => {
  const { screen, until, fake } = await open()
  await until(() => expect(screen.readsForm.$values.get().max_lag_seconds).toBe('5'))
  screen.readsForm.set('max_lag_seconds', 'x')
  await screen.readsForm.submit()
  expect(screen.readsForm.$problems.get().max_lag_seconds).toBe('Type a number from 0 to 3600')
  screen.readsForm.set('max_lag_seconds', '2')
  screen.readsForm.set('enabled', true)
  await screen.readsForm.submit()
  await until(() =>
    expect(fake.world.projects[0]?.replicaReads).toEqual({ enabled: true, max_lag_seconds: 2 }),
  )
})

test('where none can be made, the page says why; who may only read is told', async () => {
  const { screen, until } = await open((fake) => {
    fake.project.engine = 'pglite'
    grantOnly(fake, ['read', '%'])
  })
  await until(() => expect(screen.$unavailable.get()).toContain('WebAssembly'))
  await until(() =>
    expect(screen.$mayChange.get()).toMatchObject({ disabled: true, hint: expect.stringContaining('role') }),
  )
})

test('the connection to a replica is tested: its version and its lag are told, or why it does not answer', async () => {
  const { screen, rows, act, until, fake, host } = await open()
  await screen.addForm.submit()
  await until(() => expect(rows()).toHaveLength(2))
  settleReplica(fake.world, rows()[1]!.identifier, { lag: { bytes: 2048, seconds: 0.5 } })
  await until(() => expect(rows()[1]?.badge).toBe('healthy'))
  const said = () => host.notes.at(-1)
  act(1, 'test')
  await until(() =>
    expect(said()).toMatchObject({
      kind: 'success',
      message: expect.stringMatching(
        /answers: PostgreSQL 15\.18, in 4 ms\. It is behind by 2 KB, 0\.5 s$/,
      ) as string,
    }),
  )
  settleReplica(fake.world, rows()[1]!.identifier, {
    status: 'ACTIVE_UNHEALTHY',
    status_reason: 'It is away',
  })
  await until(() => expect(rows()[1]?.badge).toBe('unhealthy'))
  act(1, 'test')
  await until(() =>
    expect(said()).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/can’t be reached: It is away$/) as string,
    }),
  )
})
