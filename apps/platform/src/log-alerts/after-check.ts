/**
 * Whether an alert fires or ends after a count. A count near its limit does not fire again and again: it must differ for a time.
 * @rule log-alerts.after-check  @spec §2
 */
import type { LogAlert } from '@basedeck/platform-client/contract'

export interface CheckedAlert extends Pick<
  LogAlert,
  'comparison' | 'limit' | 'minutes' | 'for_minutes' | 'firing_since'
> {
  /** When it began to count, ISO time. */
  begun_at: string
  /** Since when the count is otherwise than the state says; null: it is as the state says. */
  differs_since: string | null
}

export interface AfterCheck {
  change: 'fires' | 'ends' | null
  /** ISO time. */
  differsSince: string | null
}

const MINUTE_MS = 60_000
/** An alert ends when the count was right for so long, or for as long as it had to be wrong. */
const LEAST_QUIET_MINUTES = 5

/** @param now milliseconds since 1970 */
export function afterCheck(alert: CheckedAlert, value: number, now: number): AfterCheck {
  const { comparison, limit, for_minutes: forMinutes, firing_since: firingSince, differs_since } = alert
  // Before a whole window is counted there is nothing to be below of.
  const isKnown = comparison === 'above' || now - Date.parse(alert.begun_at) >= alert.minutes * MINUTE_MS
  const isWrong = isKnown && (comparison === 'above' ? value > limit : value < limit)
  const isFiring = firingSince !== null
  if (isWrong === isFiring) return { change: null, differsSince: null }
  const since = Math.min(differs_since === null ? now : Date.parse(differs_since), now)
  const minutes = isFiring ? Math.max(forMinutes, LEAST_QUIET_MINUTES) : forMinutes
  if (now - since < minutes * MINUTE_MS) return { change: null, differsSince: new Date(since).toISOString() }
  return { change: isFiring ? 'ends' : 'fires', differsSince: null }
}
