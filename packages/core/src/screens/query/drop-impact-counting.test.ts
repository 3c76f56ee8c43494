import { createClient, type Project, type RuntimeConfig } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import type { Destruction } from '@basedeck/sql-guard/grammar'
import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import type { Remote } from '../../kernel/query-store.js'
import type { RunState } from '../../sessions/sql/run-state.js'
import type { SqlRun } from '../../sessions/sql/sql-run.js'
import { dropImpactStatement } from '../../sql/index.js'
import type { Needs } from '../context.js'
import { createDropImpactPreview } from './drop-impact-preview.js'

const drop = (name: string): Destruction => ({ act: 'drop', kind: 'relation', name, cascades: true })
const asking = (...destroys: Destruction[]): RunState => ({
  status: 'asking',
  reason: 'write',
  dangers: [],
  reasons: [],
  destroys,
})
const ready = <Data>(data: object): Remote<Data> => ({
  status: 'ready',
  data: data as Data,
  refreshing: false,
})
const COUNTING = 'Checking what is affected…'

/** Each count waits for `answer`. */
function setUp(state: RunState = { status: 'idle' }) {
  const fake = createFakePlatform()
  for (const name of 'abcdef')
    fake.answer(dropImpactStatement(drop(name)).query, {
      results: [{ command: 'SELECT', rowCount: 1, fields: [], rows: [['true', '0', null]], notices: [] }],
    })
  const waiting: { signal: AbortSignal | undefined; answer: () => void; refuse: () => void }[] = []
  const fetch = (input: string, init?: { signal?: AbortSignal }) =>
    new Promise<Response>((resolve, reject) =>
      waiting.push({
        signal: init?.signal,
        answer: () => void fake.fetch(input, init).then(resolve, reject),
        refuse: () => resolve(new Response('{"message":"no"}', { status: 500 })),
      }),
    )
  const client = createClient({ baseUrl: 'http://fake', fetch: fetch as typeof fake.fetch })
  const $state = atom<RunState>(state)
  const $runtime = atom<Remote<RuntimeConfig>>(ready({ isPlatform: true }))
  const $project = atom<Remote<Project>>(ready({ is_branch_enabled: true }))
  const context = { client, $runtime, queries: { store: () => $project } } as unknown as Needs<
    'client' | 'queries' | '$runtime'
  >
  const preview = createDropImpactPreview(context, { ref: 'default', $state } as unknown as SqlRun)
  const next = async (at: number) => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(at))
    return waiting[at]!
  }
  return { preview, $state, $runtime, $project, waiting, next, said: () => preview.$sentences.get() }
}

test('nothing is counted while nothing is asked, or nothing is destroyed', () => {
  const { preview, $state, said, waiting } = setUp()
  expect(said()).toEqual([])
  const seen: (readonly string[])[] = []
  preview.$sentences.listen((sentences) => void seen.push(sentences))
  $state.set(asking())
  $state.set({ status: 'asking', reason: 'write', dangers: [], reasons: [] })
  preview.dispose()
  expect([said(), waiting, seen.flat()]).toEqual([[], [], []])
})

test('what is counted is told at the end, once each, and at most five', async () => {
  const { $state, said, next, waiting } = setUp()
  $state.set(asking(...['a', 'a', 'b', 'c', 'd', 'e'].map(drop)))
  expect(said()).toEqual([COUNTING])
  for (let at = 0; at < 5; at++) {
    expect(said()).toEqual([COUNTING])
    ;(await next(at)).answer()
  }
  await vi.waitFor(() =>
    expect(said()).toEqual(['a', 'b', 'c', 'd'].map((name) => `Drops ${name}; nothing depends on it`)),
  )
  expect(waiting).toHaveLength(5)
})

test('what the database does not answer is left out', async () => {
  const { $state, said, next } = setUp()
  $state.set(asking(drop('a'), drop('b')))
  ;(await next(0)).refuse()
  ;(await next(1)).answer()
  await vi.waitFor(() => expect(said()).toEqual(['Drops b; nothing depends on it']))
})

test('another question ends the count of the one before; so does the end', async () => {
  const { preview, $state, said, next } = setUp()
  const seen: (readonly string[])[] = []
  preview.$sentences.listen((sentences) => void seen.push(sentences))
  $state.set(asking(drop('a')))
  const first = await next(0)
  $state.set(asking(drop('b')))
  expect(first.signal?.aborted).toBe(true)
  first.answer()
  const second = await next(1)
  expect(said()).toEqual([COUNTING])
  second.answer()
  await vi.waitFor(() => expect(said()).toEqual(['Drops b; nothing depends on it']))
  // Nothing of the count that was ended, not even that it found nothing.
  expect(seen).toEqual([[COUNTING], [COUNTING], ['Drops b; nothing depends on it']])
  $state.set({ status: 'idle' })
  expect(said()).toEqual([])
  $state.set(asking(drop('c')))
  const third = await next(2)
  preview.dispose()
  expect(third.signal?.aborted).toBe(true)
})

test('the name is typed first where others branch from the project, in the hosted build', () => {
  const { preview, $state, $runtime, $project } = setUp()
  const name = () => preview.$nameToType.get()
  expect(name()).toBeNull()
  $state.set(asking(drop('a'), drop('b')))
  expect(name()).toBe('a')
  $project.set(ready({ is_branch_enabled: true, parent_project_ref: 'main' }))
  expect(name()).toBeNull()
  $project.set(ready({ is_branch_enabled: false }))
  expect(name()).toBeNull()
  $project.set({ status: 'loading' })
  expect(name()).toBeNull()
  $project.set(ready({ is_branch_enabled: true }))
  $runtime.set(ready({ isPlatform: false }))
  expect(name()).toBeNull()
  $runtime.set({ status: 'loading' })
  expect(name()).toBeNull()
  $runtime.set(ready({ isPlatform: true }))
  $state.set({ status: 'asking', reason: 'write', dangers: [], reasons: [] })
  expect(name()).toBeNull()
})
