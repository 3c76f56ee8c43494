/**
 * The types of a new table's columns, by a sample of their values. A type is chosen only when it keeps every value as it
 * is written: numbers with leading zeros stay texts.
 * @rule import.csv-inference  @spec §4
 */
import { IMPORT_TYPES, type ImportType } from '@basedeck/platform-client/contract'

const MAX_INT8 = 9_223_372_036_854_775_807n
const MAX_JSON = 100_000

const INTEGER = /^-?(?:0|[1-9]\d*)$/
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)[ T]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const FITS: Readonly<Record<Exclude<ImportType, 'text'>, (value: string) => boolean>> = {
  bool: (value) => /^(?:true|false)$/i.test(value),
  int8: (value) => INTEGER.test(value) && isInt8(value),
  numeric: (value) => NUMBER.test(value),
  date: (value) => isDay(DATE.exec(value)),
  timestamptz: (value) => isDay(TIMESTAMP.exec(value)),
  uuid: (value) => UUID.test(value),
  jsonb: isJsonObject,
}

/** Types in the order in which they are tried; the first that holds every value is taken. */
const TRIED = IMPORT_TYPES.filter((type) => type !== 'text')

/** The type of a column. Empty values count for nothing; a column of them is text. */
export function inferredType(values: readonly string[]): ImportType {
  const given = values.filter((value) => value !== '')
  if (given.length === 0) return 'text'
  return TRIED.find((type) => given.every(FITS[type])) ?? 'text'
}

/** The types of all columns. @param columns their number */
export function inferredTypes(rows: readonly (readonly string[])[], columns: number): ImportType[] {
  return Array.from({ length: columns }, (_, column) => inferredType(rows.map((row) => row[column] ?? '')))
}

function isInt8(value: string): boolean {
  const number = BigInt(value)
  return number <= MAX_INT8 && number >= -MAX_INT8 - 1n
}

function isDay(match: RegExpExecArray | null): boolean {
  if (!match) return false
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number)
  if (year === 0) return false
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** A number or a word alone is JSON too, but meant as something else. */
function isJsonObject(value: string): boolean {
  if (!/^\s*[{[]/.test(value) || value.length > MAX_JSON) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}
