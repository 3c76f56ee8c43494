/**
 * The types of a new table's columns, by a sample of their values. A type is chosen only when it keeps every value as it
 * is written: numbers with leading zeros, times without the zone of others and JSON with a repeated key stay texts. What most
 * values fit is told.
 * @rule import.csv-inference  @spec §4
 */
import type { ImportType } from '@basedeck/platform-client/contract'
import { DATE_FORMATS, inFormat, isDay, NUMBER_FORMATS, type CellFormat } from './cell-format.js'

const MAX_INT8 = 9_223_372_036_854_775_807n
const MAX_JSON = 100_000

const INTEGER = /^(?:0|-?[1-9]\d*)$/
const NUMBER = /^(?:-?[1-9]\d*(?:\.\d+)?|-?0\.\d*[1-9]\d*|0(?:\.0+)?)$/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?/
const TIMESTAMP = new RegExp(`${MOMENT.source}$`)
const TIMESTAMPTZ = new RegExp(`${MOMENT.source}(?:Z|[+-]\\d\\d(?::?\\d\\d)?)$`)
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

type Fits = readonly [ImportType, (value: string) => boolean]

/** Types in the order in which they are tried; the first that holds every value is taken. */
const TRIED: readonly Fits[] = [
  ['bool', (value) => /^(?:true|false)$/i.test(value)],
  ['int8', (value) => INTEGER.test(value) && isInt8(value)],
  ['numeric', (value) => NUMBER.test(value)],
  ['date', (value) => isDate(DATE.exec(value))],
  ['timestamptz', (value) => isDate(TIMESTAMPTZ.exec(value))],
  ['timestamp', (value) => isDate(TIMESTAMP.exec(value))],
  ['time', (value) => TIME.test(value)],
  ['uuid', (value) => UUID.test(value)],
  ['jsonb', isJsonObject],
]

/** A type that many values of a column fit, and how they are written. */
export interface BetterType {
  type: ImportType
  /** Absent: as PostgreSQL reads them. */
  format?: CellFormat
  /** So many values fit, of so many that are not empty. */
  fits: number
  of: number
}

/** The type of a column. Empty values count for nothing; a column of them is text. */
export function inferredType(values: readonly string[]): ImportType {
  const given = values.filter((value) => value !== '')
  if (given.length === 0) return 'text'
  return TRIED.find(([, fits]) => given.every(fits))?.[0] ?? 'text'
}

/** The types of all columns. @param columns their number */
export function inferredTypes(rows: readonly (readonly string[])[], columns: number): ImportType[] {
  return Array.from({ length: columns }, (_, column) => inferredType(rows.map((row) => row[column] ?? '')))
}

/** Whether PostgreSQL surely reads a value as one of a type, by its short name. Undefined: it can't be told of the type. */
export function surelyFits(type: string, value: string): boolean | undefined {
  const tried = type === 'int2' || type === 'int4' ? 'int8' : type === 'float8' ? 'numeric' : type
  return TRIED.find(([one]) => one === tried)?.[1](value)
}

/**
 * The type that at least half of the values of a column of texts fit, if they are read in a format or some of them are
 * wrong. Undefined: none, or its type is certain.
 */
export function betterType(values: readonly string[]): BetterType | undefined {
  const given = values.filter((value) => value !== '')
  if (given.length === 0 || TRIED.some(([, fits]) => given.every(fits))) return undefined
  const counted = (fits: (value: string) => boolean) => given.filter(fits).length
  const candidates: BetterType[] = [
    ...TRIED.map(([type, fits]) => ({ type, fits: counted(fits), of: given.length })),
    { type: 'json' as const, fits: counted(isAnyJsonObject), of: given.length },
    ...NUMBER_FORMATS.map((format) => ({
      type: 'numeric' as const,
      format,
      fits: counted((value) => !hasLeadingZeros(value) && inFormat(value, format) !== undefined),
      of: given.length,
    })),
    ...DATE_FORMATS.map((format) => dateCandidate(given, format)),
    {
      type: 'time' as const,
      format: 'clock' as const,
      fits: counted((value) => inFormat(value, 'clock') !== undefined),
      of: given.length,
    },
  ]
  const best = candidates.reduce((one, other) => (other.fits > one.fits ? other : one))
  return best.fits * 2 >= best.of ? best : undefined
}

/** Days with times are moments; without the zone of one of them they are moments without. */
function dateCandidate(given: readonly string[], format: CellFormat): BetterType {
  const read = given.flatMap((value) => inFormat(value, format) ?? [])
  const times = read.filter((value) => value.length > 10)
  const hasZones =
    times.length > 0 && times.every((value) => /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(value.slice(11)))
  const type = times.length === 0 ? 'date' : hasZones ? 'timestamptz' : 'timestamp'
  return { type, format, fits: read.length, of: given.length }
}

function isInt8(value: string): boolean {
  const number = BigInt(value)
  return number <= MAX_INT8 && number >= -MAX_INT8 - 1n
}

function isDate(match: RegExpExecArray | null): boolean {
  if (!match) return false
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number)
  return isDay(year, month, day)
}

/** Whether a number begins with a zero that says nothing of its value. */
export function hasLeadingZeros(value: string): boolean {
  return /^[-+]?0\d/.test(value.trim())
}

/** A number or a word alone is JSON too, but meant as something else. `jsonb` keeps one value of a repeated key only. */
function isJsonObject(value: string): boolean {
  const parsed = jsonIn(value)
  return parsed !== undefined && !hasRepeatedKey(value, parsed) && !changesInJsonb(value)
}

function isAnyJsonObject(value: string): boolean {
  return jsonIn(value) !== undefined
}

function jsonIn(value: string): object | undefined {
  if (!/^\s*[{[]/.test(value) || value.length > MAX_JSON) return undefined
  try {
    return JSON.parse(value) as object
  } catch {
    return undefined
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"\s*(:?)|-0(?:\.0*)?(?:e[-+]?\d+)?(?![\d.])/gi

/** JSON.parse keeps the last value of a repeated key: then there are fewer keys than were written. */
export function hasRepeatedKey(value: string, parsed: unknown = jsonIn(value)): boolean {
  const written = [...value.matchAll(TOKEN)].filter(([, colon]) => colon === ':').length
  return parsed !== undefined && keysIn(parsed) < written
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members: unknown[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : members.length
  return members.reduce<number>((sum, member) => sum + keysIn(member), own)
}

/** A zero below zero is zero there, and the character NUL is refused. */
function changesInJsonb(value: string): boolean {
  return [...value.matchAll(TOKEN)].some(([token]) => token.startsWith('-') || /\\u0000/.test(token))
}
