/**
 * What can be chosen of a result's chart, and what is chosen at first: a column of times or words is the axis, columns of
 * numbers are the series. A choice stays when the query runs again, as far as its columns are still there.
 * @rule results.chart-settings  @spec §2
 */
import type { ResultField } from '@basedeck/platform-client/contract'
import { valueType } from '../../sql/types.js'
import type { RowSet } from '../../sql/row-set.js'
import { isTime } from './chart-values.js'

/** How a result is drawn. */
export type ChartKind = 'line' | 'area' | 'bar'

/** The kinds, in the order in which they are offered. */
export const CHART_KINDS = ['line', 'area', 'bar'] as const satisfies readonly ChartKind[]

/** What a column holds: numbers can be drawn, anything can be an axis. */
export type ChartColumnKind = 'number' | 'time' | 'text'

/** A column of a result, as a chart uses it. */
export interface ChartColumn {
  /** Its name; of equal names the later ones count: `n (2)`. */
  key: string
  /** From 0. */
  index: number
  kind: ChartColumnKind
}

/** Rows that a chart is made of; values as PostgreSQL writes them. */
export interface ChartTable {
  columns: readonly ChartColumn[]
  rowCount: number
  cell(row: number, column: number): string | null
}

/** What its user chose of a chart. Columns go by their keys. */
export interface ChartSettings {
  kind: ChartKind
  /** The axis; null: the number of the row. */
  x: string | null
  /** Columns of numbers; with `group`, the first of them. */
  y: readonly string[]
  /** Each word of this column is a series; null: each of `y` is. */
  group: string | null
  /** Series stand on each other. Of areas and bars. */
  isStacked: boolean
  /** Each value is the sum of all up to it. */
  isCumulative: boolean
}

/** Of what PostgreSQL answered. */
export function chartTable(
  fields: readonly Pick<ResultField, 'name' | 'dataType'>[],
  rows: Pick<RowSet, 'length' | 'cell'>,
): ChartTable {
  const keys = keysOf(fields.map(({ name }) => name))
  return {
    columns: fields.map(({ dataType }, index) => ({ key: keys[index] ?? '', index, kind: kindOf(dataType) })),
    rowCount: rows.length,
    cell: (row, column) => rows.cell(row, column),
  }
}

const TIMES = new Set(['date', 'timestamp', 'timestamptz'])

function kindOf(type: string): ChartColumnKind {
  const { sort, exported } = valueType(type)
  // Money has a sign of its currency: it is no number here.
  if (sort === 'number' && exported === 'number') return 'number'
  return TIMES.has(type) ? 'time' : 'text'
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** Of rows without types, such as those of logs: a column is what all of its values are. */
export function untypedChartTable(
  names: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): ChartTable {
  const keys = keysOf(names)
  const isAll = (index: number, fits: (value: string) => boolean) => {
    const values = rows.flatMap((row) => row[index] ?? [])
    return values.length > 0 && values.every(fits)
  }
  return {
    columns: names.map((_, index) => ({
      key: keys[index] ?? '',
      index,
      kind: isAll(index, (value) => NUMBER.test(value)) ? 'number' : isAll(index, isTime) ? 'time' : 'text',
    })),
    rowCount: rows.length,
    cell: (row, column) => rows[row]?.[column] ?? null,
  }
}

function keysOf(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** What is chosen before anyone chose; null: no column holds numbers. */
export function usualChart(columns: readonly ChartColumn[]): ChartSettings | null {
  const numbers = columns.filter(({ kind }) => kind === 'number')
  if (numbers.length === 0) return null
  const words = columns.filter(({ kind }) => kind !== 'number')
  // Of numbers alone the first is the axis, where something is left to draw.
  const axis =
    words.find(({ kind }) => kind === 'time') ?? words[0] ?? (numbers.length > 1 ? numbers[0] : undefined)
  const drawn = numbers.filter((column) => column !== axis)
  const group = words.find((column) => column !== axis && column.kind === 'text')
  // One row for each moment and word: each word is a series.
  const isGrouped = axis?.kind === 'time' && group !== undefined && drawn.length === 1
  return {
    kind: axis?.kind === 'text' ? 'bar' : 'line',
    x: axis?.key ?? null,
    y: drawn.map(({ key }) => key),
    group: isGrouped ? group.key : null,
    isStacked: false,
    isCumulative: false,
  }
}

/** A choice for the columns that there are now: what is gone of it falls back to what is usual; null as of `usualChart`. */
export function fittingChart(
  columns: readonly ChartColumn[],
  chosen: ChartSettings | null,
): ChartSettings | null {
  const usual = usualChart(columns)
  if (chosen === null || usual === null) return usual
  const has = (key: string | null) => key === null || columns.some((column) => column.key === key)
  const y = chosen.y.filter((key) => columns.some((column) => column.key === key && column.kind === 'number'))
  // None of its columns is there: it was chosen for another result.
  if ((y.length === 0 && chosen.y.length > 0) || !has(chosen.x)) return { ...usual, kind: chosen.kind }
  return { ...chosen, y, group: has(chosen.group) ? chosen.group : null }
}

/** Whether series of the kind can stand on each other. */
export function canStack(kind: ChartKind): boolean {
  return kind !== 'line'
}
