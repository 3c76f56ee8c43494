/**
 * The order of a type's values, from their texts, as PostgreSQL orders them: exactly, or not at all. Texts are in the order of
 * their characters, which is PostgreSQL's collation "C": a result doesn't tell its own.
 * @rule results.value-order  @spec §2 (results grid)
 */
import type { Cell, StoredText } from '@basedeck/platform-client/contract'
import { arrayIn } from './array-text.js'
import { typedAs } from './cell-input.js'
import { compareExact, exactNumber, type ExactNumber } from './exact-number.js'
import { intervalKey, typedIntervalKey } from './interval-text.js'
import { dateKey, timeKey, timestampKey, timestamptzKey, timetzKey } from './moment-text.js'
import { networkKey } from './network-address.js'
import { rangeIn, rangesIn, type RangeBound, type RangeParts } from './range-text.js'

/** A value in the form in which it is compared; NULL stays NULL, and a list is compared part by part. */
export type SortKey = number | string | ExactNumber | readonly SortKey[] | null

/** How values of a type are ordered, or why they are not: PostgreSQL has no order for them, or only the database knows it. */
export type ValueOrder =
  | {
      type: 'exact' | 'characters'
      /** Undefined: it is not written as PostgreSQL does with its usual settings. */
      key(text: StoredText): SortKey | undefined
      /** What a typed text is compared as, and how the values are read beside it. Absent: as a value. */
      typed?(text: string): TypedKey | undefined
    }
  | { type: 'none'; reason: 'unordered' | 'unknown' }

/** A typed value to compare values with. */
export interface TypedKey {
  key: SortKey
  /** Absent: as in the order. */
  of?(text: StoredText): SortKey | undefined
}

/** The order of the values of a type. @param type PostgreSQL's name of it, as `int8` or `int8[]` */
export function orderOf(type: string): ValueOrder {
  const known = ORDERS.get(type)
  if (known) return known
  const order = type.endsWith('[]') ? arrayOrder(orderOf(type.slice(0, -2))) : ranged(type)
  const found = order ?? { type: 'none', reason: UNORDERED.has(type) ? 'unordered' : 'unknown' }
  // Types of users come and go.
  if (found.type !== 'none') ORDERS.set(type, found)
  return found
}

/** Compares values of one column, ascending. NULL is above all, as in PostgreSQL. */
export function compareKeys(one: SortKey, other: SortKey): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0
  if (isList(one) && isList(other)) return compareLists(one, other)
  if (isNumber(one) && isNumber(other)) return compareExact(exactOf(one), exactOf(other))
  return rankOf(one) - rankOf(other)
}

type Key = Exclude<SortKey, null>

function isList(key: Key): key is readonly SortKey[] {
  return Array.isArray(key)
}

function isNumber(key: Key): key is number | ExactNumber {
  return typeof key === 'number' || (typeof key === 'object' && 'type' in key)
}

/** Values that were not read are behind those that were. */
function rankOf(key: Key): number {
  return typeof key === 'string' ? 2 : isList(key) ? 1 : 0
}

/** The first parts that differ decide; a list that the other one begins with is before it. */
function compareLists(one: readonly SortKey[], other: readonly SortKey[]): number {
  const count = Math.min(one.length, other.length)
  for (let at = 0; at < count; at++) {
    const sign = compareKeys(one[at] ?? null, other[at] ?? null)
    if (sign !== 0) return sign
  }
  return one.length - other.length
}

function exactOf(key: number | ExactNumber): ExactNumber {
  return typeof key === 'number' ? { type: 'finite', digits: BigInt(key), scale: 0 } : key
}

/** Numbers that a JavaScript number holds exactly are compared as such. */
const SMALL_INTEGER = /^-?\d{1,15}$/

function numberKey(text: string): SortKey | undefined {
  return SMALL_INTEGER.test(text) ? Number(text) : exactNumber(text)
}

