/**
 * The store of log lines as the platform uses it: lines are written from any thread, and searched. A thread of its own stores
 * them, which begins with the first line and begins again after a failure.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { MessageChannel, Worker, type MessagePort, type WorkerOptions } from 'node:worker_threads'
import type { LogStatus } from '@basedeck/platform-client/contract'
import { createBirpc, type BirpcReturn } from 'birpc'
import type { Logger } from 'pino'
import { workerFile } from '../engines/threads/worker-file.js'
import type { LevelCount } from './find-lines.js'
import type { LineSearch } from './line-question.js'
import type { KeptProject } from './line-store.js'
import type { SqlAnswer } from './ask-sql.js'
import type { AskedOfLineHolder, AskedOfLineThread, Searched } from './line-thread-calls.js'
import { createLineWriter } from './line-writer.js'
import type { FoundLine, WriteLine } from './log-line.js'

export interface LogLines {
  /** Never throws and never waits. */
  write: WriteLine
  /** The newest first. @param limit of lines */
  search(search: LineSearch, limit: number): Promise<Searched<FoundLine[]>>
  /** Lines by level and bucket of time, the oldest first. @param bucketMs its width */
  counts(search: LineSearch, bucketMs: number): Promise<Searched<LevelCount[]>>
  /** One SELECT of a reader over `logs`, which holds the found lines of the project alone. */
  query(search: LineSearch & { sql: string }, signal?: AbortSignal): Promise<Searched<SqlAnswer>>
  /** Deletes what these projects keep for less time than the store. */
  forget(kept: readonly KeptProject[]): Promise<void>
  /** What drains have to send, in the order in which it was stored. */
  drains: DrainedLines
  status(): Promise<LogStatus>
  /** For another thread, which writes by `writeFromThread` of it. Transfer it. */
  portForThread(): MessagePort
  /** Resolves when all that was written before is stored. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Calls of `AskedOfLineThread`, without waiting for the lines that are on their way. */
export type DrainedLines = Pick<AskedOfLineThread, 'unsent' | 'countUnsent' | 'toldLost' | 'keepMarks'>

export interface LogLinesDeps {
  dataDir: string
  /** 0: no line is kept. */
  keptDays: number
  keptBytes: number
  log: Pick<Logger, 'info' | 'error'>
  /** Opens the thread that stores the lines. Default: a worker that runs `line-worker.ts`. */
  openWorker?(file: URL, options: WorkerOptions): Worker
  /** Milliseconds before a thread that failed may begin again. Default 1000. */
  againMs?: number
}

/** Files of lines are in this folder of the data directory. */
export const LINES_FOLDER = 'logs'
/** The most megabytes of JavaScript objects in the thread. DuckDB's memory is limited apart. */
const HEAP_MB = 128
const AGAIN_MS = 1000
/** Milliseconds for which a search waits for the lines that were written before it. */
const ASK_MS = 15_000

interface Thread {
  worker: Worker
  ports: MessagePort
  asked: BirpcReturn<AskedOfLineThread, AskedOfLineHolder>
}

