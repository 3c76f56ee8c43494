import { newId, type GitHost } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ProjectIntegrationsScreen, RepositoryView } from './project-integrations.js'

let opened: OpenedScreen<ProjectIntegrationsScreen> | undefined
afterEach(() => opened?.end())

const HOST: GitHost = {
  id: newId(),
  kind: 'gitlab',
  address: 'https://git.example',
  login: 'octavia',
  problem: null,
  checked_at: '2026-01-01T00:00:00.000Z',
  inserted_at: '2026-01-01T00:00:00.000Z',
  made_by: null,
  projects: [],
}

async function open(prepare: (fake: FakePlatform) => void) {
  opened = await openScreen('projectIntegrations', '/project/default/settings/integrations', prepare)
  const { screen, watch, until } = opened
  watch(screen.$view, screen.$mayChange, screen.$hostsHref, screen.$hosts, screen.$suggestions)
  const view = (): RepositoryView | undefined => {
    const remote = screen.$view.get()
    return remote.status === 'ready' ? remote.data : undefined
  }
  await until(() => {
    expect(view()).toBeDefined()
    expect(screen.$mayChange.get()).not.toEqual({ disabled: true })
    expect(screen.$hostsHref.get()).not.toBeNull()
  })
  return { ...opened, view }
}
const withHost = (fake: FakePlatform) => void (fake.world.gitHosts['default'] = [{ ...HOST }])

test('without a host it leads to the integrations of the organization', async () => {
  const { screen, view } = await open(() => undefined)
  expect(view()).toEqual({ type: 'no-hosts' })
  expect(screen.$hostsHref.get()).toBe('/org/default/integrations')
})

test('a repository is chosen from what the host has, changed and taken away', async () => {
  const { screen, view, until, host } = await open(withHost)
  expect(view()).toEqual({ type: 'none' })
  screen.choose()
  expect(screen.form.$values.get()).toMatchObject({ host_id: HOST.id, repository: '' })
  await until(() => expect(screen.$suggestions.get().names).toEqual(['acme/shop', 'acme/docs']))
  screen.form.set('repository', 'acme/none')
  expect(await screen.form.submit()).toEqual({ type: 'failed', field: 'repository' })
  screen.form.set('repository', 'acme/shop')
  screen.form.set('branch', 'none')
  expect(await screen.form.submit()).toEqual({ type: 'failed', field: 'branch' })
  screen.form.set('branch', '')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await until(() =>
    expect(view()).toMatchObject({
      type: 'connected',
      hostLabel: 'GitLab · octavia · https://git.example',
      repository: { repository: 'acme/shop', branch: 'main' },
    }),
  )
  screen.choose()
  expect(screen.form.$values.get()).toMatchObject({ repository: 'acme/shop', branch: 'main' })
  screen.closeChoose()
  const shown = view()
  if (shown?.type === 'connected') screen.removal.ask(shown.repository)
  await screen.removal.confirm()
  await until(() => expect(view()).toEqual({ type: 'none' }))
  expect(host.notes.map(({ kind }) => kind)).toEqual(['success', 'success'])
})

test('who may only read asks the host nothing', async () => {
  const { screen, fake } = await open((platform) => {
    withHost(platform)
    grantOnly(platform, ['read', 'projects'], ['read', 'project_settings'])
  })
  screen.choose()
  expect(screen.$isChoosing.get()).toBe(false)
  expect(fake.requests.some(({ path }) => path.endsWith('/repositories'))).toBe(false)
})
