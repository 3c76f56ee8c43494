/** Which rows of a result are asked for: `limit`, `offset` and the header `Range` together. */
import { refused } from '../errors.js'
import type { DataRequest } from '../request.js'
import type { LevelQuery } from './query-string.js'

/** Rows to skip, and how many to give; undefined for all. */
export interface RowRange {
  offset: number
  limit: number | undefined
}

/** `Range` counts for GET alone. */
export function rangeHeader({ method, headers }: DataRequest): string | undefined {
  return method === 'GET' ? headers['range'] : undefined
}

/**
 * @param header `Range` of a read, such as `0-9` or `10-`; what has another form is no range
 * @throws DataApiError PGRST103
 */
export function rowRange(
  query: LevelQuery,
  header: string | undefined,
  maxRows: number | undefined,
): RowRange {
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from !== undefined && to && Number(from) > Number(to)) {
    throw refused('PGRST103', 'Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  }
  const first = Math.max(Number(from ?? 0), query.offset ?? 0)
  const ends = [
    ...(to ? [Number(to) + 1] : []),
    ...(query.limit === undefined ? [] : [(query.offset ?? 0) + query.limit]),
    ...(maxRows === undefined ? [] : [first + maxRows]),
  ]
  return { offset: first, limit: ends.length === 0 ? undefined : Math.max(0, Math.min(...ends) - first) }
}
