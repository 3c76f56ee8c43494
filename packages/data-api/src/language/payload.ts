/** The body of a write: rows as JSON, whose values PostgreSQL reads itself. */
import { refused } from '../errors.js'
import { readCsv } from './csv-rows.js'
import { parametersOf } from './query-string.js'

/** What a body holds. */
export interface Payload {
  /** JSON for PostgreSQL. */
  json: string
  /** Whether the JSON is a list of rows; else it is one row. */
  isList: boolean
  /** The columns of the rows. */
  columns: string[]
  /** Whether every value is a text, as in CSV: JSON in it is then read as JSON. */
  isText?: boolean
  /** How many rows; undefined when nobody counted. */
  rows: number | undefined
}

const FORM = 'application/x-www-form-urlencoded'

/**
 * @param columns the parameter `columns`: then the body goes to PostgreSQL unread
 * @throws DataApiError PGRST102
 */
export function readPayload(
  body: Uint8Array,
  contentType: string | undefined,
  columns: readonly string[] | undefined,
): Payload {
  const text = textOf(body)
  const type = mediaType(contentType)
  if (type === 'text/csv') return fromCsv(text, columns)
  if (type === FORM) return fromForm(text, columns)
  if (type !== undefined && type !== 'application/json' && !type.endsWith('+json'))
    throw refused('PGRST102', `Content-Type not acceptable: ${type}`)
  return fromJson(text, columns)
}

/** `text/csv` of `Text/CSV; charset=utf-8`; undefined when there is none. */
export function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase() || undefined
}

/** @throws DataApiError PGRST102 for what is no UTF-8 */
export function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw refused('PGRST102', 'The body is not UTF-8')
  }
}

function fromJson(text: string, columns: readonly string[] | undefined): Payload {
  const first = /\S/.exec(text)?.[0]
  if (columns && (first === '[' || first === '{'))
    return { json: text, isList: first === '[', columns: [...columns], rows: undefined }
  const value = parsed(text)
  if (!Array.isArray(value)) {
    if (!isObject(value)) throw invalid()
    return { json: text, isList: false, columns: Object.keys(value), rows: 1 }
  }
  const names = Object.keys(isObject(value[0]) ? value[0] : {})
  for (const row of value) {
    if (!isObject(row)) throw invalid()
    const keys = Object.keys(row)
    if (keys.length !== names.length || !names.every((name) => Object.hasOwn(row, name)))
      throw refused('PGRST102', 'All object keys must match')
  }
  return { json: text, isList: true, columns: names, rows: value.length }
}

function fromCsv(text: string, columns: readonly string[] | undefined): Payload {
  const { names, rows } = readCsv(text)
  const objects = rows.map((row) => Object.fromEntries(row.map((value, index) => [names[index], value])))
  return {
    json: JSON.stringify(objects),
    isList: true,
    columns: [...(columns ?? names)],
    rows: rows.length,
    isText: true,
  }
}

function fromForm(text: string, columns: readonly string[] | undefined): Payload {
  const row = Object.fromEntries(parametersOf(text))
  return {
    json: JSON.stringify(row),
    isList: false,
    columns: [...(columns ?? Object.keys(row))],
    rows: 1,
    isText: true,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid()
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid() {
  return refused('PGRST102', 'Empty or invalid json')
}
