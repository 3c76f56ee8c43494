/**
 * A measure over the last hours as a line: where each point is between 0 and 1, and between which values it moved.
 * @rule projects.history-line  @spec §2
 */
export interface Measured {
  /** Milliseconds since 1970. */
  at: number
  value: number
}

/** A measure as a line in a square of side 1, with the least and the greatest value. */
export interface HistoryLine {
  /** How many hours the square is wide, rounded up: less than all where there is nothing older. */
  hours: number
  low: number
  high: number
  /** `x` from the first moment that was measured to now, `y` from the bottom to the top. */
  points: { x: number; y: number }[]
}

/** How many hours back a measure is shown. */
export const HISTORY_HOURS = 24
const HOUR_MS = 60 * 60 * 1000
/** Fewer are not drawn as a line. */
const SHORTEST_MS = HOUR_MS / 2

/**
 * A young project has no line over the whole day: its own fills the square. Null: moments that span less than half an hour are not a line.
 * @param measured the oldest first
 * @param floor the lowest value of the scale; without one the scale begins below the lowest value that was measured
 */
export function historyLine(measured: readonly Measured[], now: number, floor?: number): HistoryLine | null {
  const from = now - HISTORY_HOURS * HOUR_MS
  const shown = measured.filter(({ at }) => at >= from && at <= now)
  const first = shown[0]?.at ?? now
  if ((shown.at(-1)?.at ?? 0) - first < SHORTEST_MS) return null
  const values = shown.map(({ value }) => value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  // A constant value is a line in the middle.
  const margin = Math.max((high - low) * 0.1, high === low ? Math.abs(high) || 1 : 0)
  const bottom = floor ?? low - margin
  const top = floor === undefined ? high + margin : Math.max(high, floor + 1)
  return {
    low,
    high,
    hours: Math.min(HISTORY_HOURS, Math.ceil((now - first) / HOUR_MS)),
    points: shown.map(({ at, value }) => ({
      x: (at - first) / (now - first),
      y: (value - bottom) / (top - bottom),
    })),
  }
}
