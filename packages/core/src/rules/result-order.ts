/**
 * How the rows of a result are ordered on the device: numbers by their value, everything else by its characters, NULL at
 * the end in both directions as long as no value is there to put it before. Rows that are equal stay as they came.
 * @rule results.order  @spec §2 (results grid)
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { valueType } from '../sql/types.js'
import { compareExact, exactNumber, type ExactNumber } from './exact-number.js'

/** One column that rows are ordered by; columns count from 0. */
export interface SortColumn {
  column: number
  descending: boolean
}

/** A value in the form in which it is compared; NULL stays NULL. */
export type SortKey = number | string | ExactNumber | null

/** Numbers that a JavaScript number holds exactly are compared as such. */
const SMALL_INTEGER = /^-?\d{1,15}$/

/** @param type PostgreSQL's name of it, as `int8` */
export function sortKey(cell: Cell, type: string): SortKey {
  if (cell === null || valueType(type).sort !== 'number') return cell
  if (SMALL_INTEGER.test(cell)) return Number(cell)
  return exactNumber(cell) ?? cell
}

/** Compares values of one column, ascending. NULL is above all, as in PostgreSQL. */
export function compareKeys(one: SortKey, other: SortKey): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0
  // A number and a text that is not one (of money, or of another version): numbers first.
  if (typeof one === 'string' || typeof other === 'string') return typeof one === 'string' ? 1 : -1
  return compareExact(exactOf(one), exactOf(other))
}

function exactOf(key: number | ExactNumber): ExactNumber {
  return typeof key === 'number' ? { type: 'finite', digits: BigInt(key), scale: 0 } : key
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
