/** The words of charts that results make. */
import type { ChartKind } from '../rules/results/chart-settings.js'

const count = (number: number) => new Intl.NumberFormat('en-US').format(number)

/** The sentences of a chart and of its choices. */
export const chartsText = {
  chart: 'Chart',
  rows: 'Rows',
  showAsChart: 'Show as chart',
  showAsRows: 'Show as rows',
  settings: 'Settings of the chart',
  kind: 'Kind of chart',
  kinds: { line: 'Line', area: 'Area', bar: 'Bars' } satisfies Record<ChartKind, string>,
  x: 'Axis',
  rowNumber: 'Row number',
  y: 'Values',
  noValues: 'none',
  group: 'Series',
  noGroup: 'One for each value',
  groupOf: (column: string) => `One for each ${column}`,
  stacked: 'Stacked',
  cumulative: 'Running total',
  none: 'No column holds numbers',
  noneDetail: 'A chart needs a column of numbers. A text can be cast in the query: price::numeric.',
  noneChosen: 'Choose at least one column of values.',
  label: 'Axis',
  showTable: 'Show table',
  showChart: 'Show chart',
  png: 'PNG',
  csv: 'CSV',
  thinned: (drawn: number, all: number) =>
    `${count(drawn)} of ${count(all)} points are drawn: of each stretch the least and the greatest. The CSV has all.`,
  firstSeries: (drawn: number, all: number) =>
    `${count(drawn)} of ${count(all)} series are drawn. The CSV has all.`,
  rounded: 'Values with many digits are drawn rounded. The table and the CSV have them to the last digit.',
  notDrawn: (values: number) =>
    values === 1
      ? 'One value is not a finite number, and not drawn.'
      : `${count(values)} values are not finite numbers, and not drawn.`,
  part: (rows: number) => `Drawn from the first ${count(rows)} rows: the result has more.`,
}
