/** A stopped run is interrupted in the database, again while it doesn't answer, and cut off at last. */
import { EngineError } from '../engine.js'
import type { ServerConnection } from './connection.js'

const firstRepeatMs = 100
const longestRepeatMs = 1000
const giveUpMs = 10_000

/** Begins when `signal` aborts; the returned function ends it. */
export function interruptUntilStopped(connection: ServerConnection, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined
  let waitedMs = 0
  let repeatMs = firstRepeatMs
  const interrupt = (): void => {
    if (waitedMs >= giveUpMs) return connection.destroy(noAnswer())
    void connection.interrupt()
    timer = setTimeout(interrupt, repeatMs)
    waitedMs += repeatMs
    repeatMs = Math.min(longestRepeatMs, repeatMs * 2)
  }
  if (signal.aborted) interrupt()
  else signal.addEventListener('abort', interrupt, { once: true })
  return () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
  }
}

function noAnswer(): EngineError {
  return new EngineError(
    'lost',
    'The database did not answer the cancel within 10 s; its connection was closed. The statement may still be at work there.',
  )
}
