/**
 * A table as CSV (RFC 4180) that a spreadsheet opens as text: a value that would begin a formula there gets a quote before it.
 * @rule csv  @spec §2
 */
const NEEDS_QUOTES = /[",\r\n]/
const BEGINS_FORMULA = /^[=+\-@\t\r]/

/**
 * Writes rows as CSV with CRLF after each. A value that begins like a formula gets a quote before it.
 * @example csvOf([['id', 'note'], ['1', '=1+1']]) // 'id,note\r\n1,\'=1+1\r\n'
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string): string {
  const text = BEGINS_FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
