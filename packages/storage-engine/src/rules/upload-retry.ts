/**
 * When the request of an upload is sent again, and after which pauses.
 * @rule storage.upload-retry  @spec §8, §9
 */

/** Milliseconds before the first, second and so on try. */
export const RETRY_DELAYS_MS = [0, 200, 500, 1500, 3000, 5000] as const

/** Answers that the next try would get again. */
const FINAL_STATUSES = new Set([400, 403, 404, 409, 413, 415, 429])

/**
 * Whether a request is sent again.
 * @param status of the answer; null: no answer came
 */
export function isRetried(status: number | null): boolean {
  return status === null || !FINAL_STATUSES.has(status)
}

/** Milliseconds before try number `tries` + 1; null: no further try. */
export function retryDelay(tries: number): number | null {
  return RETRY_DELAYS_MS[tries] ?? null
}
