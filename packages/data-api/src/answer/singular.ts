/** One row was asked for. */
import { refused } from '../errors.js'

/** @throws DataApiError PGRST116 when there is not exactly one */
export function singular(rows: number): void {
  if (rows === 1) return
  throw refused('PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}
