/**
 * Which chart the rows of a result make: what the axis is, which columns are series, and what is said where the drawing shows
 * less than the rows hold. Values keep PostgreSQL's own text beside the number that is drawn.
 * @rule results.chart  @spec §2
 */
import { addExact, exactNumber, exactText, type ExactNumber } from '../values/exact-number.js'
import type { ChartColumn, ChartSettings, ChartTable } from './chart-settings.js'
import { moreThanDrawn, placeOf } from './chart-values.js'
import { thinned } from './chart-points.js'

/** One line, area or group of bars; `values` and `texts` have one for each label. */
export interface ChartSeries {
  name: string
  /** A value is null when the cell is NULL or not a finite number. */
  values: (number | null)[]
  /** The values as PostgreSQL writes them; null: NULL. */
  texts: (string | null)[]
}

/** What is drawn. */
export interface ResultChart {
  labels: string[]
  series: ChartSeries[]
  /** Where each label is on the axis, from 0 to 1; null: side by side. */
  positions: number[] | null
  /** What the drawing does not show. */
  lacks: ChartLacks
}

/** What the drawing does not show of the rows. */
export interface ChartLacks {
  /** Points of the rows, where fewer are drawn; null: all are. */
  pointsOf: number | null
  /** Series that there are, where fewer are drawn; null: all are. */
  seriesOf: number | null
  /** A value has more digits than a drawing can tell apart. */
  isRounded: boolean
  /** Values such as NaN and Infinity. */
  notDrawn: number
}

/** Points of a series that are drawn. */
export const MOST_POINTS = 1000
/** Series that are drawn. */
export const MOST_SERIES = 8

/** Null: the result has no rows, or no column of numbers was chosen. */
export function resultChart(table: ChartTable, settings: ChartSettings): ResultChart | null {
  const all = chartRows(table, settings)
  if (all === null) return null
  const drawn = all.series.slice(0, MOST_SERIES)
  let isRounded = false
  let notDrawn = 0
  const series = drawn.map(({ name, texts }): ChartSeries => {
    const values = texts.map((text) => {
      const value = text === null ? null : Number(text)
      if (text !== null && !Number.isFinite(value)) notDrawn++
      isRounded ||= text !== null && moreThanDrawn(text)
      return value !== null && Number.isFinite(value) ? value : null
    })
    return { name, values, texts }
  })
  const kept = thinned(
    series.map(({ values }) => values),
    all.labels.length,
    MOST_POINTS,
  )
  const pick = <Value>(list: readonly Value[]) =>
    kept === null ? [...list] : kept.flatMap((at) => list.slice(at, at + 1))
  const labels = pick(all.labels)
  return {
    labels: labels.map((label) => label ?? NO_LABEL),
    series: series.map(({ name, values, texts }) => ({ name, values: pick(values), texts: pick(texts) })),
    positions: settings.kind === 'bar' ? null : positionsOf(labels, all.axis),
    lacks: {
      pointsOf: kept === null ? null : all.labels.length,
      seriesOf: all.series.length > MOST_SERIES ? all.series.length : null,
      isRounded,
      notDrawn,
    },
  }
}

const NO_LABEL = '–'

/** All points of a chart as texts; the label null is NULL. */
export interface ChartRows {
  /** Null: the axis counts the rows. */
  axis: ChartColumn | null
  labels: (string | null)[]
  series: { name: string; texts: (string | null)[] }[]
}

/** Every point with its exact value, as a chart is saved; null as of `resultChart`. */
export function chartRows(table: ChartTable, settings: ChartSettings): ChartRows | null {
  const find = (key: string | null) => table.columns.find((column) => column.key === key) ?? null
  const y = settings.y.flatMap((key) => find(key) ?? []).filter(({ kind }) => kind === 'number')
  const axis = find(settings.x)
  const group = find(settings.group)
  if (table.rowCount === 0 || y.length === 0) return null
  const rows =
    axis && group && y[0] ? grouped(table, { axis, group, value: y[0] }) : side(table, { axis, values: y })
  if (!settings.isCumulative) return rows
  return { ...rows, series: rows.series.map(({ name, texts }) => ({ name, texts: runningTotals(texts) })) }
}

/** Each column is a series, each row a point. */
function side(
  { rowCount, cell }: ChartTable,
  { axis, values }: { axis: ChartColumn | null; values: readonly ChartColumn[] },
): ChartRows {
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  return {
    axis,
    labels: rows.map((row) => (axis ? cell(row, axis.index) : String(row + 1))),
    series: values.map(({ key, index }) => ({ name: key, texts: rows.map((row) => cell(row, index)) })),
  }
}

/** Each word of a column is a series; what an axis has twice for one word, as its last row says. */
function grouped(
  { rowCount, cell }: ChartTable,
  { axis, group, value }: Record<'axis' | 'group' | 'value', ChartColumn>,
): ChartRows {
  const places = new Map<string | null, number>()
  const names = new Map<string | null, Map<number, string | null>>()
  for (let row = 0; row < rowCount; row++) {
    const label = cell(row, axis.index)
    const place = places.get(label) ?? places.size
    places.set(label, place)
    const name = cell(row, group.index)
    const points = names.get(name) ?? new Map<number, string | null>()
    names.set(name, points.set(place, cell(row, value.index)))
  }
  const labels = [...places.keys()]
  return {
    axis,
    labels,
    series: [...names].map(([name, points]) => ({
      name: name ?? 'NULL',
      texts: labels.map((_, place) => points.get(place) ?? null),
    })),
  }
}

/** The exact sum of all values up to each one. After a value that can't be added, all sums are null. */
function runningTotals(texts: readonly (string | null)[]): (string | null)[] {
  let total: ExactNumber | undefined = { type: 'finite', digits: 0n, scale: 0 }
  return texts.map((text) => {
    if (text === null) return null
    const value = exactNumber(text)
    total = total && value ? addExact(total, value) : undefined
    return total ? exactText(total) : 'NaN'
  })
}

/** Null: the axis holds words, or does not rise. */
function positionsOf(labels: readonly (string | null)[], axis: ChartColumn | null): number[] | null {
  const kind = axis?.kind
  if (kind === undefined || kind === 'text') return null
  const places = labels.map((label) => placeOf(label, kind))
  const [first] = places
  const last = places.at(-1)
  if (first === null || first === undefined || last === null || last === undefined || last <= first)
    return null
  let before = first
  const positions: number[] = []
  for (const place of places) {
    if (place === null || place < before) return null
    before = place
    positions.push((place - first) / (last - first))
  }
  return positions
}
