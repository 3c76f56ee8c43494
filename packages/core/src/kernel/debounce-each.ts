/** One debounce timer for each of many keys. */
import type { Clock } from '../ports/index.js'
import type { Disposable } from './screen.js'

export interface DebounceEach extends Disposable {
  /** It changed: its timer restarts. */
  touch(key: string): void
  /** Runs a pending timer at once. */
  flush(key: string): void
  cancel(key: string): void
}

export function createDebounceEach(clock: Clock, ms: number, run: (key: string) => void): DebounceEach {
  const timers = new Map<string, () => void>()
  const cancel = (key: string) => {
    timers.get(key)?.()
    return timers.delete(key)
  }
  return {
    touch(key) {
      cancel(key)
      timers.set(
        key,
        clock.after(ms, () => {
          timers.delete(key)
          run(key)
        }),
      )
    },
    flush(key) {
      if (cancel(key)) run(key)
    },
    cancel: (key) => void cancel(key),
    dispose() {
      for (const key of timers.keys()) cancel(key)
    },
  }
}
