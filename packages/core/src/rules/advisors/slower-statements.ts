/**
 * Which statements got slower: the mean time of a call in the last hours is half as long again as in the hours before them, and
 * there were calls enough on both sides to say so.
 * @rule advisors.slower-statements  @spec §2
 */

import type { ComparedStatement } from '@basedeck/platform-client'

/** One that got slower. Means are in milliseconds. */
export interface SlowerStatement {
  query_id: string
  role: string
  meanMs: number
  beforeMs: number
  /** How many times as long. */
  factor: number
  calls: number
}

const MIN_CALLS = 5
const MIN_FACTOR = 1.5
/** Milliseconds of a call; less is within what a busy machine does. */
const MIN_DIFFERENCE = 1

/** Those that cost the most time more, first. */
export function slowerStatements(compared: readonly ComparedStatement[]): SlowerStatement[] {
  return compared
    .filter(({ now, before }) => now.calls >= MIN_CALLS && before.calls >= MIN_CALLS)
    .map(({ query_id, role, now, before }) => {
      const meanMs = now.total_ms / now.calls
      const beforeMs = before.total_ms / before.calls
      const factor = beforeMs > 0 ? meanMs / beforeMs : Number.POSITIVE_INFINITY
      return { query_id, role, meanMs, beforeMs, factor, calls: now.calls }
    })
    .filter(({ meanMs, beforeMs, factor }) => factor >= MIN_FACTOR && meanMs - beforeMs >= MIN_DIFFERENCE)
    .sort((one, other) => lostMs(other) - lostMs(one))
}

function lostMs({ meanMs, beforeMs, calls }: SlowerStatement): number {
  return (meanMs - beforeMs) * calls
}
