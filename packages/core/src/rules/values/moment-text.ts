/**
 * PostgreSQL's dates and times as it writes them with the usual DateStyle, as numbers that are in their order: days,
 * microseconds, with years before Christ, of five digits, and infinity.
 * @rule results.moment-text  @spec §2 (results grid)
 */
import type { ExactNumber } from './exact-number.js'

/** Microseconds, as a number where that is exact. */
export type Microseconds = number | ExactNumber

const DAY = 86_400_000_000
/** So many days of microseconds a number holds exactly. */
const SAFE_DAYS = 100_000

const MOMENT =
  /^(\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?\s?(Z|[+-]\d\d(?::?\d\d){0,2})?( BC)?$/i
const CLOCK = /^(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?\s?(Z|[+-]\d\d(?::?\d\d){0,2})?$/i

/** A date, with or without a time and a zone. */
export interface Moment {
  /** From 1970-01-01. */
  days: number
  /** Of the day. */
  microseconds: number
  /** East of UTC, in seconds. Absent: the text names no zone. */
  zone?: number
}

/** A date, `infinity` as a number without end; undefined: it is none. */
export function momentIn(text: string): Moment | ExactNumber | undefined {
  const match = MOMENT.exec(text)
  if (!match) return infinityIn(text)
  const [, years, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', zone, bc] = match
  const days = daysOf(bc ? 1 - Number(years) : Number(years), Number(month), Number(day))
  const microseconds = microsecondsOf(hours, minutes, seconds, fraction)
  if (days === undefined || microseconds === undefined) return undefined
  return { days, microseconds, ...(zone !== undefined && { zone: secondsOf(zone) }) }
}

/** The days of a date, from 1970-01-01. */
export function dateKey(text: string): number | ExactNumber | undefined {
  const moment = momentIn(text)
  return moment && 'days' in moment ? moment.days : moment
}

const [MINUS, PLUS, DOT, COLON, DASH, BLANK, ZERO] = [45, 43, 46, 58, 45, 32, 48]

/** NaN: they are no digits. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO]
  return tens >= 0 && tens < 10 && ones >= 0 && ones < 10 ? tens * 10 + ones : Number.NaN
}

/**
 * Of `YYYY-MM-DD HH:MM:SS`, with a fraction and a zone of hours, sign by sign: a hundred thousand of them are ordered at a
 * click. Undefined: it is another form.
 */
function usualKey(text: string, counts: 'zone' | 'no zone'): number | undefined {
  const isForm =
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    text.charCodeAt(10) === BLANK &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON
  if (!isForm) return undefined
  const days = daysOf(twoDigits(text, 0) * 100 + twoDigits(text, 2), twoDigits(text, 5), twoDigits(text, 8))
  const [minutes, ofMinute] = [twoDigits(text, 14), twoDigits(text, 17)]
  const seconds = (twoDigits(text, 11) * 60 + minutes) * 60 + ofMinute
  if (minutes > 59 || ofMinute > 60 || seconds > 86_400) return undefined
  let at = 19
  let fraction = 0
  if (text.charCodeAt(at) === DOT) {
    at++
    for (let factor = 100_000; at < text.length && factor >= 1; at++, factor /= 10) {
      const digit = text.charCodeAt(at) - ZERO
      if (digit < 0 || digit > 9) break
      fraction += digit * factor
    }
  }
  let zone = 0
  const sign = text.charCodeAt(at)
  if (at + 3 === text.length && (sign === PLUS || sign === MINUS)) {
    zone = twoDigits(text, at + 1) * 3600 * (sign === MINUS ? -1 : 1)
    at += 3
  } else if (counts === 'zone') return undefined
  if (at !== text.length || days === undefined || Number.isNaN(seconds + zone)) return undefined
  const key = days * DAY + (seconds - (counts === 'zone' ? zone : 0)) * 1_000_000 + fraction
  return Number.isSafeInteger(key) ? key : undefined
}

/** The microseconds of a moment from 1970; a zone that it names is not counted. */
export function timestampKey(text: string): Microseconds | undefined {
  const usual = usualKey(text, 'no zone')
  if (usual !== undefined) return usual
  const moment = momentIn(text)
  return moment && 'days' in moment ? microsecondsFrom(moment.days, moment.microseconds) : moment
}

/** The microseconds of a moment from 1970 in UTC; undefined also where it names no zone. */
export function timestamptzKey(text: string): Microseconds | undefined {
  const usual = usualKey(text, 'zone')
  if (usual !== undefined) return usual
  const moment = momentIn(text)
  if (!moment || !('days' in moment)) return moment
  if (moment.zone === undefined) return undefined
  return microsecondsFrom(moment.days, moment.microseconds - moment.zone * 1_000_000)
}

/** The microseconds of a day. */
export function timeKey(text: string): number | undefined {
  const match = CLOCK.exec(text)
  return match?.[5] === undefined ? clockOf(match) : undefined
}

/** Times with a zone are in the order of UTC, and those of one moment from the east to the west. */
export function timetzKey(text: string): readonly [number, number] | undefined {
  const match = CLOCK.exec(text)
  const clock = clockOf(match)
  if (clock === undefined || match?.[5] === undefined) return undefined
  const zone = secondsOf(match[5])
  return [clock - zone * 1_000_000, -zone]
}

/** Days and microseconds as one number. */
export function microsecondsFrom(days: number, microseconds: number): Microseconds {
  if (Math.abs(days) < SAFE_DAYS && Number.isSafeInteger(microseconds)) return days * DAY + microseconds
  return { type: 'finite', digits: BigInt(days) * BigInt(DAY) + BigInt(microseconds), scale: 0 }
}

/** `infinity`, as PostgreSQL's types of moments have it. */
export function infinityIn(text: string): ExactNumber | undefined {
  if (text === 'infinity') return { type: 'infinite', above: 1 }
  return text === '-infinity' ? { type: 'infinite', above: -1 } : undefined
}

function clockOf(match: RegExpExecArray | null): number | undefined {
  const [, hours = '', minutes = '', seconds = '0', fraction = ''] = match ?? []
  return match ? microsecondsOf(hours, minutes, seconds, fraction) : undefined
}

function microsecondsOf(
  hours: string,
  minutes: string,
  seconds: string,
  fraction: string,
): number | undefined {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const microseconds = whole * 1_000_000 + Number(fraction.padEnd(6, '0'))
  return Number(minutes) < 60 && Number(seconds) <= 60 && microseconds <= DAY ? microseconds : undefined
}

function secondsOf(zone: string): number {
  const [hours = '0', minutes = '0', seconds = '0'] = zone.match(/\d\d/g) ?? []
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return zone.startsWith('-') ? -size : size
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Of the Gregorian calendar, which PostgreSQL uses for all times; undefined: there is no such day. */
function daysOf(year: number, month: number, day: number): number | undefined {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = month === 2 && isLeap ? 29 : LENGTHS[month - 1]
  if (length === undefined || day < 1 || day > length) return undefined
  // Years begin in March here, so that the day of a leap year is their last one.
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const ofEra = y - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}
