/**
 * A value that a row holds for a moment inside the transaction of a save, so that others can take its unique value. It is
 * the same for the same row, so that what is reviewed is what is run.
 */
import type { ReadColumn } from './read-table.js'
import type { TableColumn, TableConstraints } from './table-detail.js'

/** A column that may hold such a value. */
export type ParkedColumn = ReadColumn & Partial<Pick<TableColumn, 'declared' | 'enums'>>

/** Values from here on are far from those that are counted up; the second half of each type's range. */
const WHOLE_NUMBERS: Readonly<Record<string, bigint>> = { int2: 1n << 14n, int4: 1n << 30n, int8: 1n << 62n }
/** Characters of a text that holds a hash and says what it is. */
const TEXT_LENGTH = 24

/**
 * Undefined: the column has none – row triggers would see it, references would follow it, or its type has no value that is
 * certainly free.
 * @param seed tells the row apart
 * @returns PostgreSQL's own text; null: NULL
 */
export function parkingValue(
  { key, constraints }: { key: readonly string[]; constraints?: TableConstraints },
  { name, type, isNullable = true, declared = type, enums }: ParkedColumn,
  seed: string,
): string | null | undefined {
  // Without a key the row can't be found again after its position has changed.
  if (!constraints || key.length === 0 || constraints.hasRowTriggers || constraints.referenced.includes(name))
    return undefined
  const areNullsFree = constraints.uniques.every(
    ({ columns, nullsAreEqual }) => !nullsAreEqual || !columns.includes(name),
  )
  if (isNullable && areNullsFree && !key.includes(name)) return null
  if (enums) return undefined
  const hash = hashOf(seed)
  const half = Object.hasOwn(WHOLE_NUMBERS, type) ? WHOLE_NUMBERS[type] : undefined
  if (half !== undefined) return `${half + (hash % half)}`
  if (type === 'numeric' && declared === 'numeric') return `${(1n << 62n) + hash}`
  const digits = hash.toString(16).padStart(16, '0')
  if (type === 'uuid') return `ffffffff-ffff-ffff-${digits.slice(0, 4)}-${digits.slice(4)}`
  const isText = type === 'text' || (type === 'varchar' && lengthIn(declared) >= TEXT_LENGTH)
  return isText ? `~moving ${digits}` : undefined
}

function lengthIn(declared: string): number {
  return Number(/\((\d+)\)$/.exec(declared)?.[1] ?? Number.POSITIVE_INFINITY)
}

/** 64 bits, by FNV-1a. */
function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash
}
