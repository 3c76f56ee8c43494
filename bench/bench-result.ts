/** One measured figure, with what it is held against in the same run. */
export interface BenchResult {
  name: string
  value: number
  unit: string
  /** The peer or floor measured beside it. */
  floor?: number
  floorName?: string
  /** What the design allows; measured, never asserted. */
  budget?: number
  /** What was found on the way, a line each: listed under the table. */
  notes?: readonly string[]
}

/** The middle of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Median of `times` runs, in milliseconds, after one that warms up. */
export async function timed(times: number, run: () => Promise<unknown>): Promise<number> {
  await run()
  const values: number[] = []
  for (let index = 0; index < times; index++) {
    const start = performance.now()
    await run()
    values.push(performance.now() - start)
  }
  return median(values)
}

/** The value that so large a part of all does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}
