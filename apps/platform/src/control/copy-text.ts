/** A row as COPY reads it in its text form. */
import type { Cell } from '@basedeck/platform-client/contract'

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** With its line feed. */
export function copyRow(cells: readonly Cell[]): string {
  return `${cells.map(copyCell).join('\t')}\n`
}

function copyCell(cell: Cell): string {
  return cell === null ? '\\N' : cell.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
}
