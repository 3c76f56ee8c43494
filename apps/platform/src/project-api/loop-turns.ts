/**
 * Divides the loop that answers among projects: in each turn of the loop as many calls begin as take about a millisecond,
 * and each project has the same part of them. A project that sends many at once fills its own queue, and a call of its
 * neighbour waits for no more than a turn.
 */
export interface LoopTurns {
  /** Resolves when a call of this project may begin; at once where it is the first of this turn. */
  take(ref: string): Promise<void> | undefined
}

export interface LoopTurnsDeps {
  /** Calls back in the next turn of the loop. Default: `setImmediate`. */
  next?(call: () => void): void
  /** Milliseconds. */
  now?(): number
}

/** Milliseconds that a turn should take while calls wait. */
const TURN_MS = 1
const MOST = 32

export function createLoopTurns({
  next = setImmediate,
  now = () => performance.now(),
}: LoopTurnsDeps = {}): LoopTurns {
  /** Of the projects that had their turn. */
  const waiting = new Map<string, (() => void)[]>()
  let isScheduled = false
  let begunAt = Number.NEGATIVE_INFINITY
  let most = 1

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    next(turn)
  }

  function turn(): void {
    isScheduled = false
    const at = now()
    most = callsInTurn(most, at - begunAt)
    begunAt = at
    const each = Math.max(1, Math.floor(most / waiting.size))
    for (const [ref, queue] of waiting) {
      if (queue.length === 0) waiting.delete(ref)
      for (const begin of queue.splice(0, each)) begin()
    }
    if (waiting.size > 0) schedule()
  }

  return {
    take(ref) {
      const queue = waiting.get(ref)
      if (queue) return new Promise((begin) => void queue.push(begin))
      waiting.set(ref, [])
      schedule()
      return undefined
    },
  }
}

/** How many calls may begin in the next turn, after one with `most` of them took `ms`. */
export function callsInTurn(most: number, ms: number): number {
  if (ms > TURN_MS) return Math.max(1, Math.floor(most / 2))
  return ms < TURN_MS / 2 ? Math.min(MOST, most + 1) : most
}
