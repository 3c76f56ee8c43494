/**
 * The text of a value as PostgreSQL sends it: `t` of a boolean, an address without its mask. A cast to text differs
 * for some types (`true`, `10.0.0.1/32`), and json, xml and point have no `=`, so values are compared by this text.
 */
import { quoteIdentifier } from './quoting.js'

/** An expression; NULL gives an empty text. */
export function printed(column: string): string {
  return `pg_catalog.concat(${quoteIdentifier(column)})`
}

/** An expression; NULL stays NULL. `is distinct from` is also right for a record of NULLs. */
export function outputText(column: string): string {
  return `case when ${quoteIdentifier(column)} is distinct from null then ${printed(column)} end`
}
