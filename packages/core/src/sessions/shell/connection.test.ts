import { getProject, getRuntimeConfig, type PlatformError } from '@basedeck/platform-client'
import { createClient } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { withHooks } from '../../kernel/client-hooks.js'
import { reportMissingFile } from '../../kernel/missing-files.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createConnection } from './connection.js'

function setUp() {
  const host = createMemoryHost()
  const fake = createFakePlatform()
  const refresh = vi.fn<(key: readonly unknown[]) => void>()
  const direct = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  const connection = createConnection({ host, client: direct, queries: { refresh } })
  const client = withHooks(direct, connection.hooks)
  const ask = () => client.call(getRuntimeConfig, {})
  const status = () => connection.$state.get().status
  const until = (wanted: string) => vi.waitFor(() => expect(status()).toBe(wanted))
  connection.$seconds.subscribe(() => undefined)
  return { host, fake, refresh, connection, client, ask, status, until }
}

test('a platform that says that it is being stopped is away', async () => {
  const host = createMemoryHost()
  const stopping = async () =>
    new Response('{"message": "Basedeck is being stopped", "code": "stopping"}', { status: 503 })
  const client = createClient({ baseUrl: 'http://stopping', fetch: stopping as never })
  const connection = createConnection({ host, client, queries: { refresh: () => undefined } })
  void withHooks(client, connection.hooks)
    .call(getRuntimeConfig, {})
    .catch(() => undefined)
  await vi.waitFor(() => expect(connection.$state.get().status).toBe('away'))
  connection.dispose()
})

test('a call that gets no answer makes the dashboard look, and say that the platform is away', async () => {
  const { fake, connection, ask, until } = setUp()
  fake.offline = true
  await expect(ask()).rejects.toThrow('The platform can’t be reached')
  await until('away')
  expect(connection.$seconds.get()).toBe(1)
})

test('a single call that breaks off says nothing while the platform answers', async () => {
  const { fake, ask, status } = setUp()
  fake.offline = true
  const broken = ask()
  fake.offline = false
  await broken.catch(() => undefined)
  await vi.waitFor(() => expect(fake.requests.some(({ path }) => path === '/healthz')).toBe(true))
  expect(status()).toBe('here')
})

test('it is asked more and more rarely, the seconds count down, and Try now asks at once', async () => {
  const { host, fake, connection, ask, until } = setUp()
  fake.offline = true
  await ask().catch(() => undefined)
  await until('away')
  host.clock.advance(1000)
  await until('away')
  expect(connection.$seconds.get()).toBe(2)
  host.clock.advance(1000)
  expect(connection.$seconds.get()).toBe(1)
  host.clock.advance(1000)
  await until('away')
  expect(connection.$seconds.get()).toBe(4)
  fake.offline = false
  connection.tryNow()
  await until('here')
})

test('when it is back everything stale is asked for, once', async () => {
  const { host, fake, refresh, ask, until } = setUp()
  fake.offline = true
  await ask().catch(() => undefined)
  await until('away')
  fake.offline = false
  host.clock.advance(1000)
  await until('here')
  await ask()
  expect(refresh.mock.calls).toEqual([[[]]])
})

test('any call that is answered ends it, without waiting', async () => {
  const { fake, ask, until } = setUp()
  fake.offline = true
  await ask().catch(() => undefined)
  await until('away')
  fake.offline = false
  await ask()
  await until('here')
})

test('a refusal of the platform is an answer', async () => {
  const { client, status } = setUp()
  await client.call(getProject, { params: { ref: 'nobody' } }).catch(() => undefined)
  expect(status()).toBe('here')
})

test('without a network nothing is asked; with it, at once', async () => {
  const { host, fake, status, until } = setUp()
  host.setOnline(false)
  expect(status()).toBe('offline')
  host.clock.advance(600_000)
  expect(fake.requests).toEqual([])
  host.setOnline(true)
  await until('here')
  expect(fake.requests.map(({ path }) => path)).toEqual(['/healthz'])
})

test('an answer to what was asked before the network was lost does not tell that it is there', async () => {
  const { host, ask, status } = setUp()
  const before = ask()
  host.setOnline(false)
  await before
  expect(status()).toBe('offline')
  await ask()
  expect(status()).toBe('here')
})

test('whether it is reached is asked only where it was away', async () => {
  const { fake, connection, ask, status, until } = setUp()
  expect(await connection.reaches()).toBe(true)
  expect(fake.requests).toEqual([])
  fake.offline = true
  await ask().catch(() => undefined)
  await until('away')
  expect(await connection.reaches()).toBe(false)
  fake.offline = false
  expect(await connection.reaches()).toBe(true)
  expect(status()).toBe('here')
})

test('nothing is asked after the end', async () => {
  const { host, fake, connection, ask, until } = setUp()
  fake.offline = true
  await ask().catch(() => undefined)
  await until('away')
  connection.dispose()
  const asked = fake.requests.length
  host.clock.advance(60_000)
  expect(fake.requests).toHaveLength(asked)
})

test('a call that failed hears when the platform is back', async () => {
  const { host, fake, ask, until } = setUp()
  fake.offline = true
  const failure = (await ask().catch((error: unknown) => error)) as PlatformError
  const over = vi.fn<() => void>()
  void failure.over?.then(over)
  await until('away')
  expect(over).not.toHaveBeenCalled()
  fake.offline = false
  host.clock.advance(1000)
  await until('here')
  await vi.waitFor(() => expect(over).toHaveBeenCalledOnce())
})

test('a file that could not be loaded makes the dashboard look, and is said to appear', async () => {
  const { fake, connection, until } = setUp()
  fake.offline = true
  const found = reportMissingFile()
  await until('away')
  expect(connection.$isFileMissing.get()).toBe(true)
  found()
  found()
  expect(connection.$isFileMissing.get()).toBe(false)
})
