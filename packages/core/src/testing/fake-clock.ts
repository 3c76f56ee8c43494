/** A clock that moves only when a test advances it. */
import type { Clock } from '../ports/index.js'

/** A clock for tests. Its time is fixed between calls of `advance`. */
export interface FakeClock extends Clock {
  /** Moves time forward and runs what falls due, in order. */
  advance(ms: number): void
}

/**
 * Makes a clock that moves only when a test advances it.
 * @param start milliseconds since 1970
 */
export function createFakeClock(start = 0): FakeClock {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        now = next.at
        next.run()
      }
      now = end
    },
  }
}
