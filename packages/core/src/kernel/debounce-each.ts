/** Many things that are each done once they have been left alone for a while. */
import type { Clock } from '../ports/index.js'
import type { Disposable } from './screen.js'

export interface DebounceEach extends Disposable {
  /** It changed: its timer restarts. */
  touch(key: string): void
  /** Its time is over, if it runs. */
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
