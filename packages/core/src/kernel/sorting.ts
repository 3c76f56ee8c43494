/** The sort order of a list whose rows are all in memory. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { nextSort, sortedRows, type ListSort } from '../rules/shell/list-sort.js'
import type { Remote } from './query-store.js'

/** The order of a list, and the effect of a click on a heading. */
export interface ListSorting {
  /** Null: an order that no column shows. */
  readonly $value: ReadableAtom<ListSort | null>
  by(key: string): void
}

export interface SortedList<Row> {
  readonly $rows: ReadableAtom<Remote<Row[]>>
  readonly sorting: ListSorting
}

/** The sort values of the rows, by the key of the column. */
export type SortValues<Row> = Readonly<Record<string, (row: Row) => string | number | boolean | null>>

export interface SortedListOptions {
  /** Default: the order of the answer. */
  start?: ListSort
  /** Columns that sort descending first, since users look for the largest or the newest; default: none. */
  largestFirst?: readonly string[]
}

/** @param values columns without a value are not sortable */
export function createSortedList<Row>(
  $answered: ReadableAtom<Remote<Row[]>>,
  values: SortValues<Row>,
  { start, largestFirst = [] }: SortedListOptions = {},
): SortedList<Row> {
  const $value = atom<ListSort | null>(start ?? null)
  return {
    $rows: computed([$answered, $value], (remote, sort): Remote<Row[]> => {
      const valueOf = sort && values[sort.key]
      if (remote.status !== 'ready' || !valueOf) return remote
      return { ...remote, data: sortedRows(remote.data, sort, valueOf) }
    }),
    sorting: {
      $value,
      by(key) {
        if (values[key]) $value.set(nextSort($value.get(), key, { largestFirst: largestFirst.includes(key) }))
      },
    },
  }
}
