/**
 * Which time a search looks at, read from words: `15m`, `last 3 hours`, `today`, `yesterday`, `14:05`, `14:00 to 14:30`,
 * `2026-11-27`, `2026-11-27 14:05`, two moments with `to` or `..` between them.
 * @rule logs.range  @spec §2
 */

/** `last`: the newest so many milliseconds; `between`: milliseconds since 1970, `to` not included. */
export type LogRange = { type: 'last'; ms: number } | { type: 'between'; from: number; to: number }

export const USUAL_RANGE: LogRange = { type: 'last', ms: 60 * 60_000 }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Of a minute that is named, its neighbourhood is meant: who says when something was slow rounds. */
const AROUND_MS = 5 * MINUTE_MS
const MOST_MS = 366 * DAY_MS
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^s(?:ec(?:ond)?s?)?$/, 1000],
  [/^m(?:in(?:ute)?s?)?$/, MINUTE_MS],
  [/^h(?:ours?)?$/, HOUR_MS],
  [/^d(?:ays?)?$/, DAY_MS],
  [/^w(?:eeks?)?$/, 7 * DAY_MS],
]
const LAST = /^(?:(?:the )?(?:last|past) )?(\d{1,5})? ?([a-z]+)$/
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[ t](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(z)?)?$/

/** What a reader's clock shows. */
export interface LocalTime {
  /** Milliseconds since 1970. */
  now: number
  /** Minutes that the local time is ahead of UTC. */
  offsetMinutes: number
}

interface Moment {
  at: number
  /** How long what was named lasts. */
  ms: number
}

/** Null: the words name no time. */
export function readLogRange(words: string, local: LocalTime): LogRange | null {
  const text = words.trim().toLowerCase().replace(/\s+/g, ' ')
  const last = readLast(text)
  if (last !== null) return last
  const today = dayOf(local.now, local)
  if (text === 'today') return { type: 'between', from: today, to: today + DAY_MS }
  if (text === 'yesterday') return { type: 'between', from: today - DAY_MS, to: today }
  const [first = '', second, ...more] = text.split(/ ?\.\. ?| to | ?[–—] ?|(?<=:\d{2}) ?- ?(?=\d)/)
  if (more.length > 0) return null
  const from = readMoment(first, local)
  if (!from) return null
  if (second === undefined)
    return from.ms === DAY_MS
      ? { type: 'between', from: from.at, to: from.at + DAY_MS }
      : { type: 'between', from: from.at - AROUND_MS, to: from.at + from.ms + AROUND_MS }
  const to = readMoment(second, local)
  if (!to) return null
  const isExact = to.ms === 1
  const end = to.ms === DAY_MS && !isExact ? to.at + DAY_MS : to.at
  // A clock time before the first one is of the next day.
  const until = end <= from.at && CLOCK.test(second) ? end + DAY_MS : end
  return until > from.at ? { type: 'between', from: from.at, to: until } : null
}

function readLast(text: string): LogRange | null {
  const [whole, count = '1', word = ''] = LAST.exec(text) ?? []
  if (whole === undefined) return null
  const isBare = !/\d/.test(text) && !/^(?:the )?(?:last|past) /.test(text)
  const unit = UNITS.find(([form]) => form.test(word))?.[1]
  if (unit === undefined || isBare) return null
  const ms = Number(count) * unit
  return ms > 0 && ms <= MOST_MS ? { type: 'last', ms } : null
}

function readMoment(text: string, local: LocalTime): Moment | null {
  const clock = CLOCK.exec(text)
  if (clock) {
    const [, hours, minutes, seconds] = clock.map(Number)
    const within = timeOf(hours, minutes, seconds)
    if (within === null) return null
    const at = dayOf(local.now, local) + within
    // What is still to come has no lines: the day before is meant.
    return { at: at > local.now ? at - DAY_MS : at, ms: clock[3] === undefined ? MINUTE_MS : 1000 }
  }
  const day = DAY.exec(text)
  if (!day) return null
  const [, year = 0, month = 0, date = 0, hours, minutes, seconds] = day.map(Number)
  const midnight = Date.UTC(year, month - 1, date)
  const isReal = new Date(midnight).getUTCDate() === date && new Date(midnight).getUTCMonth() === month - 1
  if (!isReal) return null
  const isUtc = day[8] !== undefined
  const begin = isUtc ? midnight : midnight - local.offsetMinutes * MINUTE_MS
  if (day[4] === undefined) return { at: begin, ms: DAY_MS }
  const within = timeOf(hours, minutes, day[6] === undefined ? 0 : seconds)
  if (within === null) return null
  const millis = day[7] === undefined ? 0 : Number(day[7].padEnd(3, '0'))
  return { at: begin + within + millis, ms: isUtc ? 1 : MINUTE_MS }
}

function timeOf(hours = 0, minutes = 0, seconds = 0): number | null {
  const rest = Number.isNaN(seconds) ? 0 : seconds
  if (hours > 23 || minutes > 59 || rest > 59) return null
  return hours * HOUR_MS + minutes * MINUTE_MS + rest * 1000
}

/** Where the local day begins. */
function dayOf(at: number, { offsetMinutes }: LocalTime): number {
  const shift = offsetMinutes * MINUTE_MS
  return Math.floor((at + shift) / DAY_MS) * DAY_MS - shift
}

/** The range in an address, which reads as the same one anywhere. */
export function writeLogRange(range: LogRange): string {
  if (range.type === 'between') return `${isoOf(range.from)}..${isoOf(range.to)}`
  const unit = [...UNIT_LETTERS].reverse().find(([, ms]) => range.ms % ms === 0)
  return unit ? `${range.ms / unit[1]}${unit[0]}` : `${Math.max(1, Math.round(range.ms / 1000))}s`
}

const UNIT_LETTERS = [
  ['s', 1000],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
] as const

const isoOf = (at: number) => new Date(at).toISOString()

/** The moments of a range. @param now milliseconds since 1970 */
export function rangeBounds(range: LogRange, now: number): { from: number; to: number } {
  return range.type === 'last' ? { from: now - range.ms, to: now } : { from: range.from, to: range.to }
}
