/**
 * Which points of many are drawn: of each stretch the least and the greatest of every series, so that no peak is lost; and
 * how series stand on each other.
 * @rule results.chart-points  @spec §2
 */

/**
 * Indexes of the points that stay, rising; null: all do.
 * @param series values of each series; a point without a value is null
 * @param count points of each series
 */
export function thinned(
  series: readonly (readonly (number | null)[])[],
  count: number,
  most: number,
): number[] | null {
  if (count <= most) return null
  const stretches = Math.max(1, Math.floor((most - 2) / (2 * Math.max(1, series.length))))
  // The ends stay, so that the axis does.
  const kept = new Set([0, count - 1])
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * count) / stretches)
    const to = Math.floor(((stretch + 1) * count) / stretches)
    for (const values of series) for (const at of edgesOf(values, from, to)) kept.add(at)
  }
  return [...kept].sort((a, b) => a - b)
}

/** Where the least and the greatest value of a stretch are. */
function edgesOf(values: readonly (number | null)[], from: number, to: number): number[] {
  let least: { at: number; value: number } | null = null
  let greatest: { at: number; value: number } | null = null
  for (let at = from; at < to; at++) {
    const value = values[at] ?? null
    if (value === null) continue
    if (least === null || value < least.value) least = { at, value }
    if (greatest === null || value > greatest.value) greatest = { at, value }
  }
  return [...(least ? [least.at] : []), ...(greatest ? [greatest.at] : [])]
}

/** Where a value is drawn: from `from` to `to`. */
export interface ChartBand {
  from: number
  to: number
}

/** Each value of each series as a band: from 0, or on those before it. What is below 0 stands below. */
export function chartBands(
  series: readonly (readonly (number | null)[])[],
  isStacked: boolean,
): (ChartBand | null)[][] {
  const above: number[] = []
  const below: number[] = []
  return series.map((values) =>
    values.map((value, at) => {
      if (value === null) return null
      if (!isStacked) return { from: 0, to: value }
      const heap = value < 0 ? below : above
      const from = heap[at] ?? 0
      heap[at] = from + value
      return { from, to: from + value }
    }),
  )
}
