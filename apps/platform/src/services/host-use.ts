/**
 * How busy the machine is, in percent: of a container that may use less of the processors than there are, of what it may use.
 * @rule reports.host-use  @spec §2
 */

/** Totals of the time that processors worked and could have worked, in any unit that both have. */
export interface ProcessorTime {
  busy: number
  whole: number
}

/** Of the text of `cpu.stat` and `cpu.max` of a control group. Undefined: it has no limit. @param atMs milliseconds */
export function limitedTime(stat: string, max: string, atMs: number): ProcessorTime | undefined {
  const [, used] = /^usage_usec (\d+)$/m.exec(stat) ?? []
  const [quota, period] = max.trim().split(/\s+/).map(Number)
  if (used === undefined || !quota || !period) return undefined
  return { busy: Number(used), whole: atMs * 1000 * (quota / period) }
}

/** Null: nothing passed between the two. */
export function busyPercent(before: ProcessorTime, now: ProcessorTime): number | null {
  const whole = now.whole - before.whole
  const busy = now.busy - before.busy
  // A clock that was set back, or a machine that began again.
  if (whole <= 0 || busy < 0) return null
  return percent(busy, whole)
}

/** How much of the whole is taken. */
export function percent(taken: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.max(0, Math.round((taken / whole) * 1000) / 10))
}
