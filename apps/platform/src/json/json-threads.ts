/**
 * Parses long JSON in separate threads, so that it delays no other call. Handing a value over takes the longer the more
 * members it has: whoever asks has bounded them.
 */
import { Worker } from 'node:worker_threads'
import { TurnQueue } from '../engines/turn-queue.js'
import { jsonIn } from './json-text.js'
import type { JsonAnswer } from './json-worker.js'
import { workerFile } from '../engines/threads/worker-file.js'

/** Bytes. Shorter JSON of few members is parsed in about a millisecond. */
const LONG_FROM_BYTES = 64 * 1024
/** Two, so that a body of many megabytes does not hold up all others. */
const THREADS = 2
/** Megabytes; JSON that needs more is refused. */
const HEAP_MB = 512
const NEVER = new AbortController().signal

const turns = new TurnQueue(THREADS)
/** Threads that have nothing to do. They are opened by the first long JSON, and replaced after a failure. */
const idle: Worker[] = []

/** The buffer of long bytes is given to the thread: it can't be used afterwards. @throws Error when it is not JSON in UTF-8 */
export async function parseJson(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  if (bytes.length <= LONG_FROM_BYTES) return jsonIn(bytes)
  return turns.take(NEVER, () => parseOnThread(bytes))
}

function parseOnThread(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const thread = idle.pop() ?? openThread()
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      thread.off('message', succeed)
      void thread.terminate()
      reject(error instanceof Error ? error : new Error('The thread has ended'))
    }
    const succeed = (answer: JsonAnswer) => {
      thread.off('error', fail)
      thread.off('exit', fail)
      idle.push(thread)
      if ('fault' in answer) reject(new SyntaxError(answer.fault))
      else resolve(answer.value)
    }
    thread.once('error', fail)
    thread.once('exit', fail)
    thread.once('message', succeed)
    thread.postMessage(bytes, [bytes.buffer])
  })
}

function openThread(): Worker {
  const { url, ...options } = workerFile('json-worker')
  const opened = new Worker(url, { ...options, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  // The thread does not keep the process alive.
  opened.unref()
  return opened
}
