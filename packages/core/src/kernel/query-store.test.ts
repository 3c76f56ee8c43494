import { PlatformError } from '@basedeck/platform-client'
import { atom } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueries, type QueryData, type Remote } from './query-store.js'

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

/** A store rests a second after its last listener has gone, also those of tests that ran before in this process. */
const STORES_REST_MS = 20_000

test('ending it leaves no timer behind, so that a script can end', async () => {
  vi.useFakeTimers()
  const own = createQueries()
  const $store = own.store({ key: ['timers'], fetch: async () => 'x', refetchMs: 1000 })
  const stop = $store.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  expect($store.get()).toMatchObject({ status: 'ready' })
  stop()
  own.dispose()
  await vi.advanceTimersByTimeAsync(STORES_REST_MS)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test.each([
  ['forgotten', (own: ReturnType<typeof createQueries>) => own.forget(['under way'])],
  ['let go with everything else', (own: ReturnType<typeof createQueries>) => own.dispose()],
])('an answer that comes after its query was %s leaves no timer behind', async (_, letGo) => {
  vi.useFakeTimers()
  const own = createQueries()
  const answers: ((datum: string) => void)[] = []
  const fetch = () => new Promise<string>((resolve) => void answers.push(resolve))
  const stop = own.store({ key: ['under way'], fetch }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  letGo(own)
  answers[0]?.('late')
  stop()
  await vi.advanceTimersByTimeAsync(STORES_REST_MS)
  own.dispose()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
