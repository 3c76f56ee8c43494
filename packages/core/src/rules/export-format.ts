/**
 * A result as a file: CSV, JSON, Markdown or INSERT statements. Every value stays PostgreSQL's own text; what a format
 * can't express – NULL or an empty text, two columns of one name – is made distinct.
 * @rule results.export-format  @spec §2 (results grid)
 */
import type { Cell, ResultField } from '@basedeck/platform-client/contract'
import { readableCell } from './readable-cell.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from '../sql/quoting.js'
import { valueType } from '../sql/types.js'

/** The formats that a user may choose. */
export const EXPORT_FORMATS = ['csv', 'json', 'markdown', 'sql'] as const
/** `value`: the first cell alone, as it is. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number] | 'value'

/** The extension and the media type of a file in each format. */
export const EXPORT_FILES: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  sql: { extension: 'sql', type: 'application/sql; charset=utf-8' },
  value: { extension: 'txt', type: 'text/plain; charset=utf-8' },
}

/** Rows of one INSERT. */
export const INSERT_ROWS = 500

/** Writes a file piece by piece; joined in this order they are the file. */
export interface ExportWriter {
  begin(): string
  rows(rows: Iterable<readonly Cell[]>): string
  end(): string
}

/**
 * Writes a result in one format, piece by piece: head, rows, foot.
 * @param table where INSERT statements go: `name` or `schema.name`, not quoted
 */
export function exportWriter(
  format: ExportFormat,
  fields: readonly ResultField[],
  table: string = 'result',
): ExportWriter {
  switch (format) {
    case 'csv':
      return csvWriter(fields)
    case 'json':
      return jsonWriter(fields)
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
  format: ExportFormat,
  fields: readonly ResultField[],
  rows: Iterable<readonly Cell[]>,
  table?: string,
): string {
  const writer = exportWriter(format, fields, table)
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

/** RFC 4180. NULL is an empty field, an empty text is `""`. */
function csvWriter(fields: readonly ResultField[]): ExportWriter {
  return {
    begin: () => `${fields.map(({ name }) => csvCell(name)).join(',')}\r\n`,
    rows: (rows) => joined(rows, (row) => `${readable(row, fields).map(csvCell).join(',')}\r\n`),
    end: () => '',
  }
}

const NEEDS_QUOTES = /[",\r\n]/

function csvCell(value: Cell): string {
  if (value === null) return ''
  return value === '' || NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** A list of objects. Numbers keep every digit, JSON values keep their stored form, everything else is text. */
function jsonWriter(fields: readonly ResultField[]): ExportWriter {
  const keys = distinctNames(fields.map(({ name }) => name)).map((name) => JSON.stringify(name))
  let isFirst = true
  const object = (row: readonly Cell[]) => {
    const before = isFirst ? '\n' : ',\n'
    isFirst = false
    const members = row.map((value, index) => `${keys[index]}: ${jsonValue(value, fields[index]?.dataType)}`)
    return `${before}  {${members.join(', ')}}`
  }
  return {
    begin: () => '[',
    rows: (rows) => joined(rows, object),
    end: () => (isFirst ? ']\n' : '\n]\n'),
  }
}

/** NaN and Infinity are not numbers in JSON or SQL. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function jsonValue(value: Cell, type: string | undefined = ''): string {
  if (value === null) return 'null'
  const { exported } = valueType(type)
  if (exported === 'number' && NUMBER.test(value)) return value
  if (exported === 'boolean') return value === 't' ? 'true' : 'false'
  return exported === 'json' ? value : JSON.stringify(value)
}

function markdownWriter(fields: readonly ResultField[]): ExportWriter {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const ruler = fields.map(({ dataType }) => (valueType(dataType).exported === 'number' ? '---:' : '---'))
  return {
    begin: () => line(fields.map(({ name }) => markdownCell(name))) + line(ruler),
    rows: (rows) => joined(rows, (row) => line(readable(row, fields).map(markdownCell))),
    end: () => '',
  }
}

const MARKED = /[\\`*_[\]<>|~#&]/g

function markdownCell(value: Cell): string {
  if (value === null) return '*NULL*'
  return value.replace(MARKED, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '<br>')
}

function sqlWriter(fields: readonly ResultField[], table: string): ExportWriter {
  const names = distinctNames(fields.map(({ name }) => name)).map(quoteIdentifier)
  const head = `insert into ${quotedTable(table)} (${names.join(', ')}) values\n`
  let count = 0
  const tuple = (row: readonly Cell[]) => {
    const isFirst = count++ % INSERT_ROWS === 0
    const before = isFirst ? (count === 1 ? head : `;\n${head}`) : ',\n'
    return `${before}  (${row.map((value, index) => sqlValue(value, fields[index]?.dataType)).join(', ')})`
  }
  return {
    begin: () => '',
    rows: (rows) => joined(rows, tuple),
    end: () => (count === 0 ? '' : ';\n'),
  }
}

function quotedTable(table: string): string {
  const dot = table.indexOf('.')
  return dot === -1 ? quoteIdentifier(table) : qualifiedName(table.slice(0, dot), table.slice(dot + 1))
}

/** A value as a literal of SQL; its digits are exact. */
export function sqlValue(value: Cell, type: string | undefined = ''): string {
  if (value === null) return 'null'
  const { exported } = valueType(type)
  if (exported === 'number' && NUMBER.test(value)) return value
  if (exported === 'boolean') return value === 't' ? 'true' : 'false'
  return quoteLiteral(value)
}

function readable(row: readonly Cell[], fields: readonly ResultField[]): Cell[] {
  return row.map((cell, column) => readableCell(cell, fields[column]?.dataType))
}

function joined(rows: Iterable<readonly Cell[]>, text: (row: readonly Cell[]) => string): string {
  let whole = ''
  for (const row of rows) whole += text(row)
  return whole
}
