/**
 * A value as a cell of an Excel workbook. Excel holds a number of at most 15 digits exactly, and dates and times of whole
 * milliseconds without a zone, from 1900-03-01 to 9999: anything else is a text. What Excel can't hold is told, never cut.
 * @rule results.excel-cell  @spec §2 (results grid)
 */
import type { Cell, StoredText } from '@basedeck/platform-client/contract'
import { valueType } from '../../sql/types.js'
import { NEGATIVE_ZERO } from './export-format.js'
import { momentIn, timeKey } from '../values/moment-text.js'

/** Rows of one sheet, with its header. */
export const SHEET_ROWS = 1_048_576
/** Characters of one cell, as UTF-16 counts them. */
export const EXCEL_CELL_CHARACTERS = 32_767
/** Digits that Excel keeps of a number. */
const NUMBER_DIGITS = 15
/** The smallest and the largest number beside zero. */
const SMALLEST = 2.2251e-308
const LARGEST = 9.99999999999999e307

/** How dates and times are shown, each as Excel's own code: as PostgreSQL writes them. */
export const MOMENT_FORMATS = {
  date: 'yyyy-mm-dd',
  time: 'hh:mm:ss',
  'time-ms': 'hh:mm:ss.000',
  timestamp: 'yyyy-mm-dd hh:mm:ss',
  'timestamp-ms': 'yyyy-mm-dd hh:mm:ss.000',
} as const
/** One of them. */
export type MomentFormat = keyof typeof MOMENT_FORMATS

/** A cell of a workbook; `text` is the number or the text as it is written. */
export type ExcelCell =
  | { type: 'empty' }
  | { type: 'number' | 'text'; text: string }
  | { type: 'boolean'; isTrue: boolean }
  /** `serial`: days from 1899-12-30, the time of the day as a part of one. `format`: how it is shown. */
  | { type: 'moment'; serial: string; format: MomentFormat }

/**
 * How a value is written into a workbook.
 * @param type PostgreSQL's name of it, as `bool`
 */
export function excelCell(value: Cell, type: string): ExcelCell {
  if (value === null) return { type: 'empty' }
  const { exported } = valueType(type)
  if (exported === 'boolean') return { type: 'boolean', isTrue: value === 't' }
  const moment = momentCell(value, type)
  if (moment) return moment
  return { type: exported === 'number' && isKept(value) ? 'number' : 'text', text: value }
}

/** So many characters a column needs to show its dates or times; narrower, Excel draws #### instead. */
const MOMENT_WIDTHS: Readonly<Record<string, number>> = { date: 11, time: 13, timestamp: 24 }

/** The width of a column, in characters; undefined: Excel's own. @param type PostgreSQL's name of it, as `date` */
export function excelWidth(type: string): number | undefined {
  return Object.hasOwn(MOMENT_WIDTHS, type) ? MOMENT_WIDTHS[type] : undefined
}

/** Days from Excel's day 0, 1899-12-30, to 1970-01-01. */
const EPOCH_DAY = 25_569
/** 1900-03-01: Excel counts a February 29 before it that never was. */
const FIRST_DAY = 61
/** 9999-12-31. */
const LAST_DAY = 2_958_465
const DAY_MS = 86_400_000

/** A moment that Excel holds exactly. A moment with a zone is none: Excel knows no zones, and would show another time. */
function momentCell(value: StoredText, type: string): ExcelCell | undefined {
  if (type === 'time') {
    const key = timeKey(value)
    // Excel's day ends before 24:00.
    return key === undefined || key >= DAY_MS * 1000 ? undefined : serialCell('time', 0, key)
  }
  if (type !== 'date' && type !== 'timestamp') return undefined
  const moment = momentIn(value)
  if (!moment || !('days' in moment)) return undefined
  const day = moment.days + EPOCH_DAY
  return day < FIRST_DAY || day > LAST_DAY ? undefined : serialCell(type, day, moment.microseconds)
}

function serialCell(
  kind: 'date' | 'time' | 'timestamp',
  day: number,
  microseconds: number,
): ExcelCell | undefined {
  if (microseconds % 1000 !== 0) return undefined
  const isPart = microseconds % 1_000_000 !== 0
  const serial = String(day + microseconds / 1000 / DAY_MS)
  return { type: 'moment', serial, format: isPart && kind !== 'date' ? `${kind}-ms` : kind }
}

/** Whether Excel can hold the whole text. */
export function fitsExcelCell(text: string): boolean {
  return text.length <= EXCEL_CELL_CHARACTERS
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE][+-]?\d+)?$/

function isKept(value: string): boolean {
  if (value === NEGATIVE_ZERO) return false
  const [, whole, fraction = ''] = NUMBER.exec(value) ?? []
  if (whole === undefined) return false
  const digits = (whole + fraction.replace(/0+$/, '')).replace(/^0+/, '')
  const size = Math.abs(Number(value))
  return digits.length <= NUMBER_DIGITS && (size === 0 || (size >= SMALLEST && size <= LARGEST))
}

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What XML can't hold or changes, and what Excel reads as an escape. */
const ESCAPED = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/gu

/** A text inside a cell's XML. */
export function excelText(text: string): string {
  return text
    .replace(ESCAPED, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (sign) => MARKUP[sign] ?? sign)
}

/** The letters of a column, counted from 0: `A`, `Z`, `AA`. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** The name of a sheet, counted from 0. */
export function sheetName(sheet: number): string {
  return sheet === 0 ? 'Result' : `Result ${sheet + 1}`
}

/**
 * SQL that tells for each column whether Excel can't hold one of its values: a row of booleans.
 * @param types PostgreSQL's names of the columns' types
 */
export function excelCheck(sql: string, types: readonly string[]): string | undefined {
  const columns = types.map((type, index) => (isAlwaysShort(type) ? 'false' : tooLong(`c${index}::text`)))
  if (columns.every((column) => column === 'false')) return undefined
  const names = types.map((_, index) => `c${index}`)
  // A comment at the statement's end must not swallow the bracket.
  return `select ${columns.join(', ')} from (\n${sql}\n) as result(${names.join(', ')})`
}

/** A character beyond the first 65,536 counts twice. */
function tooLong(text: string): string {
  const astral = String.raw`pg_catalog.regexp_replace(${text}, '[^\U00010000-\U0010ffff]', '', 'g')`
  const length = (of: string) => `pg_catalog.length(${of})`
  const exact = `${length(text)} + ${length(astral)} > ${EXCEL_CELL_CHARACTERS}`
  return `pg_catalog.bool_or(${length(text)} > ${EXCEL_CELL_CHARACTERS / 2} and ${exact})`
}

const SHORT_TYPES = new Set(
  'bool int2 int4 int8 float4 float8 oid money uuid date time timetz timestamp timestamptz interval inet cidr macaddr'.split(
    ' ',
  ),
)

function isAlwaysShort(type: string): boolean {
  return SHORT_TYPES.has(type)
}
