/**
 * Progress in whole percent: rounded down, so that 100 means done.
 * @rule progress.percent  @spec §9
 */
export function percentOf(fraction: number): number {
  if (Number.isNaN(fraction)) return 0
  return Math.floor(Math.min(1, Math.max(0, fraction)) * 100)
}
