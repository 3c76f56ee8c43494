/** Whether bytes are a number of JSON and SQL: what the pattern of the text writers finds. NaN and Infinity are not. */

const ZERO = 0x30
const NINE = 0x39
const MINUS = 0x2d
const PLUS = 0x2b
const POINT = 0x2e
const LETTER_E = 0x45
const LOWER_E = 0x65

export function isNumber(source: Buffer, start: number, end: number): boolean {
  let at = source[start] === MINUS ? start + 1 : start
  const whole = digitsEnd(source, at, end)
  if (whole === at || (source[at] === ZERO && whole > at + 1)) return false
  at = whole
  if (at < end && source[at] === POINT) {
    const fraction = digitsEnd(source, at + 1, end)
    if (fraction === at + 1) return false
    at = fraction
  }
  if (at < end && (source[at] === LETTER_E || source[at] === LOWER_E)) {
    at++
    if (at < end && (source[at] === PLUS || source[at] === MINUS)) at++
    const exponent = digitsEnd(source, at, end)
    if (exponent === at) return false
    at = exponent
  }
  return at === end
}

function digitsEnd(source: Buffer, start: number, end: number): number {
  let at = start
  while (at < end && (source[at] ?? 0) >= ZERO && (source[at] ?? 0) <= NINE) at++
  return at
}
