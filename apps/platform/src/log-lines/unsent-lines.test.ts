import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDrainMarks, type DrainMarks } from './drain-marks.js'
import { loadDuckDb } from './duckdb.js'
import { createLineStore, ROOM_BYTES, type LineStore } from './line-store.js'
import { sentLine } from './sent-line.js'
import { storedLine, type StoredLine } from './stored-line.js'
import { countUnsent, unsentLines, type DrainMark, type KnownRanges } from './unsent-lines.js'

const duckdb = (await loadDuckDb())!
const DAY_MS = 24 * 60 * 60_000
const NOON = Date.parse('2026-11-27T12:00:00Z')
const LIMITS = { lines: 100, characters: 1e6, limitMs: 10_000 }

let directory: string
let now = NOON
let stores: LineStore[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'unsent-'))
  now = NOON
})
afterEach(async () => {
  for (const store of stores) await store.rest()
  stores = []
  await rm(directory, { recursive: true, force: true })
})

function openStore(marks?: DrainMarks, { keptDays = 7, keptBytes = 1e9 } = {}): LineStore {
  const store = createLineStore({
    duckdb,
    directory,
    keptDays,
    keptBytes,
    freeBytes: async () => ROOM_BYTES,
    now: () => now,
    ...(marks && { beforeDeletion: marks.beforeDeletion }),
  })
  stores.push(store)
  return store
}

const line = (message: string, { project = 'shop', source = 'data' as const, time = now } = {}): StoredLine =>
  storedLine(sentLine({ time, project, source, level: 'info', message }))
const markOf = (after = 0): DrainMark => ({ project: 'shop', sources: ['data'], after })

async function sent(
  store: LineStore,
  after = 0,
  limits: Partial<typeof LIMITS> = {},
  ranges: KnownRanges = new Map(),
) {
  const found = await unsentLines(store, markOf(after), { ...LIMITS, ...limits }, ranges)
  return { ...found, messages: found.lines.map(({ message }) => message) }
}

test('lines come in the order in which they were stored, of one project and its sources, each once', async () => {
  const store = openStore()
  await store.append([line('b'), line('late', { time: now - 60_000 }), line('other', { project: 'other' })])
  const first = await sent(store)
  expect(first.messages).toEqual(['b', 'late'])
  await store.append([line('c', { time: now - 3_600_000 })])
  const second = await sent(store, first.upTo)
  expect(second.messages).toEqual(['c'])
  expect((await sent(store, second.upTo)).messages).toEqual([])
})

test('what is more than a batch comes with the next one, and one long line is a batch', async () => {
  const store = openStore()
  await store.append(['a', 'b', 'x'.repeat(5000), 'd'].map((text) => line(text)))
  const first = await sent(store, 0, { lines: 2 })
  expect(first).toMatchObject({ messages: ['a', 'b'], isCut: true })
  const long = await sent(store, first.upTo, { characters: 100 })
  expect(long).toMatchObject({ isCut: true, lines: [{ message: 'x'.repeat(5000) }] })
  expect(await sent(store, long.upTo, { characters: 100 })).toMatchObject({ messages: ['d'], isCut: false })
})

test('days and restarts do not change the order', async () => {
  const first = openStore()
  await first.append([line('monday')])
  now += DAY_MS
  await first.append([line('tuesday')])
  await first.rest()
  const second = openStore()
  await second.append([line('again')])
  const { messages, upTo } = await sent(second)
  expect(messages).toEqual(['monday', 'tuesday', 'again'])
  expect(await countUnsent(second, markOf(), 10_000, new Map())).toMatchObject({ count: 3 })
  expect(await countUnsent(second, markOf(upTo), 10_000, new Map())).toEqual({ count: 0, oldest: undefined })
})

test('a clock that is set back, also over a restart, loses and repeats nothing', async () => {
  const store = openStore()
  const ranges: KnownRanges = new Map()
  await store.append([line('a')])
  const first = await sent(store, 0, {}, ranges)
  now -= DAY_MS
  await store.append([line('b')])
  const second = await sent(store, first.upTo, {}, ranges)
  expect(second.messages).toEqual(['b'])
  await store.rest()
  const again = openStore()
  await again.append([line('c')])
  const third = await sent(again, second.upTo, {}, ranges)
  expect(third.messages).toEqual(['c'])
  now += DAY_MS
  await again.append([line('d')])
  expect((await sent(again, third.upTo, {}, ranges)).messages).toEqual(['d'])
  expect((await sent(again)).messages).toEqual(['a', 'b', 'c', 'd'])
})

test('files without numbers are left out, and get them with their next line', async () => {
  const store = openStore()
  const instance = await duckdb.DuckDBInstance.create(join(directory, '2026-11-27.1.duckdb'))
  const connection = await instance.connect()
  await connection.run(`create table lines (time timestamp not null, project varchar not null, source varchar not null,
    level varchar not null, request_id varchar not null, message varchar not null, fields varchar not null)`)
  await connection.run(`insert into lines values (now()::timestamp, 'shop', 'data', 'info', '', 'old', '')`)
  connection.closeSync()
  instance.closeSync()
  expect((await sent(store)).messages).toEqual([])
  await store.append([line('new')])
  expect((await sent(store)).messages).toEqual(['new'])
})

test('lines that are deleted before they were sent are counted, also by the next process', async () => {
  const marks = createDrainMarks(directory)
  const store = openStore(marks)
  await store.append([line('a'), line('b'), line('other', { project: 'other' })])
  const { upTo } = await sent(store, 0, { lines: 1 })
  marks.set('drain', markOf(upTo))
  now += 8 * DAY_MS
  await store.append([line('c')])
  await store.tidy()
  expect(marks.lostOf('drain')).toBe(1)
  expect((await sent(store, upTo)).messages).toEqual(['c'])
  const next = createDrainMarks(directory)
  await next.read()
  expect(next.lostOf('drain')).toBe(1)
  await next.toldLost('drain', 1)
  const last = createDrainMarks(directory)
  await last.read()
  expect(last.lostOf('drain')).toBe(0)
})

test('a plan that keeps less counts what it deletes of its projects alone', async () => {
  const marks = createDrainMarks(directory)
  const store = openStore(marks)
  await store.append([line('a'), line('other', { project: 'other' })])
  marks.set('drain', markOf())
  now += 2 * DAY_MS
  await store.append([line('b')])
  for (const name of await store.oldFiles()) await store.forgetIn(name, [{ ref: 'shop', days: 1 }])
  expect(marks.lostOf('drain')).toBe(1)
  expect((await sent(store)).messages).toEqual(['b'])
})
