/** Counts events of a window of time, so that too many of them are refused. */
export interface WindowRate {
  /** Whether one more is within the limit. */
  take(most: number): boolean
}

const SECOND_MS = 1000

/** @param now milliseconds */
export function createWindowRate(
  windowMs = SECOND_MS,
  now: () => number = () => performance.now(),
): WindowRate {
  let window = 0
  let count = 0
  return {
    take(most) {
      const current = Math.floor(now() / windowMs)
      if (current !== window) {
        window = current
        count = 0
      }
      return ++count <= most
    },
  }
}
