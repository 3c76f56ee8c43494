/**
 * The plain form of a result: a JSON list of objects, for callers that ask for it. Written as text, so that no value
 * passes through a JavaScript number: small integers are numbers, int8 and numeric are strings, json is embedded
 * unchanged.
 */
import type { Cell, StatementResult } from '@basedeck/platform-client/contract'

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

/** Rows of the last statement; `[]` when it returns none. Of columns with the same name the last one counts. */
export function plainRows(results: readonly StatementResult[]): string {
  const result = results.at(-1)
  if (!result) return '[]'
  const keys = result.fields.map((field) => JSON.stringify(field.name))
  const shown = keys.map((key, column) => keys.lastIndexOf(key) === column)
  const rows = result.rows.map((row) => {
    const pairs = row.flatMap((cell, column) =>
      shown[column] ? [`${keys[column]}:${plainValue(cell, result.fields[column]?.dataTypeId ?? 0)}`] : [],
    )
    return `{${pairs.join(',')}}`
  })
  return `[${rows.join(',')}]`
}

function plainValue(cell: Cell, typeId: number): string {
  if (cell === null) return 'null'
  if (typeId === OID.bool) return cell === 't' ? 'true' : 'false'
  if (NUMBERS.has(typeId) && Number.isFinite(Number(cell))) return cell
  // A truncated json value is not valid JSON, so it is sent as a string.
  if (JSON_TYPES.has(typeId) && isJson(cell)) return cell
  return JSON.stringify(cell)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
