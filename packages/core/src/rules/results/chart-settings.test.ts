import { expect, test } from 'vitest'
import { rowSetOf } from '../../sql/row-set.js'
import { canStack, chartTable, fittingChart, untypedChartTable, usualChart } from './chart-settings.js'

const tableOf = (fields: [string, string][], rows: (string | null)[][]) =>
  chartTable(
    fields.map(([name, dataType]) => ({ name, dataType })),
    rowSetOf(rows),
  )

test('words make bars, times make lines, and money is no number', () => {
  const of = (type: string) =>
    usualChart(
      tableOf(
        [
          ['x', type],
          ['y', 'numeric'],
          ['z', 'money'],
        ],
        [],
      ).columns,
    )
  expect(of('text')).toMatchObject({ kind: 'bar', x: 'x', y: ['y'] })
  expect(of('timestamptz')).toMatchObject({ kind: 'line', x: 'x', y: ['y'] })
  expect(of('bool')).toMatchObject({ kind: 'bar', x: 'x' })
  expect(usualChart(tableOf([['z', 'money']], []).columns)).toBeNull()
})

test('areas and bars can stand on each other', () => {
  expect((['line', 'area', 'bar'] as const).map(canStack)).toEqual([false, true, true])
})

test('a choice stays for the columns that are still there', () => {
  const columns = tableOf(
    [
      ['t', 'date'],
      ['a', 'int4'],
      ['b', 'int4'],
    ],
    [],
  ).columns
  const chosen = { kind: 'area', x: 't', y: ['a', 'gone'], group: 'gone', isStacked: true } as const
  expect(fittingChart(columns, { ...chosen, isCumulative: false })).toMatchObject({
    y: ['a'],
    group: null,
    isStacked: true,
  })
  expect(fittingChart(columns, { ...chosen, y: ['gone'], isCumulative: false })).toMatchObject({
    kind: 'area',
    x: 't',
    y: ['a', 'b'],
    isStacked: false,
  })
  expect(fittingChart(columns, { ...chosen, x: 'gone', isCumulative: false })).toMatchObject({ x: 't' })
  // Nothing chosen on purpose is a choice.
  expect(fittingChart(columns, { ...chosen, y: [], isCumulative: false })).toMatchObject({ y: [] })
})

test('rows without types: a column is what all of its values are', () => {
  const { columns } = untypedChartTable(
    ['hour', 'n', 'mixed', 'empty'],
    [
      ['2026-11-27 10:00:00', '1', '1', null],
      ['2026-11-27 11:00:00', null, 'x', null],
    ],
  )
  expect(columns.map(({ kind }) => kind)).toEqual(['time', 'number', 'text', 'text'])
})
