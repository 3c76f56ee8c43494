/**
 * The time line over a search: which buckets it has, what each holds by level, and which time a part of it means.
 * @rule logs.timeline  @spec §2
 */
import type { LogBucket, LogLineLevel } from '@basedeck/platform-client'

/** From the bottom of a bar to its top. */
export const LEVELS_DRAWN = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLineLevel[]

/** One bar. Times are milliseconds since 1970. */
export interface TimelineBar {
  from: number
  to: number
  counts: Readonly<Record<LogLineLevel, number>>
  total: number
}

const MOST_BARS = 400

/** A bar for each bucket of the range, empty ones too. */
export function timelineBars(
  { from, to }: { from: number; to: number },
  { bucket_ms: width, buckets }: { bucket_ms: number; buckets: readonly LogBucket[] },
): TimelineBar[] {
  if (!(width > 0) || !(to > from)) return []
  const first = Math.floor(from / width) * width
  const count = Math.min(MOST_BARS, Math.ceil((to - first) / width))
  const found = new Map<number, Record<LogLineLevel, number>>()
  for (const { at, level, count } of buckets) {
    const counts = found.get(Date.parse(at)) ?? noLines()
    found.set(Date.parse(at), { ...counts, [level]: counts[level] + count })
  }
  return Array.from({ length: count }, (_, index) => {
    const begin = first + index * width
    const counts = found.get(begin) ?? noLines()
    const total = LEVELS_DRAWN.reduce((sum, level) => sum + counts[level], 0)
    return { from: begin, to: begin + width, counts, total }
  })
}

function noLines(): Record<LogLineLevel, number> {
  return { debug: 0, info: 0, warn: 0, error: 0 }
}

/** The time of the bars between two indexes, in any order; null: there are no such bars. */
export function timeOfBars(
  bars: readonly TimelineBar[],
  a: number,
  b: number,
): { from: number; to: number } | null {
  const [first, last] = [bars[Math.min(a, b)], bars[Math.max(a, b)]]
  return first && last ? { from: first.from, to: last.to } : null
}
