/**
 * The thread of one PGlite database. It answers one call at a time, and reports when its session is ready for the
 * next.
 */
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseError, EngineError } from '../engine.js'
import { WorkerSession } from './worker-session.js'
import type { CallMessage, WorkerMessage, WorkerSettings } from './worker-protocol.js'

const port = parentPort
if (!port) throw new Error('This file is a worker thread.')
const post = (message: WorkerMessage, transferred: ArrayBuffer[] = []): void =>
  port.postMessage(message, transferred)

// V8 compiles functions again, optimized, after little use: while PostgreSQL starts, that takes more time than the start.
setFlagsFromString('--wasm-tiering-budget=100000000')

/** Called when the main thread has room for more rows. */
let goOn = (): void => {}

const session = await WorkerSession.open(workerData as WorkerSettings, {
  tell(told) {
    post({ type: 'told', told }, told.of === 'rows' ? [told.messages.buffer] : [])
  },
  whenRoom() {
    post({ type: 'full' })
    return new Promise((resolve) => {
      goOn = resolve
    })
  },
})
post({ type: 'idle' })

port.on('message', (message: CallMessage | 'close' | 'room') => {
  if (message === 'room') goOn()
  else void (message === 'close' ? close() : answer(message))
})

async function answer(message: CallMessage): Promise<void> {
  await session.perform(message).then(
    (value) => post({ type: 'result', value }),
    (error) => post(asMessage(error)),
  )
  await session.reset()
  post({ type: 'idle' })
}

async function close(): Promise<void> {
  await session.close()
  port?.close()
}

function asMessage(error: unknown): WorkerMessage {
  if (error instanceof DatabaseError) return { type: 'database-error', report: error.report }
  const code = error instanceof EngineError ? error.code : 'lost'
  return { type: 'engine-error', code, message: error instanceof Error ? error.message : String(error) }
}
