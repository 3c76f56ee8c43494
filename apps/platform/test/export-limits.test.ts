/** Time limits of exports: none for members who may write, a limit for read-only members. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database, StreamRequest } from '../src/engines/engine.js'
import { createFakeEngine } from './fake-engine.js'
import { Exports } from '../src/services/exports.js'
import { createReadersTurns } from '../src/services/readers-turns.js'
import { READERS_LONGEST_EXPORT_MS, READERS_LONGEST_MS } from '../src/services/readers-limits.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns one row after the other, endlessly, and records its calls. */
async function endless(asked: StreamRequest[]): Promise<Database> {
  const engine = createFakeEngine(() => Promise.reject(new Error('not part of this test')), {
    async *stream(request) {
      asked.push(request)
      for (;;) yield { bytes: Buffer.from('1\n'), rows: 1 }
    },
  })
  return engine.open('default')
}

const stay = new AbortController().signal

const requestAs = (as: 'owner' | 'reader') =>
  ({
    ref: 'default',
    owner: 'me',
    as,
    query: 'select 1',
    format: 'csv',
    name: 'x',
    signal: stay,
  }) as const

async function begin(as: 'owner' | 'reader') {
  const asked: StreamRequest[] = []
  const exports = new Exports(createReadersTurns())
  const { id } = await exports.begin(await endless(asked), requestAs(as))
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

test('the export of a member who may write is not limited', async () => {
  const { asked, state } = await begin('owner')
  expect(asked).toMatchObject({ as: 'owner', timeoutMs: 0 })
  await vi.advanceTimersByTimeAsync(READERS_LONGEST_EXPORT_MS * 2)
  expect(state()).toBe('running')
})

describe('an export of a reader is one of the four statements of theirs at a time', () => {
  const four = async (as: 'owner' | 'reader') => {
    const turns = createReadersTurns()
    const exports = new Exports(turns)
    const asked: StreamRequest[] = []
    const database = await endless(asked)
    const begun = await Promise.all(Array.from({ length: 4 }, () => exports.begin(database, requestAs(as))))
    const run = vi.fn<() => Promise<void>>().mockResolvedValue(undefined)
    const fifth = turns.take('default', 'me', stay, run)
    return { exports, asked, database, ids: begun.map(({ id }) => id), run, fifth }
  }

  test('what comes after it waits until one of them is over, however it ends', async () => {
    const { exports, ids, run, fifth } = await four('reader')
    expect(run).not.toHaveBeenCalled()
    await exports.cancel(ids[0] ?? '', 'default', 'me')
    await fifth
    expect(run).toHaveBeenCalledOnce()
  })

  test('an export that is never fetched releases its turn', async () => {
    const { run, fifth } = await four('reader')
    await vi.advanceTimersByTimeAsync(60_000)
    await fifth
    expect(run).toHaveBeenCalledOnce()
  })

  test('a fifth export waits, too', async () => {
    const { exports, asked, database, ids, fifth } = await four('reader')
    const other = exports.begin(database, requestAs('reader'))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(4)
    for (const id of ids.slice(0, 2)) await exports.cancel(id, 'default', 'me')
    await Promise.all([fifth, other])
    expect(asked).toHaveLength(5)
  })

  test('an export that PostgreSQL refuses releases its turn', async () => {
    const turns = createReadersTurns()
    const exports = new Exports(turns)
    const engine = createFakeEngine(() => Promise.reject(new Error('not part of this test')), {
      stream: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('refused')) }),
      }),
    })
    const database = await engine.open('default')
    for (let time = 0; time < 5; time++)
      await expect(exports.begin(database, requestAs('reader'))).rejects.toThrow('refused')
  })

  test('exports of members who may write do not count', async () => {
    const { run } = await four('owner')
    expect(run).toHaveBeenCalledOnce()
  })
})
