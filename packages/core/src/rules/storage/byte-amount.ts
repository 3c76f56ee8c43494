/**
 * A size that is typed as a number and a unit, and a number of bytes as such a pair.
 * @rule byte-amount  @spec §3
 */

/** Units in which a size is typed, in steps of 1024. */
export const BYTE_UNITS = ['bytes', 'KB', 'MB', 'GB'] as const
/** A unit in which a size is typed. */
export type ByteUnit = (typeof BYTE_UNITS)[number]

/** Whole bytes of a typed size; null: it is no number above 0. */
export function bytesOf(typed: string, unit: ByteUnit): number | null {
  const text = typed.trim()
  if (!/^\d+([.,]\d+)?$/.test(text)) return null
  const bytes = Math.round(Number(text.replace(',', '.')) * 1024 ** BYTE_UNITS.indexOf(unit))
  return bytes > 0 ? bytes : null
}

/** Digits behind the point that are typed for a size. */
const TYPED_DECIMALS = 3
const TYPED_LENGTH = 8

/** A number of bytes as it would be typed: in the largest unit in which the same bytes are read again. */
export function inLargestUnit(bytes: number): { amount: string; unit: ByteUnit } {
  for (const unit of BYTE_UNITS.toReversed()) {
    const amount = bytes / 1024 ** BYTE_UNITS.indexOf(unit)
    const typed = String(Number(amount.toFixed(TYPED_DECIMALS)))
    if (amount >= 1 && typed.length <= TYPED_LENGTH && bytesOf(typed, unit) === bytes)
      return { amount: typed, unit }
  }
  return { amount: String(bytes), unit: 'bytes' }
}

/** A limit as it was typed, so that 5.32 GB stays 5.32 GB; undefined: it would be a long number of bytes. */
export function typedBytesText(bytes: number): string | undefined {
  const { amount, unit } = inLargestUnit(bytes)
  return unit === 'bytes' && bytes >= 1024 ? undefined : `${amount} ${unit}`
}
