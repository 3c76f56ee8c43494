import { expect, test, vi } from 'vitest'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createSchemaChanges } from './schema-changes.js'

test('a change refreshes the project here, and in the other windows', () => {
  const host = createMemoryHost('/')
  const window = () => {
    const refresh = vi.fn()
    return { refresh, changes: createSchemaChanges({ host, queries: { refresh } }) }
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
  createSchemaChanges({ host: { ...host, storage }, queries: { refresh } })
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
  const alone = createSchemaChanges({ host: { ...host, storage }, queries: { refresh } })
  alone.happened('shop')
  alone.dispose()
  expect(refresh).toHaveBeenCalledTimes(1)
  const changes = createSchemaChanges({ host, queries: { refresh } })
  host.storage.writeElsewhere('basedeck:schema-changed', 'shop 1')
  expect(refresh).toHaveBeenCalledTimes(2)
  changes.dispose()
  host.storage.writeElsewhere('basedeck:schema-changed', 'shop 2')
  expect(refresh).toHaveBeenCalledTimes(2)
})
