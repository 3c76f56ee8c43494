import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { OrganizationProjectsScreen } from './organization-projects.js'

let opened: OpenedScreen<OrganizationProjectsScreen> | undefined
afterEach(() => {
  opened?.end()
  vi.useRealTimers()
})

async function open(path = '/org/default', prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('organizationProjects', path, prepare)
  const { screen, watch, until, fake } = opened
  const rows = watch(screen.$rows, screen.$create, screen.$search)
  await until(() => expect(rows().status).not.toBe('loading'))
  const names = () => {
    const now = rows()
    return now.status === 'ready' ? now.rows.map(({ name }) => name) : now
  }
  const asked = () =>
    fake.requests
      .filter(({ path }) => path === '/platform/organizations/default/projects')
      .map(({ query }) => query)
  return { ...opened, rows, names, asked }
}

const many = (fake: FakePlatform) => {
  for (let index = 1; index < 200; index += 1)
    fake.addProject({ name: `Project ${String(index).padStart(3, '0')}` })
}

test('the projects stand by name, with their status and where they lead', async () => {
  const { rows, names } = await open('/org/default', (fake) => {
    fake.addProject({ name: 'Archive', status: 'INACTIVE', region: 'eu-central-1' })
  })
  expect(names()).toEqual(['Archive', 'Default project'])
  expect(rows()).toMatchObject({
    count: '2 projects',
    hasMore: false,
    rows: [
      {
        ref: 'ref-2',
        href: '/project/ref-2',
        badge: { label: 'Paused', tone: 'quiet' },
        region: 'Central EU (Frankfurt)',
      },
      { badge: { label: 'Healthy', tone: 'good' }, region: 'This machine' },
    ],
  })
})

test('200 come in three pages of 96', async () => {
  const { rows, screen, until, asked } = await open('/org/default', many)
  expect(rows()).toMatchObject({ count: '96 of 200 projects', hasMore: true })
  screen.loadMore()
  await until(() => expect(rows()).toMatchObject({ count: '192 of 200 projects', hasMore: true }))
  screen.loadMore()
  await until(() => expect(rows()).toMatchObject({ count: '200 projects', hasMore: false }))
  screen.loadMore()
  expect(asked()).toEqual([
    { limit: '96', offset: '0', sort: 'name_asc' },
    { limit: '96', offset: '96', sort: 'name_asc' },
    { limit: '96', offset: '192', sort: 'name_asc' },
  ])
})

test('a search is sent 500 ms after the last key, and the rows stay meanwhile', async () => {
  const { screen, host, asked, rows, names, until } = await open('/org/default', many)
  screen.search('Project 1')
  host.clock.advance(499)
  screen.search('Project 15')
  host.clock.advance(499)
  expect(asked()).toHaveLength(1)
  expect(screen.$search.get()).toBe('Project 15')
  host.clock.advance(1)
  expect(rows()).toMatchObject({ outdated: true, rows: { length: 96 } })
  await until(() => expect(rows()).toMatchObject({ outdated: false, count: '10 projects' }))
  expect(asked().at(-1)).toEqual({ limit: '96', offset: '0', sort: 'name_asc', search: 'Project 15' })
  expect(names()).toContain('Project 150')
})

test('nothing found says so, and leads back to all', async () => {
  const { screen, host, rows, names, until } = await open()
  screen.search('nobody')
  host.clock.advance(500)
  await until(() =>
    expect(rows()).toMatchObject({
      status: 'empty',
      title: 'No projects found based on your search',
      step: 'clear',
    }),
  )
  screen.clear()
  await until(() => expect(names()).toEqual(['Default project']))
  expect(screen.$search.get()).toBe('')
})

test('an organization without projects offers the first one', async () => {
  const { rows } = await open('/org/default', (fake) => {
    fake.world.projects = []
  })
  expect(rows()).toMatchObject({ status: 'empty', title: 'No projects yet', step: 'create' })
})

test('the search is in the address, and is read from it', async () => {
  const { screen, host, asked, until } = await open(
    '/org/default?search=ab&status=INACTIVE,HACKED&sort=created_desc',
  )
  expect(asked()).toEqual([
    { limit: '96', offset: '0', sort: 'created_desc', search: 'ab', statuses: 'INACTIVE' },
  ])
  expect([screen.$search.get(), screen.$statuses.get(), screen.sorting.$value.get()]).toEqual([
    'ab',
    ['INACTIVE'],
    { key: 'created', descending: true },
  ])
  screen.sorting.by('name')
  screen.sorting.by('name')
  screen.filter(['INACTIVE', 'INIT_FAILED'])
  expect(host.navigation.current().search).toBe('?search=ab&status=INACTIVE%2CINIT_FAILED&sort=name_desc')
  screen.clear()
  screen.sorting.by('name')
  expect(host.navigation.current().search).toBe('')
  expect(host.navigation.history).toHaveLength(1)
  await until(() => expect(asked()).toHaveLength(6))
})

test('a list that can’t be had says so, with the message', async () => {
  let kept: FakePlatform['world']['organizations'] = []
  const { rows, fake, until, names } = await open('/org/default', ({ world }) => {
    kept = world.organizations
    world.organizations = []
  })
  expect(rows()).toMatchObject({
    status: 'failed',
    title: 'Failed to retrieve projects',
    detail: 'Organization not found',
  })
  fake.world.organizations = kept
  const failed = rows()
  if (failed.status === 'failed') failed.retry()
  await until(() => expect(names()).toEqual(['Default project']))
})

test('while a project comes up the list follows it', async () => {
  vi.useFakeTimers()
  const { rows, fake } = await open('/org/default', (fake) => {
    fake.project.status = 'COMING_UP'
  })
  expect(rows()).toMatchObject({ rows: [{ badge: { label: 'Coming up', tone: 'busy' } }] })
  fake.settle('default')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(rows()).toMatchObject({ rows: [{ badge: { label: 'Healthy' } }] })
  const before = fake.requests.length
  await vi.advanceTimersByTimeAsync(20_000)
  expect(fake.requests).toHaveLength(before)
})

test('who may not create projects is told so', async () => {
  const { screen, until } = await open('/org/default', (fake) => {
    grantOnly(fake, ['read', '%'])
  })
  await until(() =>
    expect(screen.$create.get()).toEqual({
      disabled: true,
      hint: 'Your role does not allow creating projects here',
    }),
  )
})
