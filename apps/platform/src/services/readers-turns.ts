/**
 * A member who only reads runs a few statements of a project at a time; more of theirs wait. Readers share the connections
 * of their login, so that one of them would else keep all others waiting.
 */
import { TurnQueue } from '../engines/turn-queue.js'

/** Of the ten connections that readers of a project share. */
const AT_ONCE = 4

export interface ReadersTurns {
  /** @throws the reason of `signal` when it aborts before the turn has come */
  take<Value>(project: string, person: string, signal: AbortSignal, run: () => Promise<Value>): Promise<Value>
}

export function createReadersTurns(): ReadersTurns {
  const queues = new Map<string, TurnQueue>()
  return {
    async take(project, person, signal, run) {
      const key = `${project} ${person}`
      const queue = queues.get(key) ?? new TurnQueue(AT_ONCE)
      queues.set(key, queue)
      try {
        return await queue.take(signal, run)
      } finally {
        if (queue.isIdle) queues.delete(key)
      }
    },
  }
}
