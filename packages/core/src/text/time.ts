/** A duration as people read it: `12 ms`, `1.24 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A running clock: whole and tenth seconds, `3.2 s`. */
export function runningTime(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms)
}

/** How long one must wait, never less than it is: `30 s`, `2 min`, `3 h`. */
export function waitingTime(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A moment seen from now: relative up to one day, then its date in the user's zone. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at)
  if (distance < MINUTE_MS) return at <= now ? 'just now' : 'in less than a minute'
  if (distance >= DAY_MS) return DATE_FORMAT.format(at)
  const [count, unit] =
    distance < HOUR_MS
      ? [Math.floor(distance / MINUTE_MS), 'minute']
      : [Math.floor(distance / HOUR_MS), 'hour']
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`
  return at <= now ? `${words} ago` : `in ${words}`
}

/** The same for a past event, never in the future, even if the clock of the device is slow. Empty if `at` is not a time. */
export function pastTime(at: number, now: number): string {
  return Number.isFinite(at) ? relativeTime(Math.min(at, now), now) : ''
}

/** A moment that has been, where there is little room: `now`, `5 min`, `3 h`, `Nov 20`, `Nov 2025`. */
export function shortTime(at: number, now: number): string {
  const past = now - at
  if (past < MINUTE_MS) return 'now'
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)} min`
  if (past < DAY_MS) return `${Math.floor(past / HOUR_MS)} h`
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? DAY_FORMAT : MONTH_FORMAT).format(at)
}

/** A moment to the second, in the user's zone, with the zone's name. */
export function exactTime(at: number): string {
  return EXACT_FORMAT.format(at)
}

/**
 * What stands below an axis of time: its first moment, the middle one and the last one. Hours up to a day and a half, then days.
 * @param moments rising, in milliseconds since 1970
 */
export function axisTimes(moments: readonly number[]): string[] {
  const chosen = [...new Set([0, moments.length >> 1, moments.length - 1])].flatMap((at) => moments[at] ?? [])
  const [first = 0] = chosen
  const span = (chosen.at(-1) ?? first) - first
  const isOneDay = DAY_FORMAT.format(first) === DAY_FORMAT.format(first + span)
  const format = span > HOURS_SHOWN_MS ? DAY_FORMAT : isOneDay ? CLOCK_FORMAT : DAY_CLOCK_FORMAT
  return chosen.map((at) => format.format(at))
}

const HOURS_SHOWN_MS = 1.5 * DAY_MS
const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' })
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' })
const CLOCK_FORMAT = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const DAY_CLOCK_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const EXACT_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})
