/** Uploads many files, ten at a time: each can be paused, resumed, cancelled and tried again. */
import type { EngineClock, RunningUpload, UploadEnd, UploadRequest, UploadTransport } from '../ports.js'
import { failureOf, type UploadCounts, type UploadFailure } from '../rules/upload-outcome.js'
import { awaitsServer, type UploadRun, type UploadState } from '../rules/upload-progress.js'

/** Uploads that run at once. SPEC §9 */
export const UPLOADS_AT_ONCE = 10

/** One file of the queue. */
export interface QueuedUpload {
  readonly id: number
  /** The files that were added together have the same one. */
  readonly batch: number
  readonly request: UploadRequest
  readonly state: UploadState
}

/** Files that were added together. */
export interface UploadBatch {
  readonly ids: readonly number[]
  /** Resolves when every file has ended. A file that is tried again later does not count again: see `retry`. */
  readonly ended: Promise<UploadCounts>
}

/** How the upload of a file ended. */
export type UploadEnding = keyof UploadCounts

/** Options of a queue. */
export interface UploadQueueOptions {
  transport: UploadTransport
  clock: EngineClock
  /** Default: 10. */
  parallel?: number
  /** Called after each change of a file. Progress is told as often as the transport tells it. */
  onChange?(upload: QueuedUpload): void
}

/** Uploads files, some at once, in the order in which they were added. */
export interface UploadQueue {
  add(requests: readonly UploadRequest[]): UploadBatch
  /** Every file that was added and not removed, oldest first. */
  uploads(): readonly QueuedUpload[]
  /** Stops a file that waits or runs; it keeps what was sent. */
  pause(id: number): void
  /** Puts a paused file back into the queue. */
  resume(id: number): void
  /** Ends a file, and removes what the server has of it. */
  cancel(id: number): void
  /**
   * Puts a file that failed or was cancelled back into the queue. Resolves with how it ended this time; undefined: it did neither.
   */
  retry(id: number): Promise<UploadEnding | undefined>
  /** Removes a file that has ended. */
  remove(id: number): void
  /** Stops everything; what was sent stays on the server. */
  dispose(): void
}

interface Entry extends QueuedUpload {
  state: UploadState
  upload: RunningUpload | undefined
  /** Called at its end, and not again until it is tried again. */
  ended: (how: UploadEnding) => void
}

/** Makes an empty queue. */
export function createUploadQueue({
  transport,
  clock,
  parallel = UPLOADS_AT_ONCE,
  onChange,
}: UploadQueueOptions): UploadQueue {
  const entries = new Map<number, Entry>()
  /** What is about to run, in order. */
  const waiting = new Set<Entry>()
  let running = 0
  let lastId = 0
  let lastBatch = 0
  let isOver = false

  const change = (entry: Entry, state: UploadState) => {
    entry.state = state
    onChange?.(entry)
  }
  const sentOf = ({ state }: Entry) =>
    state.status === 'uploading' ? state.run.sentBytes : 'sentBytes' in state ? state.sentBytes : 0

  const fill = () => {
    for (const entry of waiting) {
      if (running >= parallel || isOver) return
      waiting.delete(entry)
      running += 1
      void run(entry)
    }
  }
  const run = async (entry: Entry) => {
    const { file } = entry.request
    const upload = (entry.upload ??= transport.open(entry.request))
    let isMeasured = false
    const show = (run: UploadRun) => change(entry, { status: 'uploading', run })
    const startedAtMs = clock.now()
    const before = sentOf(entry)
    show({
      totalBytes: file.sizeBytes,
      sentBytes: before,
      startedBytes: before,
      startedAtMs,
      progressAtMs: startedAtMs,
      isInterrupted: false,
    })
    const end = await upload
      .run({
        onProgress(sentBytes) {
          if (entry.state.status !== 'uploading') return
          const { run } = entry.state
          const now = clock.now()
          // Of the time in which the server was away, the speed knows nothing.
          const start = awaitsServer(run, now)
            ? { startedBytes: sentBytes, startedAtMs: now }
            : isMeasured
              ? {}
              : { startedBytes: sentBytes }
          isMeasured = true
          show({ ...run, ...start, sentBytes, progressAtMs: now, isInterrupted: false })
        },
        onInterruption() {
          if (entry.state.status === 'uploading') show({ ...entry.state.run, isInterrupted: true })
        },
      })
      .catch((error: unknown): UploadEnd => ({ type: 'failed', error: unexpected(error) }))
    running -= 1
    // Paused or cancelled meanwhile: the state says so already.
    if (end && entry.state.status === 'uploading') settle(entry, end)
    fill()
  }
  const settle = (entry: Entry, end: UploadEnd) => {
    if (end.type === 'done') {
      change(entry, { status: 'done' })
      entry.ended('uploaded')
      return
    }
    const failure: UploadFailure =
      end.error === 'unreadable' ? { reason: 'unreadable' } : failureOf(end.error)
    change(entry, { status: 'failed', failure })
    entry.ended('failed')
  }
  const wait = (entry: Entry) => {
    change(entry, { status: 'waiting', sentBytes: sentOf(entry) })
    waiting.add(entry)
    fill()
  }
  const inState = (id: number, ...statuses: UploadState['status'][]) => {
    const entry = entries.get(id)
    return entry && statuses.includes(entry.state.status) ? entry : undefined
  }

  return {
    add(requests) {
      const batch = ++lastBatch
      const counts: UploadCounts = { uploaded: 0, failed: 0, cancelled: 0 }
      let left = requests.length
      let finish: (counts: UploadCounts) => void = () => {}
      const ended = new Promise<UploadCounts>((resolve) => {
        finish = resolve
      })
      const added = requests.map((request): Entry => ({
        id: ++lastId,
        batch,
        request,
        state: { status: 'waiting', sentBytes: 0 },
        upload: undefined,
        ended(how) {
          counts[how] += 1
          if (--left === 0) finish(counts)
        },
      }))
      if (left === 0) finish(counts)
      for (const entry of added) {
        entries.set(entry.id, entry)
        waiting.add(entry)
        onChange?.(entry)
      }
      fill()
      return { ids: added.map(({ id }) => id), ended }
    },
    uploads: () => [...entries.values()],
    pause(id) {
      const entry = inState(id, 'waiting', 'uploading')
      if (!entry) return
      waiting.delete(entry)
      const isRunning = entry.state.status === 'uploading'
      change(entry, { status: 'paused', sentBytes: sentOf(entry) })
      if (isRunning) void entry.upload?.pause()
    },
    resume(id) {
      const entry = inState(id, 'paused')
      if (entry) wait(entry)
    },
    cancel(id) {
      const entry = inState(id, 'waiting', 'uploading', 'paused')
      if (!entry) return
      waiting.delete(entry)
      change(entry, { status: 'cancelled' })
      void entry.upload?.cancel()
      entry.upload = undefined
      entry.ended('cancelled')
    },
    async retry(id) {
      const entry = inState(id, 'failed', 'cancelled')
      if (!entry) return undefined
      return new Promise((resolve) => {
        entry.ended = resolve
        wait(entry)
      })
    },
    remove(id) {
      if (inState(id, 'done', 'failed', 'cancelled')) entries.delete(id)
    },
    dispose() {
      isOver = true
      waiting.clear()
      for (const entry of entries.values()) if (entry.state.status === 'uploading') void entry.upload?.pause()
    },
  }
}

function unexpected(error: unknown) {
  return { status: null, body: '', message: error instanceof Error ? error.message : String(error) }
}
