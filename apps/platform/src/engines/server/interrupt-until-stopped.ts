/**
 * Cancels a stopped run in the database, and repeats that until it reacts. A statement may catch the cancel; then its
 * session is terminated, which it can't catch.
 */
import { EngineError } from '../engine.js'
import { OBEYS_WITHIN_MS } from '../session/running-queries.js'
import type { ServerConnection } from './connection.js'
import { databaseText } from '../../text/databases.js'

const FIRST_REPEAT_MS = 100
const LONGEST_REPEAT_MS = 1000
const GIVE_UP_MS = 10_000

export interface Interruption {
  connection: ServerConnection
  signal: AbortSignal
  /** Ends the session of that process, from another session. Called once; a failure changes nothing. */
  terminate(processId: number): Promise<void>
}

/** Starts when `signal` aborts; the returned function stops it. */
export function interruptUntilStopped({ connection, signal, terminate }: Interruption): () => void {
  let timer: NodeJS.Timeout | undefined
  let waitedMs = 0
  let isTerminating = false
  let repeatMs = FIRST_REPEAT_MS
  const interrupt = (): void => {
    if (waitedMs >= GIVE_UP_MS) return connection.destroy(noAnswer())
    if (waitedMs >= OBEYS_WITHIN_MS && !isTerminating) {
      isTerminating = true
      terminate(connection.processId).catch(() => {})
    } else void connection.interrupt()
    timer = setTimeout(interrupt, repeatMs)
    waitedMs += repeatMs
    repeatMs = Math.min(LONGEST_REPEAT_MS, repeatMs * 2)
  }
  if (signal.aborted) interrupt()
  else signal.addEventListener('abort', interrupt, { once: true })
  return () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
  }
}

function noAnswer(): EngineError {
  return new EngineError('lost', databaseText.noAnswerToCancel)
}
