/** How generated SQL quotes names and values: the leaf that the data API has too. */
export { qualifiedName, quoteIdentifier, quoteLiteral } from '@basedeck/sql-guard/quoting'
