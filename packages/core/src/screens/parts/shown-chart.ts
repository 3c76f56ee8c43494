/** A chart of a result as it is drawn, and as a file: in the SQL editor, the explorer of logs and reports. */
import { canStack, type ChartSettings, type ChartTable } from '../../rules/results/chart-settings.js'
import { exportedText } from '../../rules/results/export-format.js'
import { chartRows, MOST_SERIES, resultChart, type ResultChart } from '../../rules/results/result-chart.js'
import { chartsText as text } from '../../text/charts.js'

/** A chart with what can be chosen of it. */
export interface ShownChart {
  /** Null: the result has no column of numbers. */
  settings: ChartSettings | null
  /** Null: nothing can be drawn. */
  chart: ResultChart | null
  /** Columns for the axis; the empty value is the number of the row. */
  axes: { value: string; label: string }[]
  /** Columns of numbers. */
  values: { value: string; label: string }[]
  /** Columns whose words can be series; the empty value: each column of values is one. */
  groups: { value: string; label: string }[]
  canStack: boolean
  /** What the drawing does not show. */
  notes: string[]
}

/** @param cutAfter rows, where the result has more than came */
export function shownChart(
  table: ChartTable,
  settings: ChartSettings | null,
  cutAfter: number | null = null,
): ShownChart {
  const chart = settings && resultChart(table, settings)
  const keys = table.columns.map(({ key, kind }) => ({ value: key, label: key, kind }))
  const asChoices = (chosen: typeof keys) => chosen.map(({ value, label }) => ({ value, label }))
  return {
    settings,
    chart,
    axes: [{ value: '', label: text.rowNumber }, ...asChoices(keys)],
    values: asChoices(keys.filter(({ kind }) => kind === 'number')),
    groups: [
      { value: '', label: text.noGroup },
      ...keys
        .filter(({ kind, value }) => kind === 'text' && value !== settings?.x)
        .map(({ value, label }) => ({ value, label: text.groupOf(label) })),
    ],
    canStack: settings !== null && canStack(settings.kind),
    notes: chart ? notesOn(chart, cutAfter) : [],
  }
}

function notesOn({ labels, lacks }: ResultChart, cutAfter: number | null): string[] {
  const { pointsOf, seriesOf, isRounded, notDrawn } = lacks
  return [
    ...(cutAfter === null ? [] : [text.part(cutAfter)]),
    ...(pointsOf === null ? [] : [text.thinned(labels.length, pointsOf)]),
    ...(seriesOf === null ? [] : [text.firstSeries(MOST_SERIES, seriesOf)]),
    ...(isRounded ? [text.rounded] : []),
    ...(notDrawn === 0 ? [] : [text.notDrawn(notDrawn)]),
  ]
}

/** All points with their exact values; NULL is an empty field. Null: there is nothing to draw. */
export function chartCsv(table: ChartTable, settings: ChartSettings): string | null {
  const rows = chartRows(table, settings)
  if (rows === null) return null
  const names = [rows.axis?.key ?? text.rowNumber, ...rows.series.map(({ name }) => name)]
  return exportedText(
    'csv',
    names.map((name) => ({ name, dataType: 'text' })),
    rows.labels.map((label, at) => [label, ...rows.series.map(({ texts }) => texts[at] ?? null)]),
  )
}
