import { listBuckets, listOrganizationProjects } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { atom } from 'nanostores'
import { expect, onTestFinished, test, vi } from 'vitest'
import { organizationProjectsQuery } from '../../data/organizations.js'
import { storageConfigQuery } from '../../data/insight.js'
import { projectQuery } from '../../data/projects.js'
import { bucketsQuery } from '../../data/storage.js'
import { createMemoryHost, createMemoryWindows } from '../../testing/memory-host.js'
import { testDeck } from '../../testing/test-deck.js'
import { withHooks } from '../../kernel/client-hooks.js'
import { createQueries } from '../../kernel/query-store.js'
import { createClient } from '@basedeck/platform-client'
import { createConnection } from './connection.js'
import { createPlatformEvents } from './platform-events.js'

function setUp({ leads = true } = {}) {
  const host = createMemoryHost()
  const windows = createMemoryWindows(leads)
  const fake = createFakePlatform()
  const queries = createQueries()
  const direct = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  const connection = createConnection({ host, queries, client: direct })
  const $isIn = atom(true)
  const client = withHooks(direct, connection.hooks)
  const events = createPlatformEvents({ host: { ...host, windows }, client, queries, connection, $isIn })
  connection.$state.subscribe(() => undefined)
  onTestFinished(() => {
    events.dispose()
    connection.dispose()
    queries.dispose()
  })
  const asked = (path: string) => fake.requests.filter((request) => request.path === path).length
  const live = (isLive: boolean) => vi.waitFor(() => expect(events.$isLive.get()).toBe(isLive))
  return { host, windows, fake, queries, connection, client, events, $isIn, asked, live }
}

const about = {
  type: 'project',
  ref: 'default',
  name: 'Default project',
  organization_slug: 'default',
} as const
const hello = JSON.stringify({ type: 'event', event: { type: 'hello', isWhole: true } })

test('the window that leads listens, and tells the others what it hears', async () => {
  const { fake, windows, live } = setUp()
  await live(true)
  fake.events.tell({ ...about, status: 'PAUSING' })
  await vi.waitFor(() =>
    expect(windows.told.map((text) => JSON.parse(text))).toEqual([
      { type: 'asks' },
      { type: 'event', event: { type: 'hello', isWhole: true } },
      { type: 'event', event: { ...about, status: 'PAUSING' } },
    ]),
  )
  windows.tellElsewhere(JSON.stringify({ type: 'asks' }))
  expect(windows.told).toHaveLength(4)
})

test('another window opens no stream, and hears of it by the one that leads', async () => {
  const { fake, windows, live, asked } = setUp({ leads: false })
  windows.tellElsewhere('what another version says')
  windows.tellElsewhere(hello)
  await live(true)
  expect(fake.events.listeners).toBe(0)
  expect(asked('/platform/events')).toBe(0)
  fake.offline = true
  windows.tellElsewhere(JSON.stringify({ type: 'lost' }))
  await live(false)
})

test('a changed project changes in its lists without asking for them, and is itself asked for once', async () => {
  const { fake, queries, client, live, asked } = setUp()
  await live(true)
  fake.project.status = 'COMING_UP'
  const { $list } = queries.paged(
    atom(
      organizationProjectsQuery(client, 'default', { search: '', statuses: [], sort: 'name_asc' } as never),
    ),
  )
  const $project = queries.store(projectQuery(client, 'default'))
  const stops = [$list.subscribe(() => undefined), $project.subscribe(() => undefined)]
  await vi.waitFor(() => expect($list.get().status).toBe('ready'))
  await vi.waitFor(() => expect($project.get().status).toBe('ready'))
  fake.project.status = 'ACTIVE_HEALTHY'
  fake.events.tell({ ...about, status: 'ACTIVE_HEALTHY' })
  await vi.waitFor(() => expect($list.get()).toMatchObject({ items: [{ status: 'ACTIVE_HEALTHY' }] }))
  await vi.waitFor(() => expect($project.get()).toMatchObject({ data: { status: 'ACTIVE_HEALTHY' } }))
  expect(asked(listOrganizationProjects.path.replace('{slug}', 'default'))).toBe(1)
  expect(asked('/platform/projects/default')).toBe(2)
  for (const stop of stops) stop()
})

