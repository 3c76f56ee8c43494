/**
 * Takes lines on the loops that answer requests and sends them to the thread that stores them, in batches: one at a time, the
 * next one when the last one is stored. What waits meanwhile is bounded.
 */
import type { MessagePort } from 'node:worker_threads'
import type { SentLine, WriteLine } from './log-line.js'
import { sentLine } from './sent-line.js'
import { createWaitingLines } from './waiting-lines.js'

/** Milliseconds that a line may wait; a process that is killed loses these lines. */
export const WAIT_MS = 200
const MOST_IN_A_BATCH = 2000
const FLUSH_MS = 5000

export interface LineWriter {
  write: WriteLine
  /** Sends to this port from now on: its thread has just begun. */
  sendTo(port: LinePort): void
  /**
   * Sends what waits at once, and resolves when all that was written before is stored, when the thread is gone, or after
   * that time.
   * @param limitMs default 5 seconds
   */
  flush(limitMs?: number): Promise<void>
}

/** What is used of a `MessagePort`. */
export type LinePort = Pick<MessagePort, 'postMessage' | 'on' | 'unref' | 'close'>

export interface LineWriterDeps {
  /** Called for the first line that has no thread to go to, and again after that thread has ended. */
  onWanted(): void
  now?(): number
}

/** What the thread answers to each batch. */
export const STORED = 'stored'

export function createLineWriter({ onWanted, now = Date.now }: LineWriterDeps): LineWriter {
  const waiting = createWaitingLines()
  let port: LinePort | undefined
  let isSending = false
  /** What waits goes as soon as the last batch is stored. Other lines wait for each other: small batches cost most. */
  let isDue = false
  /** Not known to be stored. */
  let sent: readonly SentLine[] = []
  let timer: NodeJS.Timeout | undefined
  let idle: (() => void)[] = []

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    isDue = true
    if (isSending) return
    if (!port) return onWanted()
    const batch = waiting.take(MOST_IN_A_BATCH)
    isDue = waiting.count > 0
    if (batch.length === 0) {
      const told = idle
      idle = []
      for (const tell of told) tell()
      return
    }
    isSending = true
    sent = batch
    port.postMessage(JSON.stringify(batch))
  }

  return {
    write(line) {
      waiting.add(sentLine(line), now())
      timer ??= setTimeout(send, WAIT_MS).unref()
    },
    sendTo(next) {
      port?.close()
      port = next
      isSending = false
      next.on('message', () => {
        if (port !== next) return
        isSending = false
        if (isDue || idle.length > 0) send()
      })
      next.on('close', () => {
        if (port !== next) return
        port = undefined
        if (isSending) waiting.lost(sent, now())
        isSending = false
        const told = idle
        idle = []
        for (const tell of told) tell()
      })
      // Listening alone does not keep the process alive.
      next.unref()
      if (waiting.count > 0) send()
    },
    flush(limitMs = FLUSH_MS) {
      if (!port && waiting.count === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const late = setTimeout(resolve, limitMs)
        idle.push(() => {
          clearTimeout(late)
          resolve()
        })
        send()
      })
    },
  }
}
