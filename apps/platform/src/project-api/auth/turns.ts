/** Bounds how much of one kind of work is done at once, and how much may wait for it. */
import { AuthError } from './auth-error.js'

export type TakeTurn = <Value>(work: () => Promise<Value>) => Promise<Value>

/** @throws AuthError over_request_rate_limit, of the turn: more than that many wait */
export function createTurns(atOnce: number, waiting: number): TakeTurn {
  let running = 0
  const queue: (() => void)[] = []
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AuthError('over_request_rate_limit')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
