import { PlatformError } from '@basedeck/platform-client'
import { onlineManager } from '@tanstack/query-core'
import { atom } from 'nanostores'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createQueries, type QueryData, type Remote } from './query-store.js'

/** A store rests a second after its last listener has gone, also those of tests that ran before in this process. */
const STORES_REST_MS = 20_000

let queries = createQueries()
afterEach(() => {
  queries.dispose()
  queries = createQueries()
})

function watch<Data>(fetch: (signal: AbortSignal) => Promise<Data>) {
  const seen: Remote<Data>[] = []
  const $store = queries.store({ key: [crypto.randomUUID()], fetch })
  const stop = $store.subscribe((value) => void seen.push(value))
  return { $store, seen, stop }
}

test('nothing is asked for until someone listens', async () => {
  const fetch = vi.fn(async () => 'x')
  const $store = queries.store({ key: ['idle'], fetch })
  expect(fetch).not.toHaveBeenCalled()
  const stop = $store.subscribe(() => undefined)
  await vi.waitFor(() => expect($store.get()).toMatchObject({ status: 'ready', data: 'x' }))
  stop()
})

test('it loads, then it is ready', async () => {
  const { $store, seen, stop } = watch(async () => ({ name: 'a' }))
  expect(seen[0]).toEqual({ status: 'loading' })
  await vi.waitFor(() =>
    expect($store.get()).toMatchObject({ status: 'ready', data: { name: 'a' }, refreshing: false }),
  )
  stop()
})

test('a refusal is shown at once and can be tried again', async () => {
  let broken = true
  const { $store, stop } = watch(async () => {
    if (broken) throw new PlatformError('http', 'Project not found', { status: 404 })
    return 'fine'
  })
  await vi.waitFor(() =>
    expect($store.get()).toMatchObject({ status: 'failed', error: { message: 'Project not found' } }),
  )
  broken = false
  const failed = $store.get()
  if (failed.status === 'failed') failed.retry()
  await vi.waitFor(() => expect($store.get()).toMatchObject({ status: 'ready', data: 'fine' }))
  stop()
})

test('a query that is wanted again while its call is under way joins that call', async () => {
  let answer = () => {}
  const fetch = vi.fn(
    (signal: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        answer = () => resolve('x')
      }),
  )
  const $query = atom({ key: ['joined'], fetch })
  const $store = queries.follow($query)
  const stop = $store.subscribe(() => undefined)
  for (let again = 0; again < 4; again += 1) $query.set({ key: ['joined'], fetch })
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  answer()
  await vi.waitFor(() => expect($store.get()).toMatchObject({ status: 'ready', data: 'x' }))
  expect(fetch).toHaveBeenCalledTimes(1)
  stop()
})

test('a store may follow which query is wanted', async () => {
  const $query = atom<QueryData<string> | null>(null)
  const queryOf = (name: string) => ({ key: ['follow', name], fetch: async () => name })
  const $store = queries.follow($query)
  const stop = $store.subscribe(() => undefined)
  expect($store.get()).toBeNull()
  $query.set(queryOf('a'))
  expect($store.get()).toEqual({ status: 'loading' })
  await vi.waitFor(() => expect($store.get()).toMatchObject({ data: 'a' }))
  $query.set(queryOf('b'))
  expect($store.get()).toEqual({ status: 'loading' })
  await vi.waitFor(() => expect($store.get()).toMatchObject({ data: 'b' }))
  $query.set(null)
  expect($store.get()).toBeNull()
  stop()
})

test('a forgotten query is fetched again', async () => {
  let name = 'a'
  const query = { key: ['forget', 1], fetch: async () => name, staleMs: 60_000 }
  const stop = queries.store(query).subscribe(() => undefined)
  await vi.waitFor(() => expect(queries.store(query).get()).toMatchObject({ data: 'a' }))
  stop()
  queries.forget(['forget'])
  name = 'b'
  const $again = queries.store(query)
  const stopAgain = $again.subscribe(() => undefined)
  expect($again.get()).toEqual({ status: 'loading' })
  await vi.waitFor(() => expect($again.get()).toMatchObject({ data: 'b' }))
  stopAgain()
})

test('a refresh while the first answer is under way asks again: that answer may be older', async () => {
  const answers: ((datum: string) => void)[] = []
  const fetch = () => new Promise<string>((resolve) => void answers.push(resolve))
  const $store = queries.store({ key: ['first'], fetch, staleMs: 60_000 })
  const stop = $store.subscribe(() => undefined)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  queries.refresh(['first'])
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('before')
  answers[1]?.('after')
  await vi.waitFor(() => expect($store.get()).toMatchObject({ status: 'ready', data: 'after' }))
  expect(answers).toHaveLength(2)
  stop()
})

