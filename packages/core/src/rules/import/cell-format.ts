/**
 * How the cells of a column are written where PostgreSQL would read them differently or not at all: numbers with a decimal
 * comma, separators, currencies or percent signs; dates by the order of day and month; times of twelve hours. A cell that is
 * not written so stays as it is, and PostgreSQL judges it.
 * @rule import.cell-format  @spec §4
 */

/** The formats of numbers. A separator of thousands may be a point or comma (the other one), a blank or an apostrophe. */
export const NUMBER_FORMATS = ['decimal-point', 'decimal-comma', 'percent-point', 'percent-comma'] as const
/** The formats of days, with or without a time after them; `12.31.2026`, `12/31/26` and `12-31-2026` are all `mdy`. */
export const DATE_FORMATS = ['dmy', 'mdy', 'ymd'] as const
/** The formats of times of the day. */
export const TIME_FORMATS = ['clock'] as const
/** How the cells of a column are written. */
export type CellFormat =
  | (typeof NUMBER_FORMATS)[number]
  | (typeof DATE_FORMATS)[number]
  | (typeof TIME_FORMATS)[number]

/** The formats that the cells of a type may have. */
export function formatsOf(type: string): readonly CellFormat[] {
  if (NUMBER_TYPES.has(type)) return NUMBER_FORMATS
  if (DATE_TYPES.has(type)) return DATE_FORMATS
  return type === 'time' || type === 'timetz' ? TIME_FORMATS : []
}

const NUMBER_TYPES = new Set('int2 int4 int8 numeric float4 float8 money oid'.split(' '))
const DATE_TYPES = new Set('date timestamp timestamptz'.split(' '))

/** Characters of a number, a day or a time with what stands around it. */
export const MAX_FORMATTED = 200

/** The cell as PostgreSQL reads it; undefined: it is not written in the format. */
export function inFormat(cell: string, format: CellFormat): string | undefined {
  const text = cell.trim()
  if (text.length > MAX_FORMATTED) return undefined
  switch (format) {
    case 'decimal-point':
    case 'decimal-comma':
      return numberIn(text, format === 'decimal-comma')
    case 'percent-point':
    case 'percent-comma':
      return percentIn(text, format === 'percent-comma')
    case 'clock':
      return clockIn(text)
    default:
      return dayIn(text, format)
  }
}

const CURRENCY =
  /^(?:[\p{Sc}]|[A-Z]{3}(?![A-Za-z]))[\s\u00a0\u202f]*|[\s\u00a0\u202f]*(?:[\p{Sc}]|(?<![A-Za-z])[A-Z]{3})$/u
const GROUPED: Readonly<Record<'point' | 'comma', RegExp>> = {
  point: /^(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d{1,3}(?:['’]\d{3})+|\d+)(?:\.\d+)?$/,
  comma: /^(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d{1,3}(?:['’]\d{3})+|\d+)(?:,\d+)?$/,
}

function numberIn(text: string, isComma: boolean): string | undefined {
  // In books a number in brackets is below zero.
  const bracketed = /^\((.*)\)$/.exec(text)?.[1]
  let rest = bracketed ?? text
  let sign = bracketed === undefined ? '' : '-'
  for (let part = 0; part < 2; part += 1) {
    const signed = /^[-+\u2212]/.exec(rest)
    if (signed && sign === '') {
      sign = signed[0] === '+' ? '+' : '-'
      rest = rest.slice(1).trimStart()
    }
    if (part === 0) rest = rest.replace(CURRENCY, '')
  }
  if (!GROUPED[isComma ? 'comma' : 'point'].test(rest)) return undefined
  const digits = rest.replace(isComma ? /[.\s\u00a0\u202f'’]/g : /[,\s\u00a0\u202f'’]/g, '').replace(',', '.')
  return (sign === '-' ? '-' : '') + digits
}

/** `12.5 %` is 0.125; every digit is kept. */
function percentIn(text: string, isComma: boolean): string | undefined {
  const found = /^(.*?)[\s\u00a0\u202f]*%$/.exec(text)?.[1]
  const number = found === undefined ? undefined : numberIn(found, isComma)
  if (number === undefined) return undefined
  const sign = number.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = number.slice(sign.length).split('.')
  const digits = whole.padStart(3, '0')
  const above = digits.slice(0, -2).replace(/^0+(?=\d)/, '')
  return `${sign}${above}.${digits.slice(-2)}${fraction}`
}

const CLOCK = /^(\d{1,2})(?:[:.](\d\d))?(?:[:.](\d\d)((?:[.,])\d{1,6})?)?(?:\s*([ap])\.?m\.?)?$/i

function clockIn(text: string): string | undefined {
  const match = CLOCK.exec(text)
  if (!match) return undefined
  const [, hours = '', minutes, seconds, fraction = '', half] = match
  // A number alone is no time.
  if (minutes === undefined && half === undefined) return undefined
  const given = Number(hours)
  if (half === undefined ? given > 23 : given < 1 || given > 12) return undefined
  if (Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return undefined
  const hour = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const whole = `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
  return seconds === undefined ? whole : `${whole}:${seconds}${fraction.replace(',', '.')}`
}

const DAY = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})(?:(?:,?\s+|T)(.+))?$/
const ZONE = /\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)$/

function dayIn(text: string, order: (typeof DATE_FORMATS)[number]): string | undefined {
  const match = DAY.exec(text)
  if (!match) return undefined
  const [, first = '', , second = '', third = '', time] = match
  const [year, month, day] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2) return undefined
  // As PostgreSQL reads years of two digits.
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900)
  if (!isDay(full, Number(month), Number(day))) return undefined
  const date = `${String(full).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (time === undefined) return date
  const zone = ZONE.exec(time)?.[1] ?? ''
  const clock = clockIn(zone === '' ? time : time.replace(ZONE, ''))
  return clock === undefined ? undefined : `${date} ${clock}${zone === 'UTC' ? 'Z' : zone}`
}

/** Whether the calendar has the day. Years count from 1. */
export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
