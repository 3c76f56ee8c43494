/**
 * Work on the rows of a result that are there: which of them are wanted and in which order, where a text is found, which
 * values a column has. Each pauses now and then, so that it can run in slices.
 * @rule results.rows  @spec §2 (results grid)
 */
import type { Cell, ReadableText, ResultField } from '@basedeck/platform-client/contract'
import type { RowSet } from '../sql/row-set.js'
import type { CellTest } from './result-filter.js'
import { readableCell } from './readable-cell.js'
import { compareKeys, mergeSorted, sortKey, type SortColumn, type SortKey } from './result-order.js'

const PAUSE_EVERY = 2000
/** Found cells that one can go through; more are counted only. */
export const MAX_FOUND = 100_000
/** Different values of a column that are listed. */
export const MAX_VALUES = 1000

export interface WantedRows {
  sort: readonly SortColumn[]
  /** What a row has to pass, by its column. */
  tests: readonly { column: number; test: CellTest }[]
  /** PostgreSQL's names of the columns' types. */
  types: readonly string[]
}

/** The numbers of the rows that pass all tests, in their order. */
export function* orderedRows(rows: RowSet, { sort, tests, types }: WantedRows): Generator<void, Uint32Array> {
  const kept: number[] = []
  for (let row = 0; row < rows.length; row++) {
    if (tests.every(({ column, test }) => test(rows.cell(row, column)))) kept.push(row)
    if (row % PAUSE_EVERY === PAUSE_EVERY - 1) yield
  }
  const order = Uint32Array.from(kept)
  if (sort.length === 0) return order
  const keys: { descending: boolean; of: SortKey[] }[] = []
  for (const { column, descending } of sort) {
    const type = types[column] ?? ''
    const of: SortKey[] = []
    for (const [index, row] of order.entries()) {
      of[row] = sortKey(rows.cell(row, column), type)
      if (index % PAUSE_EVERY === PAUSE_EVERY - 1) yield
    }
    keys.push({ descending, of })
  }
  return yield* mergeSorted(order, (one, other) => {
    for (const { descending, of } of keys) {
      const sign = compareKeys(of[one] ?? null, of[other] ?? null)
      if (sign !== 0) return descending ? -sign : sign
    }
    return 0
  })
}

/** Cells that hold a text. */
export interface FoundCells {
  /** The first of them, row by row. */
  cells: { row: number; column: number }[]
  /** All of them. */
  total: number
}

/** The cells that hold the text, in any case. */
export function* foundCells(
  { rows, fields }: { rows: RowSet; fields: readonly Pick<ResultField, 'dataType'>[] },
  text: string,
): Generator<void, FoundCells> {
  const wanted = text.toLowerCase()
  const cells: FoundCells['cells'] = []
  let total = 0
  for (let row = 0; row < rows.length; row++) {
    const values = rows.row(row)
    for (const [column, { dataType }] of fields.entries()) {
      const shown = readableCell(values[column] ?? null, dataType)
      if (shown === null || !shown.toLowerCase().includes(wanted)) continue
      total++
      if (cells.length < MAX_FOUND) cells.push({ row, column })
    }
    if (row % PAUSE_EVERY === PAUSE_EVERY - 1) yield
  }
  return { cells, total }
}

/** A value of a column, and how many rows have it. */
export interface ValueCount {
  value: Cell
  /** As one reads it. */
  shown: ReadableText | null
  count: number
}

/** Values of a column, the most frequent first. */
export interface ColumnValues {
  values: ValueCount[]
  /** How many different values there are. */
  distinct: number
}

/** The different values of a column with their counts. @param type PostgreSQL's name of it, as `bool` */
export function* columnValues(rows: RowSet, column: number, type: string): Generator<void, ColumnValues> {
  const counts = new Map<Cell, number>()
  for (let row = 0; row < rows.length; row++) {
    const value = rows.cell(row, column)
    counts.set(value, (counts.get(value) ?? 0) + 1)
    if (row % PAUSE_EVERY === PAUSE_EVERY - 1) yield
  }
  const values = Array.from(counts, ([value, count]) => ({ value, count, key: sortKey(value, type) }))
    .sort((one, other) => other.count - one.count || compareKeys(one.key, other.key))
    .slice(0, MAX_VALUES)
    .map(({ value, count }) => ({ value, count, shown: readableCell(value, type) }))
  return { values, distinct: counts.size }
}
