/**
 * A result as a file: CSV, JSON, JSON lines, Markdown, INSERT statements or a workbook. Every value stays PostgreSQL's own
 * text; what a format can't express – NULL or an empty text, two columns of one name – is made distinct.
 * @rule results.export-format  @spec §2 (results grid)
 */
import type { Cell, CsvForm, ReadableText } from '@basedeck/platform-client/contract'
import type { GridField } from './results-grid.js'
import { readableCell } from './readable-cell.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from '../../sql/quoting.js'
import { valueType } from '../../sql/types.js'

/** The formats of rows that are shown: texts. */
export const SHOWN_FORMATS = ['csv', 'json', 'ndjson', 'markdown', 'sql'] as const
/** The formats of a whole result. */
export const WHOLE_FORMATS = [...SHOWN_FORMATS, 'xlsx'] as const
/** `value`: the first cell alone, as it is. */
export type TextFormat = (typeof SHOWN_FORMATS)[number] | 'value'
/** The format of a file. */
export type ExportFormat = TextFormat | 'xlsx'

/** CSV as RFC 4180 has it, with the line ends of COPY: NULL is an empty field, an empty text is `""`. */
export const DEFAULT_CSV: CsvForm = { header: true, delimiter: ',', quote: '"', nullText: '' }

/** The extension and the media type of a file in each format. */
export const EXPORT_FILES: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
  ndjson: { extension: 'ndjson', type: 'application/x-ndjson; charset=utf-8' },
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  sql: { extension: 'sql', type: 'application/sql; charset=utf-8' },
  xlsx: { extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  value: { extension: 'txt', type: 'text/plain; charset=utf-8' },
}

/** Where INSERT statements go when no table is named. */
export const DEFAULT_TABLE = 'result'
/** Rows of one INSERT. */
export const INSERT_ROWS = 500

/** Writes a file piece by piece; joined in this order they are the file. */
export interface ExportWriter {
  begin(): string
  rows(rows: Iterable<readonly Cell[]>): string
  end(): string
}

/** What a format asks beside the rows. All are optional. */
export interface ExportOptions {
  /** Where INSERT statements go: `name` or `schema.name`, not quoted. Default `DEFAULT_TABLE`. */
  table?: string
  /** Default `DEFAULT_CSV`. */
  csv?: CsvForm
}

/** Writes a result in one format, piece by piece: head, rows, foot. */
export function exportWriter(
  format: TextFormat,
  fields: readonly GridField[],
  { table = DEFAULT_TABLE, csv = DEFAULT_CSV }: ExportOptions = {},
): ExportWriter {
  switch (format) {
    case 'csv':
      return csvWriter(fields, csv)
    case 'json':
      return jsonWriter(fields)
    case 'ndjson':
      return ndjsonWriter(fields)
    case 'markdown':
      return markdownWriter(fields)
    case 'sql':
      return sqlWriter(fields, table)
    case 'value':
      return { begin: () => '', rows: ([row]) => row?.[0] ?? '', end: () => '' }
  }
}

/** The whole file at once, for rows that are there. */
export function exportedText(
  format: TextFormat,
  fields: readonly GridField[],
  rows: Iterable<readonly Cell[]>,
  options?: ExportOptions,
): string {
  const writer = exportWriter(format, fields, options)
  return writer.begin() + writer.rows(rows) + writer.end()
}

