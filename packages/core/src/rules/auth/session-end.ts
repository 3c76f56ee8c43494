/**
 * Whether a session of a user has ended: by its own end, by the time box, or because nobody used it.
 * @rule auth.session-end  @spec §2
 */

/** Times of a session in seconds since 1970. */
export interface SessionTimes {
  createdAt: number
  /** Of the last refresh; undefined: there was none. */
  refreshedAt: number | undefined
  /** Undefined: it has no end of its own. */
  notAfter: number | undefined
}

/** Hours; 0: without a limit. */
export interface SessionLimitHours {
  timebox: number
  inactivity: number
}

/** Why a session ended. */
export type SessionEnd = 'not-after' | 'timebox' | 'inactivity'

const HOUR_S = 3600

/** Undefined: it goes on. @param now seconds since 1970, of the clock that the times are of */
export function sessionEnd(
  { createdAt, refreshedAt, notAfter }: SessionTimes,
  { timebox, inactivity }: SessionLimitHours,
  now: number,
): SessionEnd | undefined {
  if (notAfter !== undefined && now >= notAfter) return 'not-after'
  if (timebox > 0 && now >= createdAt + timebox * HOUR_S) return 'timebox'
  if (inactivity > 0 && now >= (refreshedAt ?? createdAt) + inactivity * HOUR_S) return 'inactivity'
  return undefined
}
