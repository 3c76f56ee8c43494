/**
 * Limits the concurrent statements and exports of a read-only member per project; further ones wait. All readers
 * share the connections of one login, so without this one member could block the others.
 */
import { TurnQueue } from '../engines/turn-queue.js'

/** Of the ten connections that readers of a project share. */
const AT_ONCE = 4

export interface ReadersTurns {
  /** @throws the reason of `signal` when it aborts before the turn has come */
  take<Value>(project: string, person: string, signal: AbortSignal, run: () => Promise<Value>): Promise<Value>
  /**
   * The same for work that continues after the call: resolves when the turn comes, with a function that ends it.
   * Idempotent.
   */
  hold(project: string, person: string, signal: AbortSignal): Promise<() => void>
}

export function createReadersTurns(): ReadersTurns {
  const queues = new Map<string, TurnQueue>()
  const take: ReadersTurns['take'] = async (project, person, signal, run) => {
    const key = `${project} ${person}`
    const queue = queues.get(key) ?? new TurnQueue(AT_ONCE)
    queues.set(key, queue)
    try {
      return await queue.take(signal, run)
    } finally {
      if (queue.isIdle) queues.delete(key)
    }
  }
  return {
    take,
    hold: (project, person, signal) =>
      new Promise((begin, reject) => {
        take(project, person, signal, () => new Promise<void>((end) => begin(end))).catch(reject)
      }),
  }
}