test('a refresh keeps what is shown, also while it is asked again already', async () => {
  const answers: ((datum: string) => void)[] = []
  const { $store, seen, stop } = watch(() => new Promise<string>((resolve) => void answers.push(resolve)))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.('x')
  await vi.waitFor(() => expect($store.get()).toMatchObject({ status: 'ready', refreshing: false }))
  seen.length = 0
  queries.refresh([])
  queries.refresh([])
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(1))
  answers.at(-1)?.('y')
  await vi.waitFor(() => expect($store.get()).toMatchObject({ data: 'y', refreshing: false }))
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['ready']))
  stop()
})

describe('of a platform that is away', () => {
  /** How often it was asked until it gave up. */
  async function attempts(error: unknown): Promise<number> {
    vi.useFakeTimers()
    const fetch = vi.fn(() => Promise.reject(error))
    const stop = queries.store({ key: ['away'], fetch }).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    vi.useRealTimers()
    return fetch.mock.calls.length
  }
  const http = (status?: number) => new PlatformError('http', 'x', status === undefined ? {} : { status })

  test.each([
    ['no network', new PlatformError('network', 'x'), 3],
    ['a gateway', http(502), 3],
    ['a gateway that waits', http(504), 3],
    ['a fault', http(501), 1],
    ['a refusal', http(404), 1],
    ['an answer without a status', http(), 1],
    ['an answer that can’t be read', new PlatformError('invalid', 'x', { status: 503 }), 1],
    ['a mistake of the program', Object.assign(new TypeError('x'), { kind: 'network' }), 1],
  ])('%s is asked so often: %#', async (_, error, count) => {
    expect(await attempts(error)).toBe(count)
  })

  test('it is asked as often by a browser that believes to be offline: it may be on the same machine', async () => {
    onlineManager.setOnline(false)
    expect(await attempts(new PlatformError('network', 'x'))).toBe(3)
    onlineManager.setOnline(true)
  })
})

describe('what is asked again by itself', () => {
  const asked = async (query: Partial<QueryData<string>>, ms: number) => {
    vi.useFakeTimers()
    const fetch = vi.fn(async () => 'x')
    const stop = queries.store({ key: ['again'], fetch, ...query }).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(ms)
    stop()
    vi.useRealTimers()
    return fetch.mock.calls.length
  }

  test('nothing, where no time is given', async () => {
    expect(await asked({}, 100_000)).toBe(1)
  })

  test('every so often, where a time is given', async () => {
    expect(await asked({ refetchMs: 1000 }, 2500)).toBe(3)
  })

  test('as long as the datum wants it', async () => {
    expect(await asked({ refetchMs: (data) => (data === 'x' ? 1000 : false) }, 2500)).toBe(3)
    queries.forget(['again'])
    expect(await asked({ refetchMs: (data) => (data === 'x' ? false : 1000) }, 2500)).toBe(1)
  })

  test('what the platform tells of, only while it does not', async () => {
    queries.setTelling(true)
    expect(await asked({ refetchMs: 1000, isTold: true }, 2500)).toBe(1)
    queries.forget(['again'])
    expect(await asked({ refetchMs: 1000 }, 2500)).toBe(3)
    queries.forget(['again'])
    queries.setTelling(false)
    expect(await asked({ refetchMs: 1000, isTold: true }, 2500)).toBe(3)
  })
})

test('a datum counts as fresh for its time, and by default not at all', async () => {
  const read = async (query: QueryData<string>) => {
    const $store = queries.store(query)
    const stop = $store.subscribe(() => undefined)
    await vi.waitFor(() => expect($store.get()).toMatchObject({ status: 'ready', refreshing: false }))
    stop()
  }
  const fetch = vi.fn(async () => 'x')
  await read({ key: ['fresh'], fetch, staleMs: 60_000 })
  await read({ key: ['fresh'], fetch, staleMs: 60_000 })
  expect(fetch).toHaveBeenCalledTimes(1)
  await read({ key: ['fresh'], fetch })
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a failed refresh keeps the datum and says why', async () => {
  let broken = false
  const { $store, stop } = watch(async () => {
    if (broken) throw new PlatformError('http', 'Broken', { status: 500 })
    return 'x'
  })
  await vi.waitFor(() => expect($store.get()).toMatchObject({ status: 'ready', refreshing: false }))
  expect($store.get()).not.toHaveProperty('staleError')
  broken = true
  queries.refresh([])
  await vi.waitFor(() =>
    expect($store.get()).toMatchObject({ status: 'ready', data: 'x', staleError: { message: 'Broken' } }),
  )
  stop()
})

