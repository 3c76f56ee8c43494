/**
 * How much text one run of the dashboard may hold: 0.98 MB, parameters not counted.
 * @rule sql.query-size  @spec §7
 */
import { QUERY_LIMIT_BYTES } from '@basedeck/platform-client/contract'

export { QUERY_LIMIT_BYTES }

/** Bytes of the text in UTF-8. */
export function queryBytes(sql: string): number {
  return new TextEncoder().encode(sql).length
}

/** A text of exactly this size still runs. */
export function isQueryTooLarge(sql: string): boolean {
  if (sql.length * 3 <= QUERY_LIMIT_BYTES) return false
  return queryBytes(sql) > QUERY_LIMIT_BYTES
}