export function createLogLines({
  dataDir,
  keptDays,
  keptBytes,
  log,
  openWorker = (file, options) => new Worker(file, options),
  againMs = AGAIN_MS,
}: LogLinesDeps): LogLines {
  if (keptDays === 0 || keptBytes === 0) return noLogLines()
  let thread: Thread | undefined
  let mayOpenAt = 0
  let isClosed = false
  let underWay = 0
  let queries = 0
  const writer = createLineWriter({ onWanted: () => void wanted(writer.sendTo) })
  /** Of other threads: each wants a port while the thread runs. */
  const others = new Set<MessagePort>()

  function open(): Thread {
    const { url, ...options } = workerFile('line-worker')
    const channel = new MessageChannel()
    const worker = openWorker(url, {
      ...options,
      workerData: { directory: join(dataDir, LINES_FOLDER), keptDays, keptBytes, ports: channel.port2 },
      transferList: [channel.port2],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const holder: AskedOfLineHolder = {
      told: (level, message, fields) => log[level](fields, message),
    }
    const asked = createBirpc<AskedOfLineThread, AskedOfLineHolder>(holder, {
      post: (message) => worker.postMessage(message),
      on: (listener) => void worker.on('message', listener),
      timeout: -1,
      bind: 'functions',
    })
    const opened = { worker, ports: channel.port1, asked }
    worker.on('error', (error) => log.error({ err: error }, 'the thread of the log lines failed'))
    worker.on('exit', () => {
      asked.$close(new Error('The thread of the log lines has ended'))
      channel.port1.close()
      if (thread === opened) thread = undefined
      mayOpenAt = performance.now() + againMs
    })
    worker.unref()
    channel.port1.unref()
    return opened
  }

  function opened(): Thread | undefined {
    if (!thread && !isClosed && performance.now() >= mayOpenAt) thread = open()
    return thread
  }

  function wanted(give: (port: MessagePort) => void): void {
    const running = opened()
    if (!running) return
    const { port1, port2 } = new MessageChannel()
    running.ports.postMessage({ port: port2 }, [port2])
    give(port1)
  }

  /** The thread keeps the process alive only while it is asked. */
  async function answerOf<Value>(
    { worker, asked }: Thread,
    question: (asked: Thread['asked']) => Promise<Value>,
  ): Promise<Value> {
    underWay += 1
    worker.ref()
    try {
      return await question(asked)
    } finally {
      underWay -= 1
      if (underWay === 0) worker.unref()
    }
  }

  async function ask<Value>(
    question: (asked: Thread['asked']) => Promise<Searched<Value>>,
  ): Promise<Searched<Value>> {
    await writer.flush(ASK_MS)
    return askNow(question)
  }

  async function askNow<Value>(
    question: (asked: Thread['asked']) => Promise<Searched<Value>>,
  ): Promise<Searched<Value>> {
    const running = opened()
    if (!running) return { type: 'failed' }
    return answerOf(running, question).catch((error: unknown) => {
      log.error({ err: error }, 'lines of logs could not be searched')
      return { type: 'failed' }
    })
  }

  async function cancellable(
    asked: Thread['asked'],
    search: LineSearch & { sql: string },
    signal: AbortSignal | undefined,
  ): Promise<Searched<SqlAnswer>> {
    if (signal?.aborted) return { type: 'cancelled' }
    queries += 1
    const id = queries
    const cancel = () => void asked.cancel(id).catch(() => {})
    signal?.addEventListener('abort', cancel)
    try {
      return await asked.query(search, id)
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  return {
    write: writer.write,
    search: (search, limit) => ask((asked) => asked.search(search, limit)),
    counts: (search, bucketMs) => ask((asked) => asked.counts(search, bucketMs)),
    query: (search, signal) => ask((asked) => cancellable(asked, search, signal)),
    async forget(kept) {
      await ask((asked) => asked.forget(kept))
    },
    drains: {
      unsent: (id, mark, limits) => askNow((asked) => asked.unsent(id, mark, limits)),
      countUnsent: (mark) => askNow((asked) => asked.countUnsent(mark)),
      toldLost: async (id, count) => thread?.asked.toldLost(id, count),
      keepMarks: async (ids) => thread?.asked.keepMarks(ids),
    },
    status: async () =>
      (await opened()
        ?.asked.status()
        .catch(() => undefined)) ?? { state: 'failed' },
    portForThread() {
      const { port1, port2 } = new MessageChannel()
      port1.on('message', () => wanted((port) => port1.postMessage({ port }, [port])))
      port1.on('close', () => others.delete(port1))
      port1.unref()
      others.add(port1)
      return port2
    },
    flush: () => writer.flush(),
    async close() {
      if (isClosed) return
      await writer.flush()
      isClosed = true
      for (const port of others) port.close()
      const running = thread
      if (!running) return
      const closing = answerOf(running, (asked) => asked.close()).catch(() => {})
      await Promise.race([closing, once(running.worker, 'exit')])
      await running.worker.terminate()
    },
  }
}

/** Where the operator keeps none. */
function noLogLines(): LogLines {
  const none = async () => ({ type: 'not-kept' }) as const
  return {
    write: () => {},
    search: none,
    counts: none,
    query: none,
    forget: async () => {},
    drains: { unsent: none, countUnsent: none, toldLost: async () => {}, keepMarks: async () => {} },
    status: async () => ({ state: 'off' }),
    portForThread: () => new MessageChannel().port2,
    flush: async () => {},
    close: async () => {},
  }
}

/** What writes in another thread. @param port of `portForThread` */
export function writeFromThread(port: MessagePort): { write: WriteLine; flush(): Promise<void> } {
  const writer = createLineWriter({ onWanted: () => port.postMessage('wanted') })
  port.on('message', ({ port: given }: { port: MessagePort }) => writer.sendTo(given))
  port.unref()
  return { write: writer.write, flush: writer.flush }
}