test('a call’s answer replaces the datum, and an answer that is pending comes too late', async () => {
  const answers: ((datum: string) => void)[] = []
  const fetch = () => new Promise<string>((resolve) => void answers.push(resolve))
  const of = (...names: string[]) => queries.store({ key: ['set', ...names], fetch })
  const stops = [of('a'), of('a', 'b')].map(($store) => $store.subscribe(() => undefined))
  const $a = of('a')
  stops.push($a.subscribe(() => undefined))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  queries.set({ key: ['set', 'a'] }, 'told')
  expect($a.get()).toMatchObject({ status: 'ready', data: 'told' })
  for (const answer of answers) answer('late')
  const $b = of('a', 'b')
  stops.push($b.subscribe(() => undefined))
  await vi.waitFor(() => expect($b.get()).toMatchObject({ status: 'ready', data: 'late' }))
  expect($a.get()).toMatchObject({ data: 'told' })
  for (const stop of stops) stop()
})

test('only what its key names is forgotten', async () => {
  const fetch = vi.fn(async () => 'x')
  const read = async (name: string) => {
    const $store = queries.store({ key: [name, 1], fetch, staleMs: 60_000 })
    const stop = $store.subscribe(() => undefined)
    await vi.waitFor(() => expect($store.get().status).toBe('ready'))
    stop()
  }
  await read('a')
  await read('b')
  queries.forget(['a'])
  await read('b')
  expect(fetch).toHaveBeenCalledTimes(2)
  await read('a')
  expect(fetch).toHaveBeenCalledTimes(3)
})

test('what was not observed for five minutes is dropped, also after something else was forgotten', async () => {
  vi.useFakeTimers()
  const fetch = vi.fn(async () => 'x')
  const read = async (name: string) => {
    const stop = queries.store({ key: [name], fetch, staleMs: 600_000 }).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(1)
    stop()
    await vi.advanceTimersByTimeAsync(STORES_REST_MS)
  }
  await read('a')
  await read('b')
  queries.forget(['a'])
  await read('b')
  expect(fetch).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(300_000)
  await read('b')
  expect(fetch).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})

describe('starting over', () => {
  async function setUpThree() {
    const fetched: string[] = []
    const query = (name: string) => ({
      key: [name, 1],
      staleMs: 60_000,
      fetch: async () => {
        fetched.push(name)
        return `${name}${fetched.length}`
      },
    })
    const open = async (name: string) => {
      const $store = queries.store(query(name))
      const stop = $store.subscribe(() => undefined)
      await vi.waitFor(() => expect($store.get().status).toBe('ready'))
      return { $store, stop }
    }
    const kept = await open('kept')
    const shown = await open('shown')
    const left = await open('left')
    vi.useFakeTimers()
    left.stop()
    await vi.advanceTimersByTimeAsync(STORES_REST_MS)
    vi.useRealTimers()
    return { fetched, open, kept, shown }
  }

  test('what is shown and not kept is asked again', async () => {
    const { fetched, open, kept, shown } = await setUpThree()
    queries.startOver([['kept']], { again: true })
    expect(shown.$store.get()).toEqual({ status: 'loading' })
    await vi.waitFor(() => expect(shown.$store.get().status).toBe('ready'))
    expect(kept.$store.get()).toMatchObject({ data: 'kept1' })
    expect(fetched).toEqual(['kept', 'shown', 'left', 'shown'])
    const left = await open('left')
    expect(fetched.at(-1)).toBe('left')
    for (const { stop } of [kept, shown, left]) stop()
  })

  test('without asking again, what is shown is loading and what is not shown is gone', async () => {
    const { fetched, open, kept, shown } = await setUpThree()
    queries.startOver([['kept'], ['other']], { again: false })
    expect(shown.$store.get()).toEqual({ status: 'loading' })
    expect(kept.$store.get()).toMatchObject({ data: 'kept1' })
    expect(fetched).toHaveLength(3)
    const left = await open('left')
    expect(fetched).toHaveLength(4)
    for (const { stop } of [kept, shown, left]) stop()
  })
})

test.each([
  ['a query', (query: QueryData<string>) => queries.store(query)],
  ['the query that is wanted', (query: QueryData<string>) => queries.follow(atom(query))],
])('%s that is not observed any more is not asked again', async (_, storeOf) => {
  vi.useFakeTimers()
  const fetch = vi.fn(async () => 'x')
  const stop = storeOf({ key: ['left alone'], fetch, refetchMs: 1000 }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  stop()
  await vi.advanceTimersByTimeAsync(STORES_REST_MS)
  const { length } = fetch.mock.calls
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetch.mock.calls).toHaveLength(length)
  vi.useRealTimers()
})

test('what is refreshed is noted until the watch ends', () => {
  const watch = queries.watchRefreshes()
  queries.refresh(['projects', 'shop'])
  watch.end()
  queries.refresh(['projects', 'depot'])
  expect([watch.has(['projects', 'shop', 'activity']), watch.has(['projects', 'depot'])]).toEqual([
    true,
    false,
  ])
})