const [ZERO, NINE] = [48, 57]
const SIGNS = /[-(]/
const DECIMALS = /[.,](\d{1,2})\D*$/
const SAFE_DIGITS = 13

/** Hundredths. Its sign and separators are the server's; all values have as many decimals. */
function moneyKey(text: string): SortKey | undefined {
  let size = 0
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < ZERO || code > NINE) continue
    size = size * 10 + code - ZERO
    digits++
  }
  if (digits === 0) return undefined
  const missing = 2 - (DECIMALS.exec(text)?.[1]?.length ?? 0)
  const isBelow = SIGNS.test(text)
  if (digits <= SAFE_DIGITS) return (isBelow ? -size : size) * 10 ** missing
  return exactNumber(`${isBelow ? '-' : ''}${text.replaceAll(/\D/g, '')}e${missing}`)
}

const BEYOND = /[\uD800-\uFFFF]/
const BEYOND_ALL = /[\uD800-\uFFFF]/g

/** By code points, as the bytes of UTF-8 are: a pair of surrogates comes behind every single character. */
function charactersKey(text: string): string {
  if (!BEYOND.test(text)) return text
  return text.replaceAll(BEYOND_ALL, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000)
  })
}

/** Blanks at the end of a `char(n)` are not counted. */
function paddedKey(text: string): string {
  return charactersKey(text.replace(/ +$/, ''))
}

const OCTAL = /^\\([0-7]{3})$/

/** The type `"char"` is a byte. */
function byteKey(text: string): number | undefined {
  const octal = OCTAL.exec(text)?.[1]
  if (octal !== undefined) return Number.parseInt(octal, 8)
  return text === '' ? 0 : text.length === 1 ? text.charCodeAt(0) : undefined
}

/** Bytes as hexadecimal digits, also those that PostgreSQL wrote as escapes. */
function bytesKey(text: string): string {
  if (text.startsWith('\\x')) return text.slice(2)
  const escaped = text.replaceAll(/\\(\\|[0-7]{3})|[^]/g, (sign, code?: string) => {
    const byte = code === undefined ? sign.charCodeAt(0) : code === '\\' ? 92 : Number.parseInt(code, 8)
    return byte.toString(16).padStart(2, '0')
  })
  return escaped
}

function hexKey(digits: number): (text: string) => string | undefined {
  return (text) => {
    const hex = text.replaceAll(/[^\da-f]/gi, '').toLowerCase()
    return hex.length === digits ? hex : undefined
  }
}

/** An address of six bytes has two more in its middle. */
function longAddressKey(text: string): string | undefined {
  const short = hexKey(12)(text)
  return short === undefined ? hexKey(16)(text) : `${short.slice(0, 6)}fffe${short.slice(6)}`
}

const LSN = /^([\da-f]{1,8})\/([\da-f]{1,8})$/i

function lsnKey(text: string): string | undefined {
  const [, high, low] = LSN.exec(text) ?? []
  return high === undefined || low === undefined
    ? undefined
    : (high.padStart(8, '0') + low.padStart(8, '0')).toUpperCase()
}

const TID = /^\((\d+),(\d+)\)$/

function tidKey(text: string): readonly [number, number] | undefined {
  const [, block, row] = TID.exec(text) ?? []
  return block === undefined ? undefined : [Number(block), Number(row)]
}

const VECTOR = /^-?\d+(?: -?\d+)*$/

function vectorKey(text: string): readonly number[] | undefined {
  if (text === '') return []
  return VECTOR.test(text) ? text.split(' ').map(Number) : undefined
}

/** Shorter ones come first. */
function oidsKey(text: string): readonly number[] | undefined {
  const oids = vectorKey(text)
  if (!oids) return undefined
  return [oids.length, ...oids]
}

const BITS = /^[01]*$/
const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ['f', 0],
  ['t', 1],
])
const booleanKey = (text: string) => BOOLEANS.get(text)

/** A moment without a zone is one of the zone that the values are written in. */
function typedMoment(text: string): TypedKey | undefined {
  const inUtc = timestamptzKey(text)
  if (inUtc !== undefined) return { key: inUtc }
  const key = timestampKey(text)
  return key === undefined ? undefined : { key, of: timestampKey }
}

type Ordered = Exclude<ValueOrder, { type: 'none' }>

const exact = (key: Ordered['key'], typed?: Ordered['typed']): Ordered => ({
  type: 'exact',
  key,
  ...(typed && { typed }),
})
const byCharacters = (key: Ordered['key']): Ordered => ({ type: 'characters', key })

const NUMBER = exact(numberKey)