test.each(['storage', 'schema'] as const)(
  'what depends on a %s that changed is read again, and only that of its project; after a break all of it',
  async (type) => {
    const { fake, queries, client, live, asked } = setUp()
    await live(true)
    const stop = queries.store(bucketsQuery(client, 'default')).subscribe(() => undefined)
    const buckets = listBuckets.path.replace('{ref}', 'default')
    await vi.waitFor(() => expect(asked(buckets)).toBe(1))
    fake.events.tell({ type, ref: 'another' })
    fake.events.tell({ type, ref: 'default' })
    await vi.waitFor(() => expect(asked(buckets)).toBe(2))
    fake.events.tell({ type: 'hello', isWhole: true })
    await vi.waitFor(() => expect(asked(buckets)).toBe(3))
    stop()
  },
)

test('a file limit that was changed elsewhere is known at once', async () => {
  const { fake, windows, queries, client, live } = setUp({ leads: false })
  windows.tellElsewhere(hello)
  await live(true)
  const $config = queries.store(storageConfigQuery(client, 'default'))
  const stop = $config.subscribe(() => undefined)
  await vi.waitFor(() => expect($config.get().status).toBe('ready'))
  fake.storage.limits['default'] = 2048
  windows.tellElsewhere(JSON.stringify({ type: 'event', event: { type: 'storage', ref: 'default' } }))
  await vi.waitFor(() => expect($config.get()).toMatchObject({ data: { fileSizeLimit: 2048 } }))
  stop()
})

test('while it is told, a project that comes up is not asked for by time; once the stream is lost it is', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { fake, queries, client, events, asked } = setUp()
  await vi.advanceTimersByTimeAsync(10)
  expect(events.$isLive.get()).toBe(true)
  fake.project.status = 'COMING_UP'
  const stop = queries.store(projectQuery(client, 'default')).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked('/platform/projects/default')).toBe(1)
  fake.events.end()
  await vi.advanceTimersByTimeAsync(10)
  expect(events.$isLive.get()).toBe(false)
  queries.refresh(['projects'])
  await vi.advanceTimersByTimeAsync(3500)
  expect(asked('/platform/projects/default')).toBeGreaterThan(3)
  stop()
})

test('a platform that goes is noticed by the stream, without a call', async () => {
  const { fake, connection, live } = setUp()
  await live(true)
  fake.offline = true
  fake.events.end()
  await vi.waitFor(() => expect(connection.$state.get().status).toBe('away'))
})

test('after a break it listens again, and asks for what may have changed meanwhile', async () => {
  const { fake, host, queries, client, live, asked } = setUp()
  await live(true)
  const stop = queries.store(projectQuery(client, 'default')).subscribe(() => undefined)
  await vi.waitFor(() => expect(asked('/platform/projects/default')).toBe(1))
  fake.events.end()
  await live(false)
  await vi.waitFor(() => {
    host.clock.advance(1000)
    expect(fake.events.listeners).toBe(1)
  })
  await live(true)
  await vi.waitFor(() => expect(asked('/platform/projects/default')).toBe(2))
  stop()
})

test('a silent stream is closed and opened again', async () => {
  const { fake, host, live, asked } = setUp()
  await live(true)
  host.clock.advance(37_499)
  expect(asked('/platform/events')).toBe(1)
  host.clock.advance(1)
  await live(false)
  await vi.waitFor(() => {
    host.clock.advance(1000)
    expect(asked('/platform/events')).toBe(2)
  })
  expect(fake.events.listeners).toBeGreaterThan(0)
})

test('who is signed out hears nothing', async () => {
  const { fake, $isIn, live } = setUp()
  await live(true)
  $isIn.set(false)
  await vi.waitFor(() => expect(fake.events.listeners).toBe(0))
})

test('a host without windows opens no stream', async () => {
  const fake = createFakePlatform()
  const deck = testDeck(createMemoryHost('/project/default'), fake)
  await vi.waitFor(() => expect(deck.$runtime.get().status).toBe('ready'))
  expect(fake.events.listeners).toBe(0)
})
