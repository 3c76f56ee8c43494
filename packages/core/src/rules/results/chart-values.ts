/**
 * What a text of PostgreSQL is on an axis: a number or a moment, and whether it has more digits than a drawing tells apart.
 * @rule results.chart-values  @spec §2
 */
import { compareExact, exactNumber } from '../values/exact-number.js'

const TIME = /^(\d{4,}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** A date, or a date with a time. */
export function isTime(text: string): boolean {
  return TIME.test(text)
}

/** Where a value is on the axis: of a time, milliseconds since 1970; null: nowhere. */
export function placeOf(text: string | null, kind: 'number' | 'time'): number | null {
  if (text === null) return null
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : null
  const match = TIME.exec(text)
  if (!match) return null
  const [, date = '', time = '00:00', zone = 'Z'] = match
  const at = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}${zoneOf(zone)}`)
  return Number.isNaN(at) ? null : at
}

/** As JavaScript reads it: `+02` is `+02:00`. */
function zoneOf(zone: string): string {
  if (zone === 'Z') return zone
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Digits that a number of JavaScript always keeps. */
const EXACT_DIGITS = 15

/** Whether the number that is drawn is another than the text says. */
export function moreThanDrawn(text: string): boolean {
  if (text.length <= EXACT_DIGITS || !Number.isFinite(Number(text))) return false
  const [own, drawn] = [exactNumber(text), exactNumber(String(Number(text)))]
  return own !== undefined && drawn !== undefined && compareExact(own, drawn) !== 0
}
