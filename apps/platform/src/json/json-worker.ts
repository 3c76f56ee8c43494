/** A thread on which long JSON is parsed. */
import { parentPort } from 'node:worker_threads'
import { jsonIn } from './json-text.js'

export type JsonAnswer = { value: unknown } | { fault: string }

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(answerTo(bytes)))

function answerTo(bytes: Uint8Array): JsonAnswer {
  try {
    return { value: jsonIn(bytes) }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}
