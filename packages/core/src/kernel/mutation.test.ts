import { PlatformError } from '@basedeck/platform-client'
import { afterEach, expect, test, vi } from 'vitest'
import { createMutation } from './mutation.js'
import { createQueries } from './query-store.js'

let queries = createQueries()
afterEach(() => {
  queries.dispose()
  queries = createQueries()
})

test('it runs, and is done', async () => {
  const mutation = createMutation(queries, { call: async (name: string) => name.toUpperCase() })
  expect(mutation.$state.get()).toEqual({ status: 'idle' })
  const run = mutation.run('ada')
  expect(mutation.$state.get()).toEqual({ status: 'running' })
  expect(await run).toEqual({ type: 'done', data: 'ADA' })
  expect(mutation.$state.get()).toEqual({ status: 'done', data: 'ADA' })
  mutation.reset()
  expect(mutation.$state.get()).toEqual({ status: 'idle' })
})

test('a refusal is a state, and nothing is thrown', async () => {
  const error = new PlatformError('http', 'No', { status: 403 })
  const mutation = createMutation(queries, { call: () => Promise.reject(error) })
  expect(await mutation.run(undefined)).toEqual({ type: 'failed', error })
  expect(mutation.$state.get()).toEqual({ status: 'failed', error })
})

test('a second click while it runs changes nothing twice', async () => {
  const call = vi.fn(async () => 'made')
  const mutation = createMutation(queries, { call })
  expect(mutation.run(undefined)).toBe(mutation.run(undefined))
  await mutation.run(undefined)
  expect(call).toHaveBeenCalledTimes(1)
  await mutation.run(undefined)
  expect(call).toHaveBeenCalledTimes(2)
})

test('what it made stale is asked for again, what it answered is shown at once', async () => {
  let names = ['a']
  const list = { key: ['names'], fetch: async () => names }
  const one = { key: ['name', 1], fetch: async () => 'slow', staleMs: 60_000 }
  const $list = queries.store(list)
  const $one = queries.store(one)
  const stops = [$list.subscribe(() => undefined), $one.subscribe(() => undefined)]
  await vi.waitFor(() => expect($list.get()).toMatchObject({ data: ['a'] }))
  await vi.waitFor(() => expect($one.get()).toMatchObject({ data: 'slow' }))

  const mutation = createMutation(queries, {
    call: async (name: string) => {
      names = [...names, name]
      return name
    },
    store: (cache, name) => cache.set(one, name),
    refreshes: () => [['names']],
  })
  await mutation.run('b')
  expect($one.get()).toMatchObject({ data: 'b' })
  await vi.waitFor(() => expect($list.get()).toMatchObject({ data: ['a', 'b'] }))
  for (const stop of stops) stop()
})

test.each([
  { told: ['projects', 'shop'], what: 'itself' },
  { told: ['projects'], what: 'all of its kind' },
])(
  'an answer that is older than what was told during the call ($what) is asked for again',
  async ({ told }) => {
    const one = { key: ['projects', 'shop'], fetch: async () => 'healthy', staleMs: 60_000 }
    const $one = queries.store(one)
    const stop = $one.subscribe(() => undefined)
    await vi.waitFor(() => expect($one.get()).toMatchObject({ data: 'healthy' }))

    let answer = (_status: string) => {}
    const resuming = createMutation(queries, {
      call: () => new Promise<string>((resolve) => (answer = resolve)),
      store: (cache, status) => cache.set(one, status),
    })
    const run = resuming.run(undefined)
    queries.refresh(told)
    await vi.waitFor(() => expect($one.get()).toMatchObject({ refreshing: false }))
    answer('restoring')
    await run
    await vi.waitFor(() => expect($one.get()).toMatchObject({ data: 'healthy', refreshing: false }))
    stop()
  },
)

test('what belongs to it is not asked for again', async () => {
  const one = { key: ['projects', 'shop'], fetch: async () => 'healthy', staleMs: 60_000 }
  const fetch = vi.fn(async () => 'calm')
  const $one = queries.store(one)
  const $activity = queries.store({ key: ['projects', 'shop', 'activity'], fetch, staleMs: 60_000 })
  const stops = [$one.subscribe(() => undefined), $activity.subscribe(() => undefined)]
  await vi.waitFor(() => expect($activity.get()).toMatchObject({ data: 'calm' }))
  const renaming = createMutation(queries, {
    call: async () => {
      queries.refresh(one.key, (key) => key.length === 2)
      return 'renamed'
    },
    store: (cache, name) => cache.set(one, name),
  })
  await renaming.run(undefined)
  await vi.waitFor(() => expect($one.get()).toMatchObject({ data: 'healthy', refreshing: false }))
  expect(fetch).toHaveBeenCalledTimes(1)
  for (const stop of stops) stop()
})

test.each([
  { what: 'goes well', call: async () => 'made' },
  { what: 'fails', call: () => Promise.reject(new Error('no')) },
])('a call that $what watches for changes no longer', async ({ call }) => {
  const end = vi.fn()
  vi.spyOn(queries, 'watchRefreshes').mockReturnValue({ has: () => false, end })
  await createMutation(queries, { call }).run(undefined)
  expect(end).toHaveBeenCalledTimes(1)
})

test('an answer stays when only something else was told during the call', async () => {
  const fetch = vi.fn(async () => 'before')
  const one = { key: ['projects', 'shop'], fetch, staleMs: 60_000 }
  const $one = queries.store(one)
  const stop = $one.subscribe(() => undefined)
  await vi.waitFor(() => expect($one.get()).toMatchObject({ data: 'before' }))
  const renaming = createMutation(queries, {
    call: async () => {
      queries.refresh(['projects', 'shop', 'activity'])
      queries.refresh(['projects'], (key) => key.length === 1)
      return 'after'
    },
    store: (cache, name) => cache.set(one, name),
  })
  await renaming.run(undefined)
  expect($one.get()).toMatchObject({ data: 'after', refreshing: false })
  // What was told before the call began is not newer than its answer.
  queries.refresh(['projects'])
  await vi.waitFor(() => expect($one.get()).toMatchObject({ data: 'before', refreshing: false }))
  const asked = fetch.mock.calls.length
  await createMutation(queries, {
    call: async () => 'later',
    store: (cache, name) => cache.set(one, name),
  }).run(undefined)
  expect($one.get()).toMatchObject({ data: 'later', refreshing: false })
  expect(fetch).toHaveBeenCalledTimes(asked)
  stop()
})

test('a change that makes nothing stale refreshes nothing', async () => {
  const refresh = vi.spyOn(queries, 'refresh')
  await createMutation(queries, { call: async () => 'x' }).run(undefined)
  expect(refresh).not.toHaveBeenCalled()
})

test('a failed change makes nothing stale', async () => {
  const fetch = vi.fn(async () => 'x')
  const $store = queries.store({ key: ['kept'], fetch })
  const stop = $store.subscribe(() => undefined)
  await vi.waitFor(() => expect($store.get().status).toBe('ready'))
  await createMutation(queries, {
    call: () => Promise.reject(new Error('no')),
    refreshes: () => [['kept']],
  }).run(undefined)
  expect(fetch).toHaveBeenCalledTimes(1)
  stop()
})
