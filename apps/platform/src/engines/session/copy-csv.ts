/** The text of the COPY that writes a query's rows as CSV. */
import { quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import type { CsvForm } from '@basedeck/platform-client/contract'
import type { Field } from 'pg-protocol/dist/messages.js'
import type { SentText } from './error-report.js'

const BOOLEAN_OID = 16

/**
 * PostgreSQL must have parsed `query` before, as one statement: only then no bracket in it can end the COPY early.
 * @param columns of the query
 */
export function copyCsv(
  query: string,
  columns: readonly Field[],
  { header, delimiter, quote, nullText }: CsvForm,
): { text: string; sent: SentText } {
  const [before, after] = columns.some(isBoolean) ? wrapping(columns) : ['', '']
  const prefix = `copy (${before}\n`
  const options = [
    'format csv',
    `header ${header}`,
    `delimiter ${quoteLiteral(delimiter)}`,
    `quote ${quoteLiteral(quote)}`,
    `null ${quoteLiteral(nullText)}`,
  ]
  // A comment at the query's end must not swallow the bracket.
  const text = `${prefix}${query}\n${after}) to stdout (${options.join(', ')})`
  const prefixCharacters = [...prefix].length
  return { text, sent: { text: query, start: 0, end: query.length, statementIndex: 0, prefixCharacters } }
}

/** COPY writes a boolean as `t`, its text is `true`. Columns are counted, since two may have one name. */
function wrapping(columns: readonly Field[]): [before: string, after: string] {
  const values = columns.map(
    (column, index) => `c${index}${isBoolean(column) ? '::text' : ''} as ${quoteIdentifier(column.name)}`,
  )
  const names = columns.map((_, index) => `c${index}`)
  return [`select ${values.join(', ')} from (`, `) as result(${names.join(', ')})`]
}

function isBoolean({ dataTypeID }: Field): boolean {
  return dataTypeID === BOOLEAN_OID
}
