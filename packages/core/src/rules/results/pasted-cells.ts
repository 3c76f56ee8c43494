/**
 * A block of cells as spreadsheet programs put it on the clipboard: rows in lines, cells separated by tabs; a cell with
 * a tab, a line break or a quote is put in double quotes.
 * @rule grid.pasted-cells  @spec §4
 */

/** The rows of a pasted text, at least one. The line break at the end is no row. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let at = 0
  const end = text.length
  while (at < end) {
    const cell = cellAt(text, at)
    cells.push(cell.value)
    at = cell.end
    if (text[at] === '\t') {
      at++
      if (at === end) cells.push('')
      continue
    }
    rows.push(cells)
    cells = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  if (cells.length > 0) rows.push(cells)
  return rows.length === 0 ? [['']] : rows
}

/** A cell that only begins with a quote is taken as it is. */
function cellAt(text: string, start: number): { value: string; end: number } {
  const quoted = quotedAt(text, start)
  if (quoted !== undefined)
    return { value: quoted.slice(1, -1).replaceAll('""', '"'), end: start + quoted.length }
  let end = start
  // Behind the end there is the empty text, which is a part of every text.
  while (!'\t\n\r'.includes(text.charAt(end))) end++
  return { value: text.slice(start, end), end }
}

function quotedAt(text: string, start: number): string | undefined {
  const pattern = /"[^"]*(?:""[^"]*)*"(?=[\t\r\n]|$)/y
  pattern.lastIndex = start
  return pattern.exec(text)?.[0]
}
