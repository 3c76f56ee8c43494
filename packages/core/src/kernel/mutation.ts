/** A call that changes something, as a store: idle, running, done or failed; then it refetches what it made stale. */
import { toPlatformError, type PlatformError } from '@basedeck/platform-client'
import type { QueryKey } from '@tanstack/query-core'
import { atom, type ReadableAtom } from 'nanostores'
import type { Queries, QueryData, RefreshWatch } from './query-store.js'

/** The state of the call. `failed` stays until it runs again or is reset. */
export type MutationState<Output> =
  | { status: 'idle' }
  | { status: 'running' }
  | { status: 'done'; data: Output }
  | { status: 'failed'; error: PlatformError }

export type MutationOutcome<Output> =
  | { type: 'done'; data: Output }
  | { type: 'failed'; error: PlatformError }

/** A call that changes something, as a store. */
export interface Mutation<Input, Output> {
  readonly $state: ReadableAtom<MutationState<Output>>
  /** Never rejects. A second run while one is under way joins it: a double click changes nothing twice. */
  run(input: Input): Promise<MutationOutcome<Output>>
  /** Back to idle; a running call continues. */
  reset(): void
}

export interface MutationData<Input, Output> {
  call: (input: Input) => Promise<Output>
  /** The key prefixes of the queries that are stale afterwards. */
  refreshes?: (output: Output, input: Input) => readonly QueryKey[]
  /** Puts the answer into the cache, before the refetch. What was refreshed during the call is fetched again. */
  store?: (queries: Pick<Queries, 'set'>, output: Output, input: Input) => void
}

/** Makes the call once and applies the effects of its success. @throws what the call throws */
export async function mutate<Input, Output>(
  queries: Queries,
  { call, refreshes, store }: MutationData<Input, Output>,
  input: Input,
): Promise<Output> {
  const meanwhile = queries.watchRefreshes()
  try {
    const data = await call(input)
    store?.({ set: (query, answer) => setAnswer(queries, query, answer, meanwhile) }, data, input)
    for (const key of refreshes?.(data, input) ?? []) queries.refresh(key)
    return data
  } finally {
    meanwhile.end()
  }
}

/** The platform may have told of a later change before its answer was here. */
function setAnswer<Data>(
  queries: Queries,
  query: Pick<QueryData<Data>, 'key'>,
  answer: Data,
  meanwhile: RefreshWatch,
): void {
  queries.set(query, answer)
  if (meanwhile.has(query.key)) queries.refresh(query.key, ({ length }) => length === query.key.length)
}

export function createMutation<Input, Output>(
  queries: Queries,
  change: MutationData<Input, Output>,
): Mutation<Input, Output> {
  const $state = atom<MutationState<Output>>({ status: 'idle' })
  let running: Promise<MutationOutcome<Output>> | undefined

  async function once(input: Input): Promise<MutationOutcome<Output>> {
    try {
      const data = await mutate(queries, change, input)
      $state.set({ status: 'done', data })
      return { type: 'done', data }
    } catch (thrown) {
      const error = toPlatformError(thrown)
      $state.set({ status: 'failed', error })
      return { type: 'failed', error }
    } finally {
      running = undefined
    }
  }

  return {
    $state,
    run(input) {
      if (running) return running
      $state.set({ status: 'running' })
      running = once(input)
      return running
    },
    reset: () => $state.set({ status: 'idle' }),
  }
}
