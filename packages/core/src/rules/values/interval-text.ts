/**
 * An interval as PostgreSQL writes it with the usual IntervalStyle, as the microseconds by which PostgreSQL orders it: a month
 * counts as 30 days, a day as 24 hours.
 * @rule results.interval-text  @spec §2 (results grid)
 */
import { infinityIn, microsecondsFrom, type Microseconds } from './moment-text.js'

const HOURS = 3_600_000_000
/** So many hours of microseconds a number holds exactly. */
const SAFE_HOURS = 2_000_000
/** Days of the units that PostgreSQL writes, by the first letter of their names. */
const DAYS_OF: Readonly<Record<string, number>> = { y: 360, m: 30, d: 1 }
const UNIT = /^(?:years?|mons?|days?)$/
const CLOCK = /^([-+]?)(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/
const COUNT = /^[-+]?\d{1,9}$/

/** Undefined: it is no interval that PostgreSQL writes so. */
export function intervalKey(text: string): Microseconds | undefined {
  const usual = usualKey(text)
  if (usual !== undefined) return usual
  const words = text.split(' ')
  const clock = words.length % 2 === 1 ? CLOCK.exec(words.pop() ?? '') : undefined
  if (clock === null) return infinityIn(text)
  let days = 0
  for (let at = 0; at < words.length; at += 2) {
    const [count = '', unit = ''] = words.slice(at, at + 2)
    if (!COUNT.test(count) || !UNIT.test(unit)) return undefined
    days += Number(count) * (DAYS_OF[unit.charAt(0)] ?? 0)
  }
  const [, sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = clock ?? []
  const rest = (Number(minutes) * 60 + Number(seconds)) * 1_000_000 + Number(fraction.padEnd(6, '0'))
  if (Number(hours) < SAFE_HOURS) {
    const microseconds = Number(hours) * HOURS + rest
    return microsecondsFrom(days, sign === '-' ? -microseconds : microseconds)
  }
  const microseconds = BigInt(hours) * BigInt(HOURS) + BigInt(rest)
  const digits = BigInt(days) * 24n * BigInt(HOURS) + (sign === '-' ? -microseconds : microseconds)
  return { type: 'finite', digits, scale: 0 }
}

const [PLUS, MINUS, DOT, COLON, BLANK, ZERO] = [43, 45, 46, 58, 32, 48]
const PLURAL = 115
const USUAL_UNITS = [
  { name: ' day', days: 1 },
  { name: ' mon', days: 30 },
  { name: ' year', days: 360 },
]
const MOST = 9

/** The same for short numbers, sign by sign: a hundred thousand of them are ordered at a click. Undefined: it is unusual. */
function usualKey(text: string): Microseconds | undefined {
  let days = 0
  let at = 0
  while (at < text.length) {
    let sign = text.charCodeAt(at)
    const isSigned = sign === MINUS || sign === PLUS
    if (isSigned) at++
    else sign = PLUS
    const start = at
    let count = 0
    for (; isDigit(text.charCodeAt(at)); at++) count = count * 10 + text.charCodeAt(at) - ZERO
    if (at === start || at - start > MOST) return undefined
    if (text.charCodeAt(at) === COLON) {
      const rest = restOfClock(text, at)
      if (rest === undefined || count >= SAFE_HOURS) return undefined
      return microsecondsFrom(days, (count * HOURS + rest) * (sign === MINUS ? -1 : 1))
    }
    const unit = USUAL_UNITS.find(({ name }) => text.startsWith(name, at))
    if (!unit) return undefined
    days += count * unit.days * (sign === MINUS ? -1 : 1)
    at += unit.name.length
    if (text.charCodeAt(at) === PLURAL) at++
    if (at < text.length && text.charCodeAt(at) !== BLANK) return undefined
    at++
  }
  return text === '' ? undefined : microsecondsFrom(days, 0)
}

/** Microseconds of `:MM:SS` with its fraction, to the end of the text. */
function restOfClock(text: string, at: number): number | undefined {
  if (text.charCodeAt(at + 3) !== COLON) return undefined
  const minutes = twoDigits(text, at + 1)
  const seconds = twoDigits(text, at + 4)
  let fraction = 0
  const end = text.length
  if (end > at + 6) {
    if (text.charCodeAt(at + 6) !== DOT || end === at + 7 || end > at + 13) return undefined
    for (let digit = at + 7, factor = 100_000; digit < end; digit++, factor /= 10) {
      if (!isDigit(text.charCodeAt(digit))) return undefined
      fraction += (text.charCodeAt(digit) - ZERO) * factor
    }
  }
  return minutes < 60 && seconds < 60 ? (minutes * 60 + seconds) * 1_000_000 + fraction : undefined
}

function isDigit(code: number): boolean {
  return code >= ZERO && code < ZERO + 10
}

/** NaN: they are none. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : Number.NaN
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
