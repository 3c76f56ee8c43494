/** Joins what several processes counted, by bucket and level. */
import type { LogBucket } from '@basedeck/platform-client/contract'
import type { LogLineLevel } from './log-line.js'

const BUCKETS = 60
const LEAST_MS = 1000
/** Widths that people read on a clock, in milliseconds. */
const WIDTHS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
].map((seconds) => seconds * 1000)

/** The width of a bucket for which a range has about 60. */
export function bucketWidth(from: number, to: number): number {
  const wanted = Math.max(LEAST_MS, (to - from) / BUCKETS)
  return WIDTHS.find((width) => width >= wanted) ?? WIDTHS.at(-1) ?? LEAST_MS
}

/** The oldest bucket first. */
export function mergedCounts(parts: readonly (readonly LogBucket[])[]): LogBucket[] {
  const sums = new Map<string, { at: string; level: LogLineLevel; count: number }>()
  for (const { at, level, count } of parts.flat()) {
    const key = `${at} ${level}`
    const known = sums.get(key)
    sums.set(key, { at, level, count: (known?.count ?? 0) + count })
  }
  return [...sums.values()].sort((a, b) =>
    a.at === b.at ? (a.level < b.level ? -1 : 1) : a.at < b.at ? -1 : 1,
  )
}
