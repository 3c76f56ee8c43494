/**
 * The plain form of a result: a JSON list of objects, for callers that ask for it. Written as text, so that no value
 * passes through a JavaScript number: small integers are numbers, int8 and numeric are strings, json is embedded
 * unchanged.
 */
import type { Cell, StatementResult } from '@basedeck/platform-client/contract'
import { stringSlices } from './json-slices.js'

const OID = {
  bool: 16,
  int2: 21,
  int4: 23,
  json: 114,
  oid: 26,
  float4: 700,
  float8: 701,
  jsonb: 3802,
} as const
const NUMBERS = new Set<number>([OID.int2, OID.int4, OID.oid, OID.float4, OID.float8])
const JSON_TYPES = new Set<number>([OID.json, OID.jsonb])

/**
 * Rows of the last statement, piece by piece; `[]` when it returns none. Of columns with the same name the last one
 * counts.
 */
export function* plainRows(results: readonly StatementResult[]): Generator<string> {
  const result = results.at(-1)
  if (!result) return yield '[]'
  const keys = result.fields.map((field) => JSON.stringify(field.name))
  const shown = keys.map((key, column) => keys.lastIndexOf(key) === column)
  const columns = keys.flatMap((key, column) =>
    shown[column] ? [{ key, column, typeId: result.fields[column]?.dataTypeId ?? 0 }] : [],
  )
  let beforeRow = '['
  for (const row of result.rows) {
    yield beforeRow
    let before = '{'
    for (const { key, column, typeId } of columns) {
      yield `${before}${key}:`
      yield* plainValue(row[column] ?? null, typeId)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
    beforeRow = ','
  }
  yield beforeRow === '[' ? '[]' : ']'
}

/** A value is whole: a result with a value that was cut is refused. */
function* plainValue(cell: Cell, typeId: number): Generator<string> {
  if (cell === null) yield 'null'
  else if (typeId === OID.bool) yield cell === 't' ? 'true' : 'false'
  else if (JSON_TYPES.has(typeId) || (NUMBERS.has(typeId) && Number.isFinite(Number(cell)))) yield cell
  else yield* stringSlices(cell)
}
