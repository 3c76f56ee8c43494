/** Which column orders a list that is there as a whole. */
import { atom, type ReadableAtom } from 'nanostores'
import { nextSort, type ListSort } from '../rules/list-sort.js'

/** The order of a list, and what a click on a heading does. */
export interface ListSorting {
  /** Null: an order that no column shows. */
  readonly $value: ReadableAtom<ListSort | null>
  by(key: string): void
}

/** @param largestFirst columns of which one looks for the largest, or the newest */
export function createSorting<Key extends string>(
  start: ListSort & { key: Key },
  largestFirst: readonly Key[] = [],
): ListSorting & { readonly $value: ReadableAtom<ListSort> } {
  const $value = atom<ListSort>(start)
  return {
    $value,
    by: (key) =>
      $value.set(nextSort($value.get(), key, { largestFirst: largestFirst.some((one) => one === key) })),
  }
}
