import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { IntegrationScreen } from './integration.js'

let opened: OpenedScreen<IntegrationScreen> | undefined
afterEach(() => opened?.end())

async function open(id: string, prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = (await openScreen('integration', `/project/default/integrations/${id}/overview`, (fake) => {
    const [first] = fake.extensions
    if (!first) throw new Error('the fake has no extensions')
    const of = (extension: string, more = {}) => ({
      ...first,
      name: extension,
      default_version: '1.1',
      installed_version: null,
      schema: null,
      requires: [],
      closed_because: null,
      kept_because: null,
      ...more,
    })
    fake.extensions.splice(
      0,
      Number.POSITIVE_INFINITY,
      of('postgres_fdw'),
      of('pgmq', { closed_because: 'It needs pgmq in the server.' }),
    )
    prepare(fake)
  })) as OpenedScreen<IntegrationScreen>
  const { screen, watch, until } = opened
  watch(screen.$view, screen.$mayInstall, screen.$isInstalling, screen.$problem)
  const view = () => {
    const remote = screen.$view.get()
    return remote.status === 'ready' ? remote.data : undefined
  }
  await until(() => {
    expect(view()).toBeDefined()
    expect(screen.$mayInstall.get()).not.toEqual({ disabled: true })
  })
  return { ...opened, view }
}

test('an extension that the server has is installed from its page', async () => {
  const { screen, view, until, host } = await open('postgres_fdw')
  expect(screen.heading).toBe('PostgreSQL')
  expect(host.navigation.title).toContain('PostgreSQL')
  expect(view()).toMatchObject({ badge: { label: 'Not installed' }, canInstall: true, reason: null })
  await screen.install()
  await until(() => expect(view()).toMatchObject({ badge: { label: 'Installed' }, canInstall: false }))
  expect(host.notes).toMatchObject([{ message: 'postgres_fdw is installed' }])
  expect(screen.list?.title).toBe('Foreign servers')
})

test('one that can’t be installed says why', async () => {
  const { screen, view, fake } = await open('queues')
  expect(view()).toMatchObject({ reason: 'It needs pgmq in the server.', canInstall: false })
  await screen.install()
  expect(fake.requests.some(({ method, path }) => method === 'POST' && path.endsWith('/extensions'))).toBe(
    false,
  )
})

test('a part of the platform leads to where one works with it', async () => {
  const { screen, view } = await open('git')
  expect(view()).toMatchObject({ badge: { label: 'Ready' }, facts: [] })
  expect(screen.links).toMatchObject([{ href: '/project/default/settings/integrations' }])
})

test('an address that names none says so', async () => {
  const { screen } = await open('constructor')
  expect(screen.about).toBeNull()
  expect(screen.backHref).toBe('/project/default/integrations')
})

test('who may not change the database is told why nothing is installed', async () => {
  const { screen, view } = await open('postgres_fdw', (fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'database']),
  )
  expect(screen.$mayInstall.get()).toMatchObject({ disabled: true, hint: expect.any(String) })
  await screen.install()
  expect(view()).toMatchObject({ canInstall: true })
})
