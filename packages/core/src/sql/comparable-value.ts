/** Texts of values that are equal to PostgreSQL, made equal, as far as that is certain: `07` and `7` of an integer. */
import { exactNumber } from '../rules/values/exact-number.js'

const NUMBERS = new Set(['int2', 'int4', 'int8', 'numeric', 'oid'])

/** @param type PostgreSQL's name of it, of a domain its base */
export function comparableValue(type: string, value: string): string {
  if (type === 'uuid') return value.replace(/[{}\s-]/g, '').toLowerCase()
  if (!NUMBERS.has(type)) return value
  const number = exactNumber(value.trim())
  if (number?.type !== 'finite') return value
  let { digits, scale } = number
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n
    scale--
  }
  return `${digits}/${scale}`
}
