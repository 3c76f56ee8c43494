/**
 * A number of bytes as people read it, in steps of 1024: in lists of files never above GB, in sentences up to PB.
 * @rule bytes  @spec §3
 */
const LISTED = ['bytes', 'KB', 'MB', 'GB'] as const
const SAID = [...LISTED, 'TB', 'PB'] as const

/** As a list of files shows it: at most one decimal, never above GB; 0 or less is 0 bytes. */
export function bytesText(bytes: number): string {
  return inUnits(bytes, LISTED)
}

/** As a sentence or a figure of its own says it: 5 TB, where a list has 5120 GB. */
export function sizeText(bytes: number): string {
  return inUnits(bytes, SAID)
}

function inUnits(bytes: number, units: readonly string[]): string {
  let value = Math.max(0, bytes)
  let step = 0
  while (value >= 1024 && step < units.length - 1) {
    value /= 1024
    step += 1
  }
  const rounded = Math.round(value * 10) / 10
  // 1023.96 KB reads 1 MB, not 1024 KB.
  if (rounded >= 1024 && step < units.length - 1) return `1 ${units[step + 1]}`
  return `${rounded} ${units[step]}`
}
