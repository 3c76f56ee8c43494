/**
 * The limits of a project's realtime, and between which numbers each may be set.
 * @rule realtime.limits  @source SERVICES §3.1
 */

/** Smallest and largest value of each limit. */
export const REALTIME_LIMITS = {
  connections: [1, 10_000],
  channels_per_client: [1, 10_000],
  joins_per_second: [1, 100_000],
  messages_per_second: [1, 1_000_000],
  presence_events_per_second: [1, 1_000_000],
  payload_kb: [1, 5000],
} as const

export type RealtimeLimit = keyof typeof REALTIME_LIMITS

/** The number that was typed; null: it is none of those that the limit may have. */
export function realtimeLimit(name: RealtimeLimit, typed: string): number | null {
  const [least, most] = REALTIME_LIMITS[name]
  const given = typed.trim()
  if (!/^\d+$/.test(given)) return null
  const number = Number(given)
  return number >= least && number <= most ? number : null
}
