/** How a result is looked at, as data. */
import type { SortColumn } from '../../rules/results/result-order.js'

/** A filter of one column. Columns count from 0, as the statement gives them. */
export interface ColumnFilter {
  text: string
  /** Why the text can't be read; its filter is then left out. */
  problem?: string
  /** Only these values are shown. Without it every value is. */
  chosen?: ReadonlySet<string | null>
}

/** Where columns are. */
export interface ColumnLayout {
  /** Columns by their number in the result, from left to right; absent ones follow as they came. */
  order: readonly number[]
  hidden: ReadonlySet<number>
  frozen: ReadonlySet<number>
  /** Pixels of the columns that the user resized. */
  widths: ReadonlyMap<number, number>
}

/** What is looked for in the cells. */
export interface Search {
  text: string
  /** The found cell where one is, from 0; null: none. */
  at: number | null
  /** Null while it is counted. */
  total: number | null
}

export interface ViewState {
  sort: readonly SortColumn[]
  filters: ReadonlyMap<number, ColumnFilter>
  layout: ColumnLayout
  /** The rows by their number in the result; null: as they came. */
  order: Uint32Array | null
  isWorking: boolean
  /** Null: nothing is looked for. */
  search: Search | null
}

/** Every column where the statement gives it. */
export const PLAIN_LAYOUT: ColumnLayout = {
  order: [],
  hidden: new Set(),
  frozen: new Set(),
  widths: new Map(),
}
/** As it came. */
export const NO_VIEW: ViewState = {
  sort: [],
  filters: new Map(),
  layout: PLAIN_LAYOUT,
  order: null,
  isWorking: false,
  search: null,
}
