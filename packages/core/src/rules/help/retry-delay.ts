/**
 * How long the dashboard waits before it probes a platform that did not answer: short at first, then longer.
 * @rule connection.retry-delay  @spec §8
 */
const FIRST_MS = 1000
const LAST_MS = 30_000

/**
 * Milliseconds until a platform that did not answer is probed again.
 * @param failures the number of failed attempts before, from 0
 */
export function retryDelayMs(failures: number): number {
  return Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(failures, 10))
}
