import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { Database, RowPiece } from '../engines/engine.js'
import { watchedDatabase } from './watched-database.js'

const RUN = { runId: 'a', query: 'select 1' }
const BATCH = { runId: 'a', statements: [] }
const IMPORT = {
  runId: 'a',
  query: 'import',
  prepare: async () => undefined,
  copy: 'copy t from stdin',
  data: (async function* () {})(),
  finish: async () => ({ commits: true, value: 7 }),
}
const sink = new Writable()
const PIECES: RowPiece[] = [
  { bytes: Buffer.from('a'), rows: 1 },
  { bytes: Buffer.from('b'), rows: 2 },
]

/** What each call answers, and how it is called. */
const ANSWERS = {
  run: { results: [], durationMs: 1 },
  batch: { type: 'committed', results: [], durationMs: 2 },
  running: [],
  cancelRunning: true,
  copyIn: { sink, rows: Promise.resolve(3) },
  importRows: 7,
} as const
const CALLS: Record<keyof typeof ANSWERS, { call(database: Database): Promise<unknown>; given: unknown[] }> =
  {
    run: { call: (database) => database.run(RUN), given: [RUN] },
    batch: { call: (database) => database.batch(BATCH), given: [BATCH] },
    running: { call: (database) => database.running(), given: [] },
    cancelRunning: { call: (database) => database.cancelRunning('12'), given: ['12'] },
    copyIn: { call: (database) => database.copyIn(IMPORT.copy), given: [IMPORT.copy] },
    importRows: { call: (database) => database.importRows(IMPORT), given: [IMPORT] },
  }
const calls = Object.entries(CALLS) as [keyof typeof ANSWERS, (typeof CALLS)['run']][]

function setUp(more: Partial<Database> = {}) {
  const answering = Object.fromEntries(
    Object.entries(ANSWERS).map(([name, answer]) => [name, vi.fn(async () => answer)]),
  )
  const inner = {
    id: 'shop',
    versionNumber: 150_018,
    ...answering,
    cancel: vi.fn(async () => true),
    progress: vi.fn(() => ({ state: 'running', forMs: 5 })),
    stream: vi.fn(async function* () {
      yield* PIECES
    }),
    busyMs: () => 9,
    close: vi.fn(async () => undefined),
    ...more,
  } as unknown as Database
  const errors: unknown[] = []
  return { inner, errors, watched: watchedDatabase(inner, (error) => errors.push(error)) }
}

async function piecesOf(database: Database): Promise<RowPiece[]> {
  const pieces = []
  for await (const piece of database.stream(RUN)) pieces.push(piece)
  return pieces
}

test.each(calls)('%s is passed on, and its answer back', async (name, { call, given }) => {
  const { inner, errors, watched } = setUp()
  expect(await call(watched)).toBe(ANSWERS[name])
  expect(inner[name]).toHaveBeenCalledExactlyOnceWith(...given)
  expect(errors).toEqual([])
})

test.each(calls)('an error of %s is reported, and the caller gets it too', async (name, { call }) => {
  const error = new Error('lost')
  const { errors, watched } = setUp({ [name]: () => Promise.reject(error) })
  await expect(call(watched)).rejects.toBe(error)
  expect(errors).toEqual([error])
})

test('a stream gives its rows; an error in it is reported after the rows before it', async () => {
  const { inner, watched } = setUp()
  expect(await piecesOf(watched)).toEqual(PIECES)
  expect(inner.stream).toHaveBeenCalledExactlyOnceWith(RUN)
  const error = new Error('lost')
  const broken = setUp({
    async *stream() {
      yield* PIECES
      throw error
    },
  })
  await expect(piecesOf(broken.watched)).rejects.toBe(error)
  expect(broken.errors).toEqual([error])
})

test('what can’t meet a lost server is passed on as it is', async () => {
  const { inner, watched } = setUp()
  expect(await watched.cancel('a')).toBe(true)
  expect(inner.cancel).toHaveBeenCalledExactlyOnceWith('a')
  expect(watched.progress('a')).toEqual({ state: 'running', forMs: 5 })
  expect(inner.progress).toHaveBeenCalledExactlyOnceWith('a')
  expect(watched.busyMs()).toBe(9)
  await watched.close()
  expect(inner.close).toHaveBeenCalledOnce()
})

test('it has the facts of the database, and none that the database has not', () => {
  const ownerLogin = { tryAt: async () => undefined }
  const turns = { lastEnded: 1, endedSince: async () => true }
  const facts = { ownerLogin, runsAsSuperuser: true, hasSuperuserUrl: true, largestImportBytes: 0, turns }
  expect(setUp(facts).watched).toMatchObject({ id: 'shop', versionNumber: 150_018, ...facts })
  const { watched } = setUp()
  for (const fact of Object.keys(facts)) expect(watched).not.toHaveProperty(fact)
})

test('its version is the one of now: a restart may bring another', () => {
  const { inner, watched } = setUp()
  Object.assign(inner, { versionNumber: 150_019 })
  expect(watched.versionNumber).toBe(150_019)
})
