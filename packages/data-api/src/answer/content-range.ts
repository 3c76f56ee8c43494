/** `Content-Range` and the status of a range of rows. */
import { refused } from '../errors.js'

/** Rows from `offset` on, of which `page` are given; `total` is undefined when nobody counted. */
export interface GivenRange {
  offset: number
  page: number
  total: number | undefined
}

/** `0-9/100`; `*` for no rows and for an unknown total. */
export function contentRange({ offset, page, total }: GivenRange): string {
  const rows = page === 0 || total === 0 ? '*' : `${offset}-${offset + page - 1}`
  return `${rows}/${total ?? '*'}`
}

/** 206 when there are more rows than were given. @throws DataApiError PGRST103 when the range begins behind the last row */
export function rangeStatus({ offset, page, total }: GivenRange): 200 | 206 {
  if (total === undefined) return 200
  if (offset > total) {
    throw refused('PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: [['Content-Range', `*/${total}`]],
    })
  }
  return page < total ? 206 : 200
}