/** Names for a format whose columns must differ: the second `a` is `a_2`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(names)
  const given = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let count = 2; given.has(own) || (own !== name && taken.has(own)); count++) own = `${name}_${count}`
    given.add(own)
    return own
  })
}

/** Names that several columns have, each once. */
export function repeatedNames(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

/** Writes what COPY writes. */
function csvWriter(fields: readonly GridField[], form: CsvForm): ExportWriter {
  const { header, delimiter, quote, nullText } = form
  const isAlone = fields.length === 1
  const cell = (value: string | null): string => {
    if (value === null) return nullText
    // A line of `\.` alone is the end of the data for older servers.
    const isMark = value === nullText || (isAlone && value === '\\.')
    const needsQuotes = isMark || [delimiter, quote, '\n', '\r'].some((sign) => value.includes(sign))
    return needsQuotes ? quote + value.replaceAll(quote, quote + quote) + quote : value
  }
  const line = (cells: readonly (string | null)[]) => `${cells.map(cell).join(delimiter)}\n`
  return {
    begin: () => (header ? line(fields.map(({ name }) => name)) : ''),
    rows: (rows) => joined(rows, (row) => line(readable(row, fields))),
    end: () => '',
  }
}

/** A list of objects. Numbers keep every digit, JSON values keep their stored form, everything else is text. */
function jsonWriter(fields: readonly GridField[]): ExportWriter {
  const object = jsonObject(fields)
  let isFirst = true
  const item = (row: readonly Cell[]) => {
    const before = isFirst ? '\n' : ',\n'
    isFirst = false
    return `${before}  ${object(row)}`
  }
  return {
    begin: () => '[',
    rows: (rows) => joined(rows, item),
    end: () => (isFirst ? ']\n' : '\n]\n'),
  }
}

/** An object on each line. JSON that is stored on several lines is one line of the same value. */
function ndjsonWriter(fields: readonly GridField[]): ExportWriter {
  const object = jsonObject(fields)
  const line = (row: readonly Cell[]) => `${object(row).replace(/[\r\n]/g, ' ')}\n`
  return { begin: () => '', rows: (rows) => joined(rows, line), end: () => '' }
}

function jsonObject(fields: readonly GridField[]): (row: readonly Cell[]) => string {
  const keys = distinctNames(fields.map(({ name }) => name)).map((name) => JSON.stringify(name))
  return (row) => {
    const members = fields.map(({ dataType }, at) => `${keys[at]}: ${jsonValue(row[at] ?? null, dataType)}`)
    return `{${members.join(', ')}}`
  }
}

/** NaN and Infinity are not numbers in JSON or SQL. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** A float's zero with a sign, which PostgreSQL keeps in a text only: as a number it would be 0. */
export const NEGATIVE_ZERO = '-0'

function jsonValue(value: Cell, type: string): string {
  if (value === null) return 'null'
  const { exported } = valueType(type)
  if (exported === 'number' && NUMBER.test(value)) return value
  if (exported === 'boolean') return value === 't' ? 'true' : 'false'
  return exported === 'json' ? value : JSON.stringify(value)
}

function markdownWriter(fields: readonly GridField[]): ExportWriter {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const ruler = fields.map(({ dataType }) => (valueType(dataType).exported === 'number' ? '---:' : '---'))
  return {
    begin: () => line(fields.map(({ name }) => markdownCell(name))) + line(ruler),
    rows: (rows) => joined(rows, (row) => line(readable(row, fields).map(markdownCell))),
    end: () => '',
  }
}

const MARKED = /[\\`*_[\]<>|~#&]/g

function markdownCell(value: string | null): string {
  if (value === null) return '*NULL*'
  return value.replace(MARKED, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '<br>')
}

function sqlWriter(fields: readonly GridField[], table: string): ExportWriter {
  const head = insertHead(fields, table)
  let count = 0
  const tuple = (row: readonly Cell[]) => {
    const isFirst = count++ % INSERT_ROWS === 0
    const before = isFirst ? (count === 1 ? head : `;\n${head}`) : ',\n'
    return `${before}  (${sqlValues(row, fields).join(', ')})`
  }
  return {
    begin: () => '',
    rows: (rows) => joined(rows, tuple),
    end: () => (count === 0 ? '' : ';\n'),
  }
}

/** An INSERT up to its rows. */
export function insertHead(fields: readonly GridField[], table: string): string {
  const names = distinctNames(fields.map(({ name }) => name)).map(quoteIdentifier)
  return `insert into ${quotedTable(table)} (${names.join(', ')}) values\n`
}

function quotedTable(table: string): string {
  const dot = table.indexOf('.')
  return dot === -1 ? quoteIdentifier(table) : qualifiedName(table.slice(0, dot), table.slice(dot + 1))
}

/** The values of a row as literals of SQL; their digits are exact. */
export function sqlValues(row: readonly Cell[], fields: readonly GridField[]): string[] {
  return fields.map(({ dataType }, column) => sqlValue(row[column] ?? null, dataType))
}

function sqlValue(value: Cell, type: string): string {
  if (value === null) return 'null'
  const { exported } = valueType(type)
  if (exported === 'number' && value !== NEGATIVE_ZERO && NUMBER.test(value)) return value
  if (exported === 'boolean') return value === 't' ? 'true' : 'false'
  return quoteLiteral(value)
}

function readable(row: readonly Cell[], fields: readonly GridField[]): (ReadableText | null)[] {
  return fields.map(({ dataType }, column) => readableCell(row[column] ?? null, dataType))
}

function joined(rows: Iterable<readonly Cell[]>, text: (row: readonly Cell[]) => string): string {
  let whole = ''
  for (const row of rows) whole += text(row)
  return whole
}
