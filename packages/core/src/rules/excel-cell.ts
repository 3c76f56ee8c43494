/**
 * A value as a cell of an Excel workbook. Excel holds a number of at most 15 digits exactly: a longer one is a text, as is
 * what Excel would change (dates, times). What Excel can't hold is told, never cut.
 * @rule results.excel-cell  @spec §2 (results grid)
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { valueType } from '../sql/types.js'

/** Rows of one sheet, with its header. */
export const SHEET_ROWS = 1_048_576
/** Characters of one cell, as UTF-16 counts them. */
export const EXCEL_CELL_CHARACTERS = 32_767
/** Digits that Excel keeps of a number. */
const NUMBER_DIGITS = 15
/** The smallest and the largest number beside zero. */
const SMALLEST = 2.2251e-308
const LARGEST = 9.99999999999999e307

/** A cell of a workbook; `text` is the number or the text as it is written. */
export type ExcelCell =
  | { type: 'empty' }
  | { type: 'number' | 'text'; text: string }
  | { type: 'boolean'; isTrue: boolean }

/**
 * How a value is written into a workbook.
 * @param type PostgreSQL's name of it, as `bool`
 */
export function excelCell(value: Cell, type: string): ExcelCell {
  if (value === null) return { type: 'empty' }
  const { exported } = valueType(type)
  if (exported === 'boolean') return { type: 'boolean', isTrue: value === 't' }
  return { type: exported === 'number' && isKept(value) ? 'number' : 'text', text: value }
}

/** Whether Excel can hold the whole text. */
export function fitsExcelCell(text: string): boolean {
  return text.length <= EXCEL_CELL_CHARACTERS
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE][+-]?\d+)?$/

function isKept(value: string): boolean {
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
