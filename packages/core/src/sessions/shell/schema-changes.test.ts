import { createClient, type Client } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createSchemaChanges } from './schema-changes.js'

const none = { client: {} as Client, $writesMigration: atom(false) }

test('a change refreshes the project here, and in the other windows', () => {
  const host = createMemoryHost('/')
  const window = () => {
    const refresh = vi.fn()
    return { refresh, changes: createSchemaChanges({ host, queries: { refresh }, ...none }) }
  }
  const here = window()
  here.changes.happened('shop')
  expect(here.refresh).toHaveBeenCalledTimes(1)
  expect(here.refresh).toHaveBeenLastCalledWith(['projects', 'shop'], expect.any(Function))

  const heard: ((key: string, value: string | null) => void)[] = []
  const refresh = vi.fn()
  const storage = {
    ...host.storage,
    subscribe: (changed: (typeof heard)[number]) => (heard.push(changed), () => {}),
  }
  createSchemaChanges({ host: { ...host, storage }, queries: { refresh }, ...none })
  heard[0]?.('basedeck:schema-changed', host.storage.get('basedeck:schema-changed'))
  expect(refresh).toHaveBeenLastCalledWith(['projects', 'shop'], expect.any(Function))
  heard[0]?.('basedeck:theme', 'dark')
  heard[0]?.('basedeck:schema-changed', null)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('a host without other windows refreshes its own, and after its end a change elsewhere refreshes nothing', () => {
  const host = createMemoryHost('/')
  const { subscribe: _subscribe, ...storage } = host.storage
  const refresh = vi.fn()
  const alone = createSchemaChanges({ host: { ...host, storage }, queries: { refresh }, ...none })
  alone.happened('shop')
  alone.dispose()
  expect(refresh).toHaveBeenCalledTimes(1)
  const changes = createSchemaChanges({ host, queries: { refresh }, ...none })
  host.storage.writeElsewhere('basedeck:schema-changed', 'shop 1')
  expect(refresh).toHaveBeenCalledTimes(2)
  changes.dispose()
  host.storage.writeElsewhere('basedeck:schema-changed', 'shop 2')
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('what panels ran is kept for the next migration where the user wants that, without what is about the server', async () => {
  const host = createMemoryHost('/')
  const fake = createFakePlatform()
  const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  const $writesMigration = atom(false)
  const changes = createSchemaChanges({ host, queries: { refresh: vi.fn() }, client, $writesMigration })
  await changes.ran('default', ['create table a (n int)'])
  expect(fake.migrations.draft.sql).toBe('')
  $writesMigration.set(true)
  await changes.ran('default', [`alter role app password 'secret'`])
  expect(fake.migrations.draft.sql).toBe('')
  await changes.ran('default', ['create table a (n int)', 'create role app', 'create view b as select 1'])
  expect(fake.migrations.draft.sql).toBe('create table a (n int);\ncreate view b as select 1;')
  await changes.ran('nobody', ['create table a (n int)'])
  expect(host.notes.at(-1)?.message).toContain('could not be added to the migration in progress')
})
