/** A body of CSV by RFC 4180: the first line has the names, and a bare `NULL` is null. */
import { refused } from '../errors.js'

/** Names and rows. */
export interface CsvRows {
  names: string[]
  rows: (string | null)[][]
}

/** @throws DataApiError PGRST102 when a line has another number of fields, or a quote does not end */
export function readCsv(text: string): CsvRows {
  const lines = linesOf(text.startsWith('\ufeff') ? text.slice(1) : text)
  const [head, ...rows] = lines
  if (!head) throw refused('PGRST102', 'The CSV is empty: its first line has the names of the columns')
  const wrong = rows.findIndex((row) => row.length !== head.length)
  if (wrong !== -1) {
    throw refused('PGRST102', 'All lines must have same number of fields', {
      details: `Line ${wrong + 2} has ${rows[wrong]?.length} fields, the first line ${head.length}.`,
    })
  }
  return { names: head.map((name) => name ?? 'NULL'), rows }
}

const FIELD = /"((?:[^"]|"")*)"|([^",\r\n]*)/y

function linesOf(text: string): (string | null)[][] {
  const lines: (string | null)[][] = []
  let at = 0
  let line: (string | null)[] = []
  while (at < text.length || line.length > 0) {
    FIELD.lastIndex = at
    const [whole = '', quoted, bare] = FIELD.exec(text) ?? []
    at += whole.length
    line.push(quoted !== undefined ? quoted.replaceAll('""', '"') : bare === 'NULL' ? null : (bare ?? ''))
    if (text[at] === ',') {
      at++
      if (at < text.length) continue
      line.push('')
    }
    const end = /\r\n|\r|\n|$/y
    end.lastIndex = at
    const lineEnd = end.exec(text)
    if (!lineEnd)
      throw refused('PGRST102', 'A quote of the CSV does not end', { details: `Line ${lines.length + 1}` })
    at += lineEnd[0].length
    lines.push(line)
    line = []
  }
  return lines
}
