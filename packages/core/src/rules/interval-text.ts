/**
 * An interval as PostgreSQL writes it with the usual IntervalStyle, as the microseconds by which PostgreSQL orders it: a month
 * counts as 30 days, a day as 24 hours.
 * @rule results.interval-text  @spec §2 (results grid)
 */
import { infinityIn, microsecondsFrom, type Microseconds } from './moment-text.js'

const STORED =
  /^(?:([-+]?\d+) years? ?)?(?:([-+]?\d+) mons? ?)?(?:([-+]?\d+) days? ?)?(?:([-+]?)(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/
const HOURS = 3_600_000_000
/** So many hours of microseconds a number holds exactly. */
const SAFE_HOURS = 2_000_000

/** Undefined: it is no interval that PostgreSQL writes so. */
export function intervalKey(text: string): Microseconds | undefined {
  const match = STORED.exec(text)
  if (!match || text === '') return infinityIn(text)
  const [, years = 0, months = 0, days = 0, sign, hours = 0, minutes = 0, seconds = 0, fraction = ''] = match
  const allDays = (Number(years) * 12 + Number(months)) * 30 + Number(days)
  const rest = (Number(minutes) * 60 + Number(seconds)) * 1_000_000 + Number(fraction.padEnd(6, '0'))
  if (Number(hours) < SAFE_HOURS) {
    const clock = Number(hours) * HOURS + rest
    return microsecondsFrom(allDays, sign === '-' ? -clock : clock)
  }
  const clock = BigInt(hours) * BigInt(HOURS) + BigInt(rest)
  const digits = BigInt(allDays) * 24n * BigInt(HOURS) + (sign === '-' ? -clock : clock)
  return { type: 'finite', digits, scale: 0 }
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:y|yrs?|years?)$/i, 'years'],
  [/^(?:mons?|months?)$/i, 'mons'],
  [/^(?:d|days?)$/i, 'days'],
]
const CLOCK_UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:h|hrs?|hours?)$/i, 3600],
  [/^(?:m|mins?|minutes?)$/i, 60],
  [/^(?:s|secs?|seconds?)$/i, 1],
]
const PART = /([-+]?\d+)\s*([a-z]+)\s*/giy

/** An interval as one types it: `2 hours 30 min`, `1 month`; or as it is stored. */
export function typedIntervalKey(text: string): Microseconds | undefined {
  const stored = intervalKey(text)
  if (stored !== undefined || text === '') return stored
  let days = 0
  let seconds = 0
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const [, count, unit = ''] = PART.exec(text) ?? []
    if (count === undefined) return undefined
    const longer = UNITS.find(([name]) => name.test(unit))?.[1]
    const shorter = CLOCK_UNITS.find(([name]) => name.test(unit))?.[1]
    if (longer !== undefined) days += Number(count) * ({ years: 360, mons: 30 }[longer] ?? 1)
    else if (/^weeks?$/i.test(unit)) days += Number(count) * 7
    else if (shorter !== undefined) seconds += Number(count) * shorter
    else return undefined
  }
  return microsecondsFrom(days, seconds * 1_000_000)
}
