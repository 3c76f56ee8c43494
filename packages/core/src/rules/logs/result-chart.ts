/**
 * Which chart a result makes: its first column of times or words is the axis, its columns of numbers are the series.
 * @rule logs.result-chart  @spec §2
 */

/** How a result is drawn. */
export type ChartKind = 'line' | 'area' | 'bar'

/** The kinds, in the order in which they are offered. */
export const CHART_KINDS = ['line', 'area', 'bar'] as const satisfies readonly ChartKind[]

/** One line, area or group of bars. `values` has one for each label; null: there is none. */
export interface ChartSeries {
  name: string
  values: (number | null)[]
}

/** What is drawn. */
export interface ResultChart {
  labels: string[]
  series: ChartSeries[]
  /** The labels are moments, so that a line between them means something. */
  isTime: boolean
}

const MOST_POINTS = 1000
export const MOST_SERIES = 8
const TIME = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}|$)/

/** Null: the result has no axis, or no numbers. */
export function resultChart(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): ResultChart | null {
  const shown = rows.slice(0, MOST_POINTS)
  if (shown.length === 0) return null
  const isNumeric = columns.map((_, at) => isAll(shown, at, (value) => numberOf(value) !== null))
  const axis = columns.findIndex((_, at) => !isNumeric[at])
  if (axis === -1) return null
  const numbers = columns.flatMap((name, at) => (isNumeric[at] ? [{ name, at }] : []))
  if (numbers.length === 0) return null
  const isTime = isAll(shown, axis, (value) => typeof value === 'string' && TIME.test(value))
  const group = columns.findIndex((_, at) => at !== axis && !isNumeric[at])
  const first = numbers[0]
  // One row for each moment and word: each word is a series.
  if (isTime && group !== -1 && numbers.length === 1 && first)
    return grouped(shown, { axis, group, at: first.at })
  return {
    labels: shown.map((row) => textOf(row[axis])),
    series: numbers
      .slice(0, MOST_SERIES)
      .map(({ name, at }) => ({ name, values: shown.map((row) => numberOf(row[at])) })),
    isTime,
  }
}

function grouped(
  rows: readonly (readonly unknown[])[],
  { axis, group, at }: { axis: number; group: number; at: number },
): ResultChart {
  const labels = [...new Set(rows.map((row) => textOf(row[axis])))]
  const places = new Map(labels.map((label, place) => [label, place]))
  const series = new Map<string, (number | null)[]>()
  for (const row of rows) {
    const name = textOf(row[group])
    const values = series.get(name) ?? (series.size < MOST_SERIES ? labels.map(() => null) : null)
    if (!values) continue
    series.set(name, values)
    values[places.get(textOf(row[axis])) ?? 0] = numberOf(row[at])
  }
  return { labels, series: [...series].map(([name, values]) => ({ name, values })), isTime: true }
}

/** All values that are there; a column without values is of no kind. */
function isAll(
  rows: readonly (readonly unknown[])[],
  at: number,
  fits: (value: unknown) => boolean,
): boolean {
  const values = rows.map((row) => row[at]).filter((value) => value !== null && value !== undefined)
  return values.length > 0 && values.every(fits)
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return null
  return Number(value)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
