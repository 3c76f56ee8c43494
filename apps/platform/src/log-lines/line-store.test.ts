import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadDuckDb, TooSlow } from './duckdb.js'
import { countLines, findLines } from './find-lines.js'
import type { LineSearch } from './line-question.js'
import { createLineStore, ROOM_BYTES, type LineStore } from './line-store.js'
import { sentLine } from './sent-line.js'
import { storedLine, type StoredLine } from './stored-line.js'
import type { LogLine } from './log-line.js'

const ID = '3f2c8e62-1d3e-4c62-9d5e-b53b8d6b4a5e'
const duckdb = (await loadDuckDb())!
const DAY_MS = 24 * 60 * 60_000
const NOON = Date.parse('2026-11-27T12:00:00Z')
const LIMITS = { limit: 100, limitMs: 10_000 }

let directory: string
let now = NOON
let free = ROOM_BYTES
let stores: LineStore[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lines-'))
  now = NOON
  free = ROOM_BYTES
})
afterEach(async () => {
  for (const store of stores) await store.rest()
  stores = []
  await rm(directory, { recursive: true, force: true })
})

function openStore({ keptDays = 7, keptBytes = 1e9, onDamaged = () => {} } = {}): LineStore {
  const store = createLineStore({
    duckdb,
    directory,
    keptDays,
    keptBytes,
    onDamaged,
    freeBytes: async () => free,
    now: () => now,
  })
  stores.push(store)
  return store
}

const line = (message: string, more: Partial<LogLine> = {}): StoredLine =>
  storedLine(sentLine({ time: now, project: 'shop', source: 'data', level: 'info', message, ...more }))

const messages = async (store: LineStore, search: Partial<LineSearch> = {}) =>
  (await findLines(store, { project: 'shop', ...search }, LIMITS)).map(({ message }) => message)

test('a line is found as it was written', async () => {
  const store = openStore()
  await store.append([line('GET 200', { requestId: ID, fields: { status: 200, route: '/x' } })])
  expect(await findLines(store, { project: 'shop' }, LIMITS)).toEqual([
    {
      id: expect.stringMatching(/^\d{16}$/),
      time: '2026-11-27T12:00:00.000Z',
      source: 'data',
      level: 'info',
      request_id: ID,
      message: 'GET 200',
      fields: { status: 200, route: '/x' },
    },
  ])
})

describe('of several lines', () => {
  let store: LineStore
  beforeEach(async () => {
    store = openStore()
    await store.append([
      line('first', { time: NOON - 2000, level: 'error', source: 'storage', requestId: ID }),
      line('Second one', { time: NOON - 1000, level: 'warn', fields: { code: 'No_Such_Table' } }),
      line('third', { time: NOON, project: 'other' }),
      line('fourth', { time: NOON }),
    ])
  })

  test.each<[Partial<LineSearch>, string[]]>([
    [{}, ['fourth', 'Second one', 'first']],
    [{ project: 'other' }, ['third']],
    [{ project: 'none' }, []],
    [{ from: NOON - 1000 }, ['fourth', 'Second one']],
    [{ from: NOON - 999 }, ['fourth']],
    [{ to: NOON - 1000 }, ['first']],
    [{ to: NOON - 999 }, ['Second one', 'first']],
    [{ levels: ['warn', 'error'] }, ['Second one', 'first']],
    [{ levels: [] }, []],
    [{ sources: ['storage'] }, ['first']],
    [{ text: 'SECOND' }, ['Second one']],
    [{ text: 'no_such' }, ['Second one']],
    [{ text: '%' }, []],
    [{ text: "' or true --" }, []],
    [{ requestId: ID }, ['first']],
  ])('%j finds %j, the newest first', async (search, expected) => {
    expect(await messages(store, search)).toEqual(expected)
  })

  test('levels are counted by bucket of time', async () => {
    expect(await countLines(store, { project: 'shop' }, { bucketMs: 2000, limitMs: 10_000 })).toEqual([
      { at: NOON - 2000, level: 'error', count: 1 },
      { at: NOON - 2000, level: 'warn', count: 1 },
      { at: NOON, level: 'info', count: 1 },
    ])
  })
})

test('page after page has every line once, over several files', async () => {
  const store = openStore()
  for (const day of [2, 1, 0]) {
    now = NOON - day * DAY_MS
    await store.append(Array.from({ length: 25 }, (_, at) => line(`${day}-${at}`)))
  }
  const seen: string[] = []
  for (let before: string | undefined; ;) {
    const page = await findLines(store, { project: 'shop', before }, { ...LIMITS, limit: 10 })
    if (page.length === 0) break
    seen.push(...page.map(({ message }) => message))
    before = page.at(-1)?.id
  }
  expect(seen).toHaveLength(75)
  expect(new Set(seen).size).toBe(75)
  expect(seen[0]).toBe('0-24')
  expect(seen.at(-1)).toBe('2-0')
  expect((await readdir(directory)).filter((name) => name.endsWith('.duckdb'))).toHaveLength(3)
})

