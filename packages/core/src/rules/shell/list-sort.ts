/**
 * The order of a list: which one a click on a heading chooses, how an address names it, and rows put in that order.
 * @rule lists.sort  @spec §5
 */

export interface ListSort {
  /** Of the column. */
  key: string
  descending: boolean
}

/** A second click reverses the order. */
export function nextSort(
  current: ListSort | null,
  key: string,
  { largestFirst = false }: { largestFirst?: boolean } = {},
): ListSort {
  return current?.key === key ? { key, descending: !current.descending } : { key, descending: largestFirst }
}

/** `column:asc` or `column:desc`. SPEC §5 */
export function sortText({ key, descending }: ListSort): string {
  return `${key}:${descending ? 'desc' : 'asc'}`
}

/** Null when the text names none of these columns; a part without a direction is dropped. CLARIFICATIONS "Grid" */
export function sortIn(text: string | null, keys: readonly string[]): ListSort | null {
  if (text === null) return null
  const [named, direction] = text.split(':')
  const key = keys.find((one) => one === named)
  return key === undefined || direction === undefined ? null : { key, descending: direction !== 'asc' }
}

/** Words in the order of a dictionary, numbers by size, rows without a value last; equal rows keep their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  { descending }: Pick<ListSort, 'descending'>,
  valueOf: (row: Row) => string | number | boolean | null,
): Row[] {
  const filled = rows.flatMap((row) => {
    const value = valueOf(row)
    return value === null ? [] : [{ row, value }]
  })
  const sorted = filled.toSorted(({ value: one }, { value: other }) =>
    descending ? compare(other, one) : compare(one, other),
  )
  return [...sorted.map(({ row }) => row), ...rows.filter((row) => valueOf(row) === null)]
}

const DICTIONARY_ORDER = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(one: string | number | boolean, other: string | number | boolean): number {
  return typeof one === 'string' ? DICTIONARY_ORDER.compare(one, String(other)) : Number(one) - Number(other)
}
