/** The thread that stores lines and searches them. DuckDB is loaded with the first line, and its file closed while none come. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LogStatus } from '@basedeck/platform-client/contract'
import { createBirpc } from 'birpc'
import { askSql, SqlCancelled, SqlRefused, type SqlLimits } from './ask-sql.js'
import { createDrainMarks } from './drain-marks.js'
import { INSTALL_COMMAND, loadDuckDb, TooSlow, type DuckDb } from './duckdb.js'
import { countLines, findLines } from './find-lines.js'
import { createLineStore, type LineStore } from './line-store.js'
import {
  TOLD_TO_HOLDER,
  type AskedOfLineHolder,
  type AskedOfLineThread,
  type LineThreadSettings,
  type Searched,
} from './line-thread-calls.js'
import { STORED } from './line-writer.js'
import type { SentLine } from './log-line.js'
import { storedLine } from './stored-line.js'
import { countUnsent, unsentLines, type KnownRanges } from './unsent-lines.js'
import { gapLine, type Gap, type GapReason } from './waiting-lines.js'

/** Milliseconds that a search may take. */
const SEARCH_MS = 10_000
/** Searches that may wait: one is made at a time. */
const MOST_WAITING = 20
/** Milliseconds without a line after which its file is closed, which gives its memory back. */
const REST_MS = 30_000
const TIDY_MS = 60 * 60_000
const SQL_LIMITS: SqlLimits = { lines: 500_000, rows: 1000, limitMs: SEARCH_MS }

if (parentPort) serve(parentPort, workerData as LineThreadSettings & { ports: MessagePort })

interface Opened {
  duckdb: DuckDb
  store: LineStore
}

