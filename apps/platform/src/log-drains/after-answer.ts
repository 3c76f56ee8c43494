/**
 * What happens to a batch after its answer, and how long a drain waits.
 * @rule log-drains.after-answer  @spec §2
 */
import type { LogDrainType } from '@basedeck/platform-client/contract'

export type AfterAnswer =
  /** The next batch follows. */
  | 'sent'
  /** The same batch later. */
  | 'again'
  /** A part of it at once: one line among them may be what is refused. */
  | 'smaller'
  /** It is left out and counted. */
  | 'skip'

/** The receiver says that the lines are wrong; all else may be another matter. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 422])
/** A single line is tried so often before it is left out. */
const ATTEMPTS = 3
const FIRST_SECONDS = 5
const LONGEST_SECONDS = 300

/**
 * @param status of the answer; undefined: there was none
 * @param failures in a row before this one
 */
export function afterAnswer(
  type: LogDrainType,
  status: number | undefined,
  { lines, failures }: { lines: number; failures: number },
): AfterAnswer {
  if (status !== undefined && status >= 200 && status < 300) return 'sent'
  if (status === undefined || !REFUSED.has(status) || type === 's3') return 'again'
  // Loki keeps the lines that it can take of a batch, and refuses for good those that are too old.
  const isPartly = type === 'loki' && status === 400
  if (lines > 1 && !isPartly) return 'smaller'
  return failures + 1 >= ATTEMPTS ? 'skip' : 'again'
}

/** Seconds until the next attempt. @param failures in a row, with this one */
export function secondsUntilAgain(type: LogDrainType, outcome: AfterAnswer, failures: number): number {
  // What Loki refuses is refused fast, also of a day that was missed.
  if (type === 'loki' && outcome === 'skip') return FIRST_SECONDS
  return Math.min(FIRST_SECONDS * 3 ** Math.min(Math.max(failures, 1) - 1, 10), LONGEST_SECONDS)
}
