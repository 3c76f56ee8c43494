/**
 * The plain form of a result: a JSON list of objects, for callers that ask for it. No value passes through a JavaScript
 * number: small integers are numbers, int8 and numeric are strings, json is embedded unchanged.
 */
import type { ResultField } from '@basedeck/platform-client/contract'
import { jsonRows, putRaw, putText, type RowForm } from './json-rows.js'

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
const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')]
const LETTER_T = 0x74

/**
 * Rows of a result, piece by piece. Of columns with the same name the last one counts. A value is whole: a result with a
 * value that was cut is refused.
 * @param messages whole DataRow messages, one after the other in each
 */
export function plainRows(fields: readonly ResultField[], messages: readonly Buffer[]): Generator<Buffer> {
  return jsonRows(messages, objects(fields))
}

function objects(fields: readonly ResultField[]): RowForm {
  const keys = fields.map(({ name }) => JSON.stringify(name))
  const first = keys.findIndex((key, column) => keys.lastIndexOf(key) === column)
  const before = keys.map((key, column) =>
    keys.lastIndexOf(key) === column ? Buffer.from(`${column === first ? '' : ','}${key}:`) : undefined,
  )
  const cells = fields.map(({ dataTypeId }) => cellOf(dataTypeId))
  return {
    begin: Buffer.from('{'),
    beforeCell: (column) => before[column],
    putCell: (bytes, column, source, start, end) => cells[column]?.(bytes, source, start, end),
    end: Buffer.from('}'),
  }
}

type PutCell = typeof putText

function cellOf(typeId: number): PutCell {
  if (typeId === OID.bool)
    return (bytes, source, start, end) =>
      bytes.put(end === start + 1 && source[start] === LETTER_T ? TRUE : FALSE)
  if (JSON_TYPES.has(typeId)) return putRaw
  if (NUMBERS.has(typeId))
    return (bytes, source, start, end) =>
      Number.isFinite(Number(source.toString('latin1', start, end)))
        ? putRaw(bytes, source, start, end)
        : putText(bytes, source, start, end)
  return putText
}
