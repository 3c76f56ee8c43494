import type { Extension } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { IntegrationsScreen } from './integrations.js'

let opened: OpenedScreen<IntegrationsScreen> | undefined
afterEach(() => opened?.end())

const extension = (name: string, installed_version: string | null = null): Extension => ({
  name,
  comment: '',
  default_version: '1.0',
  installed_version,
  schema: null,
  requires: [],
  closed_because: null,
  kept_because: null,
  reaches: null,
  is_allowed: false,
})

const set = ({ extensions }: FakePlatform, ...all: Extension[]) =>
  extensions.splice(0, Number.POSITIVE_INFINITY, ...all)

async function open(path: string, prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('integrations', path, (fake) => {
    set(fake, extension('plpgsql', '1.0'), extension('postgres_fdw'), extension('pg_cron', '1.6'))
    prepare(fake)
  })
  const { screen, watch, until } = opened
  watch(screen.$rows, screen.$empty, screen.$thing, screen.categories.$value)
  const rows = () => {
    const remote = screen.$rows.get()
    return remote.status === 'ready' ? remote.data.map(({ title, badge }) => `${title}: ${badge.label}`) : []
  }
  await until(() => expect(screen.$rows.get().status).toBe('ready'))
  return { ...opened, rows }
}

test('what is here or can be installed is listed, each with its page', async () => {
  const { screen, rows } = await open('/project/default/integrations')
  expect(rows()).toEqual([
    'Vault: Ready',
    'Source code host: Ready',
    'Database webhooks: Ready',
    'Cron: Ready',
    'PostgreSQL: Not installed',
  ])
  const remote = screen.$rows.get()
  expect(remote.status === 'ready' && remote.data.map(({ href }) => href)).toEqual([
    '/project/default/integrations/vault/overview',
    '/project/default/integrations/git/overview',
    '/project/default/integrations/webhooks/overview',
    '/project/default/integrations/cron/overview',
    '/project/default/integrations/postgres_fdw/overview',
  ])
})

test('the address narrows it to a category, and the window says so', async () => {
  const { screen, rows, host, deck, until } = await open('/project/default/integrations?category=wrapper')
  expect(rows()).toEqual(['PostgreSQL: Not installed'])
  expect(host.navigation.title).toBe('Wrappers · Default project · Basedeck')
  deck.router.open(screen.categories.choices[0]!.href)
  await until(() => expect(rows()).toHaveLength(5))
  expect(host.navigation.title).toBe('Integrations · Default project · Basedeck')
})

test('words narrow it; where nothing fits, all can be shown again', async () => {
  const { screen, rows } = await open('/project/default/integrations')
  screen.search(' SCHEDULE ')
  expect(rows()).toEqual(['Cron: Ready'])
  screen.search('nothing of that')
  expect(rows()).toEqual([])
  expect(screen.$empty.get()).toMatchObject({ step: 'clear' })
})

test('a category of which the server has nothing says why; what the operator turned off is left out', async () => {
  const { screen, rows } = await open('/project/default/integrations?category=wrapper', (fake) => {
    set(fake)
    fake.runtime.flags = { integrationVault: false }
  })
  expect(rows()).toEqual([])
  expect(screen.$empty.get()).toMatchObject({
    title: 'The PostgreSQL of this database comes with no foreign data wrapper',
    step: 'extensions',
  })
})
