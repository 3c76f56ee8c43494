/** Tells the platform about answered calls in batches: a message for each of them would take longer than a small call. */
import type { ToldOfCalls } from './thread-calls.js'

/** Milliseconds that a line may wait. */
const WAIT_MS = 20
const MOST = 200

export interface ToldInBatches {
  add(told: ToldOfCalls): void
  /** Tells what still waits. */
  flush(): void
}

/** @param tell takes the batch as JSON */
export function toldInBatches(tell: (batch: string) => void): ToldInBatches {
  let waiting: ToldOfCalls[] = []
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (batch.length > 0) tell(JSON.stringify(batch))
  }
  return {
    add(told) {
      waiting.push(told)
      if (waiting.length >= MOST) flush()
      else timer ??= setTimeout(flush, WAIT_MS)
    },
    flush,
  }
}
