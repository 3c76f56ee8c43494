/**
 * How long the dashboard waits before it asks a platform again that did not answer: soon at first, then more and more rarely.
 * @rule connection.retry-delay  @spec §8
 */
const FIRST_MS = 1000
const LAST_MS = 30_000

/**
 * Milliseconds until a platform that did not answer is asked again.
 * @param failures how often it did not answer before, from 0
 */
export function retryDelayMs(failures: number): number {
  return Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(failures, 10))
}
