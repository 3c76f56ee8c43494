/**
 * When a disk will be full, by how what is stored grew over the last days.
 * @rule project.disk-forecast  @spec §2
 */

/** What was stored on a day. */
export interface StoredDay {
  /** ISO 8601. */
  at: string
  bytes: number
}

const DAY_MS = 86_400_000
/** Two days make a line of any two measurements. */
const FEWEST_DAYS = 3
/** Later than this nothing can be said. */
const LONGEST_DAYS = 3650

/**
 * The line through the days by least squares. Null: too few days.
 * @param freeBytes of the disk now
 */
export function diskForecast(
  days: readonly StoredDay[],
  freeBytes: number,
  nowMs: number,
): { bytes_per_day: number; full_at: string | null } | null {
  if (days.length < FEWEST_DAYS) return null
  const points = days.map(({ at, bytes }) => ({ day: Date.parse(at) / DAY_MS, bytes }))
  const meanDay = mean(points.map(({ day }) => day))
  const meanBytes = mean(points.map(({ bytes }) => bytes))
  const spread = sum(points.map(({ day }) => (day - meanDay) ** 2))
  if (spread === 0) return null
  const slope = sum(points.map(({ day, bytes }) => (day - meanDay) * (bytes - meanBytes))) / spread
  const left = slope > 0 ? freeBytes / slope : Infinity
  return {
    bytes_per_day: Math.round(slope),
    full_at: left > LONGEST_DAYS ? null : new Date(nowMs + left * DAY_MS).toISOString(),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length
}
