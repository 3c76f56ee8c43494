import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { createQueries, type Queries, type QueryData } from './query-store.js'

/** A store rests a second after its last listener has gone, also those of tests that ran before in this process. */
const STORES_REST_MS = 20_000

const NOT_ENDED = new AbortController().signal
const ONE_PAGE = { first: 0, next: () => null, items: (page: string[]) => page, id: (item: string) => item }

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
  ['a query', (own: Queries, query: QueryData<string>) => own.store(query)],
  ['the query that is wanted', (own: Queries, query: QueryData<string>) => own.follow(atom(query))],
  [
    'a list',
    (own: Queries, { key, fetch }: QueryData<string>) =>
      own.paged(atom({ key, fetch: async () => [await fetch(NOT_ENDED)], ...ONE_PAGE })).$list,
  ],
])('after its end %s asks for nothing and leaves no timer behind', async (_, storeOf) => {
  vi.useFakeTimers()
  const own = createQueries()
  const fetch = vi.fn(async () => 'x')
  const $store = storeOf(own, { key: ['late'], fetch })
  own.dispose()
  const stop = $store.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  stop()
  await vi.advanceTimersByTimeAsync(STORES_REST_MS)
  expect(fetch).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('what was left and dropped in one go leaves no timer behind', async () => {
  vi.useFakeTimers()
  const own = createQueries()
  const fetch = () => new Promise<string>(() => undefined)
  const $query = atom<QueryData<string> | null>({ key: ['left'], fetch })
  const stop = own.follow($query).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  $query.set(null)
  own.startOver([], { again: false })
  await vi.advanceTimersByTimeAsync(1)
  stop()
  await vi.advanceTimersByTimeAsync(STORES_REST_MS)
  own.dispose()
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
