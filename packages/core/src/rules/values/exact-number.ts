/**
 * PostgreSQL's numbers as it writes them, compared and added without losing a digit: `9007199254740993`, `0.10`, `1e400`,
 * `NaN`, `-Infinity`.
 * @rule results.exact-number  @spec §9
 */

/** Numbers from −Infinity up; NaN is above all, as in PostgreSQL. */
export type ExactNumber =
  | { type: 'finite'; digits: bigint; scale: number }
  | { type: 'infinite'; above: 1 | -1 | 2 }

const DECIMAL = /^([+-]?)(\d+)?(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
/** Beyond this many digits a number is not written out. */
const MAX_DIGITS = 20_000

/** Undefined: it is no number. `money` keeps its digits without sign of currency and separators. */
export function exactNumber(text: string): ExactNumber | undefined {
  if (text === 'NaN') return { type: 'infinite', above: 2 }
  if (text === 'Infinity') return { type: 'infinite', above: 1 }
  if (text === '-Infinity') return { type: 'infinite', above: -1 }
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent] = match
  if (whole === '' && fraction === '') return undefined
  const scale = fraction.length - Number(exponent ?? 0)
  if (Math.abs(scale) > MAX_DIGITS) return undefined
  const digits = BigInt(`${whole}${fraction}`)
  const signed = sign === '-' ? -digits : digits
  return { type: 'finite', digits: signed * 10n ** BigInt(Math.max(-scale, 0)), scale: Math.max(scale, 0) }
}

/** Negative: `one` is below `other`; 0: they are equal. */
export function compareExact(one: ExactNumber, other: ExactNumber): number {
  if (one.type === 'infinite' || other.type === 'infinite') return rankOf(one) - rankOf(other)
  const scale = Math.max(one.scale, other.scale)
  const difference = digitsAt(one, scale) - digitsAt(other, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function rankOf(number: ExactNumber): number {
  return number.type === 'finite' ? 0 : number.above
}

/** The sum of two numbers; undefined: one of them is not finite. */
export function addExact(one: ExactNumber, other: ExactNumber): ExactNumber | undefined {
  if (one.type === 'infinite' || other.type === 'infinite') return undefined
  const scale = Math.max(one.scale, other.scale)
  return { type: 'finite', digits: digitsAt(one, scale) + digitsAt(other, scale), scale }
}

function digitsAt({ digits, scale }: ExactNumber & { type: 'finite' }, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}

/** As PostgreSQL's numeric writes it. */
export function exactText(number: ExactNumber): string {
  if (number.type === 'infinite')
    return number.above === 2 ? 'NaN' : number.above === 1 ? 'Infinity' : '-Infinity'
  const { digits, scale } = number
  if (scale === 0) return String(digits)
  const text = String(digits)
    .replace('-', '')
    .padStart(scale + 1, '0')
  return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`
}
