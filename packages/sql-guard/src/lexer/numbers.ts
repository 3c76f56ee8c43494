/** Where a number ends: decimals with `_`, hexadecimal, octal and binary ones, fractions, exponents. */
import { isDigit } from './characters.js'

const RADIX = /0(?:[xX](?:_?[0-9a-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)/y
const DECIMAL = /(?:\d+(?:_\d+)*(?:\.(?!\.)(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][-+]?\d+(?:_\d+)*)?/y

/** A digit here, or a dot and a digit. */
export function isNumberAt(sql: string, start: number): boolean {
  const code = sql.charCodeAt(start)
  return isDigit(code) || (code === 46 && isDigit(sql.charCodeAt(start + 1)))
}

/** The offset behind the number that begins at `start`. `1..3` is `1`, `..`, `3`; letters behind a number are a word. */
export function endOfNumber(sql: string, start: number): number {
  return matchEnd(RADIX, sql, start) ?? matchEnd(DECIMAL, sql, start) ?? start + 1
}

function matchEnd(pattern: RegExp, sql: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(sql) ? pattern.lastIndex : undefined
}
