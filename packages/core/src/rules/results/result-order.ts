/**
 * How the rows of a result are ordered on the device: by the order of their types, NULL at the end upwards and first
 * downwards, as PostgreSQL does. Rows that are equal stay as they came.
 * @rule results.order  @spec §2 (results grid)
 */

/** One column that rows are ordered by; columns count from 0. */
export interface SortColumn {
  column: number
  descending: boolean
}

/**
 * The sort after a click on a column's head: ascending, descending, as it came.
 * @param adds the other columns stay, and this one decides after them
 */
export function afterSortClick(sort: readonly SortColumn[], column: number, adds: boolean): SortColumn[] {
  const own = sort.find((one) => one.column === column)
  const next = own ? (own.descending ? [] : [{ column, descending: true }]) : [{ column, descending: false }]
  if (!adds) return next
  if (!own) return [...sort, ...next]
  return sort.flatMap((one) => (one.column === column ? next : [one]))
}

/** Orders `rows` in place by merging, and pauses now and then: a hundred thousand rows hold up no key. */
export function* mergeSorted(
  rows: Uint32Array,
  compare: (one: number, other: number) => number,
): Generator<void, Uint32Array> {
  const PAUSE_EVERY = 4096
  let from: Uint32Array = rows
  let to: Uint32Array = new Uint32Array(rows.length)
  for (let width = 1; width < rows.length; width *= 2) {
    for (let start = 0; start < rows.length; start += 2 * width) {
      const middle = Math.min(start + width, rows.length)
      const end = Math.min(start + 2 * width, rows.length)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
        to[at] = (takesLeft ? from[left++] : from[right++]) ?? 0
        if (at % PAUSE_EVERY === PAUSE_EVERY - 1) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
