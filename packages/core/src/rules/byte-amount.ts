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

/** A number of bytes as it would be typed: in the largest unit in which it stays exact. */
export function inLargestUnit(bytes: number): { amount: string; unit: ByteUnit } {
  for (const unit of BYTE_UNITS.toReversed()) {
    const amount = bytes / 1024 ** BYTE_UNITS.indexOf(unit)
    const typed = String(amount)
    if (amount >= 1 && typed.length <= 8) return { amount: typed, unit }
  }
  return { amount: String(bytes), unit: 'bytes' }
}