function serve(
  end: NonNullable<typeof parentPort>,
  { directory, keptDays, keptBytes, ports }: LineThreadSettings & { ports: MessagePort },
): void {
  let opening: Promise<Opened | undefined> | undefined
  let state: LogStatus['state'] = 'kept'
  /** Of each project, until they can be told. */
  let gaps = new Map<string, Gap>()
  let reason: GapReason = 'the disk was full'
  let storing: Promise<void> = Promise.resolve()
  let searching: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const marks = createDrainMarks(directory)
  const ranges: KnownRanges = new Map()
  /** Ids of SQL that is still wanted. */
  const asking = new Set<number>()
  let resting: NodeJS.Timeout | undefined

  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(dirname(directory))
    return bavail * bsize
  }

  function opened(): Promise<Opened | undefined> {
    return (opening ??= open())
  }

  async function open(): Promise<Opened | undefined> {
    const duckdb = await loadDuckDb()
    if (!duckdb) {
      state = 'not-installed'
      holder.told('info', 'lines of logs are not kept: the module that stores them is missing', {
        command: INSTALL_COMMAND,
      })
      return undefined
    }
    const store = createLineStore({
      beforeDeletion: marks.beforeDeletion,
      duckdb,
      directory,
      keptDays,
      keptBytes,
      freeBytes,
      now: Date.now,
      onDamaged: (name, reason) =>
        holder.told('error', 'a file of log lines could not be opened and was set aside', { name, reason }),
    })
    await marks.read()
    setInterval(() => void store.tidy().catch(failed), TIDY_MS).unref()
    await store.tidy()
    return { duckdb, store }
  }

  function failed(error: unknown): void {
    if (state === 'failed') return
    state = 'failed'
    holder.told('error', 'lines of logs could not be stored', { reason: (error as Error).message })
  }

  function drop(batch: readonly SentLine[], why: GapReason): void {
    reason = why
    for (const [time, project] of batch) {
      const { count, from } = gaps.get(project) ?? { count: 0, from: time }
      gaps.set(project, { count: count + 1, from, to: time })
    }
  }

  async function store(batch: readonly SentLine[]): Promise<void> {
    clearTimeout(resting)
    const inside = await opened()
    if (!inside) return
    try {
      const told = [...gaps].map(([project, gap]) => gapLine(project, gap, reason))
      const isKept = await inside.store.append([...told, ...batch].map(storedLine))
      if (isKept) gaps = new Map()
      else drop(batch, 'the disk was full')
      if (!isKept && state !== 'disk-full')
        holder.told('error', 'the disk is full: lines of logs are not kept until there is room', {})
      state = isKept ? 'kept' : 'disk-full'
    } catch (error) {
      drop(batch, 'they could not be stored')
      failed(error)
    }
    resting = setTimeout(() => void (storing = storing.then(() => inside.store.rest())), REST_MS).unref()
  }

  /** One search after the other. */
  async function inTurn<Value>(look: (inside: Opened) => Promise<Value>): Promise<Searched<Value>> {
    if (waiting >= MOST_WAITING) return { type: 'busy' }
    waiting += 1
    const turn = searching.then(async (): Promise<Searched<Value>> => {
      const inside = await opened()
      if (!inside) return { type: 'not-kept' }
      try {
        return { type: 'found', value: await look(inside) }
      } catch (error) {
        if (error instanceof TooSlow) return { type: 'too-slow' }
        if (error instanceof SqlCancelled) return { type: 'cancelled' }
        if (error instanceof SqlRefused) return { type: 'refused', message: error.message }
        throw error
      }
    })
    searching = turn.catch(() => {})
    return turn.finally(() => (waiting -= 1))
  }

  const asked: AskedOfLineThread = {
    async status() {
      await opened()
      return state === 'not-installed' ? { state, command: INSTALL_COMMAND } : { state }
    },
    search: (search, limit) =>
      inTurn((inside) => findLines(inside.store, search, { limit, limitMs: SEARCH_MS })),
    counts: (search, bucketMs) =>
      inTurn((inside) => countLines(inside.store, search, { bucketMs, limitMs: SEARCH_MS })),
    query(search, id) {
      asking.add(id)
      const isCancelled = () => !asking.has(id)
      return inTurn((inside) => askSql(inside, search, SQL_LIMITS, isCancelled)).finally(() =>
        asking.delete(id),
      )
    },
    async forget(kept) {
      const names = await inTurn((inside) => inside.store.oldFiles())
      if (names.type !== 'found') return names
      // A search waits for one file at the most.
      for (const name of names.value) await inTurn((inside) => inside.store.forgetIn(name, kept))
      return { type: 'found', value: null }
    },
    async cancel(id) {
      asking.delete(id)
    },
    async unsent(id, mark, limits) {
      const isNew = marks.set(id, mark)
      if (!isNew && opening) {
        // Most drains have sent all that there is, and no file is opened to see it.
        const inside = await opened()
        const upTo = Math.max(mark.after, marks.emptyTo(id))
        if (inside && inside.store.lastNumberOf(mark.project) <= marks.emptyTo(id))
          return { type: 'found', value: { lines: [], isCut: false, upTo, lost: marks.lostOf(id) } }
      }
      return inTurn(async ({ store }) => {
        const found = await unsentLines(store, mark, { ...limits, limitMs: SEARCH_MS }, ranges)
        if (found.lines.length === 0) marks.setEmpty(id, found.upTo)
        return { ...found, lost: marks.lostOf(id) }
      })
    },
    countUnsent: (mark) => inTurn(({ store }) => countUnsent(store, mark, SEARCH_MS, ranges)),
    toldLost: async (id, count) => marks.toldLost(id, count),
    keepMarks: async (ids) => marks.keep(ids),
    async close() {
      clearTimeout(resting)
      await Promise.all([storing, searching])
      await marks.write()
      await (await opening)?.store.rest()
    },
  }
  const holder = createBirpc<AskedOfLineHolder, AskedOfLineThread>(asked, {
    post: (message) => end.postMessage(message),
    on: (listener) => void end.on('message', listener),
    eventNames: [...TOLD_TO_HOLDER],
    timeout: -1,
    bind: 'functions',
  })
  ports.on('message', ({ port }: { port: MessagePort }) =>
    port.on('message', (batch: string) => {
      storing = storing.then(async () => {
        await store(JSON.parse(batch) as SentLine[])
        port.postMessage(STORED)
      })
    }),
  )
}
