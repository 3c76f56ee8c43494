/**
 * Divides the loop that answers among projects: in each turn of the loop one call of each project begins. A project that sends
 * many at once fills its own queue, and a call of its neighbour waits for no more than one of each.
 */
export interface LoopTurns {
  /** Resolves when a call of this project may begin; at once where it is the first of this turn. */
  take(ref: string): Promise<void> | undefined
}

/** @param next calls back in the next turn of the loop */
export function createLoopTurns(next: (call: () => void) => void = setImmediate): LoopTurns {
  /** Of the projects that had their turn. */
  const waiting = new Map<string, (() => void)[]>()
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    next(turn)
  }

  function turn(): void {
    isScheduled = false
    for (const [ref, queue] of waiting) {
      const begin = queue.shift()
      if (begin) begin()
      else waiting.delete(ref)
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
