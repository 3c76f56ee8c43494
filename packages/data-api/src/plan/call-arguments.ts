/** What a call of a function gives: named arguments of the query or the body, or the body as a whole. */
import { refused } from '../errors.js'
import { mediaType, textOf } from '../language/payload.js'
import { parametersOf } from '../language/query-string.js'
import { readCsv } from '../language/csv-rows.js'
import type { DataFunction } from '../schema/data-function.js'
import type { GivenArguments } from '../schema/find-function.js'
import type { Asked } from './asked.js'

/** A call before its function is known. */
export interface Call {
  given: GivenArguments
  /** Whether every value is a text, as in a query. */
  isText: boolean
  /** JSON of the named arguments, for the function that was found. */
  json(called: DataFunction): string
  /** The body, for a function that takes it as a whole. */
  body: string
}

/** What a body may be for a function with a single argument that has no name. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}

/** @throws DataApiError PGRST102 */
export function callOf(asked: Asked): Call {
  const { request, query } = asked
  if (request.method !== 'POST') return fromPairs(query.arguments)
  const type = mediaType(request.headers['content-type']) ?? 'application/json'
  if (type === 'application/x-www-form-urlencoded') return fromPairs(parametersOf(textOf(request.body)))
  if (type === 'text/csv') return fromCsv(textOf(request.body))
  const whole = WHOLE[type]
  if (whole === undefined) throw refused('PGRST102', `Content-Type not acceptable: ${type}`)
  if (type === 'application/octet-stream') return fromWhole(whole, hexOf(request.body))
  const text = textOf(request.body)
  return type === 'application/json' ? fromJson(whole, text, query.columns) : fromWhole(whole, text)
}

/** Values as text; one that is given several times is the list of a variadic argument. */
function fromPairs(pairs: readonly (readonly [string, string])[]): Call {
  return {
    isText: true,
    given: { names: [...new Set(pairs.map(([name]) => name))], wholeBody: [], isOnlyWhole: false },
    json(called) {
      const values = new Map<string, string | string[]>()
      for (const [name, value] of pairs) {
        const isList = called.arguments.some((one) => one.name === name && one.isVariadic)
        const known = values.get(name)
        if (isList && !(known === undefined && isArrayLiteral(value))) {
          values.set(name, [...(Array.isArray(known) ? known : []), value])
        } else values.set(name, value)
      }
      return JSON.stringify(Object.fromEntries(values))
    },
    body: '',
  }
}

function isArrayLiteral(value: string): boolean {
  return value.startsWith('{') && value.endsWith('}')
}

function fromCsv(text: string): Call {
  const { names, rows } = readCsv(text)
  const row = Object.fromEntries(names.map((name, index) => [name, rows[0]?.[index] ?? null]))
  return {
    given: { names, wholeBody: [], isOnlyWhole: false },
    isText: true,
    json: () => JSON.stringify(row),
    body: '',
  }
}

function fromWhole(wholeBody: readonly string[], body: string): Call {
  return { given: { names: [], wholeBody, isOnlyWhole: true }, isText: false, json: () => '{}', body }
}

function fromJson(wholeBody: readonly string[], text: string, columns: readonly string[] | undefined): Call {
  if (text.trim() === '')
    return {
      given: { names: [], wholeBody, isOnlyWhole: false },
      isText: false,
      json: () => '{}',
      body: '{}',
    }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('PGRST102', 'Empty or invalid json')
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const names = columns ?? (isObject ? Object.keys(value as object) : [])
  return { given: { names, wholeBody, isOnlyWhole: !isObject }, isText: false, json: () => text, body: text }
}

function hexOf(bytes: Uint8Array): string {
  let hex = '\\x'
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}
