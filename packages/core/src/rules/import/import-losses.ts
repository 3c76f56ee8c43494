/**
 * What a chosen type would drop of a column's values without an error: PostgreSQL takes a moment with a zone for one
 * without, a moment for a day, and 007 for 7.
 * @rule import.losses  @spec §4
 */
import { inFormat, MAX_FORMATTED, type CellFormat } from './cell-format.js'
import { hasLeadingZeros, hasRepeatedKey } from './csv-inference.js'

/** What is dropped: the zone, the time of day, leading zeros, all but one value of a repeated key; `no-zone`: the zone is assumed. */
export type Loss = 'zone' | 'time' | 'zeros' | 'keys' | 'no-zone'

/** A loss, and of how many values of the sample. */
export interface ImportLoss {
  loss: Loss
  values: number
}

const ZONE = /:\d\d(?:[.,]\d+)?\s*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i
const CLOCK = /\d[T ]\d{1,2}:\d\d/
const hasZone = (value: string) => value.length <= MAX_FORMATTED && ZONE.test(value)

const LOSSES: Readonly<Record<string, readonly [Loss, (value: string) => boolean]>> = {
  timestamp: ['zone', hasZone],
  time: ['zone', hasZone],
  timestamptz: ['no-zone', (value) => CLOCK.test(value) && !hasZone(value)],
  timetz: ['no-zone', (value) => /\d:\d\d/.test(value) && !hasZone(value)],
  date: ['time', (value) => CLOCK.test(value)],
  int2: ['zeros', hasLeadingZeros],
  int4: ['zeros', hasLeadingZeros],
  int8: ['zeros', hasLeadingZeros],
  numeric: ['zeros', hasLeadingZeros],
  float4: ['zeros', hasLeadingZeros],
  float8: ['zeros', hasLeadingZeros],
  jsonb: ['keys', (value) => /^\s*[{[]/.test(value) && hasRepeatedKey(value)],
}

/** The names of types that have a longer one, as format_type writes them. */
const SHORT: Readonly<Record<string, string>> = {
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
  smallint: 'int2',
  integer: 'int4',
  bigint: 'int8',
  real: 'float4',
  'double precision': 'float8',
}

/** A type as imports name it: without its length, by its short name. */
export function shortTypeName(type: string): string {
  const plain = type.replace(/\(.*?\)/, '')
  return SHORT[plain] ?? plain
}

/** What the values of a column lose in a type, its short name or the long one. Undefined: nothing. */
export function lossIn(values: readonly string[], type: string, format?: CellFormat): ImportLoss | undefined {
  const [loss, loses] = LOSSES[shortTypeName(type)] ?? []
  if (loss === undefined || loses === undefined) return undefined
  const count = values.filter((value) =>
    loses(format === undefined ? value : (inFormat(value, format) ?? value)),
  ).length
  return count === 0 ? undefined : { loss, values: count }
}