const ORDERS = new Map<string, ValueOrder>([
  ...'int2 int4 int8 numeric float4 float8 oid xid8'.split(' ').map((type) => [type, NUMBER] as const),
  ['money', exact(moneyKey)],
  ...['text', 'varchar', 'citext'].map((type) => [type, byCharacters(charactersKey)] as const),
  ['name', exact(charactersKey)],
  ['bpchar', byCharacters(paddedKey)],
  ['"char"', exact(byteKey)],
  [
    'bool',
    exact(booleanKey, (text) => {
      const key = booleanKey(typedAs('bool', text))
      return key === undefined ? undefined : { key }
    }),
  ],
  ['bytea', exact(bytesKey)],
  ['date', exact(dateKey)],
  ['time', exact(timeKey)],
  ['timetz', exact(timetzKey)],
  ['timestamp', exact(timestampKey)],
  ['timestamptz', exact(timestamptzKey, typedMoment)],
  [
    'interval',
    exact(intervalKey, (text) => {
      const key = typedIntervalKey(text)
      return key === undefined ? undefined : { key }
    }),
  ],
  ['uuid', exact(hexKey(32))],
  ['inet', exact(networkKey)],
  ['cidr', exact(networkKey)],
  ['macaddr', exact(hexKey(12))],
  ['macaddr8', exact(longAddressKey)],
  ['bit', exact((text) => (BITS.test(text) ? text : undefined))],
  ['varbit', exact((text) => (BITS.test(text) ? text : undefined))],
  ['pg_lsn', exact(lsnKey)],
  ['tid', exact(tidKey)],
  ['oidvector', exact(oidsKey)],
  ['int2vector', exact(vectorKey)],
])

/** Types that PostgreSQL itself has no order for. */
const UNORDERED = new Set(
  'json xml point line lseg box path polygon circle xid cid jsonpath pg_snapshot txid_snapshot aclitem refcursor'.split(
    ' ',
  ),
)

/** The types of the bounds of PostgreSQL's own ranges. */
const RANGES: Readonly<Record<string, string>> = {
  int4range: 'int4',
  int8range: 'int8',
  numrange: 'numeric',
  daterange: 'date',
  tsrange: 'timestamp',
  tstzrange: 'timestamptz',
}

function ranged(type: string): ValueOrder | undefined {
  const isMany = type.endsWith('multirange')
  const name = isMany ? type.replace('multirange', 'range') : type
  const bound = Object.hasOwn(RANGES, name) ? RANGES[name] : undefined
  const order = bound === undefined ? undefined : orderOf(bound)
  if (!order || order.type === 'none') return undefined
  return exact((text) => {
    const ranges = isMany ? rangesIn(text) : rangeIn(text)
    return ranges && (Array.isArray(ranges) ? allRead(ranges, of(order)) : of(order)(ranges))
  })
}

const of =
  ({ key }: Ordered) =>
  (range: RangeParts): SortKey | undefined => {
    if (range.isEmpty) return [0]
    const { lower, upper } = range
    const [from, to] = [boundKey(lower, -1, key), boundKey(upper, 1, key)]
    return from && to && [1, from, to]
  }

/** Without a bound a range reaches further than any value; of equal ones the one that includes its bound does. */
function boundKey({ text, isInclusive }: RangeBound, side: -1 | 1, key: Ordered['key']): SortKey | undefined {
  if (text === null) return [side]
  const value = key(text)
  return value === undefined ? undefined : [0, value, isInclusive ? side : 0]
}

function allRead<Part>(
  parts: readonly Part[],
  read: (part: Part) => SortKey | undefined,
): SortKey[] | undefined {
  const keys: SortKey[] = []
  for (const part of parts) {
    const key = read(part)
    if (key === undefined) return undefined
    keys.push(key)
  }
  return keys
}

/** Elements decide first, then how they are arranged. */
function arrayOrder(element: ValueOrder): ValueOrder {
  if (element.type === 'none') return element
  return {
    type: element.type,
    key(text) {
      const parts = arrayIn(text)
      const read = (cell: Cell) => (cell === null ? null : element.key(cell))
      const keys = parts && allRead(parts.elements, read)
      return parts && keys && [keys, parts.sizes.length, parts.sizes, parts.firsts]
    },
  }
}
