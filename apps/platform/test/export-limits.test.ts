/** How long an export may last: who may write takes the time it needs, members who only read do not. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database, StreamRequest } from '../src/engines/engine.js'
import { createFakeEngine } from './fake-engine.js'
import { Exports } from '../src/services/exports.js'
import { READERS_LONGEST_EXPORT_MS, READERS_LONGEST_MS } from '../src/services/readers-limits.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Gives a row a slice, for ever, and keeps what it was asked. */
async function endless(asked: StreamRequest[]): Promise<Database> {
  const engine = createFakeEngine(() => Promise.reject(new Error('not part of this test')), {
    async *stream(request) {
      asked.push(request)
      for (;;) yield [['1']]
    },
  })
  return engine.open('default')
}

async function begin(as: 'owner' | 'reader') {
  const asked: StreamRequest[] = []
  const exports = new Exports()
  const { id } = await exports.begin(await endless(asked), {
    ref: 'default',
    owner: 'me',
    as,
    query: 'select 1',
    format: 'csv',
    name: 'x',
    signal: new AbortController().signal,
  })
  const reader = exports.fetch(id, 'default', 'me')?.body.getReader()
  await reader?.read()
  return { asked: asked[0], state: () => exports.progress(id, 'default', 'me')?.state }
}

test('a reader’s is ended after its longest time, however slowly its file is taken', async () => {
  const { asked, state } = await begin('reader')
  expect(asked).toMatchObject({ as: 'reader', timeoutMs: READERS_LONGEST_MS })
  await vi.advanceTimersByTimeAsync(READERS_LONGEST_EXPORT_MS - 1)
  expect(state()).toBe('running')
  await vi.advanceTimersByTimeAsync(1)
  expect(state()).toBe('cancelled')
})

test('that of who may write is not', async () => {
  const { asked, state } = await begin('owner')
  expect(asked).toMatchObject({ as: 'owner', timeoutMs: 0 })
  await vi.advanceTimersByTimeAsync(READERS_LONGEST_EXPORT_MS * 2)
  expect(state()).toBe('running')
})
