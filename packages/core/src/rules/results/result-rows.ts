/**
 * Work on the rows of a result that are there: which of them are wanted and in which order, where a text is found, which
 * values a column has. Each pauses now and then, so that it can run in slices.
 * @rule results.rows  @spec §2 (results grid)
 */
import type { Cell, ReadableText, ResultField } from '@basedeck/platform-client/contract'
import type { RowSet } from '../../sql/row-set.js'
import type { CellTest } from './result-filter.js'
import { readableCell } from './readable-cell.js'
import { mergeSorted, type SortColumn } from './result-order.js'
import { compareKeys, orderOf, type SortKey } from '../values/value-order.js'

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

/** The rows that pass all tests. */
export interface OrderedRows {
  /** Their numbers, in their order. */
  order: Uint32Array
  /** Columns that could not order them, because a value is not written as PostgreSQL does with its usual settings. */
  unread: readonly number[]
}

/** The rows that pass all tests, ordered. */
export function* orderedRows(rows: RowSet, { sort, tests, types }: WantedRows): Generator<void, OrderedRows> {
  const kept: number[] = []
  for (let row = 0; row < rows.length; row++) {
    if (tests.every(({ column, test }) => test(rows.cell(row, column)))) kept.push(row)
    if (row % PAUSE_EVERY === PAUSE_EVERY - 1) yield
  }
  const order = Uint32Array.from(kept)
  const keys: SortedColumn[] = []
  const unread: number[] = []
  for (const { column, descending } of sort) {
    const of = yield* keysOf(rows, order, column, types[column] ?? '')
    if (of) keys.push({ descending, compare: comparing(of) })
    else unread.push(column)
  }
  if (keys.length === 0) return { order, unread }
  const sorted = yield* mergeSorted(order, (one, other) => {
    for (const { descending, compare } of keys) {
      const sign = compare(one, other)
      if (sign !== 0) return descending ? -sign : sign
    }
    return 0
  })
  return { order: sorted, unread }
}

interface SortedColumn {
  descending: boolean
  /** Rows by their numbers. */
  compare(one: number, other: number): number
}

/** Numbers are compared in one block of memory, where NULL is above all of them. */
function comparing(keys: readonly SortKey[]): SortedColumn['compare'] {
  const isPlain = keys.every((key) => key === null || typeof key === 'number')
  if (!isPlain) return (one, other) => compareKeys(keys[one] ?? null, keys[other] ?? null)
  const numbers = Float64Array.from(keys, (key) => (typeof key === 'number' ? key : Infinity))
  return (one, other) => {
    const [here = 0, there = 0] = [numbers[one], numbers[other]]
    return here < there ? -1 : here > there ? 1 : 0
  }
}

/** What the rows are compared by; undefined: the type has no order here, or a value can't be read. */
function* keysOf(
  rows: RowSet,
  order: Uint32Array,
  column: number,
  type: string,
): Generator<void, SortKey[] | undefined> {
  const by = orderOf(type)
  if (by.type === 'none') return undefined
  const keys: SortKey[] = []
  for (const [index, row] of order.entries()) {
    const cell = rows.cell(row, column)
    const key = cell === null ? null : by.key(cell)
    if (key === undefined) return undefined
    keys[row] = key
    if (index % PAUSE_EVERY === PAUSE_EVERY - 1) yield
  }
  return keys
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
  const values = Array.from(counts, ([value, count]) => ({ value, count, key: listedKey(value, type) }))
    .sort((one, other) => other.count - one.count || compareKeys(one.key, other.key))
    .slice(0, MAX_VALUES)
    .map(({ value, count }) => ({ value, count, shown: readableCell(value, type) }))
  return { values, distinct: counts.size }
}

/** Values without an order here are listed by their characters. */
function listedKey(value: Cell, type: string): SortKey {
  if (value === null) return null
  const order = orderOf(type)
  return (order.type === 'none' ? undefined : order.key(value)) ?? value
}