test('a line that is stored late, in the file of the next day, is where its time is', async () => {
  const store = openStore()
  const midnight = Date.parse('2026-11-27T00:00:00Z')
  now = midnight - 1
  await store.append([line('before', { time: midnight - 100 }), line('last', { time: midnight - 1 })])
  now = midnight
  await store.append([line('late', { time: midnight - 50 }), line('after', { time: midnight })])
  expect(await messages(store)).toEqual(['after', 'last', 'late', 'before'])
  const page = await findLines(store, { project: 'shop' }, { ...LIMITS, limit: 2 })
  expect(page.map(({ message }) => message)).toEqual(['after', 'last'])
  expect(await messages(store, { before: page.at(-1)?.id })).toEqual(['late', 'before'])
  expect(await messages(store, { to: midnight - 1 })).toEqual(['late', 'before'])
})

test('days that are too old go', async () => {
  const store = openStore({ keptDays: 2 })
  for (const day of [3, 2, 1, 0]) {
    now = NOON - day * DAY_MS
    await store.append([line(String(day))])
  }
  await store.tidy()
  expect(await messages(store)).toEqual(['0', '1'])
})

test('a day with much to say has parts, and the oldest go when there is too much', async () => {
  const store = openStore({ keptBytes: 8 * 1024 * 1024 })
  let kept: string[] = []
  for (let round = 0; round < 12; round += 1) {
    // What looks random can't be compressed away.
    const lines = Array.from({ length: 400 }, () =>
      line(Array.from({ length: 250 }, () => Math.random().toString(36).slice(2)).join('')),
    )
    now += 3000
    await store.append(lines)
    kept = (await readdir(directory)).filter((name) => name.endsWith('.duckdb'))
  }
  expect(kept.length).toBeGreaterThan(2)
  expect(kept).not.toContain('2026-11-27.1.duckdb')
})

test('a damaged file is set aside and named; the next lines go into another one', async () => {
  const onDamaged = vi.fn()
  await writeFile(join(directory, '2026-11-27.1.duckdb'), 'this is no database'.repeat(1000))
  await writeFile(join(directory, '2026-11-26.1.duckdb'), '')
  const store = openStore({ onDamaged })
  await store.append([line('after')])
  expect(await messages(store)).toEqual(['after'])
  expect(await findLines(store, { project: '' }, LIMITS)).toMatchObject([
    { source: 'log', level: 'error', message: '2026-11-27.1.duckdb could not be opened and was set aside' },
  ])
  expect(onDamaged).toHaveBeenCalledWith('2026-11-27.1.duckdb', expect.any(String))
  expect(await readdir(directory)).toContain('2026-11-27.1.duckdb.damaged')
})

test('while the disk has no room, the oldest files go, and then no line is kept', async () => {
  const store = openStore()
  for (const day of [2, 1, 0]) {
    now = NOON - day * DAY_MS
    await store.append([line(String(day))])
  }
  free = ROOM_BYTES - 1
  now += 5000
  expect(await store.append([line('lost')])).toBe(false)
  expect(await messages(store)).toEqual(['0'])
  free = ROOM_BYTES
  now += 5000
  expect(await store.append([line('kept')])).toBe(true)
  expect(await messages(store)).toEqual(['kept', '0'])
})

test('a search that takes too long is ended', async () => {
  const store = openStore()
  await store.append([line('x')])
  const endless = { sql: 'select count(*) from range(100000000000) where random() > 2', values: [] }
  await expect(
    store.eachFile({}, async (file) => {
      await file.ask(endless, 30)
      return false
    }),
  ).rejects.toThrow(TooSlow)
})

test('lines are found while the file rests, and after it is written again', async () => {
  const store = openStore()
  await store.append([line('one')])
  await store.rest()
  expect(await messages(store)).toEqual(['one'])
  const [found] = await Promise.all([messages(store), store.append([line('two')]), store.rest()])
  expect(found).toContain('one')
  expect(await messages(store)).toEqual(['two', 'one'])
})

test('what a project keeps for less time is deleted in the files of past days, and nothing of others', async () => {
  const store = openStore()
  await store.append([line('old'), line('other’s', { project: 'other' })])
  now += 2 * DAY_MS
  await store.append([line('new')])
  const files = await store.oldFiles()
  expect(files).toEqual(['2026-11-27.1.duckdb'])
  for (const name of files) await store.forgetIn(name, [{ ref: 'shop', days: 1 }])
  expect(await messages(store)).toEqual(['new'])
  expect(await messages(store, { project: 'other' })).toEqual(['other’s'])
  // It is what a store that is opened again finds too, and a shorter time of another project counts later.
  const again = openStore()
  for (const name of files) {
    await again.forgetIn(name, [{ ref: 'shop', days: 1 }])
    await again.forgetIn(name, [
      { ref: 'shop', days: 1 },
      { ref: 'other', days: 1 },
    ])
  }
  expect(await messages(again, { project: 'other' })).toEqual([])
})
