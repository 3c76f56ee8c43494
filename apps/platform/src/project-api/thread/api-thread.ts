/** Opens the thread that serves the projects' API, and opens it again when it fails. */
import { once } from 'node:events'
import { Worker, type MessagePort } from 'node:worker_threads'
import { createBirpc, type BirpcReturn } from 'birpc'
import type { Logger } from 'pino'
import type { LogLines } from '../../log-lines/log-lines.js'
import { workerFile } from '../../engines/threads/worker-file.js'
import { channelOver, NO_LIMIT_MS } from './channel.js'
import {
  TOLD_TO_THREAD,
  type AskedOfPlatform,
  type AskedOfThread,
  type Origins,
  type ThreadData,
  type ThreadSettings,
} from './thread-calls.js'

/** What its callers ask of it, whichever thread serves it now. */
export type ApiThread = AskedOfThread

export interface ApiThreadDeps {
  settings: ThreadSettings
  answers: AskedOfPlatform
  log: Pick<Logger, 'error'>
  /** Keeps the lines of its calls. Default: none is kept. */
  lines?: Pick<LogLines, 'portForThread'> | undefined
  /** Default: the thread of `api-worker`. */
  openWorker?: (settings: ThreadSettings, lines?: MessagePort) => Worker
}

/** Milliseconds before a thread that failed is opened again. */
const AGAIN_MS = 500

interface OpenThread {
  worker: Worker
  asked: BirpcReturn<AskedOfThread, AskedOfPlatform>
}

export function openApiThread({
  settings,
  answers,
  log,
  lines,
  openWorker = openApiWorker,
}: ApiThreadDeps): ApiThread {
  let isClosed = false
  let location: { host: string; port: number } | undefined
  let reached: Origins | undefined
  let thread = open()

  function open(): OpenThread {
    const worker = openWorker(settings, lines?.portForThread())
    const asked = createBirpc<AskedOfThread, AskedOfPlatform>(answers, {
      ...channelOver(worker),
      eventNames: [...TOLD_TO_THREAD],
      timeout: NO_LIMIT_MS,
      bind: 'functions',
    })
    worker.on('error', (error) => log.error({ err: error }, 'the thread of the projects’ API failed'))
    worker.on('exit', () => {
      asked.$close(new Error('The thread of the projects’ API has ended'))
      if (!isClosed && location) setTimeout(() => void openAgain(), AGAIN_MS).unref()
    })
    return { worker, asked }
  }

  async function openAgain(): Promise<void> {
    if (isClosed || !location) return
    thread = open()
    try {
      await thread.asked.listen(location.host, location.port)
      if (reached) void thread.asked.reachedAt(reached)
    } catch (error) {
      if (isClosed) return
      log.error({ err: error }, 'the projects’ API could not be opened again')
      // Its end opens the next one.
      await thread.worker.terminate()
    }
  }

  return {
    async listen(host, wanted) {
      const port = await thread.asked.listen(host, wanted)
      location = { host, port }
      return port
    },
    reachedAt(origins) {
      reached = origins
      void thread.asked.reachedAt(origins)
    },
    peerGone: (watch) => void thread.asked.peerGone(watch).catch(() => {}),
    written: () => void thread.asked.written().catch(() => {}),
    projectChanged: (ref) => void thread.asked.projectChanged(ref).catch(() => {}),
    schemaChanged: (ref) => void thread.asked.schemaChanged(ref).catch(() => {}),
    isKept: (runId, rows) => thread.asked.isKept(runId, rows),
    beginStop: () => void thread.asked.beginStop().catch(() => {}),
    async close() {
      isClosed = true
      const { worker, asked } = thread
      // A thread that has failed has nothing left to close.
      await Promise.race([asked.close().catch(() => {}), once(worker, 'exit').catch(() => {})])
      await worker.terminate()
    },
  }
}

/** The thread itself, which serves nothing before it is asked to listen. */
export function openApiWorker(settings: ThreadSettings, lines?: MessagePort): Worker {
  const { url, ...options } = workerFile('api-worker')
  const workerData: ThreadData = { ...settings, lines }
  return new Worker(url, { ...options, workerData, transferList: lines ? [lines] : [] })
}
