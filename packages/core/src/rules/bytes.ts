/**
 * A number of bytes as people read it: bytes, KB, MB, GB, in steps of 1024, never above GB.
 * @rule bytes  @spec §3
 */
const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

/** At most one decimal; 0 or less is 0 bytes. */
export function bytesText(bytes: number): string {
  let value = Math.max(0, bytes)
  let step = 0
  while (value >= 1024 && step < UNITS.length - 1) {
    value /= 1024
    step += 1
  }
  const rounded = Math.round(value * 10) / 10
  // 1023.96 KB reads 1 MB, not 1024 KB.
  if (rounded >= 1024 && step < UNITS.length - 1) return `1 ${UNITS[step + 1]}`
  return `${rounded} ${UNITS[step]}`
}
